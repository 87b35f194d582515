"""Reports of findings: lines for people, JSON, and JUnit for build systems. In English, as the standard is."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping
from itertools import takewhile
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from attrs import field, frozen

from mandala_conformance.case import Case, Kind
from mandala_conformance.findings import CaseVerdict, Finding
from mandala_conformance.timings import TimingRow
from mandala_net.version import VERSION
from mandala_protocol.requirements import REQUIREMENTS, Requirement
from mandala_protocol.wire.messages import PROTOCOL_VERSION

_WIDTH = 110

_MOST_NAMED = 12
"""The most requirements not tried that are named for one reason in the lines; the JSON report names all."""


@frozen
class RunReport:
    """All that was found: the tester's role, the implementations by their labels, the findings and the times."""

    role: str
    implementations: tuple[str, ...]
    findings: tuple[Finding, ...]
    timings: tuple[TimingRow, ...]
    cases: dict[str, Case]
    software: tuple[str, ...] = ()
    """The names that the implementations have given to themselves in hello."""
    untried: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """The requirements that were not tried, by the reason why."""
    complete: bool = True
    """The run was not broken off."""
    selection: str = ""
    """The profile, or how else the cases were chosen."""

    @property
    def counts(self) -> dict[str, int]:
        """The number of findings of each verdict."""
        counted = Counter(finding.verdict for finding in self.findings)
        return {verdict.value: counted[verdict] for verdict in CaseVerdict}

    @property
    def failed(self) -> bool:
        """Return whether a case failed, or none at all was ok."""
        verdicts = {finding.verdict for finding in self.findings}
        return CaseVerdict.FAILED in verdicts or CaseVerdict.OK not in verdicts

    @property
    def gone(self) -> bool:
        """Return whether an implementation was gone before all was tried."""
        return any(finding.gone for finding in self.findings)


def line_of(finding: Finding, case: Case) -> str:
    """A finding in one line; a fault that was heard on the way by the requirement that it breaks."""
    game = f" ({finding.game})" if finding.game else ""
    return f"{finding.verdict.value:<13} {finding.name}{game}: {_title_of(finding, case)}"


def _title_of(finding: Finding, case: Case) -> str:
    return case.title if finding.fault is None else REQUIREMENTS[finding.fault.requirement].title


def _requirements_of(finding: Finding, case: Case) -> tuple[Requirement, ...]:
    """The requirements that a finding is about, each once: those of the fault, or those of its case."""
    fault = finding.fault
    numbers = case.requirements if fault is None else (fault.requirement, *fault.also)
    return tuple(REQUIREMENTS[number] for number in dict.fromkeys(numbers))


def details_of(finding: Finding, case: Case) -> list[str]:
    """The details of a finding: sent, expected, got, and the standard's text; none for a case that passed."""
    match finding.verdict:
        case CaseVerdict.OK:
            return []
        case CaseVerdict.SKIPPED:
            return _field("why", finding.got)
        case CaseVerdict.INFORMATIONAL:
            return _field("got", finding.got)
        case CaseVerdict.FAILED | CaseVerdict.NON_STRICT:
            pass
    lines = []
    if finding.same_as:
        lines += _field("same", f"most likely the same fault as {finding.same_as}")
    else:
        for requirement in _requirements_of(finding, case):
            text, *rest = requirement.lines
            lines += _field("standard", f"{requirement.number}. {requirement.title}. {text}")
            for line in rest:
                lines += _field("", line)
    for step in finding.sent:
        lines += _field("sent", step)
    lines += _field("expected", finding.expected) + _field("got", finding.got)
    for name, value in finding.fault.evidence if finding.fault is not None else ():
        lines += _field(name, value)
    if finding.ended:
        lines += _field("case", f"{finding.case} ended here, and has no verdict of its own")
    lines += [] if finding.trace is None else _field("trace", finding.trace)
    subject = finding.case if finding.fault is None else finding.fault.requirement
    return lines + _field("more", f"mandala-lan conformance --explain {subject}")


