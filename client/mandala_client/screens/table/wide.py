"""The wide form of the table, from 120 columns: log and chat stand beside it."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from mandala_client.games.game_table import TableForm
from mandala_client.play.frontend import Company
from mandala_client.screens.table.parts import MOST_STATUS_ROWS, TableParts
from mandala_client.screens.table.table_model import TableModel
from mandala_client.text.language import _
from mandala_client.ui.form_sizes import TABLE_WIDTH, TALL
from mandala_client.ui.log_pane import Log, Tone, history, most_scrolled
from mandala_client.ui.rows import BLANK, Row, Screen, filled, fit, row, rule_row

_GAP: Final = 2
_CHAT_ROWS: Final = 7
"""Of the chat pane, its title included."""


def wide(table: TableParts, columns: int, lines: int) -> Screen:
    """The whole screen. In a tall window the table is drawn large."""
    board = table.board(TableForm.LARGE if lines >= TALL else TableForm.STANDARD, TABLE_WIDTH)
    status = table.status(TABLE_WIDTH)
    left = [
        *board,
        BLANK,
        *status,
        *[BLANK] * (MOST_STATUS_ROWS - len(status)),
        *table.preview(TABLE_WIDTH),
        table.input_row(TABLE_WIDTH),
    ]
    typing = len(left)
    beside, below = columns - TABLE_WIDTH - _GAP, lines - 1 - len(left)
    if table.model.company is not Company.PERSON:
        right, most = _log(table, beside, lines - 1)  # a bot has nothing to say
    elif below >= _CHAT_ROWS:
        left += [BLANK, *_chat(table, TABLE_WIDTH, below - 1)]
        right, most = _log(table, beside, lines - 1)
    else:
        chat = _chat(table, beside, _CHAT_ROWS)
        right, most = _log(table, beside, lines - 1 - len(chat))
        right += chat
    both = zip(filled(left, lines - 1), filled(right, lines - 1), strict=True)
    rows = [table.header(columns), *(row(fit(one, TABLE_WIDTH), " " * _GAP, other) for one, other in both)]
    return Screen(tuple(rows), (table.cursor_column(TABLE_WIDTH), typing), most)


def _log(table: TableParts, width: int, height: int) -> tuple[list[Row], int]:
    """All but the chat, under the other's last move; and how far it can be scrolled."""
    told = _only(table.model, talk=False)
    title = table.log_title(width)
    pane = (width, height - 1)
    return [title, *history(told, table.look, *pane)], most_scrolled(told, *pane)


def _chat(table: TableParts, width: int, height: int) -> list[Row]:
    """The chat, newest at the bottom."""
    said = evolve(_only(table.model, talk=True), scrolled=0)
    title = _("chat (type / and your text)") if table.model.settings.chat else _("chat, muted (F6 shows it)")
    return [rule_row(table.look, title, width), *history(said, table.look, width, height - 1)]


def _only(model: TableModel, *, talk: bool) -> Log:
    """The lines of the chat in the log, or only the others."""
    lines = tuple(line for line in model.log if (line.tone in (Tone.TALK, Tone.MUTED)) is talk)
    return evolve(model.history, lines=lines)
