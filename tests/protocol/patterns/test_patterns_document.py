"""What the standard says of Patterns is what the code does."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

from mandala_protocol.games.game import EndReason, Moved
from mandala_protocol.games.patterns import ALL_MOVES, PATTERNS
from mandala_protocol.games.patterns.position import parse_position
from mandala_protocol.games.patterns.state import PatternsEnd, Stopped
from mandala_protocol.seats import Seat

STANDARD = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")


def test_the_notation_of_the_standard_is_that_of_the_code() -> None:
    """The grammar of 8.6 as a regular expression, against every move there is, and against what is none."""
    grammar = dict(re.findall(r"^([a-z]+) += (.+?)(?: +;.*)?$", STANDARD, re.MULTILINE))

    def pattern(rule: str) -> str:
        parts = [" ".join(part.split()) for part in grammar[rule].split("/")]
        return "(?:" + "|".join("".join(map(one, part.split(" "))) for part in parts) + ")"

    def one(item: str) -> str:
        return re.escape(item.strip('"')) if item.startswith('"') else pattern(item)

    moves = {PATTERNS.format_move(move) for move in ALL_MOVES}
    ends = ["", *"0123456789roygpkx"]
    texts = {"".join(parts) for parts in product("SOFXAo", ends, ends, ends)}
    assert moves < texts
    action = re.compile(pattern("action"))
    assert {text for text in texts if action.fullmatch(text)} == moves


def test_PL13_the_position_in_the_standard_is_one() -> None:
    (line,) = re.findall(r"^```\n(patterns .+)\n```$", STANDARD, re.MULTILINE)
    state = parse_position(line)
    assert PATTERNS.position(state) == line
    assert PATTERNS.position(PATTERNS.apply(state, Moved(Seat.HOST, ALL_MOVES[10]))) != line


def test_PL14_the_phases_in_the_standard_are_those_of_the_code() -> None:
    section = STANDARD[STANDARD.index("### 8.8 ") : STANDARD.index("## 9. End")]
    phases = re.findall(r"^\| `([a-z]+):", section, re.MULTILINE)
    assert phases == ["start", "turn", "reveal", "over"]
    reasons = re.search(r"REASON is (.+?);", section)
    assert reasons is not None
    assert Stopped.__annotations__["termination"] == "PatternsTermination"
    names = {termination.value for termination in (*PatternsEnd, *EndReason)}
    assert set(re.findall(r"`([a-z]+)`", reasons[1])) == names == {"stuck", "resigned", "agreed"}
