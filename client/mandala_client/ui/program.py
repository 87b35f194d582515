"""A program on the whole terminal: one model, which is drawn, and which keys, the mouse and news change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from prompt_toolkit.application.current import get_app_session

from mandala_client.settings.settings import Settings
from mandala_client.ui.abilities import settle_look
from mandala_client.ui.clicks import Click
from mandala_client.ui.guest import Guest
from mandala_client.ui.page_frame import fits
from mandala_client.ui.rows import Screen
from mandala_client.ui.style import Look
from mandala_client.ui.style_sheet import GameStyles, no_styles
from mandala_client.ui.view import make_application
from mandala_client.ui.window_title import WindowTitle

Model = TypeVar("Model")
Act = TypeVar("Act")
ActT = TypeVar("ActT", covariant=True)
T = TypeVar("T")

Leaving: TypeAlias = Literal["leave"]
"""The act of a program in which there is nothing to do but to leave it."""


class Keys(Protocol[Model, ActT]):
    """The keys and the mouse: from a model to the next one, and to what is to be done. A module can be this.

    ``seen``: the window had room for what was drawn last. ``drawn``: the model that was drawn last.
    """

    def press(self, model: Model, key: str, /, *, seen: bool) -> tuple[Model, ActT | None]:
        """Take a key that is not text, by its name."""

    def type_text(self, model: Model, text: str, /, *, pasted: bool, seen: bool) -> tuple[Model, ActT | None]:
        """Take text, typed one character at a time or pasted."""

    def click(self, model: Model, on: Click, /, *, drawn: Model, seen: bool) -> tuple[Model, ActT | None]:
        """Take a click of the mouse."""


class Program(Generic[Model, Act]):
    """A model on the whole terminal. It is drawn when it has changed, and only then.

    ``draw`` gives its screen for a number of columns and lines, ``laid_out`` the model with what drawing alone knows:
    how far it can be scrolled, and where its chapters are. ``act`` does what a key asks for, which is to leave if it
    is not given. The others are as for ``make_application``.
    """

    def __init__(
        self,
        model: Model,
        keys: Keys[Model, Act],
        draw: Callable[[Model, Look, int, int], Screen],
        settings: Settings,
        *,
        act: Callable[[Act], None] | None = None,
        laid_out: Callable[[Model, int, tuple[int, ...]], Model] = lambda model, _most_scrolled, _chapters: model,
        game_styles: Callable[[Model], GameStyles] = lambda _model: no_styles,
        writes: Callable[[Model], bool] = lambda _model: False,
        late: Callable[[], object] = lambda: None,
    ) -> None:
        self.model = self._drawn = model
        self.terminal = get_app_session().output
        self.title = WindowTitle(self.terminal)
        self.settle(settings)
        self._keys, self._draw, self._laid_out = keys, draw, laid_out
        self._act = act or (lambda _leave: self.leave())
        self._seen, self._left = True, False
        self._application = make_application(
            self.draw,
            self,
            settings=lambda: self._settings,
            game_styles=lambda: game_styles(self.model),
            left=lambda: self._left,
            writes=lambda: writes(self.model),
            late=late,
        )
        self.redraw = self._application.invalidate

    def settle(self, settings: Settings) -> None:
        """Draw by these settings from now on, as far as the terminal can."""
        self._settings, self.look = settings, settle_look(settings, self.terminal)

    def run(self, live: Callable[[], Awaitable[T]]) -> T:
        """Show the program until ``live``, which goes on beside it within trio, has ended, and return its result.

        The terminal is restored. Raises what ``Guest.run`` raises.
        """
        guest = Guest(live, self._application)
        self.call_soon, self.cancel = guest.call_soon, guest.cancel
        try:
            return guest.run()
        finally:
            with suppress(OSError):  # the terminal may be gone
                self.title.restore()

    def run_until_left(self, live: Callable[[], Awaitable[object]]) -> None:
        """Show the program until ``leave`` is called, or ``live`` has ended before."""

        async def stay() -> None:
            import trio  # slow: not before the first screen

            with trio.CancelScope() as self._staying:
                await live()

        self.run(stay)

    def leave(self) -> None:
        """End ``run_until_left``. The keys from now on are for the program after this one."""
        self._left = True
        self.call_soon(lambda: self._staying.cancel())

    def become(self, model: Model) -> None:
        """Go on to this model."""
        if model != self.model:
            self.model = model
            self.redraw()

    # What the terminal calls.

    def draw(self, columns: int, lines: int) -> Screen:
        """The screen in a terminal of this size."""
        shown = self._draw(self.model, self.look, columns, lines)
        self._seen = fits(columns, lines)
        self.model = self._drawn = self._laid_out(self.model, shown.most_scrolled, shown.chapters)
        return shown

    def press(self, key: str) -> None:
        self._take(*self._keys.press(self.model, key, seen=self._seen))

    def type_text(self, text: str, *, pasted: bool = False) -> None:
        self._take(*self._keys.type_text(self.model, text, pasted=pasted, seen=self._seen))

    def click(self, on: Click) -> None:
        self._take(*self._keys.click(self.model, on, drawn=self._drawn, seen=self._seen))

    def _take(self, model: Model, act: Act | None) -> None:
        self.become(model)
        if act is not None:
            self._act(act)
