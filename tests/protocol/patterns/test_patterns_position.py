"""Positions of Patterns as text: what is refused."""

from __future__ import annotations

import pytest

from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.games.patterns.position import parse_position

BEGUN = "patterns 0 start:1 pk gopkrgpkopgryrypkkpkpyrkygpoooggrkgoygyyyrorkroygrop " + "." * 52 + " -/- -/-"
RUNNING = (
    "patterns 0 turn:0 yk gkkogyrkppropooroyrrpgogpokkpprygkkgorkpygryoyypyygg "
    ".00....0..1.0..0..110.....110.....11.......0.11100.. r/y48k2p20r15 k/k26g35y46p47r10"
)
OVER = (
    "patterns 0 over:0:stuck:-:41,40 yk ypppyyyggrgggkkkpprkkgryyprokkorrgookpooggooyyrkoyrr "
    "000000000....11111.00....1.1000001110.001111111.1111 p/k36g7r31y6p1o39 p/y49p16o34k14r51g33"
)


def with_field(line: str, number: int, text: str) -> str:
    """``number`` as in the description of the form, from 1."""
    fields = line.split(" ")
    fields[number - 1] = text
    return " ".join(fields)


def exchanged(line: str, number: int, place: int, letter: str) -> str:
    """One character of a field replaced."""
    text = line.split(" ")[number - 1]
    return with_field(line, number, text[:place] + letter + text[place + 1 :])


POSSIBLE = [
    BEGUN,
    RUNNING,
    OVER,
    with_field(OVER, 3, "reveal:0:stuck:-:41,40"),
    with_field(BEGUN, 3, "reveal:1:agreed:-:-"),
    with_field(BEGUN, 3, "over:1:resigned:0:-"),
    with_field(RUNNING, 3, "reveal:0:resigned:1:-"),
]


@pytest.mark.parametrize("line", POSSIBLE)
def test_PL13_a_position_is_read_and_written(line: str) -> None:
    state = parse_position(line)
    assert PATTERNS.position(state) == line
    assert [PATTERNS.digest(parse_position(other)) == PATTERNS.digest(state) for other in POSSIBLE].count(True) == 1


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "eight fields"),
        (RUNNING + " ", "eight fields"),
        (RUNNING + " x" * 300, "eight fields"),
        (with_field(RUNNING, 1, "mandala"), "the first of them 'patterns'"),
        (with_field(RUNNING, 2, "2"), "seats are 0 and 1"),
        (with_field(RUNNING, 2, "00"), "seats are 0 and 1"),
        (with_field(RUNNING, 3, "turn"), "what is awaited"),
        (with_field(RUNNING, 3, "turn:0:0"), "what is awaited"),
        (with_field(RUNNING, 3, "start:0"), "canonical"),
        (with_field(RUNNING, 3, "reveal:0:tired:-:-"), "no such reason"),
        (with_field(RUNNING, 3, "reveal:0:agreed:-:a"), "final flips are fields"),
        (with_field(RUNNING, 3, "reveal:0:agreed:-:01"), "canonical"),
        (with_field(RUNNING, 4, "ky"), "canonical order"),
        (with_field(RUNNING, 4, "yy"), "canonical order"),
        (with_field(RUNNING, 4, "y"), "two start tiles"),
        (with_field(RUNNING, 4, "xz"), "colours are the letters"),
        (with_field(RUNNING, 5, "r" * 51), "the letters of 52 tiles"),
        (exchanged(RUNNING, 5, 0, "x"), "the letters of 52 tiles"),
        (exchanged(RUNNING, 6, 0, "2"), "the letters of 52 tiles"),
        (with_field(RUNNING, 7, "r"), "a bowl and groups"),
        (with_field(RUNNING, 7, "ro/y48"), "one tile in a bowl"),
        (with_field(RUNNING, 7, "r/y48k2p20r15k1"), "canonical"),
        (with_field(RUNNING, 7, "r/y048k2p20r15"), "canonical"),
        # the tiles
        (exchanged(RUNNING, 5, 0, "k"), "green tiles"),
        (with_field(BEGUN, 4, "gk"), "green tiles"),
        (with_field(RUNNING, 7, "-/y48k2p20r15"), "canonical"),
        # the groups
        (with_field(RUNNING, 7, "r/y48k2p20"), "belongs to no group"),
        (with_field(RUNNING, 7, "r/y48k2p20r14"), "no marker on it"),
        (with_field(BEGUN, 8, "g/-"), "only one bowl is empty"),
        (with_field(RUNNING, 7, "r/y48k2p20r15o0"), "the number of groups"),
        (exchanged(RUNNING, 6, 48, "."), "no marker on it"),
        (exchanged(RUNNING, 6, 26, "."), "no marker on it"),
        (exchanged(RUNNING, 6, 36, "0"), "belongs to no group"),
        (exchanged(RUNNING, 6, 8, "0"), "in pieces"),
        # whose turn it is, and the end
        (with_field(RUNNING, 3, "turn:1"), "can do nothing"),
        (with_field(RUNNING, 2, "1"), "the other player's turn"),
        (with_field(BEGUN, 3, "start:0"), "the other player's turn"),
        (with_field(RUNNING, 3, "reveal:0:stuck:-:-"), "not stuck"),
        (with_field(BEGUN, 3, "reveal:1:stuck:-:-"), "has not begun"),
        (with_field(RUNNING, 3, "reveal:0:agreed:1:-"), "who resigned"),
        (with_field(RUNNING, 3, "reveal:0:resigned:-:-"), "who resigned"),
        (with_field(OVER, 3, "over:0:stuck:-:40,41"), "the final flips are others"),
        (with_field(OVER, 3, "over:0:stuck:-:41"), "other"),
        (with_field(OVER, 3, "over:0:stuck:-:41,41"), "not the tiles of one player"),
        (with_field(OVER, 3, "over:0:stuck:-:41,1"), "not the tiles of one player"),
        (with_field(OVER, 3, "over:0:stuck:-:41,33"), "not the tiles of one player"),
        (with_field(OVER, 3, "over:0:resigned:1:41,40"), "game that is over"),
        (with_field(OVER, 3, "over:0:agreed:-:-"), "game that is over"),
    ],
)
def test_an_impossible_position_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_position(line)
