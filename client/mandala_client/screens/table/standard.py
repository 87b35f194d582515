"""The standard form of the table, from 80 × 24: the log is below the table."""

from __future__ import annotations

from typing import Final

from mandala_client.games.game_table import TableForm
from mandala_client.screens.table.parts import MOST_STATUS_ROWS, TableParts
from mandala_client.ui.form_sizes import TALL
from mandala_client.ui.log_pane import history, most_scrolled
from mandala_client.ui.rows import BLANK, Row, Screen

_LEAST_PREVIEW_ROWS: Final = 2
"""The log gives way to a longer one."""


def standard(table: TableParts, columns: int, lines: int) -> Screen:
    """The whole screen. In a tall window the input line stays at the table, and the log is below it."""
    if lines >= TALL:
        return _tall(table, columns, lines)
    top = [table.header(columns), *table.board(TableForm.STANDARD, columns)]
    bottom = [*table.status(columns), *table.preview(columns, _LEAST_PREVIEW_ROWS), table.input_row(columns)]
    log, most = log_pane(table, columns, lines - len(top) - len(bottom))
    return Screen((*top, *log, *bottom), (table.cursor_column(columns), lines - 1), most)


def _tall(table: TableParts, columns: int, lines: int) -> Screen:
    status = table.status(columns)
    rows = [
        table.header(columns),
        *table.board(TableForm.STANDARD, columns),
        BLANK,
        *status,
        *[BLANK] * (MOST_STATUS_ROWS - len(status)),
        *table.preview(columns),
        table.input_row(columns),
    ]
    log, most = log_pane(table, columns, lines - len(rows) - 1)
    return Screen((*rows, BLANK, *log), (table.cursor_column(columns), len(rows) - 1), most)


def log_pane(table: TableParts, width: int, height: int) -> tuple[list[Row], int]:
    """A line with the other's last move and the log below it, in so many rows; and how far it can be scrolled."""
    log = history(table.model.history, table.look, width, height - 1)
    return [table.log_title(width), *log], most_scrolled(table.model.history, width, height - 1)
