"""Keys for moving through a long page and along a list, the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from mandala_client.ui.clicks import Button
from mandala_client.ui.rows import Fragment, Row, fit, row, text_row
from mandala_client.ui.style import Look

AT_ONCE: Final = 10
"""The rows or entries that the page keys take."""

BEYOND: Final = 1_000_000
"""A number of rows that is more than any page has; a screen scrolls no further than to its end."""

_BACKWARD: Final = {
    "up": "down",
    "down": "up",
    "pageup": "pagedown",
    "pagedown": "pageup",
    "home": "end",
    "end": "home",
}


def scroll(key: str, scrolled: int, chapters: Sequence[int] = ()) -> int | None:
    """The scroll position of a page after this key, or None for a key that does not scroll.

    Args:
        key: the name of the key
        scrolled: how many rows are scrolled away now
        chapters: for each chapter how far to scroll for its beginning; left and right leaf through them
    """
    match key:
        case "up":
            return max(scrolled - 1, 0)
        case "down":
            return scrolled + 1
        case "pageup":
            return max(scrolled - AT_ONCE, 0)
        case "pagedown":
            return scrolled + AT_ONCE
        case "home":
            return 0
        case "end":
            return BEYOND
        case "left" if chapters:
            return max((start for start in chapters if start < scrolled), default=0)
        case "right" if chapters:
            return min((start for start in chapters if start > scrolled), default=scrolled)
        case _:
            return None


def scroll_up(key: str, scrolled: int) -> int | None:
    """Return how far a log is scrolled up after this key; the end of a log is shown first. None for another key."""
    return scroll(_BACKWARD.get(key, ""), scrolled)


def move_cursor(key: str, cursor: int, count: int) -> int | None:
    """Return the entry of a list that is pointed at after this key, or None for a key that does not move.

    Args:
        key: the name of the key
        cursor: the entry pointed at now, from 0; beyond the last one if none is
        count: how many entries there are; past the last one comes the first
    """
    last = max(count - 1, 0)
    match key:
        case "up" | "s-tab":
            return cursor - 1 if 0 < cursor < count else last
        case "down" | "tab":
            return cursor + 1 if cursor < last else 0
        case "pageup":
            return min(max(cursor - AT_ONCE, 0), last)
        case "pagedown":
            return min(cursor + AT_ONCE, last)
        case "home":
            return 0
        case "end":
            return last
        case _:
            return None


@frozen
class Block:
    """One entry of a list, in as many rows as it takes; ``entry`` is its number, None for rows that are no entry."""

    rows: tuple[Row, ...]
    entry: int | None = None


def list_window(blocks: Sequence[Block], cursor: int, height: int) -> list[Row]:
    """Return as many rows as there is room for, so that the entry that is pointed at is among them."""
    rows: list[Row] = []
    middle = 0
    for block in blocks:
        if block.entry == cursor:
            middle = len(rows) + len(block.rows) // 2
        rows += block.rows
    start = min(max(middle - height // 2, 0), max(len(rows) - height, 0))
    return rows[start : start + height]


_LINE_HEAD: Final = 6
AROUND_A_LINE: Final = _LINE_HEAD + 1
"""The columns before the text of a numbered line and behind it."""


def chosen_row(parts: Row, columns: int, key: str, *, here: bool) -> Row:
    """The row from edge to edge, marked if it is pointed at; a click on it is as good as this key."""
    whole = fit(parts, columns)
    button = Button(key)
    return tuple(Fragment(part.text, "chosen" if here else part.style, button) for part in whole if part.text)


def numbered_lines(
    texts: Sequence[str], look: Look, columns: int, pointed_at: int, below: Sequence[str] = ()
) -> list[Block]:
    """A list of games, the first nine with their numbers; ``below`` are texts to stand below each."""
    blocks = []
    for number, text in enumerate(texts):
        here = number == pointed_at
        digit = str(number + 1) if number < 9 else " "
        parts = row(f" {look.here if here else ' '} ", Fragment(digit, "key"), f"  {text}")
        rows = [parts, *(text_row(f"{' ' * _LINE_HEAD}{more}", "label") for more in below[number : number + 1])]
        blocks.append(Block(tuple(chosen_row(line, columns, str(number + 1), here=here) for line in rows), number))
    return blocks
