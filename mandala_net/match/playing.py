"""Hosting, joining and resuming a game: from an open door to the outcome."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from typing import Final

import trio
from attrs import evolve

from mandala_net.link.close_reasons import NOT_HERE, NOT_LET_IN, STOPPED, TAKEN, TERMS_DECLINED
from mandala_net.link.hello import MOST_UNGREETED, greet, turn_away
from mandala_net.link.listener import Listener
from mandala_net.link.pending_limit import PendingLimit
from mandala_net.link.secure_link import LinkLost, NotWanted, SecureLink
from mandala_net.match.admission import Ask, NoGame, PeerInfo, cautions, introduce, remember
from mandala_net.match.game_lock import GameInUse, lock_game
from mandala_net.match.match import Match
from mandala_net.match.news import (
    Declined,
    GameEnded,
    LineLost,
    NotSaved,
    Outcome,
    PeerBroke,
    PeerComplained,
    PeerLeft,
    WeLeft,
)
from mandala_net.match.reconnect import answer
from mandala_net.match.setup import (
    Audience,
    MatchSetup,
    PlayerTask,
    bot_player,
    ended_as,
    new_match,
    old_match,
    reunion_of,
    run_match,
)
from mandala_net.match.talk_limit import TalkLimit
from mandala_net.match.terms import unusual_terms
from mandala_net.player.profile import Profile
from mandala_net.store.store import State, StoredGame, StoreError
from mandala_net.trust.identity import fingerprint
from mandala_net.trust.known_players import KnownPlayersError, mistakable
from mandala_net.trust.warnings import unwanted_host
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import UNKNOWN_GAME, RemoteProtocolError
from mandala_protocol.names import NO_NAME, clean_name, without_quotation_marks
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence, marked, sentence_of

GUEST_GONE: Final = Sentence("The guest has left.")
_BLOCKED: Final = marked("{name} ({fingerprint}) is blocked and was turned away.")


async def host(
    home: Profile,
    listener: Listener,
    terms: GameTerms,
    audience: Audience,
    player: PlayerTask,
    ask: Ask | None,
    setting: MatchSetup | None = None,
    porch: trio.Nursery | None = None,
) -> GameEnded:
    """Wait for a guest, play one game with it, and return how that ended.

    ``ask`` decides about players not met before; without it everyone is let in whose name is not known with another
    key. Guests who leave before a game has begun, and those who are turned away, do not end the waiting. Someone who
    comes back to a game that is still open is let in for that one. Who is blocked is turned away without a question,
    and so is anyone but ``setting.guest`` if that is given.
    All who come run in the ``porch``: whoever is about to come in when the game ends is still answered there.
    Raises ``StoreError``.
    """
    return await _Host(home, terms, audience, player, ask, setting or MatchSetup()).run(listener, porch)


class _Host:
    def __init__(
        self,
        home: Profile,
        terms: GameTerms,
        audience: Audience,
        player: PlayerTask,
        ask: Ask | None,
        setting: MatchSetup,
    ) -> None:
        self._home, self._terms, self._audience, self._player = home, terms, audience, player
        self._ask, self._setting = ask, setting
        self._match: Match | None = None
        self._doorstep = PendingLimit(MOST_UNGREETED)
        self._taken = False
        self._turned_away: set[bytes] = set()
        self._knocks, self._visits = TalkLimit(), TalkLimit()
        self._is_told = True
        self._ended: GameEnded | None = None
        self._done = trio.Event()

    async def run(self, listener: Listener, porch: trio.Nursery | None) -> GameEnded:
        self._listener = listener
        async with trio.open_nursery() as nursery:
            identity, refused = self._home.identity, self._failed_handshake
            nursery.start_soon(listener.serve, identity, self._welcome, refused, porch)
            await self._done.wait()
            nursery.cancel_scope.cancel()
        assert self._ended is not None
        return self._ended

    def _failed_handshake(self, error: RemoteProtocolError | LinkLost) -> None:
        """Report whoever could not be let in; in a game not a call that broke off.

        Most likely the other player tries to come back, and nothing is known of a caller before the handshake.
        """
        if isinstance(error, LinkLost) and self._match is not None and self._match.begun:
            return
        self._tell_knock(Sentence("Someone tried to join, but was not let in. {reason}", reason=_reason(error)))

    def _tell_knock(self, sentence: Sentence) -> None:
        """Report a visitor who did not come in: of a flood only the first, because the rest would bury the page."""
        if self._knocks.allows():
            self._audience.status(sentence)

    def _tell_visit(self, sentence: str) -> None:
        """Tell of the guest who is at the place: all of a visit or nothing, if one came after the other all along."""
        if self._is_told:
            self._audience.status(sentence)

    async def _welcome(self, link: SecureLink) -> None:
        """Several may knock at the same time; the first to say hello is the guest until it has left.

        After the game no one is let in any more: whoever is still on the way in hears so.
        """
        match = self._match
        if match is not None and match.begun:
            await answer(link, self._home, match, self._setting.patience, self._doorstep)
            return
        greeted = None
        with self._doorstep.stand():
            try:
                greeted = await greet(
                    link, self._home.name, self._setting.patience, trace=self._home.connection_trace()
                )
            except (LinkLost, RemoteProtocolError) as error:
                self._failed_handshake(error)
        if greeted is None or await self._is_blocked(link, greeted):
            return
        if self._setting.guest not in (None, fingerprint(link.peer)):
            await turn_away(link, NOT_LET_IN, self._setting.patience)
            return
        if self._taken or self._done.is_set():
            self._tell_knock(Sentence("Someone else tried to join."))
            await turn_away(link, TAKEN, self._setting.patience)
            return
        self._taken, self._is_told = True, self._visits.allows()
        try:
            if greeted.game:
                await self._go_on(link, greeted)
            else:
                await self._play_anew(link, greeted)
        finally:
            self._taken = False

    async def _is_blocked(self, link: SecureLink, greeted: Greeted) -> bool:
        """Return whether the guest is blocked, and report that once; a blocked guest is turned away like others."""
        await trio.to_thread.run_sync(_read_again, self._home)
        players = self._home.players
        if not players.is_blocked(link.peer):
            return False
        if link.peer not in self._turned_away:
            self._turned_away.add(link.peer)
            name = players.name_of(link.peer) or clean_name(greeted.name)
            self._audience.status(Sentence(_BLOCKED, name=name, fingerprint=fingerprint(link.peer)))
        await turn_away(link, NOT_LET_IN, self._setting.patience)
        return True

    async def _play_anew(self, link: SecureLink, greeted: Greeted) -> None:
        acquaintance = _Acquaintance(self._home, link.peer, asked=self._ask is not None)
        refused: NoGame | None = None

        async def admit(greeted: Greeted) -> NoGame | None:
            nonlocal refused
            refused = await self._admit(acquaintance, greeted)
            return refused

        with ExitStack() as claims:
            self._match = match = new_match(
                self._home,
                link.peer,
                Seat.HOST,
                self._audience,
                admit,
                self._terms,
                self._setting,
                claims,
                before_first=acquaintance.keep,
            )
            self._audience.taken(True)
            outcome = await self._played(match, link, greeted)
        await self._end(match, outcome, _why_none(outcome) if refused is None else refused.told_us)

    async def _go_on(self, link: SecureLink, greeted: Greeted) -> None:
        """Someone comes back to a game that is open here."""
        stored = await trio.to_thread.run_sync(self._kept, greeted, link.peer)
        if stored is None:
            await turn_away(link, NOT_HERE, self._setting.patience)
            return
        try:
            with lock_game(self._home.paths.locks, stored.row):
                match = await old_match(self._home, stored, self._audience, self._setting)
                if match.ledger.session.refusals.locked is not None:
                    self._tell_visit(_comes_back_in_vain(stored.opponent_name))
                    await match.take_line(link, greeted)
                    return
                if match.ledger.session.table.due is None:
                    # It is over, and only its end is told once more: no one's place is taken by that.
                    await match.take_line(link, greeted)
                    return
                self._match = match
                self._audience.taken(True)
                self._tell_visit(_comes_back(stored.opponent_name))
                outcome = await self._played(match, link, greeted)
                if match.was_there or isinstance(outcome, NotSaved | WeLeft):
                    await self._end(match, outcome)
                else:
                    self._wait_on(Sentence("The game could not be resumed."))
        except StoreError as error:
            if not isinstance(error, GameInUse):
                self._tell_visit(sentence_of(error))
            await turn_away(link, NOT_HERE, self._setting.patience)

    def _wait_on(self, why: str) -> None:
        self._tell_visit(Sentence("{why} Still waiting for someone to join.", why=why))
        self._match = None
        self._audience.taken(False)

    def _kept(self, greeted: Greeted, peer: bytes) -> StoredGame | None:
        """The game that is meant, with the caller at the seat that it says; None if there is none to resume.

        A game that was broken off is resumed if the refused entry is right after all; if not, the caller is told.
        """
        if greeted.seat is None:
            return None
        stored = self._home.store.with_proposal(greeted.game, peer, seat=greeted.seat.other)
        return stored if stored is not None and (stored.resumable or stored.state is State.BROKEN) else None

    async def _played(self, match: Match, link: SecureLink, greeted: Greeted) -> Outcome:
        """The outcome of the match, which begins on this link and outlives it."""
        self._reunion = reunion_of(self._home, match, self._audience, self._setting, self._listener)
        return await run_match(match, self._player, self._reunion, link, greeted)

    async def _end(self, match: Match, outcome: Outcome, why_none: str = GUEST_GONE) -> None:
        """The game is over; or there was none, and the waiting goes on."""
        if not match.begun and not isinstance(outcome, NotSaved):
            self._wait_on(why_none)
            return
        self._ended = await ended_as(self._home, match, outcome, self._reunion.address)
        self._done.set()

    async def _admit(self, acquaintance: _Acquaintance, greeted: Greeted) -> NoGame | None:
        visitor = await acquaintance.introduce(greeted.name)
        if isinstance(visitor, NoGame):
            return NoGame(visitor.told_peer, Sentence("Not let in: {reason}", reason=visitor.told_us))
        if self._ask is not None and not visitor.known and not await self._ask(visitor):
            return NoGame(NOT_LET_IN, Sentence("You did not let {name} in.", name=visitor.name))
        acquaintance.welcome(visitor)
        self._tell_visit(Sentence("{visitor} joins.", visitor=_in_full(visitor)))
        for sentence in cautions(visitor):
            self._tell_visit(sentence)
        return None


async def join(
    home: Profile, link: SecureLink, audience: Audience, player: PlayerTask, setting: MatchSetup | None = None
) -> GameEnded:
    """Play one game as the guest on an open link, and return how it ended. Raises ``LinkLost`` or ``StoreError``.

    A host that is blocked hears nothing: ``NotWanted`` is raised. Unusual terms are accepted only if our player agrees.
    ``setting.places.address`` is where the host was reached. A bot that this program has started itself
    (``setting.bot``) is no one to remember.
    """
    setting = setting or MatchSetup()
    acquaintance = _Acquaintance(home, link.peer, asked=True)

    async def admit(_: Greeted) -> NoGame | None:
        if setting.bot is not None:
            return None
        if isinstance(host_is, NoGame):
            return host_is
        audience.status(Sentence("Found {visitor}. Waiting to be let in …", visitor=_in_full(host_is)))
        for sentence in cautions(host_is):
            audience.status(sentence)
        return None

    async def agree(proposed: Snapshot) -> NoGame | None:
        unusual = unusual_terms(proposed, setting.announced)
        if not unusual:
            return None
        if setting.ask_terms is None:
            return NoGame(TERMS_DECLINED, Sentence("The host's terms are unusual, so a person would have to agree."))
        if not await setting.ask_terms(unusual):
            return NoGame(TERMS_DECLINED, Sentence("You did not agree to the host's terms."))
        return None

    with ExitStack() as claims:
        keep = acquaintance.keep
        match = new_match(
            home, link.peer, Seat.GUEST, audience, admit, None, setting, claims, before_first=keep, agree=agree
        )
        reunion = reunion_of(home, match, audience, setting)
        try:
            await trio.to_thread.run_sync(_read_again, home)
            _require_unblocked(home, link.peer)
            greeted = await greet(link, home.name, setting.patience, trace=home.connection_trace())
            host_is = await acquaintance.introduce(greeted.name)
            if isinstance(host_is, PeerInfo) and setting.bot is None:
                acquaintance.welcome(host_is)  # before anything that the host may have said already is taken in
            outcome = await run_match(match, player, reunion, link, greeted)
        finally:
            await link.aclose()
    return await ended_as(home, match, outcome, reunion.address)


async def resume(
    home: Profile,
    stored: StoredGame,
    audience: Audience,
    player: PlayerTask,
    setting: MatchSetup | None = None,
    listener: Listener | None = None,
) -> GameEnded:
    """Resume a game: find the other player or be found, and play it to its end.

    The game must be claimed (``claims.claim``). With a ``listener`` it can be joined there at once. Raises
    ``StoreError``.
    """
    setting = setting or MatchSetup()
    match = await old_match(home, stored, audience, setting)
    if setting.bot is None:
        await _remember_after_all(home, stored)
    match.ledger.show()
    reunion = reunion_of(home, match, audience, setting, listener)
    async with trio.open_nursery() as nursery:
        if listener is not None:
            doorstep = PendingLimit(MOST_UNGREETED)

            async def let_in(link: SecureLink) -> None:
                await answer(link, home, match, setting.patience, doorstep)

            nursery.start_soon(listener.serve, home.identity, let_in)
        outcome = await run_match(match, player, reunion)
        nursery.cancel_scope.cancel()
    return await ended_as(home, match, outcome, reunion.address)


async def _remember_after_all(home: Profile, stored: StoredGame) -> None:
    """Keep the key that an open game is with, if it was begun before that was done at once.

    Whether a host was asked about its guest is not known then.
    """
    if stored.game_id is None or stored.opponent_name is None:
        return
    acquaintance = _Acquaintance(home, stored.peer, asked=stored.seat is Seat.GUEST)
    visitor = await acquaintance.introduce(stored.opponent_name)
    if isinstance(visitor, PeerInfo) and visitor.known_as is None and not visitor.takes_over:
        acquaintance.welcome(visitor)
        with suppress(StoreError):
            await trio.to_thread.run_sync(acquaintance.keep)


class _Acquaintance:
    """Getting to know the player with this key: introduced after hello, kept when a game with them is about to begin.

    ``asked``: our person lets them in, or has chosen to join them.
    """

    def __init__(self, home: Profile, key: bytes, *, asked: bool) -> None:
        self._home, self._key, self._asked = home, key, asked
        self._visitor: PeerInfo | None = None

    async def introduce(self, name: str) -> PeerInfo | NoGame:
        """Return who this is, or why not to play with them. Raises ``StoreError``."""
        return await trio.to_thread.run_sync(self._introduce, name)

    def _introduce(self, name: str) -> PeerInfo | NoGame:
        _read_again(self._home)
        visitor = introduce(self._home.players, name, self._key, self._is_bound)
        if isinstance(visitor, NoGame):
            return visitor
        broke_off = self._home.store.broken_off_by(self._key)
        return evolve(visitor, broke_off=broke_off, namesake=self._is_namesake(visitor))

    def _is_namesake(self, visitor: PeerInfo) -> bool:
        """Return whether the visitor's name can be taken for our own, unless we know them by it."""
        own, own_print = clean_name(self._home.name), fingerprint(self._home.identity.public)
        if visitor.fingerprint == own_print or own == NO_NAME or (visitor.known and visitor.known_as == visitor.name):
            return False
        return visitor.name == own or mistakable({own: own_print}, visitor.name, visitor.fingerprint) is not None

    def _is_bound(self, key: bytes) -> bool:
        """Return whether an unconfirmed key keeps its name: as long as its game is open, unless our
        person decides."""
        if self._asked:
            return False
        return any(game.was_taken_up and game.peer == key for game in self._home.store.resumable())

    def welcome(self, visitor: PeerInfo) -> None:
        """They may play: their key is to be kept before anything is said in the game."""
        self._visitor = visitor

    def keep(self) -> None:
        """Put the key of a welcome player on disk. Raises ``StoreError``."""
        if self._visitor is not None:
            remember(self._home.players, self._visitor, self._key, confirmed=self._asked)


