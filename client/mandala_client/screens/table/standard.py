"""The standard form of the table, from 80 × 24: the log is below the table."""

from __future__ import annotations

from typing import Final

from mandala_client.games.game_table import TableForm
from mandala_client.screens.table.parts import MOST_PREVIEW_ROWS, MOST_STATUS_ROWS, TableParts
from mandala_client.ui.form_sizes import TABLE_HEIGHT, TALL
from mandala_client.ui.log_pane import history, most_scrolled
from mandala_client.ui.rows import BLANK, Pane, Row, Screen

_LEAST_PREVIEW_ROWS: Final = 1
"""The log gives way to a longer one."""


def standard(table: TableParts, columns: int, lines: int) -> Screen:
    """The whole screen. What is to be done and the input line stand at the table, and the log is below them."""
    is_tall = lines >= TALL
    # Where areas need no lines, so few rows of the log have no title.
    has_title = is_tall or not table.look.has_shades or table.model.words_to_compare is not None
    above = [table.header(columns), *table.board(TableForm.STANDARD, columns)]
    # Where areas need no lines, a row of air sets the table apart as soon as there is one to spare.
    above += [BLANK] if table.look.has_shades and lines > TABLE_HEIGHT else []
    if is_tall:
        rows = [*above, *table.boxed(_said(table, columns - 2, MOST_STATUS_ROWS, MOST_PREVIEW_ROWS, lines), columns)]
        typing = (table.cursor_column(columns - 2) + 1, len(rows) - 2)
    else:
        said = _said(table, columns, 0, _LEAST_PREVIEW_ROWS, lines - len(above))
        rows = [*above, *table.below(said, columns)]
        typing = (table.cursor_column(columns), len(rows) - 1)
    log, most = log_pane(table, columns, lines - len(rows), with_title=has_title)
    # Where there is little room a motion may cover the title.
    spare = Pane(len(rows), 0, columns, len(log))
    return Screen((*rows, *log), typing, most, spare=spare)


def _said(table: TableParts, width: int, least_status: int, least_preview: int, most: int) -> list[Row]:
    """What is to be done and what the chosen move would do, each in at least so many rows, and the input line.

    ``most``: all of it has no more rows than that.
    """
    status = table.status(width, min(MOST_STATUS_ROWS, most - least_preview - 1))
    status += [BLANK] * (least_status - len(status))
    left = min(MOST_PREVIEW_ROWS, most - len(status) - 1)
    return [*status, *table.preview(width, least_preview, left), table.input_row(width)]


def log_pane(table: TableParts, width: int, height: int, *, with_title: bool = True) -> tuple[list[Row], int]:
    """The log in so many rows, below a line across ``with_title``; and how far it can be scrolled."""
    title = [table.log_title(width)] if with_title else []
    pane = (width, max(height - len(title), 0))
    return [*title, *history(table.model.history, table.look, *pane)], most_scrolled(table.model.history, *pane)
