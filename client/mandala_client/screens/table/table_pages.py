"""The page that is shown: the table, or one of those around it.

What is not needed for the first screen is imported when it is shown.
"""

from __future__ import annotations

from attrs import evolve

from mandala_client.games.game_table import last_table
from mandala_client.screens.table.lesson_page import lesson_screen
from mandala_client.screens.table.motions import is_step_by_step, with_motion
from mandala_client.screens.table.playing_pages import table_screen
from mandala_client.screens.table.preparing_pages import preparing_screen
from mandala_client.screens.table.table_help import help_screen
from mandala_client.table.table_model import (
    Admitting,
    Agreeing,
    Choosing,
    Ended,
    Helping,
    Learning,
    Playing,
    Preparing,
    Question,
    Reading,
    Replaying,
    TableModel,
)
from mandala_client.text.language import _
from mandala_client.ui.motion import Motion
from mandala_client.ui.page_frame import bar, fits, leave_unseen, paragraph, retitled, too_small
from mandala_client.ui.rows import BLANK, Screen, in_window
from mandala_client.ui.style import Look


def screen(model: TableModel, look: Look, columns: int, lines: int) -> Screen:
    """The screen in a terminal of this size."""
    if not fits(columns, lines):
        leaving = model.question is Question.LEAVE
        shown = leave_unseen(columns) if leaving else too_small(columns, lines, _("Only Ctrl-C works now."))
    else:
        shown = with_motion(model, _page(model, look, columns, lines), look)
    return in_window(shown, look, columns, lines)


def _page(model: TableModel, look: Look, columns: int, lines: int) -> Screen:
    # Only one thing is asked at a time: a player at the door waits until we have said whether we leave.
    match model.overlay if model.question is None else None:
        case Helping() as helping:
            return help_screen(model, helping, look, columns, lines)
        case Admitting() | Agreeing() | Choosing() as asked:
            return preparing_screen(model, asked, look, columns, lines)
        case Reading() as reading:
            from mandala_client.screens.rulebook_pages import book_screen

            return book_screen(model.game, reading.book, reading.scrolled, look, columns, lines)
        case Learning() as learning:
            return lesson_screen(model, learning, look, columns, lines)
        case Replaying() as replaying:
            return _looked_at_again(model, replaying, look, columns, lines)
        case None if model.moving is not None and is_step_by_step(model):
            return _earlier_screen(model, model.moving.motion, look, columns)
        case None:
            return _page_of_phase(model, look, columns, lines)


def _page_of_phase(model: TableModel, look: Look, columns: int, lines: int) -> Screen:
    match model.phase:
        case Preparing():
            return preparing_screen(model, None, look, columns, lines)
        case Playing() as playing:
            return table_screen(model, playing, look, columns, lines)
        case Ended() as ended:
            from mandala_client.screens.table.ended_pages import ended_screen

            return ended_screen(model, ended, look, columns, lines)


def _earlier_screen(model: TableModel, motion: Motion, look: Look, columns: int) -> Screen:
    """The table after one part of what has just happened, until the next one follows by itself."""
    snapshot = model.snapshot
    assert snapshot is not None, "a step was made"
    assert snapshot.view is not None, "the table is laid"
    seen = evolve(snapshot, view=evolve(snapshot.view, state=motion.table))
    title = bar(_("step by step"), _("Enter skips"), columns, model.game.title)
    table = last_table(model.game.table, seen, look, columns)
    return Screen((title, *table, BLANK, *paragraph(motion.banner, columns, "status")))


def _looked_at_again(model: TableModel, replaying: Replaying, look: Look, columns: int, lines: int) -> Screen:
    """The replay; what has come from the other player meanwhile takes the place of the title."""
    from mandala_client.screens.replay.replay_pages import screen as replay_screen

    shown = replay_screen(replaying.model, look, columns, lines)
    if not isinstance(model.phase, Ended) or model.phase.lines_since_end <= replaying.known:
        return shown
    title, *below = shown.rows
    return evolve(shown, rows=(retitled(title, model.log[-1].text, look, columns), *below))
