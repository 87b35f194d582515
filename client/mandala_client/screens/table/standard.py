"""The standard form of the table, from 80 × 24: the log is below the table."""

from __future__ import annotations

from typing import Final

from mandala_client.games.game_table import TableForm
from mandala_client.screens.table.parts import MOST_PREVIEW_ROWS, MOST_STATUS_ROWS, TableParts
from mandala_client.ui.form_sizes import TALL
from mandala_client.ui.log_pane import history, most_scrolled
from mandala_client.ui.rows import BLANK, Pane, Row, Screen

_LEAST_PREVIEW_ROWS: Final = 2
"""The log gives way to a longer one."""


def standard(table: TableParts, columns: int, lines: int) -> Screen:
    """The whole screen. What is to be done and the input line stand at the table, and the log is below them."""
    is_tall = lines >= TALL
    status, gap = table.status(columns), [BLANK] if is_tall else []
    rows = [
        table.header(columns),
        *table.board(TableForm.STANDARD, columns),
        *gap,
        *status,
        *([BLANK] * (MOST_STATUS_ROWS - len(status)) if is_tall else []),
        *table.preview(columns, MOST_PREVIEW_ROWS if is_tall else _LEAST_PREVIEW_ROWS),
        table.input_row(columns),
        *gap,
    ]
    log, most = log_pane(table, columns, lines - len(rows))
    spare = Pane(len(rows) + 1, 0, columns, len(log) - 1)
    return Screen((*rows, *log), (table.cursor_column(columns), len(rows) - 1 - len(gap)), most, spare=spare)


def log_pane(table: TableParts, width: int, height: int) -> tuple[list[Row], int]:
    """A line with the other's last move and the log below it, in so many rows; and how far it can be scrolled."""
    log = history(table.model.history, table.look, width, height - 1)
    return [table.log_title(width), *log], most_scrolled(table.model.history, width, height - 1)
