"""The statistics of one game, in a table of two columns."""

from __future__ import annotations

from typing import Final

from mandala_client.games.game_words import StatisticsLine
from mandala_client.screens.table.table_model import TableModel
from mandala_client.text.language import _
from mandala_client.ui.page_frame import paragraph
from mandala_client.ui.rows import BLANK, Fragment, Row, row, shortened, width_of, wrap
from mandala_client.ui.style import Look

_MARGIN: Final = 2
_NARROWEST: Final = 7
_WIDEST: Final = 24
"""Of the column of a player."""


def statistics_rows(model: TableModel, look: Look, columns: int) -> list[Row]:
    """Return what is counted for each player, one below the other, then what is counted for both."""
    assert model.snapshot is not None, "there are statistics of what was played"
    counted = model.game.words.statistics(model.snapshot)
    if counted is None:
        return paragraph(_("Nothing is counted in this game."), columns)
    room = columns - 2 * _MARGIN
    longest = max(width_of(line.label) for line in counted.lines)
    width = max(min((room - longest) // 2 - _MARGIN, _WIDEST), _NARROWEST)
    label_width = min(longest, room - 2 * (width + _MARGIN))
    names = [shortened(name, width, look.ellipsis) for name in (_("You"), model.other_name)]
    rows = [_row("", names[0], names[1], label_width, width, "title")]
    for line in counted.lines:
        rows += _line(line, label_width, width)
    rows.append(BLANK)
    for sentence in counted.about_both:
        rows += paragraph(sentence, columns)
    return rows


def _line(line: StatisticsLine, label_width: int, width: int) -> list[Row]:
    """A label and its numbers; the label in several rows if it is long, wide numbers in a row of their own."""
    *before, last = wrap(line.label, label_width)
    if max(width_of(line.own), width_of(line.other)) > width:
        half = label_width // 2
        before, last = [*before, last], ""
        label_width, width = label_width - 2 * half, width + half
    rows = [row(" " * _MARGIN, Fragment(text, "label")) for text in before]
    return [*rows, _row(last, line.own, line.other, label_width, width)]


def _row(label: str, own: str, other: str, label_width: int, width: int, style: str = "") -> Row:
    told = Fragment(f"{' ' * _MARGIN}{label}{' ' * (label_width - width_of(label))}", "label")
    return row(told, *(row(" " * _MARGIN, Fragment(_right(text, width), style)) for text in (own, other)))


def _right(text: str, width: int) -> str:
    return f"{' ' * (width - width_of(text))}{text}"
