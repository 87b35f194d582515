"""One side of a game as a program of its own, that halts whenever an entry is written, until it is told to go on.

Everything in it is the real thing; only its secrets are fixed, so that a game can be played twice to the byte.
It says "port N", "writing N" within the transaction that saves entry N, "saved N" after it, and at the end "over".
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import trio
from attrs import evolve, frozen

from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.connect import ConnectError, connect
from mandala_net.link.listener import Listener, listen
from mandala_net.link.secure_link import LinkLost, client_handshake
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.game_lock import lock_game
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.news import GameEnded, GameFinished
from mandala_net.match.reconnect import Places
from mandala_net.match.resume import resume
from mandala_net.match.setup import Audience, MatchSetup, PlayerTask, bot_player
from mandala_net.player.paths import Paths
from mandala_net.player.profile import Profile, open_home
from mandala_net.store.store import SavedGame, State, Store, StoredGame
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import First

IMPATIENT = Timeouts(ping=0.5, quiet=1, lost=3)
"""By this a line that has fallen silent is soon given up; where it was only slow, no more than another one is made."""


class HaltingStore(Store):
    """A store that halts within the transaction that saves an entry, and after it, until a line is read.

    Entries that come together are saved one by one, so that none is passed over.
    """

    _writing: int | None = None

    def begin(
        self, seat: Seat, peer: bytes, seed: bytes, *, bot: str | None = None, address: str | None = None
    ) -> SavedGame:
        return HaltingGame(self, super().begin(seat, peer, seed, bot=bot, address=address).row)

    def take_up(self, row: int) -> SavedGame:
        return HaltingGame(self, super().take_up(row).row)

    @contextmanager
    def halting(self, number: int) -> Iterator[None]:
        """Save the entry of this number within the block."""
        self._writing = number
        self._database.set_trace_callback(self._traced)
        try:
            yield
        finally:
            self._database.set_trace_callback(None)
        halt(f"saved {number}")

    def _traced(self, statement: str) -> None:
        if statement.startswith("COMMIT") and self._writing is not None:
            number, self._writing = self._writing, None
            halt(f"writing {number}")


class HaltingGame(SavedGame):
    """A game in such a store."""

    def append(self, entries: Iterable[Entry]) -> None:
        assert isinstance(self.store, HaltingStore)
        for entry in entries:
            with self.store.halting(entry.number):
                super().append([entry])


def halt(what: str) -> None:
    print(what, flush=True)
    if not sys.stdin.readline():
        sys.exit(1)


@frozen
class Side:
    """The way in which this side plays."""

    seat: Seat
    profile: Profile
    setup: MatchSetup
    bot: str

    @property
    def play(self) -> PlayerTask:
        return bot_player(self.bot, int(self.seat))

    @property
    def stored(self) -> StoredGame | None:
        """The game to go on with; a proposal that nobody has taken up is none."""
        games = self.profile.store.resumable()
        return next((game for game in games if self.seat is Seat.GUEST or game.game_id is not None), None)

    async def host(self) -> GameEnded:
        async with await listen(0, "127.0.0.1") as listener:
            print(f"port {listener.port}", flush=True)
            if self.stored is not None:
                return await self._resume(self.stored, listener)
            offer = GameTerms(MANDALA.name, First.LOT)
            return await host(self.profile, listener, offer, AUDIENCE, self.play, None, self.setup)

    async def guest(self) -> GameEnded:
        """Until there is a game to go on with, join anew."""
        assert self.setup.places.address is not None
        while self.stored is None:
            try:
                stream = await connect(self.setup.places.address)
                link = await client_handshake(stream, self.profile.identity)
                ended = await join(self.profile, link, AUDIENCE, self.play, self.setup)
            except (ConnectError, LinkLost, RemoteProtocolError):
                await trio.sleep(0.05)
                continue
            if isinstance(ended.outcome, GameFinished):
                return ended
        return await self._resume(self.stored)

    async def _resume(self, stored: StoredGame, listener: Listener | None = None) -> GameEnded:
        with lock_game(self.profile.paths.locks, stored.row):
            return await resume(self.profile, stored, AUDIENCE, self.play, self.setup, listener)


AUDIENCE = Audience(lambda _: None, lambda _: None, lambda _: None)


@click.command()
@click.argument("seat", type=click.Choice(["host", "guest"]))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--port", type=int, default=0)
@click.option("--bot", default="greedy")
@click.option("--halting/--running", default=True)
@click.option("--impatient", is_flag=True, help="Silence is to be noticed soon.")
def main(seat: str, folder: Path, port: int, bot: str, halting: bool, impatient: bool) -> None:
    paths = Paths.under(folder)
    with open_home(paths, "Anna" if seat == "host" else "Ben") as profile:
        if halting:
            profile = evolve(profile, store=HaltingStore(paths.games))
        places = Places(Reach.THIS_MACHINE, announced=False, address=Address("127.0.0.1", port) if port else None)
        setup = MatchSetup(places, IMPATIENT if impatient else Timeouts(), lambda: seat.encode().ljust(32, b"."))
        side = Side(Seat.HOST if seat == "host" else Seat.GUEST, profile, setup, bot)
        if side.stored is None and any(game.state is State.FINISHED for game in profile.store.games()):
            outcome = "GameFinished"
        else:
            outcome = type(trio.run(side.host if seat == "host" else side.guest).outcome).__name__
        profile.store.close()
    print(f"over {outcome}", flush=True)


if __name__ == "__main__":
    main()
