"""The examples beside the input line: moves that can be made now."""

from __future__ import annotations

from mandala_client.games.how_to_choose import HowToChoose, or_typed, ways_to_choose
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK

SEVERAL = HowToChoose("F17", typed=("F17", "X28"))
WITH_MEANING = HowToChoose("Kr", "K, red", typed=("Kr",), arrows="←→")


def test_the_keys_come_before_what_can_be_typed() -> None:
    assert ways_to_choose(SEVERAL, FULL_LOOK) == "←→↑↓ choose, Enter plays, or type F17 X28"
    assert ways_to_choose(WITH_MEANING, FULL_LOOK) == "←→ choose, Enter plays, or type Kr (K, red)"


def test_arrows_are_named_where_they_cannot_be_written() -> None:
    assert ways_to_choose(WITH_MEANING, ASCII_LOOK) == "arrows choose, Enter plays, or type Kr (K, red)"


def test_beside_a_menu_an_example_is_typed_and_explained_if_it_needs_that() -> None:
    assert or_typed(SEVERAL) == "or type a move such as F17"
    assert or_typed(WITH_MEANING) == "or type a move: Kr is K, red"
