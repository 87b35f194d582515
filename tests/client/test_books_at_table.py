"""The pages around the table, besides what their golden files show; see ``test_table_scenes`` for those."""

from __future__ import annotations

from collections.abc import Callable

import pyte
import pytest

from mandala_client.games.game_ui import Book
from mandala_client.table import edits
from mandala_client.table.table_model import Reading
from tests.client.at_table import Moments, played
from tests.client.end_scenes import EARLY
from tests.client.table_scenes import hosting

Paint = Callable[..., pyte.Screen]


@pytest.mark.parametrize("book", list(Book), ids=["rules", "aid"])
def test_the_books_can_be_read_before_and_during_a_game(book: Book, paint: Paint, moments: Moments) -> None:
    pages = [
        paint(edits.overlaid(model, Reading(book)), 80, 24).display for model in (hosting(), played(moments[:EARLY]))
    ]
    assert pages[0] == pages[1]
    assert any(line.strip() for line in pages[0][1:])
