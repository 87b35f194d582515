"""Matches over loopback: players for them, what an audience is told, and one whole meeting."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import attrs
import trio
import trio.testing

from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.connect import connect
from mandala_net.link.listener import Listener, listen
from mandala_net.link.secure_link import SecureLink, client_handshake
from mandala_net.match.admission import Ask
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.match import Match, play_automatically
from mandala_net.match.news import Declined, GameEnded, News, PeerAway, PeerBack
from mandala_net.match.reconnect import Places
from mandala_net.match.setup import Audience, MatchSetup, PlayerTask, bot_player
from mandala_net.player.profile import Profile
from mandala_protocol.conversation.events import Leave
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.wire.messages import First
from tests.limits import SECONDS as SECONDS
from tests.narrowing import present

AT_HOME = MatchSetup(Places(Reach.THIS_MACHINE, announced=False))
OFFER = GameTerms(PATTERNS.name, First.GUEST)
"""A short game without cards, for a test to which it does not matter what is played; the host moves first (T2)."""

WITH_CARDS = GameTerms(MANDALA.name, First.HOST)


def by_chance(seed: int) -> Callable[[Match], Awaitable[None]]:
    """A player of random moves."""
    choices = random.Random(seed)

    def choose(snapshot: Snapshot) -> Any:
        return choices.choice(GAMES[present(snapshot.game)].legal_moves(present(snapshot.view)))

    return partial(play_automatically, choose=choose)


def greedily(seed: int) -> PlayerTask:
    """The greedy bot."""
    return bot_player("greedy", seed)


async def idle(_: Match) -> None:
    """A player who does nothing."""
    await trio.sleep_forever()


async def leave_at_once(match: Match) -> None:
    """A player who has to go when it is time for the first move."""
    while match.snapshot.pending is not Pending.MOVE:
        await match.wait_changed()
    await match.do(Leave("dinner"))


@attrs.define
class Told:
    """Everything an audience was told; ``alone`` is set when the other player was said to be away."""

    sentences: list[str] = attrs.Factory(list)
    news: list[News] = attrs.Factory(list)
    snapshots: list[Snapshot] = attrs.Factory(list)
    alone: trio.Event = attrs.Factory(trio.Event)
    backs_in_time: list[bool] = attrs.Factory(list)
    """For each return: whether it was told before the game was shown as one that goes on."""

    @property
    def audience(self) -> Audience:
        return Audience(self.sentences.append, self.snapshots.append, self._hear)

    def _hear(self, news: News) -> None:
        self.news.append(news)
        if isinstance(news, PeerAway):
            self.alone.set()
        if isinstance(news, PeerBack):
            self.backs_in_time.append(not self.snapshots[-1].connected)

    @property
    def absence(self) -> str:
        """The reason why the other player is away."""
        return next(news.reason for news in self.news if isinstance(news, PeerAway))

    def impatient(self, player: PlayerTask) -> PlayerTask:
        """This player, who leaves as soon as the other is away."""

        async def play(match: Match) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(player, match)
                await self.alone.wait()
                await match.do(Leave("alone"))

        return play


async def meet(
    profiles: Sequence[Profile],
    host_player: PlayerTask,
    guest_player: PlayerTask,
    ask: Ask | None = None,
    heard: tuple[Told, Told] | None = None,
    settings: Sequence[MatchSetup] = (AT_HOME, AT_HOME),
    terms: GameTerms = OFFER,
) -> tuple[GameEnded, GameEnded]:
    """One game over loopback; how it ended for the host and for the guest."""
    ended: dict[str, GameEnded] = {}
    host_told, guest_told = heard or (Told(), Told())
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def hosting() -> None:
                player = host_told.impatient(host_player)
                ended["host"] = await host(profiles[0], listener, terms, host_told.audience, player, ask, settings[0])

            async def joining() -> None:
                stream = await connect(Address("127.0.0.1", listener.port))
                link = await client_handshake(stream, profiles[1].identity, trace=profiles[1].connection_trace())
                player = guest_told.impatient(guest_player)
                ended["guest"] = await join(profiles[1], link, guest_told.audience, player, settings[1])
                if isinstance(ended["guest"].outcome, Declined):
                    nursery.cancel_scope.cancel()

            nursery.start_soon(hosting)
            nursery.start_soon(joining)
    return ended.get("host", GameEnded(Declined(""), None)), ended["guest"]


async def stranger(profiles: list[Profile], listener: Listener) -> SecureLink:
    """A line to a host that knows nothing of the guest yet."""
    return await client_handshake(await connect(Address("127.0.0.1", listener.port)), profiles[1].identity)
