"""Visits to the lobby in its linear form: lines go in, sentences and a choice come out."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TextIO

import trio
from attrs import field, frozen

from mandala_client.linear.text_lobby import LinearLobby
from mandala_client.linear.typed_lines import TypedLines
from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.choices import LobbyChoice
from mandala_client.screens.lobby.lobby_model import Archive, LobbyModel, Surroundings, Update
from mandala_client.settings.settings import Settings
from mandala_client.text.sorry import Sorry
from mandala_net.discovery.listing import Listing
from tests.client.lobby.lobbies import SHELF
from tests.in_time import run_in_time
from tests.limits import SECONDS as SECONDS

NONE = "There are no games on your network at the moment. New ones are announced here."


class _Noted(TypedLines):
    """Notes when the first line has been taken."""

    def __init__(self, lines: TextIO) -> None:
        super().__init__(lines)
        self.taken = trio.Event()

    async def next(self) -> str | None:
        line = await super().next()
        self.taken.set()
        return line


@frozen
class Visitor:
    """Somebody who types these lines.

    ``read`` gives what is kept, ``listings`` are the games on the network, which are heard at once, or if that is
    ``late`` when the first line has been taken; ``unheard`` is why they are not. ``full``: no settings can be saved.
    """

    typed: str
    read: Callable[[Settings], Archive] = lambda _settings: SHELF
    listings: Sequence[Listing] = ()
    unheard: str | None = None
    full: bool = False
    late: bool = False
    saved: list[Settings] = field(factory=list, init=False)
    out: io.StringIO = field(factory=io.StringIO, init=False)
    lines: _Noted = field(init=False)
    _lobby: LinearLobby = field(init=False)

    @lines.default
    def _typed_lines(self) -> _Noted:
        return _Noted(io.StringIO(self.typed))

    @_lobby.default
    def _own_lobby(self) -> LinearLobby:
        return LinearLobby(Surroundings(self.read, self._save, local=True), self.lines, self.out, listen_to=self._hear)

    @property
    def heard(self) -> list[str]:
        """All that was said."""
        return self.out.getvalue().splitlines()

    def visit(self, model: LobbyModel | None = None) -> tuple[LobbyModel, LobbyChoice]:
        """Be in the lobby until something is chosen, but not for ever."""
        return run_in_time(lambda: self._lobby.visit(model or LobbyModel()))

    def chosen(self) -> LobbyChoice:
        """The choice in the end."""
        return self.visit()[1]

    def _save(self, _before: Settings, after: Settings) -> None:
        if self.full:
            raise Sorry("The disk is full.")
        self.saved.append(after)

    async def _hear(self, change: Callable[[Update], None]) -> None:
        if self.late:
            await self.lines.taken.wait()
        if self.unheard is not None:
            change(lambda model: updates.deafened(model, self.unheard or ""))
            await trio.sleep_forever()
        change(lambda model: updates.with_listings(model, ()))  # it takes a while until somebody answers
        change(lambda model: updates.with_listings(model, self.listings))
        change(updates.searched)
        await trio.sleep_forever()


def heard(*typed: str, **wanted: object) -> list[str]:
    """The answers to these lines, without the welcome.

    That there is no game on the network is said whenever it has been looked for them long enough: not here.
    """
    peer = Visitor("".join(f"{line}\n" for line in typed), **wanted)  # type: ignore[arg-type]
    peer.visit()
    welcome = next(at for at, line in enumerate(peer.heard) if line.startswith("Type one of these words: games"))
    return [line for line in peer.heard[welcome + 1 :] if line != NONE]
