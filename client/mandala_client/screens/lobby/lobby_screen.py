"""The lobby on the whole terminal, until the person leaves it with a choice."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from mandala_client.screens.lobby import lobby_keys
from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.choices import LobbyChoice
from mandala_client.screens.lobby.choosing import Save, Taken
from mandala_client.screens.lobby.lobby_model import LobbyModel
from mandala_client.screens.lobby.lobby_pages import screen
from mandala_client.screens.lobby.surroundings import Surroundings, Update
from mandala_client.settings.settings import Settings
from mandala_client.text.sorry import Sorry
from mandala_client.ui.abilities import settle_look
from mandala_client.ui.clicks import Button, Click
from mandala_client.ui.guest import Guest
from mandala_client.ui.page_frame import fits
from mandala_client.ui.rows import Screen
from mandala_client.ui.view import make_application
from mandala_client.ui.window_title import WindowTitle

if TYPE_CHECKING:
    from mandala_client.screens.lobby.lobby_life import LobbyLife

_TITLE: Final = "Mandala"


class Lobby:
    """The lobby of a terminal application. The keys come on its loop, what is heard and read comes from trio."""

    def __init__(self, model: LobbyModel, around: Surroundings, terminal: Output) -> None:
        self.model = self._drawn = model
        self._around, self._terminal = around, terminal
        self._look = settle_look(model.settings, terminal)
        self._choice: LobbyChoice | None = None
        self._life: LobbyLife
        self._seen = True

    def run(self, keyboard: Input | None) -> LobbyChoice:
        """Show it until a choice is made."""
        self._application = make_application(
            self.draw,
            self,
            settings=lambda: self.model.settings,
            keyboard=keyboard,
            terminal=self._terminal,
            left=lambda: self._choice is not None,
            writes=lambda: self.model.typed is not None,
        )
        self._guest = Guest(self._live, self._application)
        title = WindowTitle(self._terminal)
        try:
            title.show(_TITLE)
            return self._guest.run()
        finally:
            with suppress(OSError):  # the terminal may be gone
                title.restore()

    def draw(self, columns: int, lines: int) -> Screen:
        """The screen in a terminal of this size. Only here is it known how much there is to scroll."""
        shown = screen(self.model, self._look, columns, lines)
        self._seen = fits(columns, lines)
        self.model = self._drawn = updates.laid_out(self.model, shown.most_scrolled, shown.chapters)
        return shown

    # What goes on beside the keys, within trio.

    async def _live(self) -> LobbyChoice:
        from mandala_client.screens.lobby.lobby_life import LobbyLife  # slow to import, and the lobby is seen by now

        self._life = LobbyLife(self._around, lambda: self.model.settings, lambda: self.model.known_keys, self._change)
        await self._life.until_chosen()
        assert self._choice is not None, "it was made before"
        return self._choice

    def _change(self, update: Update) -> None:
        self._become(update(self.model))

    # What the person does; called on the loop of the terminal.

    def press(self, key: str) -> None:
        self._take(lobby_keys.press(self.model, key, seen=self._seen))

    def type_text(self, text: str, *, pasted: bool = False) -> None:
        self._take(lobby_keys.type_text(self.model, text, pasted=pasted, seen=self._seen))

    def click(self, on: Click) -> None:
        # A click means what was seen, which may be another page by now, or another list of games.
        stale = (self.model.page, self.model.listings) != (self._drawn.page, self._drawn.listings)
        if isinstance(on, Button) and self._seen and not stale and self.model.typed is None:
            self._take(lobby_keys.type_text(self.model, on.key) if on.types else lobby_keys.press(self.model, on.key))

    def _take(self, taken: Taken) -> None:
        if self._choice is not None:
            return  # it is being left
        model, act = taken
        self._become(model)
        match act:
            case None:
                pass
            case Save(settings=settings):
                self._save(settings)
            case choice:
                self._choice = choice
                self._guest.call_soon(lambda: self._life.choose())

    def _save(self, settings: Settings) -> None:
        before = self.model.settings
        self._look = settle_look(settings, self._terminal)
        self._become(updates.with_settings(self.model, settings))
        try:
            self._around.save(before, settings)
        except Sorry as error:
            self._become(updates.noted(self.model, error.message))
        if settings.name != before.name:
            self._guest.call_soon(lambda: self._life.read_again())

    def _become(self, model: LobbyModel) -> None:
        if model != self.model:
            self.model = model
            self._application.invalidate()


def run_lobby(
    model: LobbyModel, around: Surroundings, *, keyboard: Input | None = None, terminal: Output | None = None
) -> tuple[LobbyModel, LobbyChoice]:
    """Show the lobby; how the person left it, and with which choice. The terminal is restored.

    Raises ``SystemExit`` after a signal to end, ``EOFError`` if the terminal is closed.
    """
    lobby = Lobby(model, around, terminal or get_app_session().output)
    choice = lobby.run(keyboard)
    return lobby.model, choice
