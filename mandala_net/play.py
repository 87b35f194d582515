"""Hosting a game and joining one, from an open connection to the outcome."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.metadata import version
from typing import Final, TypeAlias, TypeVar

import trio
from attrs import frozen

from mandala_net.acquaintance import Ask, Visitor, introduce, remember
from mandala_net.home import Home
from mandala_net.link import LinkLost, SecureLink
from mandala_net.listener import Listener
from mandala_net.match import Admit, Match, NoGame
from mandala_net.news import Ended, News, NotSaved, Outcome
from mandala_net.workers import shared_workers
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.randomness import SEED_BYTES
from mandala_protocol.seats import Seat
from mandala_protocol.session import Greeted, Session, Snapshot
from mandala_protocol.speaker import Offer

KNOWN_OTHERWISE: Final = "Your name is known here with another key."

T = TypeVar("T")

PlayerTask: TypeAlias = Callable[[Match], Awaitable[None]]
"""Plays our side of a match, until it is cancelled at the end."""


@frozen
class Audience:
    """Who is told what happens; all of it on trio's thread, none of it may wait.

    ``taken`` hears whether the place at a host's table is taken.
    """

    status: Callable[[str], None]
    show: Callable[[Snapshot], None]
    news: Callable[[News], None]
    taken: Callable[[bool], None] = lambda _: None


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
        self._guest: SecureLink | None = None
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
        """Several may knock at the same time; the first to say hello is the guest until it has left."""
        acquaintance = _Acquaintance(self._home)
        refused: NoGame | None = None

        async def admit(greeted: Greeted) -> NoGame | None:
            nonlocal refused
            if self._guest is not None:
                return NoGame("The host is playing with somebody else.", "Somebody else wanted to join.")
            self._guest = link
            self._audience.taken(True)
            refused = await self._admit(acquaintance, greeted, link)
            return refused

        def only_of_the_guest(tell: Callable[[T], None]) -> Callable[[T], None]:
            return lambda told: tell(told) if self._guest is link else None

        audience = Audience(
            self._audience.status, only_of_the_guest(self._audience.show), only_of_the_guest(self._audience.news)
        )
        match, session = _make_match(self._home, link, Seat.HOST, audience, admit, self._offer)
        outcome = await _run(match, self._player)
        if self._guest is not link:
            return
        self._guest = None
        if len(session.table.players) < len(Seat) and not isinstance(outcome, NotSaved):
            why = "The guest is gone." if refused is None else refused.told_us
            self._audience.status(f"{why} Still waiting for somebody to join.")
            self._audience.taken(False)
            return
        await link.aclose()
        if self._ask is not None:
            await acquaintance.keep(session, link.peer)
        self._ended = await _ended(self._home, session, outcome)
        self._done.set()

    async def _admit(self, acquaintance: _Acquaintance, greeted: Greeted, link: SecureLink) -> NoGame | None:
        visitor = acquaintance.introduce(greeted.name, link.peer)
        if isinstance(visitor, str):
            return NoGame(KNOWN_OTHERWISE, f"Not let in: {visitor}")
        if self._ask is not None and not visitor.known and not await self._ask(visitor):
            return NoGame("The host did not let you in.", f"You did not let {visitor.name} in.")
        self._audience.status(f"{_in_full(visitor)} joins.")
        return None


async def join(home: Home, link: SecureLink, audience: Audience, player: PlayerTask, *, own_bot: bool = False) -> Ended:
    """Play one game as the guest on an open link, and return how it ended. Raises ``StoreError``.

    A bot that this program has started itself (``own_bot``) has a new key each time, and is nobody to remember.
    """
    acquaintance = _Acquaintance(home)

    async def admit(greeted: Greeted) -> NoGame | None:
        if own_bot:
            return None
        visitor = acquaintance.introduce(greeted.name, link.peer)
        if isinstance(visitor, str):
            return NoGame(KNOWN_OTHERWISE, visitor)
        audience.status(f"Found {_in_full(visitor)}. Waiting to be let in …")
        return None

    match, session = _make_match(home, link, Seat.GUEST, audience, admit, None)
    try:
        outcome = await _run(match, player)
    finally:
        await link.aclose()
    await acquaintance.keep(session, link.peer)
    return await _ended(home, session, outcome)


class _Acquaintance:
    """Getting to know one player: introduced after hello, remembered once a game with them has been opened."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._visitor: Visitor | None = None

    def introduce(self, name: str, key: bytes) -> Visitor | str:
        """Who this is, or the sentence that says why not to play with them."""
        visitor = introduce(self._home.players, name, key)
        self._visitor = visitor if isinstance(visitor, Visitor) else None
        return visitor

    async def keep(self, session: Session, key: bytes) -> None:
        if self._visitor is not None and session.table.agreed is not None:
            await remember(self._home.players, self._visitor, key)


def _in_full(visitor: Visitor) -> str:
    known = f", whom you know as {visitor.known_as}" if visitor.known_as not in (None, visitor.name) else ""
    return f"{visitor.name} ({visitor.fingerprint}{known})"


def _make_match(
    home: Home,
    link: SecureLink,
    seat: Seat,
    audience: Audience,
    admit: Admit,
    offer: Offer | None,
) -> tuple[Match, Session]:
    seed = secrets.token_bytes(SEED_BYTES)
    session = _make_session(home, link, seat, seed, offer)
    begin = partial(home.store.begin, seat, link.peer, seed)
    return Match(link, session, begin, admit=admit, on_show=audience.show, on_news=audience.news), session


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
    async def play_once_admitted() -> None:
        await match.admitted.wait()
        await player(match)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_once_admitted)
        outcome = await match.run()
        nursery.cancel_scope.cancel()
    return outcome


async def _ended(home: Home, session: Session, outcome: Outcome) -> Ended:
    record = await trio.to_thread.run_sync(home.write_record, session.table)
    return Ended(outcome, record, session.snapshot())


def _sentence(error: RemoteProtocolError | LinkLost) -> str:
    return error.detail if isinstance(error, RemoteProtocolError) else str(error)