def _read_again(home: Profile) -> None:
    """Look at what other programs know of players by now. Raises ``StoreError``."""
    try:
        home.players.read_again()
    except KnownPlayersError as error:
        raise StoreError(sentence_of(error)) from error


def _require_unblocked(home: Profile, key: bytes) -> None:
    why_not = unwanted_host(home.players, None)(key)
    if why_not is not None:
        raise NotWanted(why_not)


def _why_none(outcome: Outcome) -> str:
    """Return why there is no game with a guest who was let in. What is none of our own sentences is quoted."""
    match outcome:
        case PeerBroke(error=error):
            return Sentence(
                "The guest was turned away. {what} Details: {detail}.", what=error.code.sentence, detail=error.detail
            )
        case PeerComplained(requirement=requirement) if requirement == UNKNOWN_GAME:
            return Sentence("The guest's program does not play this game. Perhaps it has to be updated first.")
        case PeerComplained(detail=detail):
            said = without_quotation_marks(detail)
            return Sentence("The guest left and says that this program broke the protocol: “{said}”.", said=said)
        case Declined(reason=Sentence() as reason) | PeerLeft(reason=Sentence() as reason) if reason == STOPPED:
            return Sentence("The guest has left: their program was stopped.")
        case Declined(reason=Sentence() as reason) | PeerLeft(reason=Sentence() as reason):
            return Sentence("The guest has left: {reason}", reason=reason)
        case Declined(reason=reason) | PeerLeft(reason=reason) if reason:
            return Sentence("The guest has left and says: “{said}”.", said=without_quotation_marks(reason))
        case LineLost(reason=reason):
            return Sentence("The guest has left. {reason}", reason=reason)
        case _:
            return GUEST_GONE


def _in_full(visitor: PeerInfo) -> str:
    if visitor.known_as in (None, visitor.name):
        return f"{visitor.name} ({visitor.fingerprint})"
    return Sentence(
        "{name} ({fingerprint}, whom you know as {known})",
        name=visitor.name,
        fingerprint=visitor.fingerprint,
        known=visitor.known_as,
    )


def _comes_back(name: str | None) -> str:
    if name is None:
        return Sentence("Someone is back for an unfinished game.")
    return Sentence("{name} is back for an unfinished game.", name=name)


def _comes_back_in_vain(name: str | None) -> str:
    if name is None:
        return Sentence("Someone came back for a game that was broken off.")
    return Sentence("{name} came back for a game that was broken off.", name=name)


def _reason(error: RemoteProtocolError | LinkLost) -> str:
    return error.detail if isinstance(error, RemoteProtocolError) else sentence_of(error)


__all__ = ["Audience", "MatchSetup", "PlayerTask", "bot_player", "host", "join", "resume"]
