"""The pages around the table, besides what their golden files show; see ``test_table_scenes`` for those."""

from __future__ import annotations

from collections.abc import Callable

import pyte
import pytest

from mandala_client.games.game_ui import Book
from mandala_client.screens.table import screen_keys
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


@pytest.mark.parametrize("key", ["f1", "f2", "f3"])
def test_the_key_that_opens_a_page_closes_it_too_however_far_it_is_scrolled(key: str, moments: Moments) -> None:
    model = played(moments[:EARLY])
    opened, _act = screen_keys.press(model, key)
    scrolled, _act = screen_keys.press(opened, "down")
    assert screen_keys.press(scrolled, key) == (model, None)


@pytest.mark.parametrize(("key", "other"), [("f1", "f2"), ("f2", "f3"), ("f3", "f1")])
def test_a_key_that_opens_another_page_opens_that(key: str, other: str, moments: Moments) -> None:
    model = played(moments[:EARLY])
    opened, _act = screen_keys.press(model, key)
    assert screen_keys.press(opened, other) == screen_keys.press(model, other)
