"""The compact form of the table, from 40 × 20."""

from __future__ import annotations

from typing import Final

from mandala_client.games.game_table import TableForm
from mandala_client.screens.table.parts import TableParts
from mandala_client.screens.table.status import is_asked
from mandala_client.text.language import _
from mandala_client.ui.log_pane import history, most_scrolled
from mandala_client.ui.rows import Pane, Row, Screen, rule_row, text_row, wrap

_MOST_WARNING_ROWS: Final = 2


def compact(table: TableParts, columns: int, lines: int) -> Screen:
    """The whole screen: the table, then log, what is to be done, and the input line."""
    top = table.board(TableForm.COMPACT, columns)
    said = _said(table, columns, lines - len(top) - 1)
    log, most = _log(table, columns, lines - len(top) - len(said) - 1)
    cursor = (table.cursor_column(columns), lines - 1)
    spare = Pane(len(top), 0, columns, len(log)) if log else None
    below = table.below([*said, table.input_row(columns)], columns)
    return Screen((*top, *log, *below), cursor, most, spare=spare)


def _said(table: TableParts, columns: int, room: int) -> list[Row]:
    """The words that must not be missed, and the answer to the last key, the chosen move's effect, or whose turn it is.

    What the other player offers goes before what the chosen move would do.
    """
    above = [*_warned(table, columns), *_to_compare(table, columns)]
    left = room - len(above)
    offered = table.model.offered is not None and table.model.message is None
    waiting = table.model.away is not None or bool(table.playing.asked)
    first = is_asked(table.model) or waiting or offered or not table.says_something
    rows = table.status(columns, left) if first else []
    answered = (table.model.question is not None or offered) and len(rows) < left
    return [*above, *rows, *(table.answer_or_effect(columns, left - len(rows)) if answered or not rows else [])]


def _warned(table: TableParts, columns: int) -> list[Row]:
    warning = table.warning
    if warning is None:
        return []
    return [text_row(f" {line}", "loud") for line in wrap(warning, columns - 2)[:_MOST_WARNING_ROWS]]


def _to_compare(table: TableParts, columns: int) -> list[Row]:
    """The authentication words before the first move: the log, which explains them, has too few rows here.

    They give way to a question, which needs all the room.
    """
    words = table.model.words_to_compare
    if words is None or table.model.question is not None:
        return []
    return [
        text_row(f" {line}", "label") for line in wrap(_("Compare aloud: {words}").format(words=words), columns - 2)
    ]


def _log(table: TableParts, columns: int, height: int) -> tuple[list[Row], int]:
    """The log in ``height`` rows, below a line across where there is room; and how far it can be scrolled."""
    if height < 1:
        return [], 0
    title = [rule_row(table.look, _("what happened"), columns)] if height > 1 else []
    pane = (columns, height - len(title))
    return [*title, *history(table.model.history, table.look, *pane)], most_scrolled(table.model.history, *pane)
