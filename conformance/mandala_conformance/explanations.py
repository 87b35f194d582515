"""The page of a case: what it does, what the standard says, and where to look if it fails."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from typing import Final

from mandala_conformance.case import ANY_GAME, HOSTED_TEST_GAME, NO_GAME, Case, Kind
from mandala_conformance.expectations import refusal_by
from mandala_net.link.handshake import Role
from mandala_protocol.requirements import REQUIREMENTS, Requirement

_WIDTH: Final = 100

_LOOK_AT: Final = {
    "CV": "docs/vectors.md: deck.json has hashes and numbers step by step, signatures.json signatures to refuse.",
    "LK": "docs/vectors.md: link.json has handshakes and frames with all their keys, for both roles.",
    "MS": "docs/vectors.md: messages.json has right and wrong messages byte by byte.",
    "TR": "docs/vectors.md: refused.json has wrong entries, each with the record before it and the error that is due.",
    "OR": "docs/protocol.md, chapter 5; refused.json has each kind of entry where another one is due.",
    "OP": "docs/vectors.md: deck.json has commitments, openings and proofs of knowledge with all their numbers.",
    "DK": "docs/vectors.md: deck.json has shuffles, mixes and shares with all their random numbers.",
    "PL": "docs/vectors.md: conversation.json and patterns.json have games with the position after each move.",
    "EN": "docs/vectors.md: endings.json has conversations that end in each way.",
    "RS": "docs/vectors.md: conversation.json and endings.json have games that are cut and resumed.",
    "TG": "docs/vectors.md: test-games.json has the seed, nonce, key and orders that follow from a name.",
}
"""Where to look for an example of what is right, by the chapter of a requirement."""

_RULE_POINT: Final = re.compile("PL3/([A-Z][0-9]+)")
"""The rule point in the name of a case about a move that the rules forbid."""

_MEANING: Final = {
    Kind.MUST: "The standard demands it: anything else fails.",
    Kind.SHOULD: "The standard recommends it: anything else is not strict.",
    Kind.TIMING: "It measures, and never fails.",
}


def explanation_of(case: Case) -> list[str]:
    """The page of a case, in lines."""
    first = REQUIREMENTS[case.requirements[0]]
    lines = [f"{case.name}: {case.title}", ""]
    lines += _paragraph(f"The tester plays {_roles(case)}, {_games(case)}. {_MEANING[case.kind]}")
    lines += _paragraph(_expectation(first))
    for number in case.requirements:
        lines += ["", *_quoted(REQUIREMENTS[number])]
    examples = dict.fromkeys(_LOOK_AT[number[:2]] for number in case.requirements if number[:2] in _LOOK_AT)
    lines += ["", "To mend it:"]
    if (point := _RULE_POINT.match(case.name)) is not None:
        lines += _paragraph(f"- docs/rules-{case.games[0]}.md, point {point[1]}.", "  ")
    for example in examples:
        lines += _paragraph(f"- {example}", "  ")
    lines += _paragraph(
        f"- mandala-lan conformance ADDRESS {case.name} --trace FOLDER writes down what both programs said.", "  "
    )
    return lines


def explanation_of_requirement(number: str, cases: Iterable[Case]) -> list[str]:
    """The page of a requirement, in lines: what the standard says, where there are examples, and its cases."""
    lines = _quoted(REQUIREMENTS[number])
    if number[:2] in _LOOK_AT:
        lines += ["", "To mend it:", *_paragraph(f"- {_LOOK_AT[number[:2]]}", "  ")]
    about = [case.name for case in cases if number in case.requirements]
    return [*lines, "", *_paragraph(f"Its cases: {', '.join(about)}." if about else "No case is about it.")]


def _paragraph(text: str, further: str = "") -> list[str]:
    return textwrap.wrap(text, _WIDTH, subsequent_indent=further, break_long_words=False, break_on_hyphens=False)


def _roles(case: Case) -> str:
    names = {Role.GUEST: "the guest", Role.HOST: "the host"}
    return " or ".join(names[role] for role in case.roles)


def _games(case: Case) -> str:
    if case.games == NO_GAME:
        return "and no game is needed"
    if case.games == ANY_GAME:
        return "in the shorter of the games that the program plays"
    if case.games == HOSTED_TEST_GAME:
        return "in a test game that the program hosts"
    return f"in {' and in '.join(case.games)}"


def _expectation(first: Requirement) -> str:
    """The answer that is due; of a case that is about no error the report says it."""
    if first.code is None or first.number.startswith("LK"):  # no error is sent before hello, or at LK8
        return "What is sent and what is expected then stands in the report, under sent and expected."
    return (
        f"What is sent stands in the report. Where it breaks the standard, {refusal_by(first.number)} is due, "
        "and the connection closed (CV1)."
    )


def _quoted(requirement: Requirement) -> list[str]:
    heading = f"{requirement.number}. {requirement.title} (docs/protocol.md, {requirement.section})"
    return [heading, *(f"    {part}" for line in requirement.lines for part in _paragraph(line))]
