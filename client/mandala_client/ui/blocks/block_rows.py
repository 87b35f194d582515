"""Blocks as rows of a screen, however wide or narrow it is."""

from __future__ import annotations

from typing import Final

from mandala_client.text.language import _
from mandala_client.ui.blocks.values import Blocks, Compared, Comparison
from mandala_client.ui.page_frame import paragraph
from mandala_client.ui.rows import BLANK, Fragment, Row, row, shortened, width_of, wrap
from mandala_client.ui.style import Look

_MARGIN: Final = 2
_NARROWEST: Final = 7
_WIDEST: Final = 24
"""Of the column of a player."""


def rows_of(blocks: Blocks, look: Look, columns: int) -> list[Row]:
    """Return the blocks one below the other, with an empty row wherever another kind of block begins."""
    rows: list[Row] = []
    before: object = None
    for block in blocks:
        if before is not None and type(block) is not type(before):
            rows.append(BLANK)
        before = block
        match block:
            case str():
                rows += paragraph(block, columns)
            case Comparison():
                rows += _comparison(block, look, columns)
    return rows


def _comparison(block: Comparison, look: Look, columns: int) -> list[Row]:
    """Return a row for each line, with the players in two columns of one width, flush right."""
    room = columns - 2 * _MARGIN
    longest = max(width_of(line.label) for line in block.lines)
    width = max(min((room - longest) // 2 - _MARGIN, _WIDEST), _NARROWEST)
    label_width = min(longest, room - 2 * (width + _MARGIN))
    names = [shortened(name, width, look.ellipsis) for name in (_("You"), block.other)]
    rows = [_compared("", names[0], names[1], label_width, width, "title")]
    for line in block.lines:
        rows += _line(line, label_width, width)
    return rows


def _line(line: Compared, label_width: int, width: int) -> list[Row]:
    """Return a label and its numbers; the label in several rows if it is long, wide numbers in a row of their own."""
    *before, last = wrap(line.label, label_width)
    if max(width_of(line.one), width_of(line.other)) > width:
        half = label_width // 2
        before, last = [*before, last], ""
        label_width, width = label_width - 2 * half, width + half
    rows = [row(" " * _MARGIN, Fragment(text, "label")) for text in before]
    return [*rows, _compared(last, line.one, line.other, label_width, width)]


def _compared(label: str, one: str, other: str, label_width: int, width: int, style: str = "") -> Row:
    told = Fragment(f"{' ' * _MARGIN}{label}{' ' * (label_width - width_of(label))}", "label")
    return row(told, *(row(" " * _MARGIN, Fragment(_right(text, width), style)) for text in (one, other)))


def _right(text: str, width: int) -> str:
    return f"{' ' * (width - width_of(text))}{text}"
