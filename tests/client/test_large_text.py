"""Numbers and authentication words in large signs."""

from __future__ import annotations

from hashlib import sha256

import pytest

from mandala_client.screens.table.table_pages import screen
from mandala_client.ui.large_text import ROWS, large_words
from mandala_client.ui.rows import width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, Look
from mandala_protocol.authentication_words import spoken
from tests.client.at_table import Moments
from tests.client.laws import text_of
from tests.client.table_scenes import shuffling_with_points
from tests.narrowing import present


@pytest.mark.parametrize("look", [FULL_LOOK, ASCII_LOOK], ids=["full", "ascii"])
def test_all_authentication_words_can_be_written_large_in_a_window_of_80_columns(look: Look) -> None:
    for number in range(256):
        words = spoken(sha256(bytes([number])).digest())
        rows = large_words(words, look, "title")
        assert len(rows) == ROWS
        assert width_of(rows[0]) <= 76


def test_the_words_to_compare_are_large_once_where_there_is_room(moments: Moments) -> None:
    model = shuffling_with_points(moments)
    words = present(model.snapshot).words
    large = [text_of(line).strip() for line in large_words(present(words), FULL_LOOK, "")]

    def count(columns: int, lines: int) -> int:
        shown = [text_of(line).strip() for line in screen(model, FULL_LOOK, columns, lines).rows]
        return sum(shown[at : at + ROWS] == large for at in range(len(shown)))

    assert count(80, 24) == 1
    assert count(80, 20) == 0, "the commands for the guest need the rows"
    assert count(40, 20) == 0
