"""The wide form of the table, from 120 columns: log and chat stand beside it."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from mandala_client.games.mandala.board import ROOMY, rule_row
from mandala_client.games.mandala.event_text import colour_name
from mandala_client.play.frontend import Company
from mandala_client.screens.table.parts import MOST_STATUS_ROWS, TableParts
from mandala_client.screens.table.standard import side_by_side
from mandala_client.screens.table.table_model import TableModel
from mandala_client.text.language import _
from mandala_client.ui.form_sizes import TABLE_WIDTH, TALL
from mandala_client.ui.log_pane import Log, Tone, history, most_scrolled
from mandala_client.ui.rows import BLANK, Fragment, Row, Screen, filled, fit, padded, row
from mandala_protocol.games.mandala import COLOURS

_GAP: Final = 2
_CHAT_ROWS: Final = 7
"""Of the chat pane, its title included."""


def wide(table: TableParts, columns: int, lines: int) -> Screen:
    """The whole screen. In a tall window the mandalas are drawn large, one above the other."""
    board = _large(table) if lines >= TALL else side_by_side(table)
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


def _large(table: TableParts) -> list[Row]:
    """The table with the mandalas one above the other, under the names of the colours; 25 rows or a little more."""
    far, near = table.near.other, table.near
    names = [Fragment(padded(colour_name(colour), ROOMY.cell), "label") for colour in COLOURS]
    mandalas: list[Row] = []
    for number in (0, 1):
        title = row(" ", table.title(number, TABLE_WIDTH - 2))
        grid = [*table.areas(number, ROOMY), table.needs(number, ROOMY)]
        mandalas += [BLANK, title, row(" " * (ROOMY.label + 1), *names), *(row(" ", one) for one in grid)]
    return [
        *table.head_rows(),
        table.player(far),
        table.river(far),
        *mandalas,
        BLANK,
        table.river(near),
        table.player(near),
        table.own_hand(),
        *table.offered(),
    ]


def _log(table: TableParts, width: int, height: int) -> tuple[list[Row], int]:
    """All but the chat, under the other's last move; and how far it can be scrolled."""
    told = _only(table.model, talk=False)
    title = table.log_title(width)
    pane = (width, height - 1)
    return [title, *history(told, table.look, *pane)], most_scrolled(told, *pane)


def _chat(table: TableParts, width: int, height: int) -> list[Row]:
    """What both have said, the newest at the bottom."""
    said = evolve(_only(table.model, talk=True), scrolled=0)
    title = _("chat (type / and your text)") if table.model.settings.chat else _("chat, muted (F6 shows it)")
    return [rule_row(table.look, title, width), *history(said, table.look, width, height - 1)]


def _only(model: TableModel, *, talk: bool) -> Log:
    """The lines of the chat in the log, or only the others."""
    lines = tuple(line for line in model.log if (line.tone in (Tone.TALK, Tone.MUTED)) is talk)
    return evolve(model.history, lines=lines)
