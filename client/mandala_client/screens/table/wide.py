"""The wide form of the table, from 120 columns: log and chat stand beside it."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from mandala_client.games.game_table import form_beside_log
from mandala_client.play.frontend import Opponent
from mandala_client.screens.table.parts import MOST_PREVIEW_ROWS, TableParts
from mandala_client.table.table_model import TableModel
from mandala_client.text.language import _
from mandala_client.ui.log_pane import Log, Tone, history, in_rounds, most_scrolled
from mandala_client.ui.rows import BLANK, Pane, Row, Screen, filled, fit, panel, row, width_of

BETWEEN: Final = 2
"""The columns between the table and what is beside it."""

_CHAT_ROWS: Final = 6
"""The rows of the chat pane, its box included."""

_LEAST_CHAT_ROWS: Final = 3
"""The rows of the chat pane as long as nothing was said."""

_MOST_LOG_ROWS: Final = 16
"""The most rows of the log beside a chat, its box included.

No more is looked at in a game, and all of it has a page of its own.
"""

_MOST_SPREAD: Final = 8
"""No more empty rows than that are above the table and below it together, where its box ends at the lower edge."""

_AROUND_TITLE: Final = 5
"""The columns of a panel beside its title."""

_LEAST_SAID: Final = 5
"""The rows that are kept for what is to be done and what the chosen move would do: more are rare."""


_INPUT_AND_EDGE: Final = 2
"""The rows below that in a box: the input line, and its last half row."""


def wide(table: TableParts, columns: int, lines: int) -> Screen:
    """The whole screen. The larger the window, the larger is the table."""
    form = form_beside_log(table.model.game.table, table.look, columns, lines)
    width = table.width(form)
    board = table.board(form, width)
    # Where the box would just fit, a row less is kept for what is said: it is air above the table.
    is_tight = lines - 1 - len(board) == _LEAST_SAID + _INPUT_AND_EDGE
    least = _LEAST_SAID - 1 if is_tight else _LEAST_SAID
    said = table.boxed(_said(table, width - 2, lines, least), width)
    is_boxed = lines - 1 - len(board) >= len(said)
    if not is_boxed:
        said = _said(table, width, lines - 1 - len(board), _LEAST_SAID)
    beside, below = columns - width - BETWEEN, lines - 1 - len(board) - len(said)
    # A row that is left over sets both sides apart from the head.
    air = [BLANK] if below == 1 else []
    below -= len(air)
    panels = [*air, *table.scoreboard(form, beside), *table.beside(form, beside)]
    log_height = lines - 1 - len(panels)
    talks = table.model.opponent is Opponent.PERSON  # a bot has nothing to say
    # The table stands in the middle of what is left.
    above = below // 2
    # Where little room is left, the box ends with the panes beside it.
    between = below - above if below <= _MOST_SPREAD else 0
    left = [*air, *[BLANK] * above, *board, *[BLANK] * between, *said]
    typing = (table.cursor_column(width), len(left))
    if is_boxed:
        typing = (table.cursor_column(width - 2) + 1, len(left) - 1)
    if not talks:
        right, most = _log(table, beside, log_height)
    else:
        talk = _only(table.model, talk=True)
        least = _CHAT_ROWS if talk.lines else _LEAST_CHAT_ROWS
        chat = _chat(table, talk, beside, max(log_height - _MOST_LOG_ROWS, least))
        right, most = _log(table, beside, log_height - len(chat))
        log_height -= len(chat)
        right += chat
    right = [*panels, *right]
    # Its oldest lines give way, which no one looks at.
    spare = Pane(2 + len(panels), width + BETWEEN + 1, beside - 2, log_height - 2)
    both = zip(filled(left, lines - 1), filled(right, lines - 1), strict=True)
    rows = [table.header(columns), *(row(fit(first, width), " " * BETWEEN, second) for first, second in both)]
    return Screen(tuple(rows), typing, most, spare=spare)


def _said(table: TableParts, width: int, most: int, least: int) -> list[Row]:
    """The status, the move's effect or the menu of moves, and the input line, in ``least`` to ``most`` rows."""
    least = min(least, most - 1)
    kinds = table.kinds_of_moves(width, least - 1)
    said = table.status(width, has_menu=bool(kinds))
    has_menu = bool(kinds) and len(said) + len(kinds) <= least
    if has_menu:
        has_room = len(said) + len(kinds) < least
        said += [*(table.opportunity(width) if has_room else []), *kinds]
    else:
        said += table.answer_or_effect(width, min(MOST_PREVIEW_ROWS, most - len(said) - 1))
    return [*said, *[BLANK] * (least - len(said)), table.input_row(width, has_menu=has_menu)]


def _log(table: TableParts, width: int, height: int) -> tuple[list[Row], int]:
    """All but the chat; and how far it can be scrolled."""
    log = _only(table.model, talk=False)
    log = evolve(log, lines=in_rounds(log.lines))
    pane = (width - 2, height - 2)
    shown = history(log, table.look, *pane)
    return panel(table.look, _("what happened"), shown, width), most_scrolled(log, *pane)


def _chat(table: TableParts, said: Log, width: int, height: int) -> list[Row]:
    """The chat, newest at the bottom."""
    titles = [_("chat (type / and your text)"), _("chat (/ and your text)"), _("chat")]
    if not table.model.settings.chat:
        titles = [_("chat, muted (F6 shows it)"), _("chat, muted")]
    title = next((fitting for fitting in titles if width_of(fitting) <= width - _AROUND_TITLE), titles[-1])
    return panel(table.look, title, history(evolve(said, scrolled=0), table.look, width - 2, height - 2), width)


def _only(model: TableModel, *, talk: bool) -> Log:
    """The lines of the chat in the log, or only the others."""
    lines = tuple(line for line in model.log if (line.tone in (Tone.TALK, Tone.MUTED)) is talk)
    return evolve(model.history, lines=lines)
