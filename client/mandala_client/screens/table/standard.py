"""The standard form of the table, from 80 × 24: the log is below the table.

Where areas need no lines, what is to be done and the input line are at the lower edge, and air is around the log.
Elsewhere these stand at the table, and the log is below them, behind a line across.
"""

from __future__ import annotations

from typing import Final

from mandala_client.games.game_table import TableForm
from mandala_client.screens.table.parts import MOST_PREVIEW_ROWS, MOST_STATUS_ROWS, TableParts
from mandala_client.ui.form_sizes import TALL
from mandala_client.ui.log_pane import history, most_scrolled
from mandala_client.ui.rows import BLANK, Pane, Row, Screen

_LEAST_PREVIEW_ROWS: Final = 1
"""The log gives way to a longer one."""

_LEAST_WITH_AIR: Final = 2
"""In fewer rows there is nothing but the log."""

_LEAST_TITLED: Final = 2
"""In no more rows than these the log has no title where it is below the input line."""


def standard(table: TableParts, columns: int, lines: int) -> Screen:
    """The whole screen."""
    top = [table.header(columns), *table.board(TableForm.STANDARD, columns)]
    is_tall = lines >= TALL
    if is_tall:
        said = table.boxed(_said(table, columns - 2, MOST_STATUS_ROWS, MOST_PREVIEW_ROWS, lines), columns)
        # Within its box, before the lower edge of that.
        cursor, typed = table.cursor_column(columns - 2) + 1, len(said) - 2
    else:
        said = table.below(_said(table, columns, 0, _LEAST_PREVIEW_ROWS, lines - len(top)), columns)
        cursor, typed = table.cursor_column(columns), len(said) - 1
    left = lines - len(top) - len(said)
    has_words = table.model.words_to_compare is not None
    if not table.look.has_shades:
        log, most = log_pane(table, columns, left, with_title=left > _LEAST_TITLED or has_words)
        # Where there is little room a motion may cover the title.
        spare = Pane(len(top) + len(said), 0, columns, len(log))
        return Screen((*top, *said, *log), (cursor, len(top) + typed), most, spare=spare)
    has_title = is_tall or has_words
    air = [BLANK] if left >= _LEAST_WITH_AIR and not has_title else []
    log, most = log_pane(table, columns, left - len(air), with_title=has_title)
    spare = Pane(len(top), 0, columns, left)
    return Screen((*top, *air, *log, *said), (cursor, len(top) + left + typed), most, spare=spare)


def _said(table: TableParts, width: int, least_status: int, least_preview: int, most: int) -> list[Row]:
    """The status, what the chosen move would do, and the input line, in at most ``most`` rows.

    ``least_status`` and ``least_preview``: the least rows of the first two.
    """
    status = table.status(width, min(MOST_STATUS_ROWS, most - least_preview - 1))
    status += [BLANK] * (least_status - len(status))
    left = min(MOST_PREVIEW_ROWS, most - len(status) - 1)
    return [*status, *table.preview(width, least_preview, left), table.input_row(width)]


def log_pane(table: TableParts, width: int, height: int, *, with_title: bool = True) -> tuple[list[Row], int]:
    """The log in ``height`` rows, below a line across ``with_title``; and how far it can be scrolled."""
    title = [table.log_title(width)] if with_title else []
    pane = (width, max(height - len(title), 0))
    return [*title, *history(table.model.history, table.look, *pane)], most_scrolled(table.model.history, *pane)
