"""The standard form of the table, from 80 × 24: the log is below the table."""

from __future__ import annotations

from typing import Final

from mandala_client.games.game_table import TableForm
from mandala_client.screens.table.parts import MOST_PREVIEW_ROWS, MOST_STATUS_ROWS, TableParts
from mandala_client.ui.form_sizes import TALL
from mandala_client.ui.log_pane import history, most_scrolled
from mandala_client.ui.rows import BLANK, Pane, Row, Screen

_LEAST_PREVIEW_ROWS: Final = 1
"""The log gives way to a longer one."""


def standard(table: TableParts, columns: int, lines: int) -> Screen:
    """The whole screen. What is to be done and the input line stand at the table, and the log is below them."""
    is_tall = lines >= TALL
    above = [table.header(columns, with_points=True), *table.board(TableForm.STANDARD, columns)]
    if is_tall:
        rows = [*above, *table.boxed(_said(table, columns - 2, MOST_STATUS_ROWS, MOST_PREVIEW_ROWS), columns)]
        typing = (table.cursor_column(columns - 2) + 1, len(rows) - 2)
    else:
        rows = [*above, *_said(table, columns, 0, _LEAST_PREVIEW_ROWS)]
        typing = (table.cursor_column(columns), len(rows) - 1)
    log, most = log_pane(table, columns, lines - len(rows))
    spare = Pane(len(rows) + 1, 0, columns, len(log) - 1)
    return Screen((*rows, *log), typing, most, spare=spare)


def _said(table: TableParts, width: int, least_status: int, least_preview: int) -> list[Row]:
    """What is to be done and what the chosen move would do, each in at least so many rows, and the input line."""
    status = table.status(width)
    return [
        *status,
        *[BLANK] * (least_status - len(status)),
        *table.preview(width, least_preview),
        table.input_row(width),
    ]


def log_pane(table: TableParts, width: int, height: int) -> tuple[list[Row], int]:
    """A line across and the log below it, in so many rows; and how far it can be scrolled."""
    log = history(table.model.history, table.look, width, height - 1)
    return [table.log_title(width), *log], most_scrolled(table.model.history, width, height - 1)
