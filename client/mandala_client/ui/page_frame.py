"""The common parts of pages: the bar at the top, paragraphs, keys at the bottom, the least size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from mandala_client.text.language import _
from mandala_client.text.typed_words import no_letter, yes_letter
from mandala_client.ui.clicks import Button
from mandala_client.ui.form_sizes import LEAST_COLUMNS, LEAST_LINES
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    Screen,
    ends,
    filled,
    flow,
    row,
    shortened,
    text_row,
    width_of,
    wrap,
)
from mandala_client.ui.style import Look

_MARGIN: Final = 2
_APART: Final = 2
"""The columns more than one between title and hint where the program's name is shown too."""


def fits(columns: int, lines: int) -> bool:
    """Return whether a terminal of this size has room enough for every page and for the table in its compact form."""
    return columns >= LEAST_COLUMNS and lines >= LEAST_LINES


def too_small(columns: int, lines: int, what_works: str) -> Screen:
    """The request for more room, and what can be done without."""
    text = _("Too small: {size}. Please enlarge to {least}. {what_works}").format(
        size=_size(columns, lines), least=_size(LEAST_COLUMNS, LEAST_LINES), what_works=what_works
    )
    return _wrapped(text, columns)


def _size(columns: int, lines: int) -> str:
    return f"{columns}×{lines}"


def leave_unseen(columns: int) -> Screen:
    """The question whether to leave, where there is room for nothing else."""
    return _wrapped(_("Leave? Press Ctrl-C again to leave, or any other key to stay."), columns)


def _wrapped(text: str, columns: int) -> Screen:
    return Screen(tuple(text_row(line) for line in wrap(text, max(columns, 1))))


PROGRAM: Final = "Mandala"
"""The name of the program, in short; most people know it by its first game."""


def bar(title: str, hint: str, columns: int, of: str = PROGRAM) -> Row:
    """The top row: what the page is of (the program or a game) and its title at the left, what to do at the right.

    Where there is no room for all, the name at the left gives way, then the title.
    """
    right = text_row(f"{hint} " if hint else "", "bar")
    room = columns - width_of(right) - 1
    left = f" {of}   {title}"
    if width_of(left) + _APART > room:
        left = f" {title}"
    return ends(text_row(shortened(left, max(room, 1), "…"), "bar"), right, columns, "bar")


def retitled(of: Row, news: str, look: Look, columns: int) -> Row:
    """A top row as ``bar`` makes it, with this in the place of program and title; what to do stays at the right."""
    hint = of[-1:]
    text = shortened(f" {news}", max(columns - width_of(hint) - 1, 1), look.ellipsis)
    return ends(text_row(text, "bar.warning"), hint, columns, "bar")


def paragraph(text: str, columns: int, style: str = "") -> list[Row]:
    """The text between margins, in as many rows as it takes."""
    margin = " " * _MARGIN
    return [row(margin, Fragment(line, style)) for line in wrap(text, max(columns - 2 * _MARGIN, 1))]


@frozen
class KeyHint:
    """A key, and what it does; ``click`` is what the mouse presses there, if anything."""

    key: str
    does: str
    click: Button | None = None


def key_rows(hints: Sequence[KeyHint], columns: int) -> list[Row]:
    """The keys side by side, in as many rows as they take; a key and what it does are never parted."""
    return flow(
        (row("  ", Fragment(hint.key, "key", hint.click), Fragment(f" {hint.does}", "", hint.click)) for hint in hints),
        columns,
    )


def yes_or_no(columns: int) -> list[Row]:
    """The two answers to a question, to be clicked."""
    letters = ((yes_letter(), _("yes")), (no_letter(), _("no")))
    return key_rows([KeyHint(letter, means, Button(letter)) for letter, means in letters], columns)


PROGRESS_WIDTH: Final = 40


def progress_row(done: int, total: int, look: Look, columns: int) -> Row:
    """A bar that fills up, and the numbers behind it."""
    text = _("{done} of {total}").format(done=min(done, total), total=total)
    width = min(PROGRESS_WIDTH, max(columns - 2 * _MARGIN - 2 - width_of(text), 1))
    full = width * min(done, total) // max(total, 1)
    return text_row(f"{' ' * _MARGIN}{look.full * full}{look.empty * (width - full)}  {text}")


def shown_from(rows: Sequence[Row], scrolled: int, height: int) -> tuple[list[Row], int]:
    """The rows from ``scrolled`` on, as many as fit, and how far they can be scrolled at most."""
    most = max(len(rows) - height, 0)
    start = min(scrolled, most)
    return list(rows[start : start + height]), most


def help_page(rows: Sequence[Row], scrolled: int, columns: int, lines: int, of: str) -> Screen:
    """A page of help of a game, scrolled down where there is no room for all of it."""
    height = lines - 2
    shown, most = shown_from(rows, scrolled, height)
    below = text_row("  " + _("More below: press down."), "label") if scrolled < most else BLANK
    return Screen(
        (bar(_("help"), _("any other key goes back"), columns, of), *filled(shown, height), below), None, most
    )
