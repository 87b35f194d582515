"""The examples beside the input line: moves that can be made now."""

from __future__ import annotations

from mandala_client.games.how_to_choose import ways_to_choose
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK


def test_the_keys_come_before_what_can_be_typed() -> None:
    assert ways_to_choose(FULL_LOOK, "←→↑↓", "F17 X28") == "←→↑↓ choose, Enter plays, or type F17 X28"


def test_arrows_are_named_where_they_cannot_be_written() -> None:
    assert ways_to_choose(ASCII_LOOK, "←→", "Kr (K, red)") == "arrows choose, Enter plays, or type Kr (K, red)"
