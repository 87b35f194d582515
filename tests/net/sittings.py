"""Two at a table after their first game, and the way between them, which can be cut."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import attrs
import trio
import trio.testing

from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.connect import connect
from mandala_net.link.listener import Listener, listen
from mandala_net.link.secure_link import client_handshake
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.match import Match
from mandala_net.match.news import GameEnded, News
from mandala_net.match.reconnect import Places
from mandala_net.match.rematch import rematch
from mandala_net.match.setup import Audience, MatchSetup, PlayerTask
from mandala_net.player.profile import Profile
from mandala_protocol.conversation.events import Resign
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import First
from tests.limits import SECONDS as SECONDS
from tests.narrowing import present
from tests.relays import Relay

PATIENT = Timeouts(rematch=10 * SECONDS)
"""Whoever is told that the other has left was told so by the other, and not by a clock."""

HANDSHAKE_BYTES = 8 + 2 + 192
HELLO_BYTES = 2 + 16 + 60
"""At least so many bytes go in each direction before the first word of a line: the guest's handshake is no shorter."""

OFFER = GameTerms(PATTERNS.name, First.GUEST, grace=600, live_score=True)


async def resign(match: Match) -> None:
    """Whoever is to play first resigns: so the loser of a game is the one who began it."""
    while match.snapshot.pending is not Pending.MOVE:
        await match.wait_changed()
    await match.do(Resign())
    await trio.sleep_forever()


async def quiet(_: Match) -> None:
    """Says nothing between two games, and leaves nowhere."""
    await trio.sleep_forever()


class CutRelay(Relay):
    """A way to the host that can be cut.

    ``carried``: how many bytes came from the guest (True) and from the host, on the newest connection.
    """

    def __init__(self, target: int) -> None:
        super().__init__(target)
        self.carried = {True: 0, False: 0}
        self._streams: list[trio.SocketStream] = []

    async def connect(self, guest: trio.SocketStream, host: trio.SocketStream) -> None:
        self.carried = {True: 0, False: 0}
        self._streams += [guest, host]
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await super().connect(guest, host)

    async def carry(self, source: trio.SocketStream, sink: trio.SocketStream, from_guest: bool) -> None:
        carried = self.carried
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for data in source:
                await sink.send_all(data)
                carried[from_guest] += len(data)
            await sink.send_eof()

    async def wait_met(self, before: int) -> None:
        """Wait until there is a new connection, after so many before, on which both have said hello."""
        while self.connections == before or min(self.carried.values()) < HANDSHAKE_BYTES + HELLO_BYTES:
            await trio.testing.wait_all_tasks_blocked(0.001)
        await trio.testing.wait_all_tasks_blocked(0.01)

    def cut(self) -> None:
        streams, self._streams = self._streams, []
        for stream in streams:
            stream.socket.close()


@attrs.define
class Side:
    """One of the two, and all that it is told.

    ``player`` plays the games after the first, ``between`` speaks before them.
    """

    profile: Profile
    setup: MatchSetup
    listener: Listener | None = None
    player: PlayerTask = resign
    between: PlayerTask = quiet
    sentences: list[str] = attrs.Factory(list)
    news: list[News] = attrs.Factory(list)
    shown: list[Snapshot] = attrs.Factory(list)
    _told: trio.lowlevel.ParkingLot = attrs.Factory(trio.lowlevel.ParkingLot)

    @property
    def audience(self) -> Audience:
        return Audience(self.sentences.append, self.shown.append, self._hear)

    def _hear(self, news: News) -> None:
        self.news.append(news)
        self._told.unpark_all()

    async def heard(self, kind: type[News]) -> None:
        """Wait until there was news of this kind."""
        while not any(isinstance(news, kind) for news in self.news):
            await self._told.park()

    async def again(self, ended: GameEnded, want: Callable[[], Awaitable[bool]]) -> GameEnded | None:
        """The sequel to that game."""
        assert ended.sequel is not None
        return await rematch(
            self.profile, ended.sequel, self.audience, self.player, want, self.setup, self.listener, self.between
        )

    async def gladly(self) -> bool:
        return True

    def once(self, kind: type[News], *, wanted: bool = True) -> Callable[[], Awaitable[bool]]:
        """Decides as soon as there was news of this kind."""

        async def decide() -> bool:
            await self.heard(kind)
            return wanted

        return decide


@attrs.define
class Two:
    """Host and guest, who have just finished a game, and the way between them."""

    host: Side
    guest: Side
    of_host: GameEnded
    of_guest: GameEnded
    relay: CutRelay

    async def again(
        self, host: Callable[[], Awaitable[bool]], guest: Callable[[], Awaitable[bool]]
    ) -> tuple[GameEnded | None, GameEnded | None]:
        """Both go on as they want; how the next game ended for them."""
        ended: dict[Seat, GameEnded | None] = {}

        async def one(seat: Seat, side: Side, before: GameEnded, want: Callable[[], Awaitable[bool]]) -> None:
            ended[seat] = await side.again(before, want)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(one, Seat.HOST, self.host, self.of_host, host)
            nursery.start_soon(one, Seat.GUEST, self.guest, self.of_guest, guest)
        return ended[Seat.HOST], ended[Seat.GUEST]

    async def played_again(
        self, host: Callable[[], Awaitable[bool]], guest: Callable[[], Awaitable[bool]]
    ) -> tuple[GameEnded, GameEnded]:
        """Both go on, and there is another game: how it ended for them."""
        of_host, of_guest = await self.again(host, guest)
        return present(of_host), present(of_guest)


@asynccontextmanager
async def two(profiles: list[Profile], timeouts: Timeouts = PATIENT, *, live_score: bool = True) -> AsyncIterator[Two]:
    """A first game is over; ``live_score``: the guest wanted it, as the host did."""
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as around:
            relay = CutRelay(listener.port)
            await around.start(relay.run)
            address = Address("127.0.0.1", relay.port)
            alone = Places(Reach.THIS_MACHINE, announced=False)
            anna = Side(profiles[0], MatchSetup(alone, timeouts), listener)
            ben = Side(profiles[1], MatchSetup(attrs.evolve(alone, address=address), timeouts, live_score=live_score))
            ended: list[GameEnded] = []

            async def hosting() -> None:
                ended.append(await host(anna.profile, listener, OFFER, anna.audience, resign, None, anna.setup))

            async with trio.open_nursery() as nursery:
                nursery.start_soon(hosting)
                link = await client_handshake(await connect(address), ben.profile.identity)
                of_guest = await join(ben.profile, link, ben.audience, resign, ben.setup)
            yield Two(anna, ben, ended[0], of_guest, relay)
            around.cancel_scope.cancel()
