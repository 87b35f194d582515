"""The whole terminal for a game: a first page at once, and the frontend as soon as all that it needs is there.

The table and the network take longer to import than anyone should look at nothing. So nothing of them is imported
here before the first page has been drawn.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final, Never, TypeAlias, TypeVar

from mandala_client.settings.settings import Settings
from mandala_client.text.language import _
from mandala_client.ui.abilities import is_lively, is_on_slow_line
from mandala_client.ui.clicks import Click
from mandala_client.ui.page_frame import bar, fits, paragraph, too_small
from mandala_client.ui.program import Program
from mandala_client.ui.rows import BLANK, Screen, in_window
from mandala_client.ui.style import Look
from mandala_client.ui.style_sheet import no_styles

if TYPE_CHECKING:
    from mandala_client.screens.table.screen_frontend import ScreenFrontend

T = TypeVar("T")

_StageStep: TypeAlias = "tuple[ScreenFrontend | None, None]"

_DESK: Final = "mandala_client.screens.table.screen_frontend"
_LEAVING: Final = "c-c"
"""Not Esc: a slow line may bring it apart from the rest of a function key."""

_MOST_KEYS: Final = 20
"""The most keys that wait for the frontend."""


class _Stage:
    """Shows the frontend and passes the keys to it; until there is a frontend, it shows the first page.

    The frontend has a model of its own, and asks for a redraw when that has changed.
    """

    def __init__(self, settings: Settings, *, from_lobby: bool) -> None:
        self._settings, self._from_lobby = settings, from_lobby
        self._writes_slowly = False
        self._pressed: list[str] = []
        self._program: Program[ScreenFrontend | None, Never] = Program(
            None,
            self,
            _screen,
            settings,
            game_styles=lambda frontend: no_styles if frontend is None else frontend.model.game.table.styles,
            writes=lambda frontend: frontend is not None and bool(frontend.model.draft.text),
            late=self._calm,
        )

    def run(self, main: Callable[[ScreenFrontend], Awaitable[T]], prepare: Callable[[], object]) -> T:
        """Show the first page, prepare, and let ``main`` go on."""

        async def live() -> T:
            import trio
            from outcome import acapture

            await trio.to_thread.run_sync(self._import_and, prepare)
            await trio.lowlevel.checkpoint()  # whoever has left in the meantime begins nothing
            frontend = self._made_frontend()
            for key in self._pressed:
                frontend.press(key)
            self._program.become(frontend)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(frontend.draw_typed)
                nursery.start_soon(frontend.keep_time)
                nursery.start_soon(frontend.consult_teacher)
                nursery.start_soon(frontend.pass_motions)
                done = await acapture(main, frontend)  # a nursery would put an exception into a group
                nursery.cancel_scope.cancel()
            return done.unwrap()

        return self._program.run(live)

    def _import_and(self, prepare: Callable[[], object]) -> None:
        import_module(_DESK)
        prepare()

    def _made_frontend(self) -> ScreenFrontend:
        from mandala_client.screens.table.screen_frontend import ScreenFrontend

        program = self._program
        slow = self._writes_slowly or is_on_slow_line(program.terminal)
        return ScreenFrontend(
            program.look,
            settings=self._settings,
            from_lobby=self._from_lobby,
            lively=is_lively(self._settings, program.look, slow=slow),
            redraw=program.redraw,
            ring=program.terminal.bell,
            entitle=program.title.show,
            abandon=program.cancel,
            soon=program.call_soon,
        )

    def _calm(self) -> None:
        """A write took long: nothing moves any more. That SSH is used is no reason, as it is fast in one house."""
        self._writes_slowly = True
        if self._program.model is not None:
            self._program.model.calm()

    # What the person does.

    def press(self, frontend: ScreenFrontend | None, key: str, **_window: object) -> _StageStep:
        """Before there is a frontend there is nothing to lose: whoever wants to leave is not asked again."""
        if frontend is not None:
            frontend.press(key)
        elif key == _LEAVING:
            self._program.cancel()
        elif len(self._pressed) < _MOST_KEYS:
            self._pressed.append(key)  # such as F1; nothing is asked or played as long as there is no frontend
        return frontend, None

    def type_text(self, frontend: ScreenFrontend | None, text: str, *, pasted: bool, **_window: object) -> _StageStep:
        """Keys typed before there is a frontend could only be meant for something that no one has seen yet."""
        if frontend is not None:
            frontend.type_text(text, pasted=pasted)
        return frontend, None

    def click(self, frontend: ScreenFrontend | None, on: Click, **_window: object) -> _StageStep:
        if frontend is not None:
            frontend.click(on)
        return frontend, None


def _screen(frontend: ScreenFrontend | None, look: Look, columns: int, lines: int) -> Screen:
    return first_page(look, columns, lines) if frontend is None else frontend.draw(columns, lines)


def first_page(look: Look, columns: int, lines: int) -> Screen:
    """The first page, while the rest of the program is imported."""
    if fits(columns, lines):
        rows = paragraph(_("Setting up the table …"), columns)
        page = Screen((bar("", _("Ctrl-C leaves"), columns), BLANK, *rows))
    else:
        page = too_small(columns, lines, _("Only Ctrl-C works now."))
    return in_window(page, look, columns, lines)


def run_on_screen(
    main: Callable[[ScreenFrontend], Awaitable[T]],
    *,
    prepare: Callable[[], object] = lambda: None,
    settings: Settings | None = None,
    from_lobby: bool = False,
) -> T:
    """Run ``main`` with a frontend that is the whole terminal, and give back its result; the terminal is restored.

    ``prepare`` is called before, in a thread, while the first page is shown: what is slow belongs there.
    ``settings`` decide on the look and on what is asked and told, the usual ones if they are not given. It keeps to
    ASCII if they ask for it, or if the terminal cannot write everything. ``from_lobby``: that is where one is after it.
    Raises what ``main`` and ``prepare`` raise, ``KeyboardInterrupt`` if the person stops the program, ``SystemExit``
    after a signal to end, ``EOFError`` if the terminal is closed.
    """
    return _Stage(settings or Settings(), from_lobby=from_lobby).run(main, prepare)
