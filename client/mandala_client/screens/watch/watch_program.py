"""The second screen on the whole terminal, until the person leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from mandala_client.records.watching import Watched, Watching, follow_all
from mandala_client.screens.watch.watch_pages import watch_screen
from mandala_client.settings.settings import Settings
from mandala_client.ui.abilities import settle_look
from mandala_client.ui.guest import Guest
from mandala_client.ui.rows import Screen
from mandala_client.ui.style_sheet import no_styles
from mandala_client.ui.view import make_application

if TYPE_CHECKING:
    from mandala_client.ui.clicks import Click
    from mandala_net.store.store import StoredGame

_LEAVING: Final = frozenset({"escape", "c-c"})
"""The keys that leave, beside the one that is typed."""


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
    import trio

    terminal = terminal or get_app_session().output
    look = settle_look(settings, terminal)
    seen: Watched | None = None
    staying = trio.CancelScope()

    class Hands:
        """Takes what the person does, who can only leave."""

        def press(self, key: str) -> None:
            if key in _LEAVING:
                guest.call_soon(staying.cancel)

        def type_text(self, text: str, *, pasted: bool = False) -> None:
            if text.lower() == "q" and not pasted:
                guest.call_soon(staying.cancel)

        def click(self, on: Click) -> None:
            """Ignore a click: nothing can be chosen."""

    def draw(columns: int, lines: int) -> Screen:
        return watch_screen(seen, look, columns, lines)

    def show(watched: Watched) -> None:
        nonlocal seen
        seen = watched
        application.invalidate()

    async def watch_on() -> None:
        with staying:
            await follow_all(watch, game, show)

    application = make_application(
        draw,
        Hands(),
        settings=lambda: settings,
        game_styles=lambda: no_styles if seen is None else seen.ui.table.styles,
        keyboard=keyboard,
        terminal=terminal,
    )
    guest = Guest(watch_on, application)
    guest.run()
