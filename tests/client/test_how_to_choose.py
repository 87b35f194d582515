"""The examples beside the input line: moves that can be made now."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from attrs import evolve

from mandala_client.games.catalogue import GAMES
from mandala_client.games.deal import Deal
from mandala_client.games.game_ui import how_to_choose
from mandala_client.games.how_to_choose import HowToChoose, or_typed, ways_to_choose
from mandala_client.play.alone import Alone
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.screens.table import motions
from mandala_client.screens.table.table_pages import screen
from mandala_client.table import updates
from mandala_client.table.table_model import Draft, TableModel
from mandala_client.ui.motion import Motion
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK
from mandala_protocol.conversation.events import Play
from tests.client.at_table import press
from tests.client.scenes import words_on

SEVERAL = HowToChoose("F17", typed=("F17", "X28"))
WITH_MEANING = HowToChoose("Kr", "K, red", typed=("Kr",), arrows="←→")


def test_the_keys_come_before_what_can_be_typed() -> None:
    assert ways_to_choose(SEVERAL, FULL_LOOK) == "Enter or ←→↑↓ choose, or type F17 X28"
    assert ways_to_choose(WITH_MEANING, FULL_LOOK) == "Enter or ←→ choose, or type Kr (K, red)"


def test_arrows_are_named_where_they_cannot_be_written() -> None:
    assert ways_to_choose(WITH_MEANING, ASCII_LOOK) == "Enter or arrows choose, or type Kr (K, red)"


def test_beside_a_menu_an_example_is_typed_and_explained_if_it_needs_that() -> None:
    assert or_typed(SEVERAL) == "or type a move such as F17"
    assert or_typed(WITH_MEANING) == "or type a move: Kr is K, red"


def our_turns(game: str) -> Iterator[TableModel]:
    """Each turn of ours in a practice game, in which our moves are the first ones that are proposed."""
    played, model = PracticeGame(Practising(Alone(game, "random"), "Anna", "Ben"), Deal(4)), TableModel()
    while True:
        while played.bot_is_to_move:
            played.let_bot_move()
        model = updates.with_snapshot(model, played.snapshot())
        if not model.legal_moves:
            return
        yield evolve(model, draft=Draft())  # without the only move, which is chosen at once
        played.play(press(model, "right")[0].chosen)


@pytest.mark.parametrize("game", GAMES)
def test_enter_chooses_what_the_line_proposes_and_then_plays_it(game: str) -> None:
    """A first Enter plays nothing: it may have been meant for a page, a line of chat, or the move before."""
    seen_examples = 0
    for model in islice(our_turns(game), 15):
        chosen, act = press(model, "enter")
        assert act is None
        assert chosen.chosen in model.legal_moves
        assert chosen.chosen == press(model, "right")[0].chosen, "the arrow keys begin there too"
        how = how_to_choose(model.game, model.scene, FULL_LOOK)
        assert chosen.chosen == how.example
        line = words_on(screen(model, FULL_LOOK, 80, 24).rows)
        assert "Enter plays" not in line
        assert "[Enter] plays" not in line
        if "Enter or" in line:
            assert f"choose, or type {how.typed[0]}" in line
            seen_examples += 1
        assert "[Enter] plays" in words_on(screen(chosen, FULL_LOOK, 80, 24).rows)
        careless = evolve(chosen, settings=evolve(chosen.settings, confirm=False))
        assert press(careless, "enter")[1] == Play(chosen.chosen)
    assert seen_examples > 5


def test_enter_while_earlier_tables_are_shown_only_skips_them() -> None:
    model = next(our_turns("mandala"))
    shown = motions.moving(model, Motion("Ben takes red.", table=model.state))
    assert "Enter skips" in words_on(screen(shown, FULL_LOOK, 80, 24).rows)
    assert press(shown, "enter") == (model, None)
