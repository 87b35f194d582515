"""Setup and the rule of colour: S1 to S9, G1 to G7."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mandala_protocol.games.counts import union
from mandala_protocol.games.game import (
    Dealt,
    Draw,
    ExpectDeal,
    ExpectMove,
    ExpectShuffle,
    Holding,
    IllegalMove,
    Moved,
    Shuffled,
    TableArea,
)
from mandala_protocol.games.mandala import ALL_MOVES, MANDALA, Build, Colour, Grow
from mandala_protocol.games.mandala.state import MandalaState, Turn, visible
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat

LayOut = Callable[..., Any]
SEED = bytes(32)
FIRST_DEAL = ((0, 1), (2, 2), None, None, None, None)


def dealt(first: Seat = Seat.HOST) -> MandalaState:
    state = MANDALA.apply(MANDALA.initial(first, SEED), Shuffled())
    return MANDALA.apply(state, Dealt(FIRST_DEAL))


def test_S1_all_cards_are_shuffled_18_of_each_of_six_colours() -> None:
    assert MANDALA.expects(MANDALA.initial(Seat.HOST, SEED)) == ExpectShuffle((18, 18, 18, 18, 18, 18))
    assert MANDALA.faces == len(Colour) == 6


def test_S2_two_mandalas_with_a_field_for_each_player_and_empty_rivers() -> None:
    state = dealt()
    assert [mandala.fields for mandala in state.mandalas] == [((0,) * 6, (0,) * 6)] * 2
    assert [(player.river, player.claimed) for player in state.players] == [((), (0,) * 6)] * 2


def test_S3_two_cards_lie_face_up_in_each_mountain_even_of_one_colour() -> None:
    state = dealt()
    assert state.mandalas[0].mountain == (1, 1, 0, 0, 0, 0)
    assert state.mandalas[1].mountain == (0, 0, 2, 0, 0, 0)


def test_S4_six_in_hand_two_in_the_cup_and_88_remain() -> None:
    state = dealt()
    assert [(player.hand, player.sealed) for player in state.players] == [(6, 2), (6, 2)]
    assert state.draw_pile == 88


@pytest.mark.parametrize("first", Seat)
def test_S5_one_shuffle_then_one_deal_in_the_ruled_order(first: Seat) -> None:
    shuffled = MANDALA.apply(MANDALA.initial(first, SEED), Shuffled())
    second = first.other
    assert MANDALA.expects(shuffled) == ExpectDeal(
        (
            Draw(2, TableArea("mountain 0")),
            Draw(2, TableArea("mountain 1")),
            Draw(6, Holding(first, "hand")),
            Draw(2, Holding(first, "cup")),
            Draw(6, Holding(second, "hand")),
            Draw(2, Holding(second, "cup")),
        )
    )
    pile = [0, 1, 2, 3, *[0] * 6, *[1] * 2, *[2] * 6, *[3] * 2]
    pile += [face for face in range(6) for _ in range(18 - pile.count(face))]
    table = Simulation.start(MANDALA, first, SEED, lambda _: pile)
    assert table.holdings[first] == {"hand": (6, 0, 0, 0, 0, 0), "cup": (0, 2, 0, 0, 0, 0)}
    assert table.holdings[second] == {"hand": (0, 0, 6, 0, 0, 0), "cup": (0, 0, 0, 2, 0, 0)}
    assert [mandala.mountain for mandala in table.state.mandalas] == [(1, 1, 0, 0, 0, 0), (0, 0, 1, 1, 0, 0)]
    assert list(table.draw_pile) == pile[20:]


def test_S6_a_view_shows_the_own_hand_and_cup_and_no_one_else_s(lay_out: LayOut) -> None:
    table = lay_out(hands=["rrok", "yyyy"], cups=["gg", "pp"])
    view = table.simulation.view(Seat.HOST)
    assert view.holdings == {"hand": (2, 1, 0, 0, 0, 1), "cup": (0, 0, 0, 2, 0, 0)}
    other = lay_out(hands=["rrok", "ggyy"], cups=["gg", "pp"])
    assert other.simulation.view(Seat.HOST) == view


def test_S7_sizes_are_public_and_so_are_the_cards_claimed(lay_out: LayOut) -> None:
    table = lay_out(
        phase="claim", claiming=0, mandalas=("rrr/o/ykp", "r//"), hands=["rog", "royg"], cups=["rr", "kk"]
    ).play("Kr")
    host, guest = table.state.players
    assert (host.hand, host.sealed, guest.hand, guest.sealed) == (3, 2, 4, 2)
    assert (host.river, host.claimed) == ((Colour.RED,), (2, 0, 0, 0, 0, 0))
    assert table.state.draw_pile == len(table["deck"])
    assert table.state.discard == (0, 1, 1, 0, 1, 1)


def test_S8_the_discard_pile_is_public(lay_out: LayOut) -> None:
    table = lay_out(hands=["ggk", "ro"]).play("Cg2")
    assert table.state.discard == (0, 0, 0, 2, 0, 0)
    assert visible(table.state) == union(table.state.discard, (2, 0, 0, 0, 0, 0))


@pytest.mark.parametrize("first", Seat)
def test_S9_the_first_player_is_given_and_moves_first(first: Seat) -> None:
    state = dealt(first)
    assert state.first is first
    assert MANDALA.expects(state) == ExpectMove(first)


def test_G1_a_colour_in_one_mandala_does_not_bind_the_other(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("y/r/o", "ro//"), hands=["ro", "ro"])
    assert table.legal() == {"B0r1", "A1r", "A1o", "Cr1", "Co1"}


def test_G2_no_colour_of_a_field_goes_into_the_mountain(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("y/r/o", "y//"), hands=["royg", "ro"])
    assert table.refusal("A0r") == "G2: red already lies in a field of mandala 0"
    assert table.refusal("A0o") == "G2: orange already lies in a field of mandala 0"
    assert {"A0y", "A0g"} <= table.legal()


def test_G3_no_colour_of_the_mountain_or_the_other_field_goes_into_mine(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("y//g", "o/r/k"), hands=["royg", "ro"])
    assert table.refusal("B1o1") == "G3: orange already lies in mountain 1"
    assert table.refusal("B0g1") == "G3: green already lies in the other player's field of mandala 0"
    assert {"B0r1", "B0o1", "B1r1", "B1y1"} <= table.legal()


def test_G4_more_of_a_colour_may_join_the_area_where_it_lies(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("y/rr/", "o//"), hands=["ryg", "ro"])
    assert table.play("A0y").mandala(0) == "yy/rr/"
    assert lay_out(mandalas=("y/rr/", "o//"), hands=["ryg", "ro"]).play("B0r1").mandala(0) == "y/rrr/"


def test_G5_a_field_grows_for_its_owner_only(lay_out: LayOut) -> None:
    # A move names no field: it is always the mover's own.
    host = lay_out(mandalas=("y/g/k", "o//"), hands=["gk", "gk"])
    assert host.play("B0g1").mandala(0) == "y/gg/k"
    guest = lay_out(mandalas=("y/g/k", "o//"), hands=["gk", "gk"], player=1)
    assert guest.refusal("B0g1") == "G3: green already lies in the other player's field of mandala 0"
    assert guest.play("B0k1").mandala(0) == "y/g/kk"


def test_G6_discarding_is_free_of_the_rule_of_colour(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("y/r/g", "y/r/g"), hands=["gggr", "ro"])
    assert not {"A0g", "A1g", "B0g1", "B1g1"} & table.legal()
    assert {"Cg1", "Cg2", "Cg3", "Cr1"} <= table.legal()


def test_G7_the_example_of_the_rules(lay_out: LayOut) -> None:
    table = lay_out(mandalas=("yp/or/g", "royg//"), hands=["rroygpkk", "ro"])
    here = {move for move in table.legal() if move[:2] in ("A0", "B0")}
    assert here == {"A0y", "A0p", "A0k", "B0o1", "B0r1", "B0r2", "B0k1", "B0k2"}


def test_a_move_is_judged_publicly_without_looking_into_the_hand() -> None:
    state = dealt()
    assert isinstance(state.phase, Turn)
    for move in ALL_MOVES:
        if isinstance(move, Build) or (isinstance(move, Grow) and move.count < 6 and move.colour > Colour.YELLOW):
            assert MANDALA.apply(state, Moved(Seat.HOST, move)) != state
    with pytest.raises(IllegalMove, match="G3: red already lies in mountain 0"):
        MANDALA.apply(state, Moved(Seat.HOST, MANDALA.parse_move("B0r1")))
