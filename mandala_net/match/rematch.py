"""Another game of the same two: both wait for each other to want it, and no one else is let in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import TypeAlias

import trio
from attrs import evolve

from mandala_net.link.close_reasons import REFUSALS
from mandala_net.link.listener import Listener
from mandala_net.match.admission import NoGame, cautions, introduce
from mandala_net.match.match import Match
from mandala_net.match.news import (
    Declined,
    GameEnded,
    News,
    NoRematch,
    NotSaved,
    Outcome,
    PeerBroke,
    PeerLeft,
    RematchWanted,
)
from mandala_net.match.sequel import Sequel
from mandala_net.match.setup import (
    Audience,
    MatchSetup,
    OwnSide,
    PlayerTask,
    ended_as,
    new_match,
    reconnect_of,
    run_match,
)
from mandala_net.player.profile import Profile
from mandala_protocol.conversation.events import Leave
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.names import clean_name
from mandala_protocol.sentence import Sentence

Want: TypeAlias = Callable[[], Awaitable[bool]]
"""A question to our side: whether another game is wanted. The line to the other is there meanwhile."""


async def rematch(
    profile: Profile,
    sequel: Sequel,
    audience: Audience,
    player: PlayerTask,
    want: Want,
    setup: MatchSetup,
    listener: Listener | None,
    between: PlayerTask,
) -> GameEnded | None:
    """Play another game with the same player, and return how it ended; None if one of the two wanted none.

    ``want`` is asked at once, and once. ``between`` speaks for our side until the game begins, where there is a line:
    it may chat; when it returns our side wants no other game after all. What the other wants is in the news
    meanwhile. Seats stay, the other seat plays first. A host has its ``listener`` open still. Whatever the other says
    or breaks before both have agreed to the next game means that there is none: the game that is over stays as it
    ended. We keep our name, by which a program that was started again may not know us. Raises ``StoreError``.
    """
    profile = evolve(profile, name=sequel.name)
    setup = evolve(setup, places=evolve(setup.places, address=sequel.address or setup.places.address))
    return await _Rematch(OwnSide(profile, audience, player, setup), sequel, want, between).run(listener)


class _Rematch:
    def __init__(self, side: OwnSide, sequel: Sequel, want: Want, between: PlayerTask) -> None:
        self._side, self._sequel, self._want, self._between = side, sequel, want, between
        self._profile, self._audience = side.profile, side.audience
        self._wanted, self._decided = trio.Event(), trio.Event()
        self._they_want_it = self._they_are_gone = self._we_left = False
        self._names = {sequel.opponent}
        self._refused = ""

    async def run(self, listener: Listener | None) -> GameEnded | None:
        sequel, ended = self._sequel, None
        side = evolve(self._side, audience=evolve(self._audience, show=self._show, news=self._tell))
        with ExitStack() as locks:
            self._match = match = new_match(
                side, sequel.seat, sequel.peer, sequel.terms, self._admit, locks, after=sequel
            )
            reconnect = reconnect_of(side, match, listener)
            async with trio.open_nursery() as nursery:
                if listener is not None:
                    nursery.start_soon(reconnect.serve, listener)
                nursery.start_soon(self._decide, nursery.cancel_scope)
                nursery.start_soon(self._speak_between, nursery.cancel_scope)
                outcome = await run_match(match, self._play, reconnect)
                if match.presence.accepted or isinstance(outcome, NotSaved):
                    ended = await ended_as(self._profile, match, outcome)
                else:
                    self._they_are_gone = True
                    if not self._we_left:
                        self._audience.news(NoRematch(self._refused or _reason(outcome)))
                await self._decided.wait()
                nursery.cancel_scope.cancel()
        return ended

    async def _play(self, match: Match) -> None:
        await self._side.player(match)
        self._we_left = True  # no one else plays on our side

    async def _decide(self, scope: trio.CancelScope) -> None:
        if not await self._want():
            scope.cancel()
            return
        self._wanted.set()
        self._decided.set()
        if not self._they_want_it and not self._they_are_gone:
            waiting = Sentence("Waiting for {name} to choose another game …", name=self._sequel.opponent)
            self._audience.status(waiting)

    async def _speak_between(self, scope: trio.CancelScope) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._until_given_up, scope)
            await self._match.admitted.wait()
            nursery.cancel_scope.cancel()

    async def _until_given_up(self, scope: trio.CancelScope) -> None:
        await self._between(self._match)
        scope.cancel()

    async def _admit(self, greeted: Greeted) -> NoGame | None:
        """The other is let in unasked, by the key; by another name only if it is no one else's (LK21).

        The game begins when we want it.
        """
        if clean_name(greeted.name) not in self._names:
            introduced = introduce(self._profile.players, greeted.name, self._sequel.peer)
            if isinstance(introduced, NoGame):
                self._refused = introduced.for_us
                await self._match.do(Leave(introduced.for_peer))
                return introduced
            self._names.add(introduced.name)
            renamed = Sentence(
                "{name} came back with the name {other}.", name=self._sequel.opponent, other=introduced.name
            )
            for sentence in (renamed, *cautions(introduced)):
                self._audience.status(sentence)
        await self._wanted.wait()
        return None

    def _show(self, snapshot: Snapshot) -> None:
        """Show the next game once both have agreed to it; until then the last one stays."""
        if self._match.presence.accepted:
            self._audience.show(snapshot)

    def _tell(self, news: News) -> None:
        if isinstance(news, RematchWanted):
            if self._they_want_it:
                return  # said once more, on another line
            self._they_want_it = True
        self._audience.news(news)


def _reason(outcome: Outcome) -> str:
    """The reason for no other game, if it is more than that the other player is gone."""
    match outcome:
        case PeerBroke(error=error):
            return error.detail
        case Declined(reason=reason) | PeerLeft(reason=reason) if reason in REFUSALS:
            return reason
        case _:
            return ""