def _field(name: str, value: str) -> list[str]:
    first, further = f"    {name:<9} ", " " * 14
    return textwrap.wrap(
        _shown(value),
        _WIDTH,
        initial_indent=first,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def summary_of(tested: RunReport) -> list[str]:
    """The last lines of a report: what was not tried, and how many cases had which verdict."""
    lines = []
    if tested.untried:
        lines += ["", "Requirements that were not tried:"]
        for reason, numbers in tested.untried.items():
            named = f": {', '.join(numbers)}" if len(numbers) <= _MOST_NAMED else ""
            lines += _field(f"{len(numbers)}", f"{reason}{named}")
    counts = ", ".join(f"{count} {verdict}" for verdict, count in tested.counts.items())
    without = sum(map(len, tested.untried.values()))
    not_tried = f" {without} requirements were not tried." if without else ""
    broken_off = "" if tested.complete else " The run was broken off."
    lines += ["", f"Tried: {tested.selection}."] if tested.selection else [""]
    return [*lines, by_chapter(tested), f"{len(tested.findings)} results: {counts}.{not_tried}{broken_off}"]


def time_left(seconds: float) -> str:
    """The time that a run may still take, in a few words."""
    return f"about {seconds:.0f} s left" if seconds < 100 else f"about {seconds / 60:.0f} min left"


def by_chapter(tested: RunReport) -> str:
    """The run in one line: for each chapter of the standard how many of its results are ok."""
    good = (CaseVerdict.OK, CaseVerdict.INFORMATIONAL)
    passed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for finding in tested.findings:
        if finding.verdict is not CaseVerdict.SKIPPED:
            chapter = "".join(takewhile(str.isalpha, finding.about))
            total[chapter] += 1
            passed[chapter] += finding.verdict in good
    parts = [f"{chapter} {passed[chapter]}/{total[chapter]}" for chapter in sorted(total)]
    return f"Protocol {PROTOCOL_VERSION} as {tested.role}: {', '.join(parts) or 'nothing was tried'}"


def as_text(tested: RunReport) -> list[str]:
    """The whole report in lines."""
    lines = []
    for finding in tested.findings:
        lines += [line_of(finding, tested.cases[finding.case]), *details_of(finding, tested.cases[finding.case])]
    return lines + summary_of(tested)


def as_document(tested: RunReport) -> dict[str, object]:
    """The whole report for a JSON file."""
    return {
        "tester": f"mandala-lan {VERSION}",
        "protocol": PROTOCOL_VERSION,
        "role": tested.role,
        "implementations": list(tested.implementations),
        "software": list(tested.software),
        "complete": tested.complete,
        "selection": tested.selection,
        "summary": by_chapter(tested),
        "counts": tested.counts,
        "untried": [{"why": why, "requirements": list(numbers)} for why, numbers in tested.untried.items()],
        "results": [_result_document(finding, tested) for finding in tested.findings],
        "times": [
            {"what": row.what, "count": row.count, "median": round(row.median, 4), "longest": round(row.longest, 4)}
            for row in tested.timings
        ],
    }


def _result_document(finding: Finding, tested: RunReport) -> dict[str, object]:
    case = tested.cases[finding.case]
    return {
        "case": finding.case,
        "heard": None if finding.fault is None else finding.fault.requirement,
        "title": _title_of(finding, case),
        "game": finding.game or None,
        "kind": case.kind.value if finding.fault is None else Kind.MUST.value,
        "verdict": finding.verdict.value,
        "requirements": [
            {"number": requirement.number, "title": requirement.title, "text": requirement.whole}
            for requirement in _requirements_of(finding, case)
        ],
        "sent": list(finding.sent),
        "expected": finding.expected,
        "got": finding.got,
        "evidence": [] if finding.fault is None else [list(line) for line in finding.fault.evidence],
        "seconds": round(finding.seconds, 3),
        "same_as": finding.same_as or None,
        "trace": finding.trace,
    }


def as_junit(tested: RunReport) -> bytes:
    """The whole report for a JUnit file: a case that is not strict counts as passed, with a note."""
    counts = tested.counts
    suite = Element(
        "testsuite",
        name=f"mandala-lan conformance as {tested.role}",
        tests=str(len(tested.findings)),
        failures=str(counts[CaseVerdict.FAILED.value]),
        skipped=str(counts[CaseVerdict.SKIPPED.value]),
        errors="0",
        time=f"{sum(finding.seconds for finding in tested.findings):.3f}",
    )
    for finding in tested.findings:
        name = f"{finding.name} {finding.game}".strip()
        entry = SubElement(
            suite,
            "testcase",
            classname=finding.about,
            name=_shown(name),
            time=f"{finding.seconds:.3f}",
        )
        text = "\n".join(details_of(finding, tested.cases[finding.case]))
        match finding.verdict:
            case CaseVerdict.FAILED:
                SubElement(entry, "failure", message=_shown(finding.got)).text = _shown(text)
            case CaseVerdict.SKIPPED:
                SubElement(entry, "skipped", message=_shown(finding.got))
            case CaseVerdict.NON_STRICT:
                SubElement(entry, "system-out").text = _shown(text)
            case CaseVerdict.OK | CaseVerdict.INFORMATIONAL:
                pass
    indent(suite)
    written: bytes = tostring(suite, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _shown(text: str) -> str:
    """The text without characters that a terminal would obey, or that XML has no place for."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "�" for letter in text)
