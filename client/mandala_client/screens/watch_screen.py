"""The second screen, for someone who looks on: the table without hands, whose turn it is, and what happened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from mandala_client.games.game_table import TableForm, form_beside_log, parts_beside
from mandala_client.records.replay import log_lines
from mandala_client.records.watch_sentences import points, standing
from mandala_client.records.watching import Watched, Watching, follow_all
from mandala_client.settings.settings import Settings
from mandala_client.text.language import _
from mandala_client.ui.blocks.block_rows import rows_of
from mandala_client.ui.form_sizes import BETWEEN, LEAST_COLUMNS, SIDE_LOG, TABLE_HEIGHT, TABLE_WIDTH
from mandala_client.ui.log_pane import Log, log_below, log_beside
from mandala_client.ui.page_frame import bar, fits, paragraph, too_small
from mandala_client.ui.program import Leaving, Program
from mandala_client.ui.rows import (
    BLANK,
    Row,
    Screen,
    in_two_panes,
    in_window,
    side_by_side,
    text_row,
    whole_within,
    width_of,
)
from mandala_client.ui.style import Look
from mandala_client.ui.style_sheet import no_styles

if TYPE_CHECKING:
    from mandala_client.ui.clicks import Click
    from mandala_net.store.store import StoredGame

_MOST_STANDING: Final = 2
"""The most rows of the sentence about whose turn it is."""

_LEAST_LOG: Final = 4
"""The rows of the log that are left beside the points at the end, if there are more than that."""


def watch_screen(watched: Watched | None, look: Look, columns: int, lines: int) -> Screen:
    """The screen in a terminal of this size; None before anything was read."""
    if not fits(columns, lines):
        shown = too_small(columns, lines, _("Esc leaves."))
    elif watched is None:
        title = bar(_("Watch"), _("q leaves"), columns)
        shown = Screen((title, BLANK, *paragraph(_("Reading the game …"), columns)))
    else:
        shown = Screen((_title(watched, look, columns), *_below_title(watched, look, columns, lines - 1)))
    return in_window(shown, look, columns, lines)


def _title(watched: Watched, look: Look, columns: int) -> Row:
    is_brief, hint, game = columns < TABLE_WIDTH, _("q leaves"), watched.ui.title
    title = _("{first} and {second}") if is_brief else _("Watch   {first} and {second}")
    before = " " if is_brief else f" {game}   "
    room = columns - width_of(f"{before}{title.format(first='', second='')} {hint} ")
    first, second = side_by_side(*watched.names, max(room, 2), look.ellipsis)
    return bar(title.format(first=first, second=second), hint, columns, game)


def _below_title(watched: Watched, look: Look, columns: int, height: int) -> list[Row]:
    table, lines = watched.ui.table, height + 1
    if columns >= SIDE_LOG and lines >= TABLE_HEIGHT:
        form = form_beside_log(table, look, columns, lines)
        if not watched.has_result:
            return _two_panes(watched, look, form, columns, height)
        # The result needs more room than the log: a smaller table leaves it.
        for tried in (form, TableForm.STANDARD):
            if columns >= table.width(tried, look) + LEAST_COLUMNS:
                return _two_panes(watched, look, tried, columns, height)
    if watched.has_result:
        said = [BLANK, *_standing(watched, look, columns)]
        return [*said, *_result(watched, look, columns, height - len(said))]
    is_compact = columns < TABLE_WIDTH or lines < TABLE_HEIGHT
    above = [
        *_board(watched, look, TableForm.COMPACT if is_compact else TableForm.STANDARD, columns),
        *_standing(watched, look, columns),
    ]
    return [*above, *_log_in(watched, look, columns, height - len(above))]


def _two_panes(watched: Watched, look: Look, form: TableForm, columns: int, height: int) -> list[Row]:
    """The table in this form, in the middle; at the right what happened, and above it the points at the end."""
    width = watched.ui.table.width(form, look)
    board = _board(watched, look, form, width)
    left = [*board, BLANK, *_standing(watched, look, width)]
    if board:
        left = [*[BLANK] * ((height - len(left)) // 2), *left]
    beside = columns - width
    if watched.has_result:
        return in_two_panes(left, _result(watched, look, beside, height), width, 0, height)
    table, width_beside = watched.ui.table, beside - BETWEEN
    panels = [] if watched.state is None else parts_beside(table, watched.scene, look, form, width_beside)
    log, _most = log_beside(_log(watched), look, width_beside, height - len(panels))
    return in_two_panes(left, [*panels, *log], width, BETWEEN, height)


def _board(watched: Watched, look: Look, form: TableForm, columns: int) -> list[Row]:
    """The table, once there is one."""
    return [] if watched.state is None else watched.ui.table.board(watched.scene, look, form, columns)


def _standing(watched: Watched, look: Look, columns: int) -> list[Row]:
    style = "status" if watched.goes_on else "loud"
    sentences = whole_within(standing(watched), columns - 2, _MOST_STANDING, look.ellipsis)
    return [text_row(f" {line}", style) for line in sentences]


def _result(watched: Watched, look: Look, columns: int, height: int) -> list[Row]:
    """The points, and below them as much of the log as there is room for."""
    shown = [BLANK, *rows_of(points(watched), look, columns, watched.ui.table.card_sign), BLANK][:height]
    left = height - len(shown)
    return [*shown, *_log_in(watched, look, columns, left)] if left >= _LEAST_LOG else shown


def _log_in(watched: Watched, look: Look, columns: int, height: int) -> list[Row]:
    """The log with its title, newest at the bottom, in ``height`` rows; none where only one of both has room."""
    return log_below(_log(watched), look, columns, height, _("what happened"))[0] if height > 1 else []


def _log(watched: Watched) -> Log:
    """All that has happened; the last move is marked."""
    last = next((frame for frame in reversed(watched.frames) if frame.is_move), None)
    return Log(log_lines(watched.frames, last))


# The program.

_WatchStep: TypeAlias = tuple[Watched | None, Leaving | None]

_LEAVING: Final = frozenset({"escape", "c-c"})
"""The keys that leave, beside the one that is typed."""


class _WatchKeys:
    """The keys of someone who can only leave."""

    def press(self, watched: Watched | None, key: str, **_window: object) -> _WatchStep:
        return watched, "leave" if key in _LEAVING else None

    def type_text(self, watched: Watched | None, text: str, *, pasted: bool, **_window: object) -> _WatchStep:
        return watched, "leave" if text.lower() == "q" and not pasted else None

    def click(self, watched: Watched | None, _on: Click, **_window: object) -> _WatchStep:
        return watched, None


def run_watch(watch: Callable[[StoredGame], Watching], game: StoredGame, settings: Settings) -> None:
    """Show a game as it is played, and after it the next one of the same players. The terminal is restored.

    ``watch`` makes what follows a game.
    Raises as ``Watching.look``, ``SystemExit`` after a signal to end, and ``EOFError`` if the terminal is closed.
    """
    program = Program[Watched | None, Leaving](
        None,
        _WatchKeys(),
        watch_screen,
        settings,
        game_styles=lambda watched: no_styles if watched is None else watched.ui.table.styles,
    )
    program.run_until_left(partial(follow_all, watch, game, program.become))
