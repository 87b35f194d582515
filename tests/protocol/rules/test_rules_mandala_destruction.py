"""Completion and destruction: K1 to K11."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mandala_protocol.games.game import Moved
from mandala_protocol.games.mandala import ALL_MOVES, MANDALA, Build, Colour, Grow
from mandala_protocol.games.mandala.outlook import after_play, chooser_if_completed, completes
from mandala_protocol.games.mandala.state import Claiming, missing_colours
from mandala_protocol.seats import Seat

LayOut = Callable[..., Any]


def test_K1_a_mandala_is_complete_with_all_six_colours(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("ro/y/gg", "r//"), hands=["ppkk", "ro"])
    assert missing_colours(table.state.mandalas[0]) == (Colour.PURPLE, Colour.BLACK)
    assert table.refusal("Kr") == "K1: no mandala is complete, so there is nothing to claim"
    assert not completes(table.state, MANDALA.parse_move("B0k1"))
    table.play("B0k1")
    assert table["phase"] == "turn"
    last = lay_out(mandalas=("ro/yk/gg", "r//"), hands=["ppkk", "ro"])
    assert next(move for move in ALL_MOVES if completes(last.state, move)) == MANDALA.parse_move("A0p")
    assert last.play("A0p")["phase"] == "claim"


@pytest.mark.parametrize(
    ("mandala", "move", "chooser"),
    [
        ("roy/pp/g", "A0k", 0),  # more in the own field
        ("roy/p/gg", "A0k", 1),
        ("roy/p/g", "A0k", 1),  # a tie: the player who did not complete it
        ("roy/p/gg", "B0k2", 0),  # the cards just played count
        ("roy/p/gg", "B0k1", 1),
    ],
)
def test_K2_who_has_more_in_the_field_chooses_first(lay_out: LayOut, mandala: str, move: str, chooser: int) -> None:
    table = lay_out(mandalas=(mandala, "r//"), hands=["kkkk", "ro"])
    completing = MANDALA.parse_move(move)
    assert isinstance(completing, Build | Grow)
    outlook = after_play(table.state.mandalas[0], Seat.HOST, completing)
    assert chooser_if_completed(outlook, Seat.HOST) == chooser
    assert table.play(move)["player"] == chooser
    mirrored = "/".join(mandala.split("/")[i] for i in (0, 2, 1))
    other = lay_out(mandalas=(mirrored, "r//"), hands=["ro", "kkkk"], player=1)
    assert other.play(move)["player"] == 1 - chooser


def test_K3_in_turn_all_cards_of_one_colour_are_taken(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("rrroyy/p/g", "r//"), hands=["kk", "ro"]).play("B0k1")
    assert table.legal() == {"Kr", "Ko", "Ky"}
    assert table.refusal("Kk") == "K3: no black lies in mountain 0"
    assert table.refusal("Ck1") == "K3: first the mountain of mandala 0 must be shared out: claim a colour"
    with pytest.raises(ValueError, match="not expected"):
        MANDALA.apply(table.state, Moved(Seat.GUEST, MANDALA.parse_move("Kr")))
    table.play("Kr")
    assert (table["player"], table.mandala(0)) == (1, "oyy/pk/g")
    assert table.legal() == {"Ko", "Ky"}


def test_K4_a_new_colour_takes_the_lowest_free_slot(lay_out: LayOut) -> None:
    table = lay_out(phase="claim", claiming=0, mandalas=("rrryy/pk/g", "r//"), rivers=["go", "g"], cups=["kk", "kk"])
    table.play("Ky")
    assert (table["rivers"], table["cups"][0]) == (["goy", "g"], "ykk")
    table.play("Kr")
    assert (table["rivers"], table["cups"][1]) == (["goy", "gr"], "rrkk")


def test_K4_a_colour_of_the_river_goes_to_the_cup_whole(lay_out: LayOut) -> None:
    table = lay_out(phase="claim", claiming=0, mandalas=("rrrg/pk/y", "r//"), rivers=["gr", ""], cups=["kk", "kk"])
    table.play("Kr")
    assert (table["rivers"][0], table["cups"][0]) == ("gr", "rrrkk")


def test_K5_with_one_colour_the_second_chooser_gets_nothing(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("rr/oyp/g", "r//"), hands=["kk", "ro"], cups=["kk", "kk"]).play("B0k1", "Kr")
    assert (table["phase"], table["player"]) == ("turn", 1)
    assert table["rivers"] == ["r", ""]
    assert table["cups"] == ["rkk", "kk"]


def test_K6_who_has_nothing_in_the_field_chooses_for_the_discard_pile(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("rrroy/pg/", "r//"), hands=["kk", "ro"], cups=["kk", "kk"]).play("B0k1", "Ko", "Kr")
    assert table["discard"] == "rrr"
    assert (table["rivers"], table["cups"], table["player"]) == (["o", ""], ["kk", "kk"], 0)


def test_K7_with_both_fields_empty_the_mountain_is_discarded_without_choices(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("rrooyygp//", "r//"), hands=["kk", "ro"], deck="gggyy").play("A0k")
    assert table["discard"] == "rrooyygpk"
    assert (table["phase"], table["player"], table.mandala(0)) == ("turn", 1, "yy//")
    assert table["rivers"] == ["", ""]


def test_K8_then_all_cards_of_both_fields_are_discarded(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("rr/oypp/gg", "r//"), hands=["kk", "ro"]).play("B0k1", "Kr")
    assert table["discard"] == "oyggppk"
    assert table.mandala(0).split("/")[1:] == ["", ""]


def test_K9_two_new_cards_lie_in_the_mountain(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("rr/oypp/gg", "r//"), hands=["kk", "ro"], deck="pgk").play("B0k1", "Kr")
    assert table.mandala(0) == "gp//"
    assert table["deck"][0] == "k"


@pytest.mark.parametrize("claims", [["Kr"], ["Kr", "Kk"], ["Kk", "Kr"]])
def test_K10_the_turn_passes_to_the_opponent_of_the_completer(lay_out: LayOut, claims: list[str]) -> None:
    mountain = "rrk" if len(claims) == 2 else "rr"
    field = "oyp" if len(claims) == 2 else "oypk"
    table = lay_out(mandalas=(f"{mountain}/{field}/", "r//"), hands=["gg", "ro"], rivers=["", ""])
    table.play("B0g1")
    assert isinstance(table.state.phase, Claiming)
    assert table.state.phase.seat is Seat.HOST
    assert table.play(*claims)["player"] == 1
    assert table["phase"] == "turn"


def test_K11_the_last_colour_is_claimed_by_a_move_of_its_own(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("ro/yp/g", "r//"), hands=["kk", "ro"]).play("B0k1", "Kr")
    assert (table["phase"], table["player"]) == ("claim", 1)
    assert table.legal() == {"Ko"}
