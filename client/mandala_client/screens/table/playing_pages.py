"""The table in play as rows of text, in the form that suits the size of the terminal."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from mandala_client.games.game_table import TableForm, form_beside_log
from mandala_client.play.frontend import Opponent
from mandala_client.screens.table.parts import MOST_PREVIEW_ROWS, MOST_STATUS_ROWS, TableParts
from mandala_client.screens.table.status import is_asked
from mandala_client.table.table_model import Playing, TableModel
from mandala_client.text.language import _
from mandala_client.ui.clicks import Button
from mandala_client.ui.form_sizes import BETWEEN, TABLE_HEIGHT, TABLE_WIDTH, TALL, WIDE
from mandala_client.ui.log_pane import (
    Log,
    Tone,
    history,
    in_rounds,
    log_below,
    log_beside,
    newest_is_whole,
    with_heading,
)
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Pane,
    Row,
    Screen,
    ends,
    in_two_panes,
    panel,
    row,
    text_row,
    width_of,
    wrap,
)
from mandala_client.ui.style import Look


def table_screen(model: TableModel, playing: Playing, look: Look, columns: int, lines: int) -> Screen:
    """The whole screen; asks for at least 40 × 20. The table must be laid. A row may still be too wide."""
    if playing.log_open:
        return _log_page(model, look, columns, lines)
    table = TableParts(model, look)
    if columns >= WIDE and lines >= TABLE_HEIGHT:
        return _wide(table, columns, lines)
    if columns >= TABLE_WIDTH and lines >= TABLE_HEIGHT:
        return _standard(table, columns, lines)
    return _compact(table, columns, lines)


def _log_page(model: TableModel, look: Look, columns: int, lines: int) -> Screen:
    """All that has happened, from edge to edge, with a heading above what came since our last turn."""
    back = Fragment(_("Esc goes back"), "bar", Button("escape"))
    title = text_row(" " + _("what happened") + " ", "bar")
    move, end = Fragment(_("up and down move") + "   ", "bar"), Fragment(" ", "bar")
    hint = row(move, back, end)
    if width_of(title) + width_of(hint) > columns:
        hint = row(back, end)
    told = evolve(model.history, lines=with_heading(model.log))
    log, most = log_below(told, look, columns, lines - 1)
    return Screen((ends(title, hint, columns, "bar"), *log), None, most)


# From 40 × 20.

_MOST_WARNING_ROWS: Final = 2


def _compact(table: TableParts, columns: int, lines: int) -> Screen:
    """The whole screen: the table, then log, what is to be done, and the input line."""
    top = table.board(TableForm.COMPACT, columns)
    said = _compact_said(table, columns, lines - len(top) - 1)
    height = lines - len(top) - len(said) - 1
    # The title gives way to a newest line that has room only without it.
    has_title = height > 1 and newest_is_whole(table.model.history, columns, height - 1)
    title = _("what happened") if has_title else ""
    log, most = log_below(table.model.history, table.look, columns, height, title) if height > 0 else ([], 0)
    cursor = (table.cursor_column(columns), lines - 1)
    spare = Pane(len(top), 0, columns, len(log)) if log else None
    below = table.below([*said, table.input_row(columns)], columns)
    return Screen((*top, *log, *below), cursor, most, spare=spare)


def _compact_said(table: TableParts, columns: int, room: int) -> list[Row]:
    """The words that must not be missed, and the answer to the last key, the chosen move's effect, or whose turn it is.

    What the other player offers goes before what the chosen move would do.
    """
    above = [*_warned(table, columns), *_to_compare(table, columns)]
    left = room - len(above)
    offered = table.model.offered is not None
    rows = table.status(columns, left) if _matters(table) or not table.says_something else []
    answered = (table.model.question is not None or offered) and len(rows) < left
    return [*above, *rows, *(table.answer_or_effect(columns, left - len(rows)) if answered or not rows else [])]


def _matters(table: TableParts) -> bool:
    """Return whether the status goes before what a chosen move would do, where only one of them has room."""
    waiting = table.model.away is not None or bool(table.playing.asked)
    return is_asked(table.model) or waiting or table.model.offered is not None


def _warned(table: TableParts, columns: int) -> list[Row]:
    warning = table.warning
    if warning is None:
        return []
    return [text_row(f" {line}", "loud") for line in wrap(warning, columns - 2)[:_MOST_WARNING_ROWS]]


def _to_compare(table: TableParts, columns: int) -> list[Row]:
    """The authentication words before the first move: the log, which explains them, has too few rows here.

    They give way to a question, which needs all the room.
    """
    if table.model.words_to_compare is None or table.model.question is not None:
        return []
    return [text_row(f" {line}", "label") for line in wrap(table.log_title, columns - 2)]


# From 80 × 24: the log is below the table.

_LEAST_PREVIEW_ROWS: Final = 1
"""The log gives way to a longer one."""

_LEAST_WITH_AIR: Final = 2
"""In fewer rows there is nothing but the log."""


def _standard(table: TableParts, columns: int, lines: int) -> Screen:
    """The whole screen: what is to be done and the input line are at the lower edge, and air is around the log."""
    top = [table.header(columns), *table.board(TableForm.STANDARD, columns)]
    is_tall = lines >= TALL
    if is_tall:
        said = table.boxed(_standard_said(table, columns - 2, MOST_STATUS_ROWS, MOST_PREVIEW_ROWS, lines), columns)
        # Within its box, before the lower edge of that.
        cursor, typed = table.cursor_column(columns - 2) + 1, len(said) - 2
    else:
        said = table.below(_standard_said(table, columns, 0, _LEAST_PREVIEW_ROWS, lines - len(top)), columns)
        cursor, typed = table.cursor_column(columns), len(said) - 1
    left = lines - len(top) - len(said)
    has_title = is_tall or table.model.words_to_compare is not None
    has_air = left >= _LEAST_WITH_AIR and not has_title and newest_is_whole(table.model.history, columns, left - 1)
    air = [BLANK] if has_air else []
    title = table.log_title if has_title else ""
    log, most = log_below(table.model.history, table.look, columns, left - len(air), title)
    spare = Pane(len(top), 0, columns, left)
    return Screen((*top, *air, *log, *said), (cursor, len(top) + left + typed), most, spare=spare)


def _standard_said(table: TableParts, width: int, least_status: int, least_preview: int, most: int) -> list[Row]:
    """The status, what the chosen move would do, and the input line, in at most ``most`` rows.

    ``least_status`` and ``least_preview``: the least rows of the first two. Where a chosen move takes all rows to say
    what it would do, the status gives way, which then only says that it is our move.
    """
    effect = table.answer_or_effect(width)
    if len(effect) + MOST_STATUS_ROWS > most and not _matters(table) and not least_status:
        return [*effect, table.input_row(width)]
    status = table.status(width, min(MOST_STATUS_ROWS, most - least_preview - 1))
    status += [BLANK] * (least_status - len(status))
    left = min(MOST_PREVIEW_ROWS, most - len(status) - 1)
    return [*status, *table.preview(width, least_preview, left), table.input_row(width)]


# From 120 × 24: log and chat stand beside the table.

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


def _wide(table: TableParts, columns: int, lines: int) -> Screen:
    """The whole screen. The larger the window, the larger is the table."""
    form = form_beside_log(table.model.game.table, table.look, columns, lines)
    width = table.width(form)
    board = table.board(form, width)
    # Where the box would just fit, a row less is kept for what is said: it is air above the table.
    is_tight = lines - 1 - len(board) == _LEAST_SAID + _INPUT_AND_EDGE
    least = _LEAST_SAID - 1 if is_tight else _LEAST_SAID
    said = table.boxed(_wide_said(table, width - 2, lines, least), width)
    is_boxed = lines - 1 - len(board) >= len(said)
    if not is_boxed:
        said = _wide_said(table, width, lines - 1 - len(board), _LEAST_SAID)
    beside, below = columns - width - BETWEEN, lines - 1 - len(board) - len(said)
    # A row that is left over sets both sides apart from the head.
    air = [BLANK] if below == 1 else []
    below -= len(air)
    panels = [*air, *table.scoreboard(form, beside), *table.beside(form, beside)]
    log_height = lines - 1 - len(panels)
    # The table stands in the middle of what is left.
    above = below // 2
    # Where little room is left, the box ends with the panes beside it.
    between = below - above if below <= _MOST_SPREAD else 0
    left = [*air, *[BLANK] * above, *board, *[BLANK] * between, *said]
    typing = (table.cursor_column(width), len(left))
    if is_boxed:
        typing = (table.cursor_column(width - 2) + 1, len(left) - 1)
    chat: list[Row] = []
    if table.model.opponent is Opponent.PERSON:  # a bot has nothing to say
        talk = _only(table.model, talk=True)
        least = _CHAT_ROWS if talk.lines else _LEAST_CHAT_ROWS
        chat = _chat(table, talk, beside, max(log_height - _MOST_LOG_ROWS, least))
    log_height -= len(chat)
    told = _only(table.model, talk=False)
    log, most = log_beside(evolve(told, lines=in_rounds(told.lines)), table.look, beside, log_height)
    # Its oldest lines give way, which no one looks at.
    spare = Pane(2 + len(panels), width + BETWEEN + 1, beside - 2, log_height - 2)
    rows = in_two_panes(left, [*panels, *log, *chat], width, BETWEEN, lines - 1)
    return Screen((table.header(columns), *rows), typing, most, spare=spare)


def _wide_said(table: TableParts, width: int, most: int, least: int) -> list[Row]:
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
