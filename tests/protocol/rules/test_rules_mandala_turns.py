"""The three kinds of turn: A1 to A6, B1 to B5, C1 to C5."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mandala_protocol.games.game import BadNotation, ExpectDeal, Moved
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.outlook import drawn_by_build, drawn_by_build_now
from mandala_protocol.seats import Seat

LayOut = Callable[..., Any]

ALL_CLAIMED = {
    "rest": "cups",
    "rivers": ["roy", "gpk"],
    "mandalas": ("r//", "oygp//"),
    "trig": "deck",
}
"""Nothing is left to draw: every card that is nowhere else has been claimed."""


def test_A1_exactly_one_card_goes_into_one_mountain(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("y//", "o//"), hands=["rrrk", "ro"])
    assert {move for move in table.legal() if move[0] == "A"} == {"A0r", "A0k", "A1r", "A1k"}
    assert table.refusal("A0g") == "A1: you hold no green card"
    with pytest.raises(BadNotation):
        MANDALA.parse_move("A0r2")
    table.play("A0r")
    assert table.mandala(0) == "ry//"
    assert table.mandala(1) == "o//"


@pytest.mark.parametrize(("in_hand", "drawn"), [(8, 1), (7, 2), (6, 3), (5, 3), (4, 3), (3, 3), (2, 3), (1, 3)])
def test_A2_up_to_three_are_drawn_but_never_more_than_eight_held(lay_out: LayOut, in_hand: int, drawn: int) -> None:
    table = lay_out(mandalas=("y//", "o//"), hands=["r" * in_hand, "ro"], deck="kkkkk")
    assert drawn_by_build(table.state, Seat.HOST) == drawn
    table.play("A0r")
    assert table["hands"][0] == "r" * (in_hand - 1) + "k" * drawn


def test_A3_the_draw_is_asked_for_at_once_and_in_full(lay_out: LayOut) -> None:
    table = lay_out(hands=["rrr", "ro"])
    after = MANDALA.apply(table.state, Moved(Seat.HOST, MANDALA.parse_move("A0r")))
    expected = MANDALA.expects(after)
    assert isinstance(expected, ExpectDeal)
    assert [draw.count for draw in expected.draws] == [3]


def test_A4_cards_are_drawn_before_the_completed_mandala_is_shared_out(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("royg/p/", "r//"), hands=["kk", "ro"], deck="yyy").play("A0k")
    assert table["hands"][0] == "yyyk"
    assert table["phase"] == "claim"


def test_A5_a_build_is_legal_when_nothing_can_be_drawn(lay_out: LayOut) -> None:
    table = lay_out(**ALL_CLAIMED, hands=["kk", "ro"])
    assert (drawn_by_build(table.state, Seat.HOST), drawn_by_build_now(table.state, Seat.HOST)) == (3, 0)
    table.play("A0k")
    assert table["hands"][0] == "k"
    assert (table["phase"], table["player"], table["deck"]) == ("turn", 1, "")


def test_A6_the_last_card_is_not_built_when_both_piles_are_empty(lay_out: LayOut) -> None:
    table = lay_out(**ALL_CLAIMED, hands=["k", "ro"])
    assert table.refusal("A0k") == "A6: the last card cannot be played when nothing is left to draw"
    assert table.legal() == {"Ck1"}
    assert "A0k" in lay_out(**ALL_CLAIMED, hands=["k", "ro"], discard="g").legal()
    assert "A0k" in lay_out(**ALL_CLAIMED, hands=["k", "ro"], deck="g").legal()


def test_B1_any_number_of_one_colour_goes_into_the_own_field(lay_out: LayOut) -> None:
    table = lay_out(hands=["yyykk", "ro"])
    assert {move for move in table.legal() if move[:2] == "B0"} == {"B0y1", "B0y2", "B0y3", "B0k1", "B0k2"}
    assert table.refusal("B0y4") == "B1: you hold only 3 yellow"
    assert table.refusal("B0g1") == "B1: you hold no green card"
    assert table.play("B0y3").mandala(0) == "r/yyy/"


def test_B2_at_least_one_card_stays_in_hand(lay_out: LayOut) -> None:
    table = lay_out(hands=["yyy", "ro"])
    assert table.refusal("B0y3") == "B2: at least one card must stay in hand"
    assert table.play("B0y2")["hands"][0] == "y"


def test_B3_with_one_card_no_field_grows(lay_out: LayOut) -> None:
    table = lay_out(hands=["y", "ro"])
    assert table.refusal("B0y1") == "B3: with a single card in hand no field can grow"
    assert table.legal() == {"A0y", "A1y", "Cy1"}


def test_B4_growing_draws_nothing(lay_out: LayOut) -> None:
    table = lay_out(hands=["yyk", "ro"])
    deck = table["deck"]
    table.play("B0y1")
    assert (table["hands"][0], table["deck"], table["player"]) == ("yk", deck, 1)


def test_B5_growing_can_complete_the_mandala(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("royg/p/", "r//"), hands=["kkk", "ro"]).play("B0k2")
    assert (table["phase"], table["claiming"]) == ("claim", 0)


def test_C1_cards_of_one_colour_even_the_whole_hand_are_discarded(lay_out: LayOut) -> None:
    table = lay_out(hands=["gggg", "ro"])
    assert {move for move in table.legal() if move[0] == "C"} == {"Cg1", "Cg2", "Cg3", "Cg4"}
    assert table.refusal("Ck1") == "C1: you hold no black card"
    assert table.refusal("Cg5") == "C1: only 4 cards are in hand"
    assert lay_out(hands=["ggk", "ro"]).refusal("Cg3") == "C1: you hold only 2 green"
    assert table.play("Cg4")["discard"] == "gggg"


def test_C2_as_many_are_drawn_as_were_discarded(lay_out: LayOut) -> None:
    table = lay_out(hands=["ggk", "ro"], deck="ypo").play("Cg2")
    assert table["hands"][0] == "ypk"
    assert table["deck"][0] == "o"


def test_C3_discarding_ends_the_turn_and_is_always_possible(lay_out: LayOut) -> None:
    blocked = lay_out(mandalas=("y//g", "y//g"), hands=["gg", "ro"])
    assert blocked.legal() == {"Cg1", "Cg2"}
    assert (blocked.play("Cg1")["phase"], blocked["player"]) == ("turn", 1)
    assert lay_out(**ALL_CLAIMED, hands=["k", "ro"]).play("Ck1")["player"] == 1


def test_C4_the_cards_just_discarded_are_shuffled_in_when_the_pile_runs_out(lay_out: LayOut) -> None:
    table = lay_out(**ALL_CLAIMED | {"trig": None}, hands=["ggggk", "ro"], deck="y").play("Cg4")
    assert table.shuffles == ["gggg"]
    assert table["hands"][0] == "ygggk"
    assert table["deck"] == "g"


def test_C5_a_turn_is_one_action_and_then_the_other_player_s(lay_out: LayOut) -> None:
    for move in ("A0k", "B0k1", "Ck1"):
        table = lay_out(hands=["kk", "ro"]).play(move)
        assert table.simulation.to_move is Seat.GUEST
        assert table.refusal("Ck1", Seat.HOST) == "C5: it is the other player's turn"
        with pytest.raises(ValueError, match="not expected"):
            MANDALA.apply(table.state, Moved(Seat.HOST, MANDALA.parse_move("Ck1")))
    assert lay_out(hands=["kk", "ro"]).legal()  # there is no pass, and always a move
