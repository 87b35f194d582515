"""End and scoring: E1 to E7, and that every point of the rules has its test."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mandala_protocol.games.game import EndOfGame, EndReason, ExpectReveal, Moved, Over, Revealed
from mandala_protocol.games.mandala import MANDALA, Colour
from mandala_protocol.games.mandala.scoring import live_score, score_sheet, seat_score
from mandala_protocol.games.mandala.state import GameOver, MandalaEnd, Revealing
from mandala_protocol.seats import Seat

LayOut = Callable[..., Any]

POINTS = (
    *(f"S{number}" for number in range(1, 10)),
    *(f"G{number}" for number in range(1, 8)),
    *(f"A{number}" for number in range(1, 7)),
    *(f"B{number}" for number in range(1, 6)),
    *(f"C{number}" for number in range(1, 6)),
    *(f"K{number}" for number in range(1, 12)),
    *(f"D{number}" for number in range(1, 12)),
    *(f"E{number}" for number in range(1, 8)),
)

LAST_COLOUR = {
    "phase": "claim",
    "claiming": 0,
    "mandalas": ("rro/ypk/g", "y//"),
    "rivers": ["oygpk", "oy"],
    "cups": ["kk", "kk"],
}


def test_every_point_of_the_rules_has_a_test_with_its_name() -> None:
    sources = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_rules_mandala_*.py")]
    named = {point for source in sources for point in re.findall(r"^def test_([A-Z][0-9]+)_", source, re.MULTILINE)}
    assert named == set(POINTS)


def test_E1_a_sixth_colour_ends_the_game_after_the_whole_mountain_is_shared_out(lay_out: LayOut) -> None:
    table = lay_out(**LAST_COLOUR).play("Kr")
    assert table["rivers"][0] == "oygpkr"
    assert (table["phase"], table.legal()) == ("claim", {"Ko"})
    table.play("Ko")
    assert (table["phase"], table["cups"][1]) == ("end", "okk")
    assert table.result.termination is MandalaEnd.RIVER


def test_E2_both_may_reach_six_in_one_destruction(lay_out: LayOut) -> None:
    table = lay_out(**LAST_COLOUR | {"rivers": ["oygpk", "rygpk"]}).play("Kr", "Ko")
    assert table["rivers"] == ["oygpkr", "rygpko"]
    assert table.result.termination is MandalaEnd.RIVER


def test_E3_then_there_is_no_refill_and_no_further_turn(lay_out: LayOut) -> None:
    table = lay_out(**LAST_COLOUR)
    deck = table["deck"]
    table.play("Kr", "Ko")
    assert (table.mandala(0), table["deck"], table.legal()) == ("//", deck, set())
    assert table.refusal("A0r", Seat.GUEST) == "E3: the game has ended"
    for event in (Moved(Seat.GUEST, MANDALA.parse_move("Cr1")), EndOfGame(EndReason.AGREED, None)):
        with pytest.raises(ValueError, match=r"not expected|ended already"):
            MANDALA.apply(table.state, event)


def test_E4_everything_is_revealed_and_cards_in_hand_score_nothing(lay_out: LayOut) -> None:
    table = lay_out(hands=["rrrr", "oo"], cups=["rrryy", "kk"], rivers=["r", ""], mandalas=("rrr//", "o//"))
    ended = MANDALA.apply(table.state, EndOfGame(EndReason.AGREED, None))
    assert isinstance(ended.phase, Revealing)
    assert MANDALA.expects(ended) == ExpectReveal()
    revealed = MANDALA.apply(ended, Revealed(table.simulation.holdings))
    assert isinstance(revealed.phase, GameOver)
    assert revealed.phase.hands == ((4, 0, 0, 0, 0, 0), (0, 2, 0, 0, 0, 0))
    assert revealed.phase.cups == ((0, 0, 2, 0, 0, 0), (0, 0, 0, 0, 0, 2))
    expected = MANDALA.expects(revealed)
    assert isinstance(expected, Over)
    assert expected.result.scores == (3, 0)


@pytest.mark.parametrize(
    ("hand", "cup", "complaint"),
    [
        ((3, 0, 0, 0, 0, 0), (0, 0, 2, 0, 0, 0), "no hand of 4 cards"),
        ((5, -1, 0, 0, 0, 0), (0, 0, 2, 0, 0, 0), "no hand of 4 cards"),
        ((4, 0, 0, 0, 0), (0, 0, 2, 0, 0, 0), "no hand of 4 cards"),
        ((4, 0, 0, 0, 0, 0), (0, 0, 3, 0, 0, 0), "no cup of 2 cards"),
        ((0, 4, 0, 0, 0, 0), (0, 2, 0, 0, 0, 0), "there cannot be 19 orange cards"),
    ],
)
def test_E4_only_cards_that_can_be_there_are_revealed(
    lay_out: LayOut, hand: tuple[int, ...], cup: tuple[int, ...], complaint: str
) -> None:
    table = lay_out(hands=["rrrr", "oo"], cups=["yy", "kk"], mandalas=("o" * 11 + "//", "r//"))
    ended = MANDALA.apply(table.state, EndOfGame(EndReason.RESIGNED, Seat.GUEST))
    theirs = {"hand": (0, 2, 0, 0, 0, 0), "cup": (0, 0, 0, 0, 0, 2)}
    with pytest.raises(ValueError, match=complaint):
        MANDALA.apply(ended, Revealed(({"hand": hand, "cup": cup}, theirs)))
    mine = {"hand": (4, 0, 0, 0, 0, 0), "cup": (0, 0, 2, 0, 0, 0)}
    with pytest.raises(ValueError, match="nothing but a hand and a cup"):
        MANDALA.apply(ended, Revealed((mine | {"sleeve": (0,) * 6}, theirs)))
    with pytest.raises(ValueError, match="no cup of 2 cards"):
        MANDALA.apply(ended, Revealed(({"hand": mine["hand"]}, theirs)))
    assert isinstance(MANDALA.apply(ended, Revealed((mine, theirs))).phase, GameOver)


def test_E5_each_cup_card_scores_the_slot_of_its_colour() -> None:
    river = (Colour.GREEN, Colour.RED, Colour.BLACK, Colour.YELLOW, Colour.ORANGE, Colour.PURPLE)
    sheet = seat_score(river, (5, 3, 0, 4, 1, 6))
    assert [(slot.value, slot.colour, slot.cards, slot.points) for slot in sheet.slots] == [
        (1, Colour.GREEN, 4, 4),
        (2, Colour.RED, 5, 10),
        (3, Colour.BLACK, 6, 18),
        (4, Colour.YELLOW, 0, 0),
        (5, Colour.ORANGE, 3, 15),
        (6, Colour.PURPLE, 1, 6),
    ]
    assert (sheet.total, sheet.cup, sheet.worthless) == (53, 19, (0,) * 6)


def test_E5_a_colour_that_is_not_in_the_river_scores_nothing(lay_out: LayOut) -> None:
    table = lay_out(rivers=["kr", ""], cups=["rrrgg", "kk"])
    assert live_score(table.state.players[0]) == 6
    with pytest.raises(ValueError, match="still hidden"):
        score_sheet(table.state)
    host, guest = score_sheet(table.agree().state).seats
    assert (host.total, host.worthless, host.cup) == (6, (0, 0, 0, 2, 0, 0), 5)
    assert [(slot.colour, slot.points) for slot in host.slots][:3] == [(Colour.BLACK, 0), (Colour.RED, 6), (None, 0)]
    assert (guest.total, guest.worthless, guest.cup) == (0, (0, 0, 0, 0, 0, 2), 2)


@pytest.mark.parametrize(
    ("cups", "scores", "winner"),
    [
        (["rrrkk", "okk"], (3, 2), Seat.HOST),
        (["rkk", "okk"], (1, 2), Seat.GUEST),
        (["rrkk", "okk"], (2, 2), Seat.GUEST),  # four cards in the cup against three
    ],
)
def test_E6_most_points_win_and_on_a_tie_the_smaller_cup(
    lay_out: LayOut, cups: list[str], scores: tuple[int, int], winner: Seat
) -> None:
    table = lay_out(rivers=["r", "ro"], cups=cups).agree()
    assert (table.result.scores, table.result.winner) == (scores, winner)
    assert score_sheet(table.state).by_cup == (scores[0] == scores[1])


def test_E7_still_tied_is_a_draw(lay_out: LayOut) -> None:
    table = lay_out(rivers=["r", "o"], cups=["rrkk", "ookk"]).agree()
    assert (table.result.scores, table.result.winner) == ((2, 2), None)
    assert not score_sheet(table.state).by_cup


@pytest.mark.parametrize("seat", Seat)
def test_EN11_who_resigns_loses_whatever_the_points(lay_out: LayOut, seat: Seat) -> None:
    table = lay_out(rivers=["r", "o"], cups=["rrkk", "ookk"]).resign(seat)
    assert (table.result.winner, table.result.termination, table.result.scores) == (
        seat.other,
        EndReason.RESIGNED,
        (2, 2),
    )


@pytest.mark.parametrize(("reason", "seat"), [(EndReason.RESIGNED, None), (EndReason.AGREED, Seat.HOST)])
def test_resigning_is_for_one_and_agreeing_for_both(lay_out: LayOut, reason: EndReason, seat: Seat | None) -> None:
    with pytest.raises(ValueError, match="one seat resigns, both together agree"):
        MANDALA.apply(lay_out().state, EndOfGame(reason, seat))
