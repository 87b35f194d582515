"""Positions as text: the exact form, and what is refused."""

from __future__ import annotations

import hashlib

import pytest

from mandala_protocol.games.game import Dealt, Shuffled
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.position import format_position, parse_position
from mandala_protocol.seats import Seat

DEALT = "mandala 0 turn:0 88 - r1p1/-/- r1k1/-/- -/-/2/6 -/-/2/6 - 0"
LATER = "mandala 1 turn:0 47 r4o3y2g1 y2/r3/k1 o1p2/-/g2 kr/r5k4/2/7 go/o7g3/2/6 - 1"


def with_field(line: str, number: int, text: str) -> str:
    """``number`` as in the description of the form, from 1."""
    fields = line.split(" ")
    fields[number - 1] = text
    return " ".join(fields)


def test_PL9_the_position_after_the_first_deal() -> None:
    state = MANDALA.apply(MANDALA.initial(Seat.HOST, bytes(32)), Shuffled())
    assert format_position(state) == "mandala 0 deal 108 - -/-/- -/-/- -/-/0/0 -/-/0/0 - 0"
    state = MANDALA.apply(state, Dealt(((0, 4), (5, 0), None, None, None, None)))
    assert format_position(state) == MANDALA.position(state) == DEALT
    assert MANDALA.digest(state) == hashlib.sha256(DEALT.encode("ascii")).digest()


# Each of these lines describes a different state; all of them keep to the rules.
POSSIBLE = [
    DEALT,
    LATER,
    with_field(LATER, 2, "0"),
    with_field(LATER, 3, "turn:1"),
    with_field(LATER, 11, "0"),
    with_field(LATER, 10, "deck"),
    "mandala 0 draw:0:1:3 70 k1 r3k7/-/- y4/-/g11 -/-/2/4 -/-/2/4 - 0",
    "mandala 0 draw:0:-:3 70 k1 r3k7/-/- y4/-/g11 -/-/2/4 -/-/2/4 - 1",
    "mandala 0 draw:0:0:0 0 k6 r17o17/-/- y17g17p14/-/- -/-/2/8 -/-/2/8 deck 0",
    "mandala 1 claim:0:0:1 72 k7 r3/o1y1k1/g3p4 r4/-/- -/-/2/4 -/-/2/4 - 0",
    "mandala 1 refill:0:0:2 72 o5y5k7 -/-/- r7/-/- -/-/2/4 -/-/2/4 - 0",
    "mandala 0 reveal:1:agreed:- 88 - r1p1/-/- r1k1/-/- -/-/2/6 -/-/2/6 - 0",
    "mandala 0 reveal:1:resigned:1 88 - r1p1/-/- r1k1/-/- -/-/2/6 -/-/2/6 - 0",
    "mandala 0 over:1:resigned:1:r6:o2:y6:k2 88 - r1p1/-/- r1k1/-/- -/-/2/6 -/-/2/6 - 0",
    "mandala 0 reveal:1:stalemate:- 88 - r1p1/-/- r1k1/-/- -/-/2/6 -/-/2/6 - 40",
]


