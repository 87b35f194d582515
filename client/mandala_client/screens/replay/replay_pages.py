"""The screen of a replay as rows of text: the table with both hands, what happened, and where in the game this is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import evolve

from mandala_client.games.game_table import TableForm, form_beside_log, parts_beside
from mandala_client.records.review import Review, ReviewedMove
from mandala_client.records.review_sentences import brief_verdict, verdict
from mandala_client.screens.replay.replay_help import help_screen
from mandala_client.screens.replay.replay_model import ReplayModel, ReplayPage
from mandala_client.screens.replay.review_page import graph_screen, review_screen
from mandala_client.text.language import _
from mandala_client.ui.form_sizes import BETWEEN, SIDE_LOG, TABLE_HEIGHT, TABLE_WIDTH, WIDE
from mandala_client.ui.log_pane import log_below, log_beside
from mandala_client.ui.page_frame import bar, fits, too_small
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    Screen,
    ends,
    filled,
    in_two_panes,
    in_window,
    row,
    shortened,
    side_by_side,
    text_row,
    whole_within,
    width_of,
    wrap,
)
from mandala_client.ui.style import Look

_STATUS: Final = 3
"""The rows of the place in the game with what is said about it, if that is not longer."""

_LEAST_LOG: Final = 1
"""The least rows of the log, however much there is to say."""

_BELOW: Final = 3
"""The rows that the status and the note have together in little room, if the note is not longer."""


def screen(model: ReplayModel, look: Look, columns: int, lines: int) -> Screen:
    """The screen in a terminal of this size."""
    shown = _page(model, look, columns, lines) if fits(columns, lines) else too_small(columns, lines, _("Esc leaves."))
    return in_window(shown, look, columns, lines)


def _page(model: ReplayModel, look: Look, columns: int, lines: int) -> Screen:
    match model.page:
        case ReplayPage.TABLE if columns < TABLE_WIDTH or lines < TABLE_HEIGHT:
            return _compact_table(model, look, columns, lines)
        case ReplayPage.TABLE:
            return _table(model, look, columns, lines)
        case ReplayPage.REVIEW:
            return review_screen(model, look, columns, lines)
        case ReplayPage.GRAPH if isinstance(model.review, Review):
            return graph_screen(model, model.review, look, columns, lines)
        case ReplayPage.GRAPH:
            return review_screen(model, look, columns, lines)
        case ReplayPage.LOG:
            return _log(model, look, columns, lines)
        case ReplayPage.HELP:
            return help_screen(model, look, columns, lines)


def _titled(model: ReplayModel, hint: str, look: Look, columns: int) -> Row:
    title = _("Replay   {first} and {second}")
    game = model.replay.ui.title
    room = columns - width_of(f" {game}   {title.format(first='', second='')} {hint} ")
    first, second = side_by_side(*model.replay.names, room, look.ellipsis)
    return bar(title.format(first=first, second=second), hint, columns, game)


# The table.


def _table(model: ReplayModel, look: Look, columns: int, lines: int) -> Screen:
    table, beside = model.replay.ui.table, columns >= SIDE_LOG
    form = form_beside_log(table, look, columns, lines) if beside else TableForm.STANDARD
    width = table.width(form, look) if beside else columns
    leaving = _("? help   q goes back") if model.from_review else _("? help   q leaves")
    title = _titled(model, leaving, look, columns)
    board = _board(model, look, form, width)
    # The line above the log gives way to what is said; beside it, a row stays free.
    room = lines - 1 - len(board) - _LEAST_LOG - 1 - beside
    below = [*_status(model, look, width, room), _keys(look, width)]
    if beside:
        space = columns - width - BETWEEN
        panels = parts_beside(table, model.scene, look, form, space)
        log, _most = log_beside(model.history, look, space, lines - 1 - len(panels))
        rows = in_two_panes([*board, BLANK, *below], [*panels, *log], width, BETWEEN, lines - 1)
    else:
        free = lines - 1 - len(board) - len(below)
        # The verdict stands below, where it has room.
        told = tuple(line for line in model.log if line.text != model.replay.standing)
        above = _("what happened") if free > _LEAST_LOG else ""
        log, _most = log_below(evolve(model.history, lines=told), look, width, free, above)
        rows = [*board, *log, *below]
    return Screen((title, *rows))


def _compact_table(model: ReplayModel, look: Look, columns: int, lines: int) -> Screen:
    """The table in little room; the log only as far as there is room left."""
    board = _board(model, look, TableForm.COMPACT, columns)
    room = lines - 1 - len(board) - 1
    note, note_cut = _brief_note(model, look, columns, room - 1)
    status, status_cut = _brief_status(model, look, columns, max(_BELOW - len(note), 1))
    below = [*status, *note, _few_keys(model, look, columns, cut=note_cut or status_cut)]
    left = lines - 1 - len(board) - len(below)
    log = log_below(model.history, look, columns, left, _("what happened"))[0] if left > 1 else []
    return Screen((_titled(model, "", look, columns), *board, *log, *below))


def table_alone(model: ReplayModel, look: Look) -> Screen:
    """The large table of this step and what happened there, without log and keys: ``WIDE`` columns."""
    table, form = model.replay.ui.table, TableForm.LARGE
    width = table.width(form, look)
    board = _board(model, look, form, width)
    panels = parts_beside(table, model.scene, look, form, WIDE - width - BETWEEN)
    said = wrap(" ".join(model.frame.sentences), WIDE - 2)
    both = in_two_panes(board, panels, width, BETWEEN, max(len(board), len(panels)))
    return Screen(
        (_titled(model, _place(model), look, WIDE), *both, *(text_row(f" {line}", "status") for line in said))
    )


def _place(model: ReplayModel) -> str:
    """The number of the step, and of all steps."""
    return _("{done} of {total}").format(done=model.frame.number, total=len(model.replay.frames))


def _board(model: ReplayModel, look: Look, form: TableForm, columns: int) -> list[Row]:
    """The table with both hands."""
    return model.replay.ui.table.board(model.scene, look, form, columns)


def _status(model: ReplayModel, look: Look, width: int, most: int) -> list[Row]:
    """The place in the game, and what is to be said about it, in three rows, or at most ``most`` if that is much.

    The log tells what happened. A verdict that has no room with its reason is told without.
    """
    where = _place(model)
    if model.plays_on:
        where = " · ".join((where, _("playing on, Space pauses")))
    if model.judged is None or model.typed or model.note is not None:
        said = _note(model, look, width, most - 1)
    else:
        text = _judged(model, verdict)
        if len(wrap(text, width - 2)) > most - 1:
            text = _judged(model, brief_verdict)
        said = _message(text, look, width, most - 1)
    return list(filled([text_row(f" {where}", "status"), *said], max(1 + len(said), _STATUS)))


def _brief_status(model: ReplayModel, look: Look, width: int, rows: int) -> tuple[list[Row], bool]:
    """The place in the game and what happened there, in ``rows`` rows for little room; and whether that is not all."""
    frame = model.frame
    text = f"{frame.number}/{len(model.replay.frames)} · {' '.join(frame.sentences)}"
    shown = whole_within(text, width - 2, rows, look.ellipsis)
    cut = len(wrap(text, width - 2)) > rows
    return list(filled([text_row(f" {line}", "status") for line in shown], rows)), cut


def _note(model: ReplayModel, look: Look, width: int, most: int) -> list[Row]:
    """Return the words about this step, or about the last key, in at most ``most`` rows."""
    if model.typed:
        return [row(" ", Fragment(_("go to step "), "label"), Fragment(model.typed, "prompt"))]
    text, style = _noted(model)
    return _message(text, look, width, most, style) if text else []


def _noted(model: ReplayModel) -> tuple[str, str]:
    """The answer to a key, what a move gave away, or at the end what the record is worth; and its style.

    The last of these stands in the log too.
    """
    if model.note is not None:
        return model.note, "message"
    if model.judged is not None:
        return _judged(model, brief_verdict), "message"
    if model.at < model.last:
        return "", ""
    return model.replay.standing, "loud" if model.replay.is_faulty else "message"


def _judged(model: ReplayModel, tell: Callable[[Review, ReviewedMove], str]) -> str:
    """The words about the move of this frame, if it is judged."""
    review, move = model.review, model.judged
    return tell(review, move) if isinstance(review, Review) and move is not None else ""


def _brief_note(model: ReplayModel, look: Look, width: int, most: int) -> tuple[list[Row], bool]:
    """Return the words for little room, in at most ``most`` rows; and whether they had to be cut."""
    text, _style = _noted(model)
    cut = not model.typed and len(wrap(text, width - 2)) > most
    return _note(model, look, width, most), cut


def _message(text: str, look: Look, width: int, most: int, style: str = "message") -> list[Row]:
    return [text_row(f" {line}", style) for line in whole_within(text, width - 2, most, look.ellipsis)]


def _keys(look: Look, width: int) -> Row:
    if look.writes_all:
        keys = _("←→ step   ↑↓ move   Space play   12 Enter   f flip   v review   l log")
    else:
        keys = _("left right step   up down move   Space play   f flip   v review   l log")
    return ends(BLANK, row(Fragment(shortened(keys, width - 1, look.ellipsis), "label"), " "), width)


def _few_keys(model: ReplayModel, look: Look, columns: int, *, cut: bool) -> Row:
    if cut:
        keys = _("l shows all   ? help   q goes back") if model.from_review else _("l shows all   ? help   q leaves")
    elif look.writes_all:
        keys = _("←→ step   ? help   q goes back") if model.from_review else _("←→ step   ? help   q leaves")
    elif model.from_review:
        keys = _("left right step   ? help   q goes back")
    else:
        keys = _("left right step   ? help   q leaves")
    return text_row(f" {shortened(keys, columns - 1, look.ellipsis)}", "label")


# The other pages.


def _log(model: ReplayModel, look: Look, columns: int, lines: int) -> Screen:
    hint = _("up and down move, Esc goes back") if columns >= TABLE_WIDTH else _("Esc goes back")
    title = bar(_("what happened"), hint, columns, model.replay.ui.title)
    log, most = log_below(model.history, look, columns, lines - 1)
    return Screen((title, *log), None, most)
