"""The comparison of Patterns with other engines by rules logs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from mandala_conformance.rules_logs.catalogue import LOGS
from mandala_conformance.rules_logs.patterns import PATTERNS_LOG
from mandala_conformance.rules_logs.rules_log import Report, check_rules, write_log
from mandala_conformance.rules_logs.rules_log_fields import BadLog
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat

SAMPLE = (Path(__file__).parent / "sample-patterns.jsonl").read_text("utf-8").splitlines()
GAME_2 = 67
"""Where game 2 begins: the index of its first line."""
MIDDLE = 80
END = 102
FINAL = 103

Line = dict[str, Any]


def changed(index: int, change: Callable[[Line], None]) -> list[str]:
    """The sample with one line changed."""
    line = json.loads(SAMPLE[index])
    change(line)
    return [*SAMPLE[:index], json.dumps(line), *SAMPLE[index + 1 :]]


def compared(lines: Iterable[str | bytes]) -> Report:
    """The log beside the engine of Patterns; a log of Mandala could be meant as well."""
    return check_rules(lines, [PATTERNS_LOG, LOGS["mandala"]])


def put(field: str, value: object) -> Callable[[Line], None]:
    return lambda line: line.__setitem__(field, value)


def other_character(field: str, place: int) -> Callable[[Line], None]:
    """Another letter or owner there than the line has."""

    def change(line: Line) -> None:
        text = line[field]
        instead = {"board": "k" if text[place] != "k" else "r", "owner": "." if text[place] != "." else "0"}[field]
        line[field] = text[:place] + instead + text[place + 1 :]

    return change


CHANGES: list[tuple[int, str, Callable[[Line], None]]] = [
    (MIDDLE, "ty", put("ty", "final")),
    (MIDDLE, "g", put("g", 1)),
    (MIDDLE, "t", put("t", 98)),
    (MIDDLE, "phase", put("phase", "end")),
    (MIDDLE, "player", put("player", 1)),
    (MIDDLE, "board", other_character("board", 17)),
    (MIDDLE, "owner", other_character("owner", 26)),
    (MIDDLE, "start", put("start", "ro")),
    (MIDDLE, "bowl", put("bowl", ["r", "r"])),
    (MIDDLE, "opened", put("opened", ["roygpk", ""])),
    (MIDDLE, "legal", put("legal", ["F0"])),
    (MIDDLE, "act", put("act", "Sr")),
    (MIDDLE, "act", put("act", None)),
    (MIDDLE, "act", put("act", "nonsense")),
    (GAME_2, "legal", put("legal", [])),
    (END, "phase", put("phase", "turn")),
    (END, "player", put("player", 1)),
    (END, "owner", other_character("owner", 26)),
    (END, "act", put("act", "F1")),
    (FINAL, "g", put("g", 7)),
    (FINAL, "scores", put("scores", [36, 31])),
    (FINAL, "winner", put("winner", 1)),
    (FINAL, "winner", put("winner", "draw")),
    (FINAL, "final_flips", put("final_flips", [26])),
    (FINAL, "final_flips", put("final_flips", [49, 26])),
]


def test_three_games_of_another_engine_agree() -> None:
    assert compared(SAMPLE) == Report(games=3, moves=98, difference=None)


@pytest.mark.parametrize(("index", "field", "change"), CHANGES)
def test_a_changed_field_is_the_first_difference(index: int, field: str, change: Callable[[Line], None]) -> None:
    report = compared(changed(index, change))
    difference = report.difference
    assert difference is not None
    assert (difference.field, difference.line, difference.game) == (field, index + 1, 2)
    assert difference.move == index - GAME_2
    assert difference.engine != difference.log
    assert report.games == 2


def test_every_field_is_among_the_changes() -> None:
    state, final = json.loads(SAMPLE[MIDDLE]), json.loads(SAMPLE[FINAL])
    assert {field for index, field, _ in CHANGES if index != FINAL} == state.keys()
    assert {field for index, field, _ in CHANGES if index == FINAL} | {"ty"} == final.keys()


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("phase", "claim", "phase: must be one of"),
        ("player", 2, "player: must be a whole number from 0 to 1"),
        ("board", "r" * 53, "board: must be a string of at most 52"),
        ("board", "x" * 52, "board: may contain only the letters"),
        ("owner", "2" * 52, "owner: may contain only the letters"),
        ("start", "roy", "start: must be a string of at most 2"),
        ("bowl", ["ro", "r"], "bowl: must be a string of at most 1"),
        ("bowl", "rr", "bowl: must be a list of 2"),
        ("opened", ["roygpkr", ""], "opened: must be a string of at most 6"),
        ("deck", "", "'deck': is no field"),
    ],
)
def test_a_field_of_the_wrong_type_is_a_bad_line(field: str, value: object, complaint: str) -> None:
    with pytest.raises(BadLog) as caught:
        compared(changed(MIDDLE, put(field, value)))
    assert caught.value.line == MIDDLE + 1
    assert complaint in caught.value.reason


@pytest.mark.parametrize("field", [name for name in json.loads(SAMPLE[0]) if name != "ty"])
def test_a_missing_field_is_a_bad_line(field: str) -> None:
    def without(line: Line) -> None:
        del line[field]

    with pytest.raises(BadLog, match=rf"^line 11: {field}: is missing"):
        compared(changed(10, without))


@pytest.mark.parametrize(
    ("index", "changes", "complaint"),
    [
        (GAME_2, {"board": "r"}, "must have 52 letters each"),
        (GAME_2, {"owner": ""}, "must have 52 letters each"),
        (GAME_2, {"start": "y"}, "two start tiles"),
        (GAME_2, {"start": "ro"}, "red tiles"),
        (GAME_2, {"phase": "turn"}, "bowl: does not fit the phase"),
        (GAME_2, {"player": 0}, "the other player's turn"),
        (GAME_2, {"bowl": ["y", ""]}, "a tile is one letter"),
        (MIDDLE, {"phase": "bowls"}, "bowl: does not fit the phase"),
        (MIDDLE, {"phase": "end"}, "not stuck"),
        (MIDDLE, {"player": 1}, "turn|can do nothing"),
        (MIDDLE, {"opened": ["", ""]}, "belongs to no group"),
        (MIDDLE, {"opened": ["gg", "yo"]}, "opened: does not fit the board"),
        (END, {"phase": "turn"}, "can do nothing"),
    ],
)
def test_a_game_cannot_begin_in_an_impossible_position(index: int, changes: Line, complaint: str) -> None:
    lines = changed(index, lambda line: line.update(changes))
    with pytest.raises(BadLog, match=complaint) as caught:
        compared(lines[index:])
    assert caught.value.line == 1


def test_a_log_may_begin_at_any_position() -> None:
    for start in range(GAME_2, END + 1):
        assert compared(SAMPLE[start : FINAL + 1]) == Report(games=1, moves=END - start, difference=None)


@pytest.mark.parametrize("flips", [[26], [26, 49, 1], ["x"], [99], [26, 26], None, {"a": 1}])
def test_a_log_that_begins_at_the_end_with_other_flips_differs_or_is_bad(flips: object) -> None:
    lines = changed(FINAL, put("final_flips", flips))[END:]
    try:
        difference = compared(lines).difference
    except BadLog:
        return
    assert difference is not None


@pytest.mark.parametrize(("begin", "end"), [(0, 26), (26, GAME_2), (GAME_2, len(SAMPLE))])
def test_our_engine_writes_the_same_lines_as_the_other(begin: int, end: int) -> None:
    read = [json.loads(line) for line in SAMPLE[begin:end]]
    acts = iter([line["act"] for line in read[:-1] if line["act"] is not None])
    table = PATTERNS_LOG.set_up(read[0], read[1:], lambda _: ())
    written = write_log(PATTERNS_LOG, table, lambda _view, _legal: PATTERNS.parse_move(next(acts)), read[0]["g"])
    assert list(written) == SAMPLE[begin:end]


def test_written_games_agree_when_they_are_checked() -> None:
    def written(first: Seat) -> list[str]:
        chance = random.Random(7)
        lines: list[str] = []
        for number in range(10):
            table = Simulation.start(PATTERNS, first, number.to_bytes(32, "big"), lambda _: ())
            lines += write_log(PATTERNS_LOG, table, lambda _view, legal: chance.choice(legal), number)
        return lines

    lines = written(Seat.HOST)
    report = compared(lines)
    assert (report.games, report.difference) == (10, None)
    assert report.moves == len(lines) - 20
    assert {json.loads(line)["player"] for line in lines if '"t":0,' in line} == {1}
    assert written(Seat.GUEST) == lines, "player 0 of a log is the first player, at whichever seat"
