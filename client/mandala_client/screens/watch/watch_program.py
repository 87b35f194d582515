"""The second screen on the whole terminal, until the person leaves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from mandala_client.records.watching import Watched, Watching, follow_all
from mandala_client.screens.watch.watch_pages import watch_screen
from mandala_client.settings.settings import Settings
from mandala_client.ui.program import Leaving, Program
from mandala_client.ui.style_sheet import no_styles

if TYPE_CHECKING:
    from mandala_client.ui.clicks import Click
    from mandala_net.store.store import StoredGame

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


def run_watch(
    watch: Callable[[StoredGame], Watching],
    game: StoredGame,
    settings: Settings,
    *,
    keyboard: Input | None = None,
    terminal: Output | None = None,
) -> None:
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
        keyboard=keyboard,
        terminal=terminal,
    )
    program.run_until_left(partial(follow_all, watch, game, program.become))
