"""The requirements that a run has not tried, and why: so that nobody takes silence for a pass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from mandala_conformance.case import ANY_GAME, HOSTED_TEST_GAME, NO_GAME, Case, Extent
from mandala_conformance.findings import CaseVerdict, Finding
from mandala_conformance.runner import is_named
from mandala_net.link.handshake import Role

OTHER_ROLE = {
    Role.GUEST: "only when the tester hosts (--listen)",
    Role.HOST: "only when the tester joins",
}
LEFT_OUT = "left out by --exclude"
MORE = {Extent.STANDARD: "only with --profile standard", Extent.ALL: "only with --all"}


def untried(
    cases: Iterable[Case],
    role: Role,
    games: Sequence[str],
    extent: Extent,
    findings: Iterable[Finding],
    excluded: Sequence[str] = (),
) -> Mapping[str, tuple[str, ...]]:
    """The requirements that have a case and of which none was tried, by the reason why."""
    tried, skipped = set(), {}
    covered: set[str] = set()
    for finding in findings:
        if finding.fault is not None:
            covered.add(finding.fault.requirement)
        if finding.ended:
            skipped[finding.case] = f"{finding.about} was broken on the way"
        elif finding.verdict is CaseVerdict.SKIPPED:
            skipped[finding.case] = finding.got
        else:
            tried.add(finding.case)
    reasons: dict[str, str] = {}
    for case in cases:
        if case.name in tried:
            covered.update(case.requirements)
            continue
        reason = skipped.get(case.name) or not_chosen(case, role, games, extent, excluded)
        for number in case.requirements:
            # What was to be tried, and could not be, says most.
            if number not in reasons or case.name in skipped:
                reasons[number] = reason
    grouped: defaultdict[str, list[str]] = defaultdict(list)
    for number, reason in reasons.items():
        if number not in covered:
            grouped[reason].append(number)
    return {reason: tuple(numbers) for reason, numbers in grouped.items()}


def not_chosen(case: Case, role: Role, games: Sequence[str], extent: Extent, excluded: Sequence[str] = ()) -> str:
    """The reason why a run does not choose a case."""
    if is_named(case, excluded):
        return LEFT_OUT
    if case.extent > extent:
        return MORE[case.extent]
    if role not in case.roles:
        return OTHER_ROLE[role]
    if case.games == HOSTED_TEST_GAME:
        return "only with a test game that the program hosts"
    if case.games not in (ANY_GAME, NO_GAME) and not set(case.games) & set(games):
        return f"only in a program of {' or '.join(case.games)}"
    return "it was not chosen"
