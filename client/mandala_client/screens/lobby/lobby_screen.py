"""The lobby on the whole terminal, until the person leaves it with a choice."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

from mandala_client.screens.lobby import lobby_keys
from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.choices import LobbyChoice
from mandala_client.screens.lobby.choosing import LobbyAct, Save
from mandala_client.screens.lobby.lobby_model import LobbyModel, Surroundings, Update
from mandala_client.screens.lobby.lobby_pages import screen
from mandala_client.settings.settings import Settings
from mandala_client.text.sorry import Sorry
from mandala_client.ui.program import Program

_TITLE: Final = "Mandala"


class Lobby:
    """The lobby of a terminal application. The keys come on its loop, what is heard and read comes from trio."""

    def __init__(self, model: LobbyModel, around: Surroundings) -> None:
        self.program = Program[LobbyModel, LobbyAct](
            model,
            lobby_keys,
            screen,
            model.settings,
            act=self._do,
            laid_out=updates.laid_out,
            writes=lambda model: model.typed is not None,
        )
        self._around = around
        self._choice: LobbyChoice | None = None

    def run(self) -> tuple[LobbyModel, LobbyChoice]:
        """Show the lobby; how the person left it, and with which choice. The terminal is restored.

        Raises ``SystemExit`` after a signal to end, ``EOFError`` if the terminal is closed.
        """
        self.program.title.show(_TITLE)
        self.program.run_until_left(self._live)
        assert self._choice is not None, "it is left with one"
        return self.program.model, self._choice

    async def _live(self) -> None:
        import trio  # slow, as is the other, and the lobby is seen by now

        from mandala_client.screens.lobby.lobby_life import read_and_listen

        self._renamed, renamed = trio.open_memory_channel[None](math.inf)
        await read_and_listen(self._around, lambda: self.program.model, self._change, renamed)

    def _change(self, update: Update) -> None:
        self.program.become(update(self.program.model))

    def _do(self, act: LobbyAct) -> None:
        if isinstance(act, Save):
            self._save(act.settings)
        else:
            self._choice = act
            self.program.leave()

    def _save(self, settings: Settings) -> None:
        before = self.program.model.settings
        self.program.settle(settings)
        self._change(partial(updates.with_settings, settings=settings))
        try:
            self._around.save(before, settings)
        except Sorry as error:
            self._change(partial(updates.noted, note=error.message))
        if settings.name != before.name:
            self.program.call_soon(lambda: self._renamed.send_nowait(None))
