"""A whole game through a network at its worst: late, uneven, in single bytes, and with connections closed by half."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import trio

from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.connect import connect
from mandala_net.link.listener import listen
from mandala_net.link.secure_link import client_handshake
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.news import GameEnded, GameFinished, News, PeerAway, PeerBack
from mandala_net.match.reconnect import Places
from mandala_net.match.setup import Audience, MatchSetup, bot_player
from mandala_net.player.profile import Profile
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.referee import AnyGame
from mandala_protocol.wire.messages import First
from tests.limits import SECONDS
from tests.narrowing import present
from tests.relays import Relay

SINGLE_BYTES = 1_500
"""So many bytes of each direction go one by one: handshake, opening, and the beginning of a shuffle."""


class BadNetwork(Relay):
    """A proxy. ``latest`` is the longest delay in seconds; with ``crumbs`` it cuts what it carries into small pieces.

    After ``half_after`` bytes from the guest it closes that direction once, and leaves the other one open.
    """

    def __init__(
        self, target: int, *, latest: float = 0.0, crumbs: bool = False, half_after: int | None = None
    ) -> None:
        super().__init__(target)
        self.latest, self.crumbs, self.half_after = latest, crumbs, half_after
        self.pieces = 0

    async def carry(self, source: trio.SocketStream, sink: trio.SocketStream, from_guest: bool) -> None:
        chance, carried = random.Random(1 if from_guest else 2), 0
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for data in source:
                for piece in self._cut(bytes(data), carried, chance):
                    if self.latest:
                        await trio.sleep(chance.random() ** 4 * self.latest)
                    await sink.send_all(piece)
                    carried += len(piece)
                    self.pieces += 1
                    if from_guest and self.half_after is not None and carried >= self.half_after:
                        self.half_after = None
                        await sink.send_eof()
                        return
            await sink.send_eof()

    def _cut(self, data: bytes, carried: int, chance: random.Random) -> Iterator[bytes]:
        start = 0
        while start < len(data):
            size = len(data) if not self.crumbs else 1 if carried + start < SINGLE_BYTES else chance.randint(1, 200)
            yield data[start : start + size]
            start += size


def setting(places: Places, name: str) -> MatchSetup:
    """The way to play of whoever has this name, with a fixed secret for the cards."""
    return MatchSetup(places, Timeouts(), lambda: name.encode().ljust(32, b"."))


@pytest.mark.parametrize(
    ("game", "network"),
    [
        (MANDALA, {"crumbs": True, "half_after": 30_000}),
        (PATTERNS, {"crumbs": True, "latest": 0.002}),
        (PATTERNS, {"latest": 0.05, "half_after": 400}),
    ],
    ids=["single bytes, half closed in the game", "single bytes, late", "late, half closed at hello"],
)
async def test_a_whole_game_goes_through(profiles: list[Profile], game: AnyGame, network: dict[str, Any]) -> None:
    """The long messages of a shuffle in single bytes and broken off, the others in a short game."""
    ended: list[GameEnded] = []
    news: list[News] = []
    offer = GameTerms(game.name, First.LOT)
    greedy = bot_player("greedy", 1)
    async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as around:
        with trio.fail_after(SECONDS):
            proxy = BadNetwork(listener.port, **network)
            await around.start(proxy.run)
            places = Places(Reach.THIS_MACHINE, announced=False, address=Address("127.0.0.1", proxy.port))
            audience = Audience(lambda _: None, lambda _: None, news.append)
            async with trio.open_nursery() as nursery:

                async def hosting() -> None:
                    hosted = setting(Places(Reach.THIS_MACHINE, announced=False), "host")
                    ended.append(await host(profiles[0], listener, offer, audience, greedy, None, hosted))

                nursery.start_soon(hosting)
                while not ended or not isinstance(ended[-1].outcome, GameFinished):
                    link = await client_handshake(await connect(present(places.address)), profiles[1].identity)
                    ended.append(await join(profiles[1], link, audience, greedy, setting(places, "guest")))
        around.cancel_scope.cancel()
    kept = [one.record.read_bytes() for one in ended if one.record is not None]
    assert len(kept) == 2
    assert kept[0] == kept[1]
    assert verification.verify(kept[0], GAMES, Serial()).complete
    assert proxy.pieces > (2 * SINGLE_BYTES if proxy.crumbs else 10)
    if network.get("half_after") == 30_000:
        assert {PeerAway, PeerBack} <= {type(one) for one in news}
        assert proxy.connections > 1
