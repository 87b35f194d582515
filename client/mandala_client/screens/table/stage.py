"""The whole terminal for a game: a first page at once, and the frontend as soon as all that it needs is there.

The table and the network take longer to import than anyone should look at nothing. So nothing of them is imported
here before the first page has been drawn.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final, TypeVar

from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from mandala_client.settings.settings import Settings
from mandala_client.text.language import _
from mandala_client.ui.abilities import is_lively, settle_look
from mandala_client.ui.clicks import Click
from mandala_client.ui.guest import Guest
from mandala_client.ui.line_speed import is_on_slow_line
from mandala_client.ui.page_frame import bar, fits, paragraph, too_small
from mandala_client.ui.rows import BLANK, Screen, in_ascii, within
from mandala_client.ui.style import Look
from mandala_client.ui.style_sheet import GameStyles, no_styles
from mandala_client.ui.view import make_application
from mandala_client.ui.window_title import WindowTitle

if TYPE_CHECKING:
    from mandala_client.screens.table.screen_frontend import ScreenFrontend

T = TypeVar("T")

_DESK: Final = "mandala_client.screens.table.screen_frontend"
_LEAVING: Final = "c-c"
"""Not Esc: a slow line may bring it apart from the rest of a function key."""

_MOST_KEYS: Final = 20
"""The most keys that wait for the frontend."""


def _nothing() -> None:
    """Prepare nothing."""


class _Stage:
    """Shows the frontend and passes the keys to it; until there is a frontend, it shows the first page."""

    def __init__(self, settings: Settings, keyboard: Input | None, terminal: Output, *, from_lobby: bool) -> None:
        self._settings, self._from_lobby = settings, from_lobby
        self._look = settle_look(settings, terminal)
        self._title = WindowTitle(terminal)
        self._application = make_application(
            self.draw,
            self,
            settings=self._settings_now,
            game_styles=self._game_styles,
            keyboard=keyboard,
            terminal=terminal,
            writes=lambda: self._frontend is not None and bool(self._frontend.model.draft.text),
            late=self._calm,
        )
        self._frontend: ScreenFrontend | None = None
        self._writes_slowly = False
        self._pressed: list[str] = []

    def run(self, main: Callable[[ScreenFrontend], Awaitable[T]], prepare: Callable[[], object]) -> T:
        """Show the first page, prepare, and let ``main`` go on."""

        async def live() -> T:
            import trio
            from outcome import acapture

            await trio.to_thread.run_sync(self._import_and, prepare)
            await trio.lowlevel.checkpoint()  # whoever has left in the meantime begins nothing
            self._frontend = self._made_frontend()
            for key in self._pressed:
                self._frontend.press(key)
            self._application.invalidate()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._frontend.draw_typed)
                nursery.start_soon(self._frontend.keep_time)
                nursery.start_soon(self._frontend.consult_teacher)
                nursery.start_soon(self._frontend.pass_motions)
                done = await acapture(main, self._frontend)  # a nursery would put an exception into a group
                nursery.cancel_scope.cancel()
            return done.unwrap()

        guest = Guest(live, self._application)
        self._call_soon, self._leave = guest.call_soon, guest.cancel
        try:
            return guest.run()
        finally:
            self._title.restore()

    def _import_and(self, prepare: Callable[[], object]) -> None:
        import_module(_DESK)
        prepare()

    def _made_frontend(self) -> ScreenFrontend:
        from mandala_client.screens.table.screen_frontend import ScreenFrontend

        slow = self._writes_slowly or is_on_slow_line(self._application.output)
        return ScreenFrontend(
            self._look,
            settings=self._settings,
            from_lobby=self._from_lobby,
            lively=is_lively(self._settings, self._look, slow=slow),
            redraw=self._application.invalidate,
            ring=self._application.output.bell,
            entitle=self._title.show,
            abandon=self._leave,
            soon=self._call_soon,
        )

    def _calm(self) -> None:
        """A write took long: nothing moves any more. That SSH is used is no reason, as it is fast in one house."""
        self._writes_slowly = True
        if self._frontend is not None:
            self._frontend.calm()

    def _settings_now(self) -> Settings:
        return self._settings if self._frontend is None else self._frontend.model.settings

    def _game_styles(self) -> GameStyles:
        return no_styles if self._frontend is None else self._frontend.model.game.table.styles

    # What the terminal calls.

    def draw(self, columns: int, lines: int) -> Screen:
        """The screen in a terminal of this size."""
        return first_page(self._look, columns, lines) if self._frontend is None else self._frontend.draw(columns, lines)

    def press(self, key: str) -> None:
        """Before there is a frontend there is nothing to lose: whoever wants to leave is not asked again."""
        if self._frontend is not None:
            self._frontend.press(key)
        elif key == _LEAVING:
            self._leave()
        elif len(self._pressed) < _MOST_KEYS:
            self._pressed.append(key)  # such as F1; nothing is asked or played as long as there is no frontend

    def type_text(self, text: str, *, pasted: bool = False) -> None:
        """Keys typed before there is a frontend could only be meant for something that no one has seen yet."""
        if self._frontend is not None:
            self._frontend.type_text(text, pasted=pasted)

    def click(self, on: Click) -> None:
        if self._frontend is not None:
            self._frontend.click(on)


def first_page(look: Look, columns: int, lines: int) -> Screen:
    """The first page, while the rest of the program is imported."""
    if fits(columns, lines):
        rows = paragraph(_("Setting up the table …"), columns)
        page = Screen((bar("", _("Ctrl-C leaves"), columns), BLANK, *rows))
    else:
        page = too_small(columns, lines, _("Only Ctrl-C works now."))
    return Screen(in_ascii(within(page.rows, columns), look))


def run_on_screen(
    main: Callable[[ScreenFrontend], Awaitable[T]],
    *,
    prepare: Callable[[], object] = _nothing,
    settings: Settings | None = None,
    from_lobby: bool = False,
    keyboard: Input | None = None,
    terminal: Output | None = None,
) -> T:
    """Run ``main`` with a frontend that is the whole terminal, and give back its result; the terminal is restored.

    ``prepare`` is called before, in a thread, while the first page is shown: what is slow belongs there.
    ``settings`` decide on the look and on what is asked and told, the usual ones if they are not given. It keeps to
    ASCII if they ask for it, or if the terminal cannot write everything. ``from_lobby``: that is where one is after it.
    Raises what ``main`` and ``prepare`` raise, ``KeyboardInterrupt`` if the person stops the program, ``SystemExit``
    after a signal to end, ``EOFError`` if the terminal is closed.
    """
    terminal = terminal or get_app_session().output
    return _Stage(settings or Settings(), keyboard, terminal, from_lobby=from_lobby).run(main, prepare)
