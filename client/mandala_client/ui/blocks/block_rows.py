"""Blocks as rows of a screen, however wide or narrow it is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from mandala_client.text.language import _
from mandala_client.ui.blocks.values import Blocks, Cell, Compared, Comparison, Sign, Topic
from mandala_client.ui.page_frame import paragraph
from mandala_client.ui.rows import (
    BLANK,
    CardSign,
    Fragment,
    Row,
    flow,
    padded,
    row,
    shortened,
    text_row,
    width_of,
    wrap,
)
from mandala_client.ui.style import Look

_MARGIN: Final = 2
_NARROWEST: Final = 7
_KEY_WIDTH: Final = 13
"""The least columns of the keys of a topic; more where the words of a language are longer."""

_USUAL: Final = 24
"""The usual columns of a player; more if the column has to hold more."""


def no_sign(letter: str, look: Look) -> Fragment:  # noqa: ARG001 - there is nothing to draw
    """The sign in a game without cards."""
    return Fragment(letter)


def rows_of(blocks: Blocks, look: Look, columns: int, sign: CardSign = no_sign) -> list[Row]:
    """Return the blocks one below the other, with an empty row wherever another kind of block begins."""
    rows: list[Row] = []
    topics = [block for block in blocks if isinstance(block, Topic)]
    before: object = None
    for block in blocks:
        if before is not None and (type(block) is not type(before) or isinstance(block, Topic)):
            rows.append(BLANK)
        before = block
        match block:
            case str():
                rows += paragraph(block, columns)
            case Comparison():
                rows += _Drawn(block, look, columns, sign).rows()
            case Topic():
                rows += topic_rows(topics, columns - _MARGIN, margin=_MARGIN)[topics.index(block)]
    return rows


def topic_rows(topics: Sequence[Topic], columns: int, margin: int) -> list[list[Row]]:
    """Return the rows of each topic; what is explained begins in the same column in all of them."""
    begin = " " * margin
    keys = [width_of(key) for topic in topics for key, _does in topic.keys]
    width = max([_KEY_WIDTH, *(key + 2 * margin for key in keys)])
    drawn = []
    for topic in topics:
        rows = [text_row(f"{begin}{topic.title}", "title")] if topic.title else []
        for key, does in topic.keys:
            first, *more = wrap(does, max(columns - width, 1))
            rows.append(row(Fragment(padded(f"{begin}{key}", width), "key"), first))
            rows += [row(" " * width, line) for line in more]
        drawn.append(rows)
    return drawn


class _Drawn:
    """A comparison: labels, and the players in two columns of one width, flush right."""

    def __init__(self, block: Comparison, look: Look, columns: int, sign: CardSign) -> None:
        self._block, self._look, self._sign = block, look, sign
        room = columns - 2 * _MARGIN
        longest = max(width_of(line.label) for line in block.lines)
        cells = [cell for line in block.lines for cell in (line.one, line.other)]
        wanted = max(_USUAL, *(width_of(_text(cell)) for cell in cells))
        needed = max([_NARROWEST, *(width_of(word) for cell in cells for word in self._words(cell))])
        self._width = max(min((room - longest) // 2 - _MARGIN, wanted), needed)
        self._label_width = min(longest, room - 2 * (self._width + _MARGIN))

    def rows(self) -> list[Row]:
        """Return a heading and the lines, each in as many rows as it takes."""
        names = [_("You") if self._block.one is None else self._block.one, self._block.other]
        one, other = (text_row(shortened(name, self._width, self._look.ellipsis), "title") for name in names)
        corner = self._block.corner
        free = self._label_width + _MARGIN + self._width - width_of(one)
        head = self._row(corner if width_of(corner) < free else "", one, other)
        return [head, *(line_row for line in self._block.lines for line_row in self._line(line))]

    def _line(self, line: Compared) -> list[Row]:
        """A label in several rows if it is long; texts too wide for the columns below it, across its own."""
        *before, last = wrap(line.label, self._label_width)
        one, other = self._cells(line)
        if max(map(width_of, (*one, *other))) > self._width:
            across = width_of(other[0]) + _MARGIN
            room = self._label_width + 2 * (self._width + _MARGIN) - across
            both = row(*_right(one[0], room), " " * _MARGIN, *other[0])
            return [*map(self._label, (*before, last)), row(" " * _MARGIN, *both)]
        rows = [self._row(last, one[0], other[0])]
        more = zip_longest(one[1:], other[1:], fillvalue=BLANK)
        return [*map(self._label, before), *rows, *(self._row("", *cells) for cells in more)]

    def _cells(self, line: Compared) -> tuple[list[Row], list[Row]]:
        style = "title" if line.is_sum else ""
        one, other = line.one, line.other
        if any(width_of(_text(cell)) > self._width for cell in (one, other)):
            one, other = _briefly(one), _briefly(other)
        return self._cell(one, style), self._cell(other, style)

    def _cell(self, cell: str | Cell, style: str) -> list[Row]:
        words = self._words(cell)
        return flow(words, self._width) if words else [text_row(_text(cell), style)]

    def _words(self, cell: str | Cell) -> list[Row]:
        words = cell.drawn if isinstance(cell, Cell) else ()
        return [row(*(self._signed(part) if isinstance(part, Sign) else part for part in word)) for word in words]

    def _signed(self, sign: Sign) -> Fragment:
        drawn = self._sign(sign.letter, self._look)
        return Fragment(f"{drawn.text}{sign.behind}", drawn.style)

    def _label(self, text: str) -> Row:
        return row(" " * _MARGIN, Fragment(text, "label"))

    def _row(self, label: str, one: Row, other: Row) -> Row:
        """A row with cells that fit; the label may reach into the first column."""
        room = self._label_width + _MARGIN + self._width - width_of(label)
        return row(self._label(label), *_right(one, room), " " * _MARGIN, *_right(other, self._width))


def _text(cell: str | Cell) -> str:
    """The text to be drawn in one row; nothing for a cell of words."""
    if isinstance(cell, str):
        return cell
    return "" if cell.drawn else cell.said


def _briefly(cell: str | Cell) -> str | Cell:
    return cell.brief if isinstance(cell, Cell) and cell.brief is not None else cell


def _right(of: Row, width: int) -> Row:
    return row(" " * max(width - width_of(of), 0), of)
