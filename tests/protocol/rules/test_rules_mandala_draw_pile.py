"""The draw pile runs out: D1 to D11."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mandala_protocol.games.game import Dealt, EndReason, ExpectDeal, ExpectShuffle, Moved, Shuffled
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.mandala.state import MandalaEnd
from mandala_protocol.seats import Seat

LayOut = Callable[..., Any]

NO_DISCARDS = {"rest": "cups", "rivers": ["roy", "gpk"], "mandalas": ("r//", "oygp//")}
"""Every card that is nowhere else has been claimed."""


def test_D1_the_end_is_triggered_the_instant_the_last_card_is_drawn(lay_out: LayOut) -> None:
    table = lay_out("discard", mandalas=("y//", "r//"), hands=["kkk", "ro"], deck="ggg")
    assert table["trig"] is None
    after = MANDALA.apply(table.state, Moved(Seat.HOST, MANDALA.parse_move("A0k")))
    assert not after.triggered
    assert MANDALA.apply(after, Dealt((None,))).triggered
    assert table.play("A0k")["trig"] == "deck"
    spare = lay_out("discard", mandalas=("y//", "r//"), hands=["kkk", "ro"], deck="gggg").play("A0k")
    assert (spare["trig"], spare["deck"]) == (None, "g")


def test_D2_the_discards_are_shuffled_at_once_and_the_next_mandala_is_the_last(lay_out: LayOut) -> None:
    table = lay_out("discard", mandalas=("roy/pg/", "r//"), hands=["rkkk", "ro"], deck="ggg")
    discards = table["discard"]
    table.play("A1r")
    assert (table.shuffles, table["discard"]) == ([discards], "")
    assert sorted(table["deck"]) == sorted(discards)
    assert (table["phase"], table["player"]) == ("turn", 1)
    table.play("Cr1", "B0k1", "Kr", "Ko", "Ky")
    assert table["phase"] == "end"
    assert table.result.termination is MandalaEnd.DECK
    assert table.mandala(0) == "//"


def test_D3_the_draw_of_a_completing_build_empties_the_pile(lay_out: LayOut) -> None:
    table = lay_out("discard", mandalas=("royg/p/", "r//"), hands=["kkk", "ro"], deck="ggg")
    discards = table["discard"]
    table.play("A0k")
    assert (table["trig"], table["phase"], table.shuffles) == ("deck", "claim", [discards])
    table.play("Kr", "Ko", "Ky", "Kg", "Kk")
    assert table.result.termination is MandalaEnd.DECK
    assert "p" in table["discard"]


@pytest.mark.parametrize(("deck", "mountain"), [("gp", "gp//"), ("g", "gk//")])
def test_D4_the_refill_empties_the_pile(lay_out: LayOut, deck: str, mountain: str) -> None:
    table = lay_out("discard", mandalas=("r/oypg/", "oygp//r"), hands=["kkk", "kk"], deck=deck).play("B0k1", "Kr")
    assert (table["trig"], table.mandala(0)) == ("deck", mountain)
    assert len(table.shuffles) == 1
    assert set(table.shuffles[0]) >= set("oypgk")  # the fields of the destroyed mandala are shuffled in
    assert (table["phase"], table["player"]) == ("turn", 1)
    table.play("B1k1", "Ko", "Ky", "Kg", "Kp")
    assert table.result.termination is MandalaEnd.DECK


@pytest.mark.parametrize("deck", ["yp", "y"])
def test_D5_a_discard_empties_the_pile(lay_out: LayOut, deck: str) -> None:
    table = lay_out(**NO_DISCARDS, hands=["gggk", "ro"], deck=deck, discard="oo").play("Cg2")
    assert (table["trig"], table.shuffles) == ("deck", ["oogg"])
    assert len(table["hands"][0]) == 4


def test_D6_a_draw_larger_than_the_pile_goes_on_after_the_shuffle(lay_out: LayOut) -> None:
    table = lay_out(**NO_DISCARDS, hands=["kkk", "ro"], deck="g", discard="yyyy")
    after = MANDALA.apply(table.state, Moved(Seat.HOST, MANDALA.parse_move("A0k")))
    counts = []
    for event in (Dealt((None,)), Shuffled(), Dealt((None,))):
        expected = MANDALA.expects(after)
        counts.append(sum(expected.faces) if isinstance(expected, ExpectShuffle) else _drawn(expected))
        after = MANDALA.apply(after, event)
    assert counts == [1, 4, 2]
    assert table.play("A0k")["hands"][0] == "yygkk"
    assert (table["deck"], table["discard"]) == ("yy", "")


def _drawn(expected: object) -> int:
    assert isinstance(expected, ExpectDeal)
    return sum(draw.count for draw in expected.draws)


def test_D7_without_discards_the_end_is_triggered_all_the_same(lay_out: LayOut) -> None:
    table = lay_out(**NO_DISCARDS, hands=["kkk", "roy"], deck="g").play("A0k")
    assert (table["trig"], table["deck"], table["hands"][0]) == ("deck", "", "gkk")
    assert table.shuffles == []
    assert (table["phase"], table["player"]) == ("turn", 1)
    table.play("B0o1")  # draws nothing, so nothing is shuffled
    assert table.shuffles == []
    table.play("A0k")  # nothing to draw or shuffle
    assert (table["hands"][0], table.shuffles) == ("gk", [])
    table.play("Cr1")  # now there is
    assert (table["hands"][1], table["deck"], table.shuffles) == ("ry", "", ["r"])


def test_D8_the_pile_runs_out_again_and_is_shuffled_again(lay_out: LayOut) -> None:
    table = lay_out(**NO_DISCARDS, hands=["kkk", "royg"], deck="g", discard="yyyy", trig="deck")
    table.play("A0k")
    assert (table.shuffles, table["deck"]) == (["yyyy"], "yy")
    table.play("Cr1", "Cg1")
    assert (table.shuffles, table["deck"], table["trig"]) == (["yyyy", "rg"], "gr", "deck")
    assert table["phase"] == "turn"


def test_D9_a_sixth_colour_after_the_trigger_ends_the_game_by_deck(lay_out: LayOut) -> None:
    fields = {"mandalas": ("r/oyp/g", "y//"), "rivers": ["oygpk", ""], "hands": ["kkk", "ro"], "deck": "ggg"}
    triggered = lay_out("discard", **fields | {"trig": "deck"}).play("B0k1", "Kr")
    assert (triggered["rivers"][0], triggered.result.termination) == ("oygpkr", MandalaEnd.DECK)
    untriggered = lay_out("discard", **fields).play("B0k1", "Kr")
    assert (untriggered["rivers"][0], untriggered.result.termination, untriggered["trig"]) == (
        "oygpkr",
        MandalaEnd.RIVER,
        "river",
    )


def test_D9_the_draw_of_the_completing_build_is_the_earlier(lay_out: LayOut) -> None:
    table = lay_out("discard", mandalas=("r/oyp/g", "y//"), rivers=["oygpk", ""], hands=["kkk", "ro"], deck="ggg").play(
        "A0k", "Kr", "Kk"
    )
    assert (table["rivers"][0], table.result.termination, table["trig"]) == ("oygpkr", MandalaEnd.DECK, "deck")


ALL_REDS = {
    "mandalas": ("y//", "o//"),
    "hands": ["ggg", "ok"],
    "rivers": ["r", "r"],
    "cups": ["kk" + 8 * "r", "kk" + 8 * "r"],
}


def test_D10_all_cards_of_a_colour_claimed_end_the_game_after_the_trigger(lay_out: LayOut) -> None:
    before = lay_out("discard", **ALL_REDS, deck="yy").play("Cg1")
    assert (before["trig"], before["phase"]) == (None, "turn")
    table = before.play("Ck1")
    assert (table["trig"], table["phase"]) == ("deck", "end")
    assert table.result.termination is MandalaEnd.COLOUR
    assert table.result.scores == (8, 8)


def test_D10_starting_cards_are_not_public_and_do_not_count(lay_out: LayOut) -> None:
    # The cup of the second player is red throughout, so two of its reds are the starting cards.
    hidden = ALL_REDS | {"cups": ["kk" + 8 * "r", 8 * "r"]}
    assert lay_out("discard", **hidden, deck="y").play("Cg1")["phase"] == "turn"
    missing_one = ALL_REDS | {"cups": ["kk" + 8 * "r", "kk" + 7 * "r"], "mandalas": ("r//", "o//")}
    assert lay_out("discard", **missing_one, deck="y").play("Cg1")["phase"] == "turn"


def test_D10_counts_at_the_end_of_the_turn_whose_refill_is_the_trigger(lay_out: LayOut) -> None:
    table = lay_out(
        "discard",
        mandalas=("rr/oypk/", "y//"),
        hands=["ggg", "kk"],
        rivers=["r", ""],
        cups=["kk" + 15 * "r", "kk"],
        deck="oo",
    ).play("B0g1", "Kr")
    assert (table.mandala(0), table["phase"], table.result.termination) == ("oo//", "end", MandalaEnd.COLOUR)


def _discard_singly(table: Any, moves: int) -> None:
    for _ in range(moves):
        table.play(min(move for move in table.legal() if move[0] == "C"))


def test_D11_forty_discards_in_a_row_end_the_game_at_once(lay_out: LayOut) -> None:
    table = lay_out(hands=["kkg", "ggk"])
    _discard_singly(table, 39)
    assert (table.state.discards_in_a_row, table["phase"]) == (39, "turn")
    table.play(min(table.legal()))  # anything else starts the count anew
    assert table.state.discards_in_a_row == 0
    _discard_singly(table, 39)
    assert (table["phase"], table["player"]) == ("turn", 1)
    sizes = [player.hand for player in table.state.players]
    _discard_singly(table, 1)
    assert (table["phase"], table.result.termination) == ("end", MandalaEnd.STALEMATE)
    assert [player.hand for player in table.state.players] == sizes  # the fortieth is made in full, draw included
    assert table.result.scores == (0, 0)


def test_D11_both_may_agree_to_end(lay_out: LayOut) -> None:
    table = lay_out(rivers=["r", "ro"], cups=["rkk", "oookk"]).agree()
    assert table.result.scores == (1, 6)
    assert (table.result.winner, table.result.termination) == (Seat.GUEST, EndReason.AGREED)
