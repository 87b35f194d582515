"""Keys move through pages and lists, as far as there is something."""

from __future__ import annotations

import pytest

from mandala_client.ui.paging import AT_ONCE, BEYOND, Block, list_window, move_cursor, scroll, scroll_up
from mandala_client.ui.rows import text_row

CHAPTERS = (0, 12, 30)


@pytest.mark.parametrize(
    ("key", "scrolled", "then"),
    [
        ("down", 0, 1),
        ("up", 3, 2),
        ("up", 0, 0),
        ("pagedown", 5, 5 + AT_ONCE),
        ("pageup", 25, 25 - AT_ONCE),
        ("pageup", 3, 0),
        ("home", 40, 0),
        ("end", 4, BEYOND),
        ("right", 0, 12),
        ("right", 30, 30),
        ("left", 30, 12),
        ("left", 14, 12),
        ("left", 0, 0),
        ("enter", 4, None),
        ("escape", 4, None),
    ],
)
def test_a_page_is_scrolled(key: str, scrolled: int, then: int | None) -> None:
    assert scroll(key, scrolled, CHAPTERS) == then


@pytest.mark.parametrize("key", ["left", "right"])
def test_a_page_without_chapters_has_none_to_leaf_through(key: str) -> None:
    assert scroll(key, 5) is None


@pytest.mark.parametrize(
    ("key", "then"),
    [("up", 6), ("down", 4), ("pageup", 5 + AT_ONCE), ("pagedown", 0), ("home", BEYOND), ("end", 0), ("left", None)],
)
def test_a_log_is_scrolled_from_its_end(key: str, then: int | None) -> None:
    assert scroll_up(key, 5) == then


@pytest.mark.parametrize(
    ("key", "cursor", "then"),
    [
        ("down", 0, 1),
        ("tab", 24, 0),
        ("up", 0, 24),
        ("s-tab", 7, 6),
        ("down", 1000, 0),
        ("up", 1000, 24),
        ("pagedown", 20, 24),
        ("pageup", 20, 10),
        ("home", 3, 0),
        ("end", 3, 24),
        ("left", 3, None),
    ],
)
def test_a_list_is_gone_through(key: str, cursor: int, then: int | None) -> None:
    assert move_cursor(key, cursor, 25) == then


@pytest.mark.parametrize("key", ["up", "down", "pageup", "pagedown", "home", "end"])
def test_in_an_empty_list_nothing_moves(key: str) -> None:
    assert move_cursor(key, 0, 0) == 0


def shown(cursor: int, height: int) -> list[str]:
    """The view of ten entries of two rows each, below a row that is not an entry."""
    blocks = [Block((text_row("head"),))]
    blocks += [Block((text_row(f"{number}"), text_row(f"{number} more")), number) for number in range(10)]
    return ["".join(part.text for part in row) for row in list_window(blocks, cursor, height)]


@pytest.mark.parametrize("height", [2, 5, 8, 20])
def test_the_entry_that_is_pointed_at_is_seen_whole(height: int) -> None:
    for cursor in range(10):
        rows = shown(cursor, height)
        assert len(rows) == height
        assert {f"{cursor}", f"{cursor} more"} <= set(rows)


def test_all_is_seen_where_there_is_room_and_the_beginning_where_nothing_is_pointed_at() -> None:
    assert len(shown(9, 30)) == 21
    assert shown(100, 3) == ["head", "0", "0 more"]
