"""Hosting a game, joining one, and going on with one: from an open door to the outcome."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from typing import Final, TypeAlias, TypeVar

import trio
from attrs import field, frozen

from mandala_net.acquaintance import Ask, Visitor, introduce, remember
from mandala_net.bots import make_bot
from mandala_net.claims import GameInUse, claim, forget_claims
from mandala_net.conversation import Admit, NoGame
from mandala_net.doorstep import Doorstep
from mandala_net.greet import MOST_UNGREETED, greet, turn_away
from mandala_net.home import Home
from mandala_net.ledger import Ledger
from mandala_net.link import LinkLost, SecureLink
from mandala_net.listener import Listener
from mandala_net.match import Match, play_automatically
from mandala_net.news import Ended, News, NotSaved, Outcome, WeLeft
from mandala_net.patience import Patience
from mandala_net.reunion import NOT_HERE, TAKEN, Places, Reunion, answer
from mandala_net.store import SavedGame, StoredGame, StoreError
from mandala_net.workers import shared_workers
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.greeting import Greeted
from mandala_protocol.randomness import SEED_BYTES
from mandala_protocol.seats import Seat
from mandala_protocol.session import Session
from mandala_protocol.snapshot import Snapshot
from mandala_protocol.speaker import Offer

KNOWN_OTHERWISE: Final = "Your name is known here with another key."

T = TypeVar("T")

PlayerTask: TypeAlias = Callable[[Match], Awaitable[None]]
"""Plays our side of a match, until it is cancelled at the end."""


def bot_player(bot: str, seed: int, game: str) -> PlayerTask:
    """A bot by its name plays our side, in the game of this name."""
    player, rules = make_bot(bot, seed), GAMES[game]

    def choose(snapshot: Snapshot) -> str:
        assert snapshot.view is not None, "nobody is to move before the cards are dealt"
        return rules.format_move(player.choose(snapshot.view))

    return partial(play_automatically, choose=choose)


def new_seed() -> bytes:
    """32 secret bytes for one game."""
    return secrets.token_bytes(SEED_BYTES)


@frozen
class Audience:
    """Who is told what happens; all of it on trio's thread, none of it may wait.

    ``taken`` hears whether the place at a host's table is taken.
    """

    status: Callable[[str], None]
    show: Callable[[Snapshot], None]
    news: Callable[[News], None]
    taken: Callable[[bool], None] = lambda _: None


@frozen
class Setting:
    """Where and how a game is played, the same for all ways to begin: ``seeds`` gives a secret seed for a new game."""

    places: Places = field(factory=Places)
    patience: Patience = field(factory=Patience)
    seeds: Callable[[], bytes] = new_seed
    bot: str | None = None


async def host(
    home: Home,
    listener: Listener,
    offer: Offer,
    audience: Audience,
    player: PlayerTask,
    ask: Ask | None,
    setting: Setting | None = None,
) -> Ended:
    """Wait for a guest, play one game with it, and return how that ended.

    ``ask`` decides about players not met before; without it everybody is let in. Guests who leave before a game has
    begun, and those who are turned away, do not end the waiting. Somebody who comes back to a game that is still open
    is let in for that one. Raises ``StoreError``.
    """
    return await _Host(home, offer, audience, player, ask, setting or Setting()).run(listener)


class _Host:
    def __init__(
        self, home: Home, offer: Offer, audience: Audience, player: PlayerTask, ask: Ask | None, setting: Setting
    ) -> None:
        self._home, self._offer, self._audience, self._player = home, offer, audience, player
        self._ask, self._setting = ask, setting
        self._match: Match | None = None
        self._doorstep = Doorstep(MOST_UNGREETED)
        self._taken = False
        self._ended: Ended | None = None
        self._done = trio.Event()

    async def run(self, listener: Listener) -> Ended:
        self._listener = listener
        async with trio.open_nursery() as self._nursery:
            self._nursery.start_soon(listener.serve, self._home.identity, self._welcome, self._failed_handshake)
            await self._done.wait()
            self._nursery.cancel_scope.cancel()
        assert self._ended is not None
        return self._ended

    def _failed_handshake(self, error: RemoteProtocolError | LinkLost) -> None:
        self._audience.status(f"Somebody knocked, but could not be let in. {_sentence(error)}")

    async def _welcome(self, link: SecureLink) -> None:
        """Several may knock at the same time; the first to say hello is the guest until it has left."""
        match = self._match
        if match is not None and match.begun:
            await answer(link, self._home, match, self._setting.patience, self._doorstep)
            return
        greeted = None
        with self._doorstep.stand():
            try:
                greeted = await greet(link, self._home.name, self._setting.patience)
            except (LinkLost, RemoteProtocolError) as error:
                self._failed_handshake(error)
        if greeted is None:
            return
        if self._taken:
            self._audience.status("Somebody else wanted to join.")
            await turn_away(link, TAKEN, self._setting.patience)
            return
        self._taken = True
        try:
            if greeted.game:
                await self._go_on(link, greeted)
            else:
                await self._play_anew(link, greeted)
        finally:
            self._taken = False

    async def _play_anew(self, link: SecureLink, greeted: Greeted) -> None:
        acquaintance = _Acquaintance(self._home)
        refused: NoGame | None = None

        async def admit(greeted: Greeted) -> NoGame | None:
            nonlocal refused
            refused = await self._admit(acquaintance, greeted, link)
            return refused

        with ExitStack() as claims:
            self._match = match = _new_match(
                self._home, link.peer, Seat.HOST, self._audience, admit, self._offer, self._setting, claims
            )
            self._audience.taken(True)
            outcome = await self._played(match, link, greeted)
        if self._ask is not None:
            await acquaintance.keep(match, link.peer)
        await self._end(match, outcome, "The guest is gone." if refused is None else refused.told_us)

    async def _go_on(self, link: SecureLink, greeted: Greeted) -> None:
        """Somebody comes back to a game that is open here."""
        stored = await trio.to_thread.run_sync(self._kept, greeted, link.peer)
        if stored is None:
            await turn_away(link, NOT_HERE, self._setting.patience)
            return
        try:
            with claim(self._home.paths.locks, stored.row):
                match = await _old_match(self._home, stored, self._audience, self._setting)
                if match.ledger.session.table.due is None:
                    # It is over, and only its end is told once more: nobody's place is taken by that.
                    await match.take_line(link, greeted)
                    return
                self._match = match
                self._audience.taken(True)
                self._audience.status(f"{stored.opponent_name or 'Somebody'} comes back to a game that is still open.")
                outcome = await self._played(match, link, greeted)
                if match.was_there or isinstance(outcome, NotSaved | WeLeft):
                    await self._end(match, outcome)
                else:
                    self._wait_on("The game could not be gone on with.")
        except StoreError as error:
            if not isinstance(error, GameInUse):
                self._audience.status(str(error))
            await turn_away(link, NOT_HERE, self._setting.patience)

    def _wait_on(self, why: str) -> None:
        self._audience.status(f"{why} Still waiting for somebody to join.")
        self._match = None
        self._audience.taken(False)

    def _kept(self, greeted: Greeted, peer: bytes) -> StoredGame | None:
        """The game that is meant, with the caller at the seat that it says; None if there is none to go on with."""
        if greeted.seat is None:
            return None
        stored = self._home.store.with_proposal(greeted.game, peer, seat=greeted.seat.other)
        return stored if stored is not None and stored.resumable else None

    async def _played(self, match: Match, link: SecureLink, greeted: Greeted) -> Outcome:
        """The outcome of the match, which begins on this link and outlives it."""
        reunion = _reunion(self._home, match, self._audience, self._setting, self._listener)
        return await _run(match, self._player, reunion, link, greeted)

    async def _end(self, match: Match, outcome: Outcome, why_none: str = "The guest is gone.") -> None:
        """The game is over; or there was none, and the waiting goes on."""
        if not match.begun and not isinstance(outcome, NotSaved):
            self._wait_on(why_none)
            return
        self._ended = await _ended(self._home, match, outcome)
        self._done.set()

    async def _admit(self, acquaintance: _Acquaintance, greeted: Greeted, link: SecureLink) -> NoGame | None:
        visitor = acquaintance.introduce(greeted.name, link.peer)
        if isinstance(visitor, str):
            return NoGame(KNOWN_OTHERWISE, f"Not let in: {visitor}")
        if self._ask is not None and not visitor.known and not await self._ask(visitor):
            return NoGame("The host did not let you in.", f"You did not let {visitor.name} in.")
        self._audience.status(f"{_in_full(visitor)} joins.")
        return None


async def join(
    home: Home, link: SecureLink, audience: Audience, player: PlayerTask, setting: Setting | None = None
) -> Ended:
    """Play one game as the guest on an open link, and return how it ended. Raises ``LinkLost`` or ``StoreError``.

    ``setting.places.address`` is where the host was reached. A bot that this program has started itself
    (``setting.bot``) is nobody to remember.
    """
    setting = setting or Setting()
    acquaintance = _Acquaintance(home)

    async def admit(greeted: Greeted) -> NoGame | None:
        if setting.bot is not None:
            return None
        visitor = acquaintance.introduce(greeted.name, link.peer)
        if isinstance(visitor, str):
            return NoGame(KNOWN_OTHERWISE, visitor)
        audience.status(f"Found {_in_full(visitor)}. Waiting to be let in …")
        return None

    with ExitStack() as claims:
        match = _new_match(home, link.peer, Seat.GUEST, audience, admit, None, setting, claims)
        reunion = _reunion(home, match, audience, setting)
        try:
            greeted = await greet(link, home.name, setting.patience)
            outcome = await _run(match, player, reunion, link, greeted)
        finally:
            await link.aclose()
    await acquaintance.keep(match, link.peer)
    return await _ended(home, match, outcome)


async def resume(
    home: Home,
    stored: StoredGame,
    audience: Audience,
    player: PlayerTask,
    setting: Setting | None = None,
    listener: Listener | None = None,
) -> Ended:
    """Go on with a game of before: find the other player or be found, and play it to its end.

    With a ``listener`` the game can be joined there at once. Raises ``StoreError``, also as ``GameInUse``.
    """
    setting = setting or Setting()
    with claim(home.paths.locks, stored.row):
        match = await _old_match(home, stored, audience, setting)
        match.ledger.show()
        reunion = _reunion(home, match, audience, setting, listener)
        async with trio.open_nursery() as nursery:
            if listener is not None:
                doorstep = Doorstep(MOST_UNGREETED)

                async def let_in(link: SecureLink) -> None:
                    await answer(link, home, match, setting.patience, doorstep)

                nursery.start_soon(listener.serve, home.identity, let_in)
            outcome = await _run(match, player, reunion)
            nursery.cancel_scope.cancel()
        return await _ended(home, match, outcome)


def _reunion(
    home: Home, match: Match, audience: Audience, setting: Setting, listener: Listener | None = None
) -> Reunion:
    return Reunion(
        home,
        match,
        setting.places,
        listener=listener,
        status=audience.status,
        patience=setting.patience,
    )


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

    async def keep(self, match: Match, key: bytes) -> None:
        if self._visitor is not None and match.ledger.session.table.agreed is not None:
            await remember(self._home.players, self._visitor, key)


def _in_full(visitor: Visitor) -> str:
    known = f", whom you know as {visitor.known_as}" if visitor.known_as not in (None, visitor.name) else ""
    return f"{visitor.name} ({visitor.fingerprint}{known})"


def _new_match(
    home: Home,
    peer: bytes,
    seat: Seat,
    audience: Audience,
    admit: Admit,
    offer: Offer | None,
    setting: Setting,
    claims: ExitStack,
) -> Match:
    """A match of a new game, which ``claims`` has to itself from its first entry on."""
    seed = setting.seeds()
    session = _session(home, seat, peer, seed, offer)

    def begin() -> SavedGame:
        saved = home.store.begin(seat, peer, seed, bot=setting.bot)
        forget_claims(home.paths.locks, home.store.forget_unaccepted())
        claims.enter_context(claim(home.paths.locks, saved.row))
        if setting.places.address is not None:
            saved.remember_address(str(setting.places.address))
        return saved

    ledger = Ledger(session, begin, on_show=audience.show)
    return Match(ledger, admit=admit, on_news=audience.news, patience=setting.patience)


async def _old_match(home: Home, stored: StoredGame, audience: Audience, setting: Setting) -> Match:
    """The match of a game in the store, which must be claimed. Raises ``StoreError``."""
    saved = home.store.take_up(stored.row)
    session = await trio.to_thread.run_sync(_restored, home, stored, saved)

    def begin() -> SavedGame:
        return saved

    async def admit(_: Greeted) -> NoGame | None:
        return NoGame(NOT_HERE, "That is another game.")

    ledger = Ledger(session, begin, saved=saved, on_show=audience.show)
    match = Match(ledger, admit=admit, on_news=audience.news, patience=setting.patience)
    match.admitted.set()
    return match


def _restored(home: Home, stored: StoredGame, saved: SavedGame) -> Session:
    session = _session(home, stored.seat, stored.peer, saved.seed(), None)
    try:
        session.restore(saved.messages())
    except RemoteProtocolError as error:
        raise StoreError(f"The saved game is damaged: {error.detail}. It is left as it is.") from error
    return session


def _session(home: Home, seat: Seat, peer: bytes, seed: bytes | None, offer: Offer | None) -> Session:
    return Session(
        seat=seat,
        signer=home.identity,
        name=home.name,
        peer=peer,
        seed=seed,
        games=GAMES,
        workers=shared_workers(),
        offer=offer,
    )


async def _run(
    match: Match,
    player: PlayerTask,
    reunion: Reunion,
    link: SecureLink | None = None,
    greeted: Greeted | None = None,
) -> Outcome:
    """Play the match to its outcome, on this link first if there is one, and on others when that is lost."""

    async def play_once_admitted() -> None:
        await match.admitted.wait()
        await player(match)

    async def meet() -> None:
        if link is not None and greeted is not None:
            await match.take_line(link, greeted)
            await link.aclose()
        await reunion.run()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_once_admitted)
        nursery.start_soon(meet)
        outcome = await match.run()
        nursery.cancel_scope.cancel()
    return outcome


async def _ended(home: Home, match: Match, outcome: Outcome) -> Ended:
    session = match.ledger.session
    record = await trio.to_thread.run_sync(home.write_record, session.table)
    resumable = match.begun and session.table.due is not None and session.error is None
    return Ended(outcome, record, session.snapshot(), resumable and not isinstance(outcome, NotSaved))


def _sentence(error: RemoteProtocolError | LinkLost) -> str:
    return error.detail if isinstance(error, RemoteProtocolError) else str(error)
