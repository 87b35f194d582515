"""The rules and the player aid on a full screen: as many rows as there is room for, to be scrolled."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from attrs import frozen

from mandala_client.games.game_ui import AnyGameUI, Book, booklet
from mandala_client.text.book import Booklet, Card, Paragraph, Plain, Span, Typed
from mandala_client.text.language import _
from mandala_client.ui.page_frame import bar, shown_from
from mandala_client.ui.rows import BLANK, CardSign, Fragment, Row, Screen, flow, row, text_row, width_of, within
from mandala_client.ui.style import Look

_LONGEST_LINE: Final = 76
"""Columns of text; longer lines are hard to read."""

_MARGIN: Final = 2


@frozen
class _Laid:
    """A booklet in rows, and which of them are the titles of its chapters."""

    rows: tuple[Row, ...]
    chapters: tuple[int, ...]


def book_screen(game: AnyGameUI, book: Book, scrolled: int, look: Look, columns: int, lines: int) -> Screen:
    """A book in the spoken language, scrolled down by ``scrolled`` rows, as far as ``most_scrolled`` at most."""
    read = booklet(game, book)
    laid = _laid_out(read, game.table.card_sign, look, columns, lines)
    shown, most = shown_from(laid.rows, max(scrolled, 0), max(lines - 1, 1))
    title = bar(read.title, _hint(read.title, scrolled, most, columns), columns, game.title)
    chapters = tuple(min(start, most) for start in laid.chapters)
    return Screen((title, *shown), most_scrolled=most, chapters=chapters)


def _hint(title: str, scrolled: int, most: int, columns: int) -> str:
    """Return the hints that fit beside the title: more to read, and keys."""
    hints = [_("Esc: back"), ""]
    if scrolled < most:
        hints = [_("more below   arrow keys: move   Esc: back"), _("more   Esc: back"), *hints]
    elif most:
        hints = [_("arrow keys: move   Esc: back"), *hints]
    room = columns - width_of(f" {title}  ") - len(" ")
    return next(hint for hint in hints if width_of(hint) <= room or not hint)


def _laid_out(read: Booklet, card: CardSign, look: Look, columns: int, lines: int) -> _Laid:
    """The rows of a booklet with empty ones between the chapters, unless it is seen at once only without them."""
    airy = _laid(read, card, look, columns, airy=True)
    if len(airy.rows) < lines:
        return airy
    dense = _laid(read, card, look, columns, airy=False)
    return dense if len(dense.rows) < lines else airy


@lru_cache(maxsize=8)
def _laid(read: Booklet, card: CardSign, look: Look, columns: int, *, airy: bool) -> _Laid:
    rows: list[Row] = [BLANK] if airy else []
    chapters = []
    for number, chapter in enumerate(read.chapters):
        if number and airy:
            rows.append(BLANK)
        chapters.append(max(len(rows) - airy, 0))  # the empty row above the title is seen with it
        rows += _flowed([text_row(word, "title") for word in chapter.title.split()], columns)
        before: Paragraph | None = None
        for paragraph in chapter.paragraphs:
            if airy and before is not None and not (before.item and paragraph.item):
                rows.append(BLANK)
            rows += _paragraph(paragraph, card, look, columns)
            before = paragraph
    return _Laid(tuple(rows), tuple(chapters))


def _paragraph(paragraph: Paragraph, card: CardSign, look: Look, columns: int) -> list[Row]:
    words = [tuple(part for span in word for part in _fragments(span, card, look)) for word in paragraph.words]
    if paragraph.note:
        words.append(text_row(paragraph.note, "label"))
    if paragraph.item:
        return _flowed(words, columns, f"{look.dash} ")
    return _flowed(words, columns)


def _fragments(span: Span, card: CardSign, look: Look) -> Row:
    match span:
        case Plain(text=text):
            return (Fragment(text),)
        case Typed(text=text):
            return (Fragment(text, "key"),)
        case Card(text=text, letter=letter):
            return (card(letter, look), Fragment(f" {text}"))


def _flowed(words: Iterable[Row], columns: int, mark: str = "") -> list[Row]:
    """The words in rows between the margins, the first behind this mark and the others below its text."""
    lines = flow(words, min(columns - 2 * _MARGIN, _LONGEST_LINE) - width_of(mark))
    margin = " " * _MARGIN
    begins = [f"{margin}{mark}", *[margin + " " * width_of(mark)] * (len(lines) - 1)]
    return list(within((row(begin, line) for begin, line in zip(begins, lines, strict=True)), columns))