@pytest.mark.parametrize("line", POSSIBLE)
def test_PL9_PL10_a_position_is_read_and_written(line: str) -> None:
    state = parse_position(line)
    assert format_position(state) == line
    assert [MANDALA.digest(parse_position(other)) == MANDALA.digest(state) for other in POSSIBLE].count(True) == 1


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "eleven fields"),
        (DEALT + " ", "eleven fields"),
        (DEALT + " x" * 1000, "eleven fields"),
        (with_field(DEALT, 1, "patterns"), "the first of them 'mandala'"),
        (with_field(DEALT, 2, "2"), "not a valid Seat"),
        (with_field(DEALT, 2, "00"), "canonical"),
        (with_field(DEALT, 2, "٠"), "number of one to three digits"),
        (with_field(DEALT, 3, "wait"), "what is awaited"),
        (with_field(DEALT, 3, "turn:0:0"), "what is awaited"),
        (with_field(DEALT, 3, "claim:0:2:0"), "mandalas are 0 and 1"),
        (with_field(DEALT, 3, "reveal:0:tired:-"), "no such reason"),
        (with_field(DEALT, 4, "9999"), "number of one to three digits"),
        (with_field(DEALT, 5, ""), "a pile looks like"),
        (with_field(DEALT, 5, "r0"), "a pile looks like"),
        (with_field(DEALT, 5, "o1r1"), "a pile looks like"),
        (with_field(DEALT, 6, "r1p1/-"), "a mandala is"),
        (with_field(DEALT, 8, "-/-/2"), "a player is"),
        (with_field(DEALT, 8, "x/-/2/6"), "colours are the letters"),
        (with_field(DEALT, 10, "yes"), "canonical"),
        (with_field(DEALT, 11, "-1"), "number of one to three digits"),
        # the cards
        (with_field(DEALT, 4, "87"), "there are 107 cards"),
        (with_field(DEALT, 5, "r17"), "there are 19 red cards"),
        (with_field(DEALT, 6, "r1/r1/-"), "two areas"),
        (with_field(DEALT, 8, "-/-/1/7"), "two starting cards"),
        (with_field(with_field(DEALT, 8, "-/-/2/9"), 4, "85"), "more than eight"),
        (with_field(with_field(DEALT, 8, "-/-/2/0"), 4, "94"), "a hand is empty"),
        (with_field(with_field(DEALT, 8, "rr/-/2/6"), 4, "86"), "twice in a river"),
        (with_field(with_field(DEALT, 8, "-/r1/2/6"), 4, "87"), "not in the river"),
        (with_field(with_field(DEALT, 8, "roygpk/-/2/6"), 4, "82"), "a river has six colours"),
        (with_field(with_field(DEALT, 8, "-/-/0/0"), 9, "-/-/0/0"), "no starting cards"),
        (with_field(DEALT, 3, "deal"), "before the first deal"),
        ("mandala 0 deal 107 - r1/-/- -/-/- -/-/0/0 -/-/0/0 - 0", "before the first deal"),
        # the phase
        (with_field(DEALT, 11, "40"), "ended by stalemate"),
        (with_field(with_field(DEALT, 6, "r1o1y1g1p1k1/-/-"), 4, "84"), "complete but not being destroyed"),
        (with_field(DEALT, 3, "claim:0:0:1"), "nobody claims"),
        (with_field(DEALT, 3, "refill:0:0:2"), "not two cards"),
        (with_field(DEALT, 3, "draw:0:0:3"), "larger than the hand"),
        (with_field(DEALT, 3, "draw:0:-:2"), "not counted"),
        (with_field(with_field(DEALT, 3, "draw:0:0:2"), 11, "1"), "yet C moves are counted"),
        (with_field(DEALT, 3, "draw:0:0:0"), "nothing to draw or to shuffle"),
        (with_field(DEALT, 3, "reveal:0:deck:-"), "does not fit the end by deck"),
        (with_field(DEALT, 3, "reveal:0:river:-"), "does not fit the end by river"),
        (with_field(DEALT, 3, "reveal:0:colour:-"), "does not fit the end by colour"),
        (with_field(DEALT, 3, "reveal:0:stalemate:-"), "does not fit the end by stalemate"),
        (with_field(DEALT, 3, "reveal:0:resigned:-"), "who resigned"),
        (with_field(DEALT, 3, "reveal:0:agreed:1"), "who resigned"),
        (with_field(DEALT, 3, "over:0:agreed:-:r6:o2:y5:k2"), "not as many as were hidden"),
        ("mandala 0 turn:0 0 r9o16y16g16p16k15 r1p1/-/- r1k1/-/- -/-/2/6 -/-/2/6 - 0", "not triggered"),
        ("mandala 0 turn:1 70 - y2/-/- y2/-/- r/r11/2/6 r/r5/2/6 deck 0", "ended by colour"),
    ],
)
def test_what_cannot_be_a_position_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_position(line)
