"""The move that completes a mandala, which the table names while nothing is chosen (K1, K2, K7)."""

from __future__ import annotations

import pytest
from attrs import evolve

from mandala_client.games.game_table import TableForm, scene_in_play
from mandala_client.games.mandala.chooser import CardClick, Target
from mandala_client.games.mandala.mandala_table import MandalaTable
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.mandala import MANDALA, Build, Colour, Grow, MandalaMove
from tests.positions import at_annas_turn, mandala, owned, wasting_a_mountain


def told(snapshot: Snapshot) -> str:
    assert snapshot.view is not None
    scene = scene_in_play(snapshot, MANDALA.legal_moves(snapshot.view))
    return MandalaTable().how_to_choose(scene, FULL_LOOK).opportunity


def with_hand(hand: str, left: str, right: str) -> Snapshot:
    """Anna's view at her turn, with this hand and these mandalas."""
    at_turn = at_annas_turn((owned("-/-/-"), owned("-/-/-")), hand, live_score=False)
    assert at_turn.view is not None
    state = evolve(at_turn.view.state, mandalas=(mandala(left), mandala(right)))
    return evolve(at_turn, view=evolve(at_turn.view, state=state))


YOU_LEAD, BEN_LEADS = "roky/gg/g", "roky/g/gg"


@pytest.mark.parametrize(
    ("left", "right", "place"),
    [(YOU_LEAD, BEN_LEADS, "left"), (BEN_LEADS, YOU_LEAD, "right"), (YOU_LEAD, "//", "left")],
)
def test_K2_of_two_mandalas_it_names_the_one_where_you_choose_first(left: str, right: str, place: str) -> None:
    assert told(with_hand("pr", left, right)) == f"p♦ to the {place} mountain completes it: you choose first."


@pytest.mark.parametrize(
    ("hand", "left", "right", "begun", "lit"),
    [
        ("rp", BEN_LEADS, YOU_LEAD, Build(1, Colour.PURPLE), [Target("A", 1)]),
        ("rp", BEN_LEADS, "//", Build(0, Colour.RED), []),
        ("rp", "rogyk//", "//", Grow(0, Colour.PURPLE, 1), [Target("B", 0)]),
        ("rp", "ro/g/g", "//", Build(0, Colour.RED), []),
    ],
)
def test_the_arrow_keys_begin_where_you_would_choose_first_or_with_the_first_colour(
    hand: str, left: str, right: str, begun: MandalaMove, lit: list[Target]
) -> None:
    # The place for the cards is lit up too, unless cards of that colour lie there.
    snapshot = with_hand(hand, left, right)
    assert snapshot.view is not None
    scene = scene_in_play(snapshot, MANDALA.legal_moves(snapshot.view))
    assert {MandalaTable().arrow(scene, key) for key in ("left", "right", "up", "down")} == {begun}
    rows = MandalaTable().board(scene, FULL_LOOK, TableForm.STANDARD, 80)
    marked = [part for row in rows for part in row if part.text.strip().startswith(FULL_LOOK.here) and part.click]
    assert [part.click for part in marked] == [*lit, CardClick(begun.colour)]


def test_K2_where_the_other_player_would_choose_first_it_says_so() -> None:
    assert told(with_hand("pr", "//", BEN_LEADS)) == "p♦ to the right mountain completes it: Ben chooses first."


def test_K2_cards_for_the_own_field_are_named_with_their_count_where_they_bring_the_first_choice() -> None:
    assert told(with_hand("pp", "roky/g/g", "//")) == "p♦1 to your left field completes the mandala: you choose first."


def test_K7_the_field_is_named_rather_than_a_mountain_of_which_all_is_discarded() -> None:
    assert told(wasting_a_mountain()) == "p♦1 to your left field completes the mandala: you choose first."


def test_K7_with_both_fields_empty_it_says_that_all_is_discarded() -> None:
    last_card = with_hand("p", "rogyk//", "//")
    assert told(last_card) == "p♦ to the left mountain completes it, and all of it is discarded."


def test_without_a_move_that_completes_a_mandala_it_says_nothing() -> None:
    assert told(with_hand("pr", "ro/g/g", "//")) == ""
