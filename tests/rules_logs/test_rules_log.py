"""The comparison with other engines by rules logs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from mandala_conformance.rules_logs.mandala import MANDALA_LOG
from mandala_conformance.rules_logs.rules_log import Report, check_rules, write_log
from mandala_conformance.rules_logs.rules_log_fields import LONGEST_LINE, BadLog
from mandala_protocol.games.counts import spread
from mandala_protocol.games.game import Counts, Face, View
from mandala_protocol.games.mandala import MANDALA, Discard, MandalaMove, MandalaState
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat

SAMPLE = (Path(__file__).parent / "sample-mandala.jsonl").read_text("utf-8").splitlines()
GAME_1 = 94
"""Where game 1 begins: the index of its first line."""
RESHUFFLED = 182
"""A line of game 1 before which the pile was shuffled."""
CLAIMING = 193
END = 195
FINAL = 196
BEFORE = 5
"""The number of lines of game 1 that are kept before a changed one; of game 0 the last three are."""

Line = dict[str, Any]


def changed(index: int, change: Callable[[Line], None]) -> list[str]:
    """The sample with one line changed. Before one of game 1 most lines are empty, as a game may begin anywhere."""
    line = json.loads(SAMPLE[index])
    change(line)
    lines = [*SAMPLE[:index], json.dumps(line), *SAMPLE[index + 1 :]]
    if index >= GAME_1:
        for left_out in (*range(GAME_1 - 3), *range(GAME_1, index - BEFORE)):
            lines[left_out] = ""
    return lines


def compared(lines: Iterable[str | bytes]) -> Report:
    """The log beside the engine of Mandala."""
    return check_rules(lines, [MANDALA_LOG])


def put(field: str, value: object) -> Callable[[Line], None]:
    return lambda line: line.__setitem__(field, value)


def test_PL11_three_games_of_another_engine_agree() -> None:
    assert compared(SAMPLE) == Report(games=3, moves=284, difference=None)
    as_a_file = (line.encode() + b"\n" for line in (*SAMPLE, ""))
    assert compared(as_a_file).games == 3


def swap_two_cards(field: str) -> Callable[[Line], None]:
    """Another card than was there, the number of cards kept."""

    def change(line: Line) -> None:
        first, second = line[field]
        other = "r" if first[0] != "r" else "k"
        line[field] = ["".join(sorted(other + first[1:], key="roygpk".index)), second]

    return change


def another_mandala(area: str) -> Callable[[Line], None]:
    def change(line: Line) -> None:
        mandala = line["mandalas"][1]
        if area == "mountain":
            mandala["mountain"] = "ggggk"
        else:
            mandala["fields"] = ["pp", "oyyy"]

    return change


CHANGES: list[tuple[int, str, Callable[[Line], None]]] = [
    (CLAIMING, "ty", put("ty", "final")),
    (CLAIMING, "g", put("g", 2)),
    (CLAIMING, "t", put("t", 98)),
    (CLAIMING, "phase", put("phase", "turn")),
    (CLAIMING, "player", put("player", 1)),
    (CLAIMING, "deck", put("deck", "kpgkkrgpkoooykypogoggyogoopyorkkkkgppk")),
    (CLAIMING, "deck", put("deck", "")),
    (CLAIMING, "discard", put("discard", "op")),
    (CLAIMING, "hands", swap_two_cards("hands")),
    (CLAIMING, "cups", swap_two_cards("cups")),
    (CLAIMING, "rivers", put("rivers", ["kryp", "yopg"])),
    (CLAIMING, "rivers", put("rivers", ["krpy", "yopgr"])),
    (CLAIMING, "mandalas", another_mandala("mountain")),
    (CLAIMING, "mandalas", another_mandala("fields")),
    (CLAIMING, "claiming", put("claiming", 1)),
    (CLAIMING, "claiming", put("claiming", None)),
    (CLAIMING, "trig", put("trig", None)),
    (CLAIMING, "trig", put("trig", "river")),
    (CLAIMING, "legal", put("legal", ["Kk"])),
    (CLAIMING, "legal", put("legal", ["Kk", "Kr", "Ky"])),
    (CLAIMING, "act", put("act", "Ky")),
    (CLAIMING, "act", put("act", None)),
    (CLAIMING, "act", put("act", "nonsense")),
    (CLAIMING, "reshuffles", put("reshuffles", ["ro"])),
    (RESHUFFLED, "reshuffles", put("reshuffles", [])),
    (RESHUFFLED, "reshuffles", put("reshuffles", ["ro"])),
    (GAME_1, "reshuffles", put("reshuffles", ["ro"])),
    (GAME_1, "legal", put("legal", [])),
    (END, "phase", put("phase", "turn")),
    (END, "act", put("act", "Ck1")),
    (FINAL, "ty", put("ty", "state")),
    (FINAL, "g", put("g", 7)),
    (FINAL, "end", put("end", "river")),
    (FINAL, "scores", put("scores", [47, 50])),
    (FINAL, "winner", put("winner", 1)),
    (FINAL, "winner", put("winner", "draw")),
    (FINAL, "cups", put("cups", [21, 15])),
]


@pytest.mark.parametrize(("index", "field", "change"), CHANGES)
def test_a_changed_field_is_the_first_difference(index: int, field: str, change: Callable[[Line], None]) -> None:
    report = compared(changed(index, change))
    difference = report.difference
    assert difference is not None
    assert (difference.field, difference.line, difference.game) == (field, index + 1, 1)
    assert difference.move == index - GAME_1
    assert difference.engine != difference.log
    assert report.games == 1
    assert report.moves == 1 + (0 if index == GAME_1 else BEFORE - 1)  # that of game 0, and those that agreed in full


def test_every_field_is_among_the_changes() -> None:
    state, final = json.loads(SAMPLE[CLAIMING]), json.loads(SAMPLE[FINAL])
    assert {field for index, field, _ in CHANGES if index != FINAL} == state.keys()
    assert {field for index, field, _ in CHANGES if index == FINAL} == final.keys()


def test_another_legal_move_is_found_out_at_the_next_line() -> None:
    difference = compared(changed(CLAIMING - 3, put("act", "Co1"))).difference
    assert difference is not None
    assert (difference.line, difference.field) == (CLAIMING - 1, "deck")


def test_both_values_are_reported() -> None:
    difference = compared(changed(FINAL, put("scores", [1, 2]))).difference
    assert difference is not None
    assert (difference.engine, difference.log) == ("[50, 47]", "[1, 2]")


def test_whose_move_it_is_means_nothing_at_the_end() -> None:
    assert compared(changed(END, put("player", 0))).difference is None


BAD_FIELDS: list[tuple[str, object, str]] = [
    ("ty", "other", "ty: must be one of"),
    ("ty", ["state"], "ty: must be one of"),
    ("g", -1, "g: must be a whole number"),
    ("g", True, "g: must be a whole number"),
    ("t", "99", "t: must be a whole number"),
    ("t", 10**12, "t: must be a whole number"),
    ("phase", "river", "phase: must be one of"),
    ("player", 2, "player: must be a whole number from 0 to 1"),
    ("player", False, "player: must be a whole number from 0 to 1"),
    ("deck", "rx", "deck: may contain only the letters"),
    ("deck", "r" * 109, "deck: must be a string of at most 108"),
    ("deck", ["r"], "deck: must be a string"),
    ("hands", ["r"], "hands: must be a list of 2"),
    ("hands", "rr", "hands: must be a list of 2"),
    ("cups", ["r", None], "cups: must be a string"),
    ("rivers", ["roygpkr", ""], "rivers: must be a string of at most 6"),
    ("mandalas", [{"mountain": ""}, {"mountain": ""}], "mandalas: fields: is missing"),
    ("mandalas", [[], []], "mandalas: must be an object"),
    ("claiming", "0", "claiming: must be a whole number"),
    ("trig", "none", "trig: must be one of"),
    ("legal", ["K" * 17], "legal: must be a string of at most 16"),
    ("legal", None, "legal: must be a list"),
    ("act", 3, "act: must be a string"),
    ("reshuffles", [""] * 21, "reshuffles: must be a list of 0 to 20"),
    ("extra", 1, "'extra': is no field of this line"),
]


@pytest.mark.parametrize(("field", "value", "complaint"), BAD_FIELDS)
def test_a_field_of_the_wrong_type_is_a_bad_line(field: str, value: object, complaint: str) -> None:
    with pytest.raises(BadLog) as caught:
        compared(changed(CLAIMING, put(field, value)))
    assert caught.value.line == CLAIMING + 1
    assert complaint in caught.value.reason


@pytest.mark.parametrize("field", json.loads(SAMPLE[0]))
def test_a_missing_field_is_a_bad_line(field: str) -> None:
    def without(line: Line) -> None:
        del line[field]

    with pytest.raises(BadLog, match=rf"^line 11: {field}: "):
        compared(changed(10, without))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ('{"ty": 1.5}', "only whole numbers"),
        ('{"ty": NaN}', "only whole numbers"),
        ('{"ty": "state", "ty": "state"}', "stands twice"),
        ('{"g":' + "9" * 5000 + "}", "limit"),
        ("[" * 60_000, "nested too deeply|not JSON"),  # how deep Python reads depends on its version
        (" " * 10 + "x" * (LONGEST_LINE + 1), "longer than"),
        (b'{"ty":"\xff"}', "utf-8"),
        ("{}", "ty: must be one of"),
    ],
    ids=lambda value: str(value)[:16],
)
def test_a_line_that_cannot_be_read_is_named(text: str | bytes, complaint: str) -> None:
    with pytest.raises(BadLog, match=complaint) as caught:
        compared([*SAMPLE[:4], text])
    assert caught.value.line == 5


def test_games_are_whole_and_stand_once() -> None:
    with pytest.raises(BadLog, match="no final line"):
        compared(SAMPLE[:-1])
    with pytest.raises(BadLog, match="no game"):
        compared([])
    with pytest.raises(BadLog, match="begins with a state line"):
        compared([SAMPLE[FINAL]])
    with pytest.raises(BadLog, match="game 1 stands twice"):
        compared([*SAMPLE, *SAMPLE[GAME_1 : FINAL + 1]])
    with pytest.raises(BadLog, match="more than 10000 lines"):
        compared([SAMPLE[0]] * 10_001)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"hands": ["oyggkk", "oggppk"], "deck": "k"}, r"there are \d+ red cards"),
        ({"cups": ["o", "yg"]}, r"there are 17 black cards"),
        ({"claiming": 0}, "claiming: does not fit the phase"),
        ({"phase": "claim"}, "claiming: does not fit the phase"),
        ({"trig": "river"}, "river is for the end"),
        ({"phase": "claim", "claiming": 2}, "claiming: must be a whole number"),
        ({"phase": "claim", "claiming": 0}, "nobody claims"),
        ({"phase": "end", "trig": "river"}, "the table does not fit the end by river"),
    ],
)
def test_a_game_cannot_begin_in_an_impossible_position(changes: Line, complaint: str) -> None:
    with pytest.raises(BadLog, match=complaint) as caught:
        compared(changed(0, lambda line: line.update(changes)))
    assert caught.value.line == 1


def test_a_log_may_begin_at_any_position() -> None:
    """Any in the second half, where players claim, the pile is shuffled and the last cards are drawn."""
    for start in range((GAME_1 + END) // 2, END + 1):
        assert compared(SAMPLE[start : FINAL + 1]) == Report(games=1, moves=END - start, difference=None)


# Writing.


def replayed(lines: Sequence[str]) -> Iterator[str]:
    """The same game, set up from its first line and written by our engine."""
    read = [json.loads(line) for line in lines]
    piles = iter([pile for line in read[:-1] for pile in line["reshuffles"]])
    acts = iter([line["act"] for line in read[:-1] if line["act"] is not None])

    def given_shuffle(_faces: Counts) -> Sequence[Face]:
        return ["roygpk".index(letter) for letter in next(piles)]

    def given_move(_view: View[MandalaState], _legal: tuple[MandalaMove, ...]) -> MandalaMove:
        return MANDALA.parse_move(next(acts))

    table = MANDALA_LOG.set_up(read[0], read[1:], given_shuffle)
    return write_log(MANDALA_LOG, table, given_move, read[0]["g"])


@pytest.mark.parametrize(("begin", "end"), [(0, GAME_1), (GAME_1, FINAL + 1), (FINAL + 1, len(SAMPLE))])
def test_our_engine_writes_the_same_lines_as_the_other(begin: int, end: int) -> None:
    assert list(replayed(SAMPLE[begin:end])) == SAMPLE[begin:end]


def test_written_games_agree_when_they_are_checked() -> None:
    def written(first: Seat) -> list[str]:
        chance = random.Random(7)

        def shuffled(faces: Counts) -> Sequence[Face]:
            cards = list(spread(faces))
            chance.shuffle(cards)
            return cards

        lines: list[str] = []
        for number in range(5):
            table = Simulation.start(MANDALA, first, bytes(32), shuffled)
            lines += write_log(MANDALA_LOG, table, lambda _view, legal: chance.choice(legal), number)
        return lines

    lines = written(Seat.HOST)
    assert any(json.loads(line).get("reshuffles") for line in lines)
    report = compared(lines)
    assert (report.games, report.difference) == (5, None)
    assert report.moves == len(lines) - 10
    assert {json.loads(line)["player"] for line in lines if '"t":0,' in line} == {0}
    assert written(Seat.GUEST) == lines, "player 0 of a log is the first player, at whichever seat"


def test_a_stalemate_is_written_and_agrees() -> None:
    table = Simulation.start(MANDALA, Seat.HOST, bytes(32), spread)

    def discards(_view: View[MandalaState], legal: tuple[MandalaMove, ...]) -> MandalaMove:
        return next(move for move in legal if isinstance(move, Discard))

    lines = list(write_log(MANDALA_LOG, table, discards))
    assert json.loads(lines[-1])["end"] == "stalemate"
    assert compared(lines) == Report(games=1, moves=40, difference=None)
    assert compared(lines[-2:]) == Report(games=1, moves=0, difference=None)
