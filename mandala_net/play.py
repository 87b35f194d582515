"""Hosting a game and joining one, from an open connection to the outcome."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import TypeAlias

import trio
from attrs import frozen

from mandala_net.acquaintance import Ask, introduce, remember
from mandala_net.home import Home
from mandala_net.link import LinkLost, SecureLink
from mandala_net.listener import Listener
from mandala_net.match import Match
from mandala_net.news import Ended, News, NotSaved, Outcome
from mandala_net.workers import shared_workers
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.randomness import SEED_BYTES
from mandala_protocol.seats import Seat
from mandala_protocol.session import Greet, Greeted, Refuse, Session, Snapshot
from mandala_protocol.speaker import Offer

PlayerTask: TypeAlias = Callable[[Match], Awaitable[None]]
"""Plays our side of a match, until it is cancelled at the end."""


@frozen
class Audience:
    """Who is told what happens; all of it on trio's thread, none of it may wait."""

    status: Callable[[str], None]
    show: Callable[[Snapshot], None]
    news: Callable[[News], None]


async def host(
    home: Home, listener: Listener, offer: Offer, audience: Audience, player: PlayerTask, ask: Ask | None
) -> Ended:
    """Wait for a guest, play one game with it, and return how that ended.

    ``ask`` decides about players not met before; without it everybody is let in. Guests who leave before a game has
    begun, and those who are turned away, do not end the waiting. Raises ``StoreError``.
    """
    return await _Host(home, offer, audience, player, ask).run(listener)


class _Host:
    def __init__(self, home: Home, offer: Offer, audience: Audience, player: PlayerTask, ask: Ask | None) -> None:
        self._home, self._offer, self._audience, self._player, self._ask = home, offer, audience, player, ask
        self._busy = False
        self._ended: Ended | None = None
        self._done = trio.Event()

    async def run(self, listener: Listener) -> Ended:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listener.serve, self._home.identity, self._welcome, self._failed_handshake)
            await self._done.wait()
            nursery.cancel_scope.cancel()
        assert self._ended is not None
        return self._ended

    def _failed_handshake(self, error: RemoteProtocolError | LinkLost) -> None:
        self._audience.status(f"Somebody knocked, but could not be let in. {_sentence(error)}")

    async def _welcome(self, link: SecureLink) -> None:
        if self._busy:
            await _turn_away(self._home, link, "The host is playing with somebody else.")
            return
        self._busy = True
        try:
            ended = await self._play(link)
        finally:
            self._busy = False
        if ended is not None:
            self._ended = ended
            self._done.set()

    async def _play(self, link: SecureLink) -> Ended | None:
        match, session = await _make_match(
            self._home, link, Seat.HOST, self._audience, self._admit_from(link), self._offer
        )
        outcome = await _run(match, self._player)
        if session.table.transcript.length == 0 and not isinstance(outcome, NotSaved):
            self._audience.status("The guest is gone; still waiting for somebody to join.")
            return None
        await link.aclose()
        return await _ended(self._home, session, outcome)

    def _admit_from(self, link: SecureLink) -> Callable[[Greeted], Awaitable[str | None]]:
        async def admit(greeted: Greeted) -> str | None:
            visitor = introduce(self._home.players, greeted.name, link.peer)
            if isinstance(visitor, str):
                self._audience.status(f"Not let in: {visitor}")
                return "Your name is known here with another key."
            if self._ask is not None and not visitor.known and not await self._ask(visitor):
                return "The host did not let you in."
            await remember(self._home.players, visitor, link.peer)
            return None

        return admit


async def join(home: Home, link: SecureLink, audience: Audience, player: PlayerTask) -> Ended:
    """Play one game as the guest on an open link, and return how it ended. Raises ``StoreError``."""

    async def admit(greeted: Greeted) -> str | None:
        visitor = introduce(home.players, greeted.name, link.peer)
        if isinstance(visitor, str):
            audience.status(visitor)
            return "Your name is known here with another key."
        audience.status(f"Found {visitor.name} ({visitor.fingerprint}). Waiting to be let in …")
        await remember(home.players, visitor, link.peer)
        return None

    match, session = await _make_match(home, link, Seat.GUEST, audience, admit, None)
    try:
        outcome = await _run(match, player)
    finally:
        await link.aclose()
    return await _ended(home, session, outcome)


async def _make_match(
    home: Home,
    link: SecureLink,
    seat: Seat,
    audience: Audience,
    admit: Callable[[Greeted], Awaitable[str | None]],
    offer: Offer | None,
) -> tuple[Match, Session]:
    seed, saved = await trio.to_thread.run_sync(home.begin, seat, link.peer)
    session = _make_session(home, link, seat, seed, offer)
    return Match(link, session, saved, admit=admit, on_show=audience.show, on_news=audience.news), session


def _make_session(home: Home, link: SecureLink, seat: Seat, seed: bytes, offer: Offer | None) -> Session:
    return Session(
        seat=seat,
        signer=home.identity,
        name=home.name,
        peer=link.peer,
        seed=seed,
        games=GAMES,
        workers=shared_workers(),
        software=f"mandala-lan {version('mandala-lan')}",
        offer=offer,
    )


async def _run(match: Match, player: PlayerTask) -> Outcome:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(player, match)
        outcome = await match.run()
        nursery.cancel_scope.cancel()
    return outcome


async def _ended(home: Home, session: Session, outcome: Outcome) -> Ended:
    record = await trio.to_thread.run_sync(home.write_record, session.table)
    return Ended(outcome, record)


async def _turn_away(home: Home, link: SecureLink, reason: str) -> None:
    """Tell a guest that there will be no game now."""
    session = _make_session(home, link, Seat.HOST, secrets.token_bytes(SEED_BYTES), None)
    with trio.move_on_after(1):
        try:
            await link.send(session.send(Greet()) + session.send(Refuse(reason)))
        except LinkLost:
            return


def _sentence(error: RemoteProtocolError | LinkLost) -> str:
    return error.detail if isinstance(error, RemoteProtocolError) else str(error)
