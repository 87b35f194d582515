"""The form in which the table of a game is drawn where the log stands beside it."""

from __future__ import annotations

from typing import Any

from mandala_client.games.game_table import GameTable, TableForm
from mandala_client.ui.form_sizes import BESIDE_HUGE, HUGE_LINES, LARGE_LINES
from mandala_client.ui.style import Look


def form_beside_log(table: GameTable[Any], look: Look, columns: int, lines: int) -> TableForm:
    """The largest form for a window of this size."""
    if lines >= HUGE_LINES and columns >= table.width(TableForm.HUGE, look) + BESIDE_HUGE:
        return TableForm.HUGE
    return TableForm.LARGE if lines >= LARGE_LINES else TableForm.STANDARD
