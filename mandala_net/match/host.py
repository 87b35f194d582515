"""Hosting a game: from an open door to the outcome. One guest plays; whoever else comes is turned away."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final

import trio

from mandala_net.link.close_reasons import NOT_HERE, NOT_LET_IN, STOPPED, TAKEN
from mandala_net.link.hello import MOST_UNGREETED, greet, turn_away
from mandala_net.link.listener import Listener
from mandala_net.link.pending_limit import PendingLimit
from mandala_net.link.secure_link import LinkLost, SecureLink
from mandala_net.match.admission import Ask, Introduction, NoGame, blocked_name, cautions, in_full
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
    OwnSide,
    PlayerTask,
    ended_as,
    new_match,
    old_match,
    reconnect_of,
    run_match,
)
from mandala_net.match.talk_limit import TalkLimit
from mandala_net.player.profile import Profile
from mandala_net.store.store import State, StoredGame, StoreError
from mandala_net.trust.identity import fingerprint
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import UNKNOWN_GAME, RemoteProtocolError
from mandala_protocol.names import without_quotation_marks
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence, sentence_of

GUEST_GONE: Final = Sentence("The guest has left.")


async def host(
    profile: Profile,
    listener: Listener,
    terms: GameTerms,
    audience: Audience,
    player: PlayerTask,
    ask: Ask | None,
    setup: MatchSetup | None = None,
    guests: trio.Nursery | None = None,
) -> GameEnded:
    """Wait for a guest, play one game with it, and return how that ended.

    ``ask`` decides about players not met before; without it everyone is let in whose name is not known with another
    key. Guests who leave before a game has begun, and those who are turned away, do not end the waiting. Someone who
    comes back to a game that is still open is let in for that one. Who is blocked is turned away without a question,
    and so is anyone but ``setup.guest`` if that is given.
    All who come run in the nursery ``guests``: whoever is about to come in when the game ends is still answered there.
    Raises ``StoreError``.
    """
    side = OwnSide(profile, audience, player, setup or MatchSetup())
    return await _Host(side, terms, ask).run(listener, guests)


class _Host:
    def __init__(self, side: OwnSide, terms: GameTerms, ask: Ask | None) -> None:
        self._side, self._terms, self._ask = side, terms, ask
        self._profile, self._audience, self._setup = side.profile, side.audience, side.setup
        self._match: Match | None = None
        self._pending_limit = PendingLimit(MOST_UNGREETED)
        self._taken = False
        self._reception = trio.Lock()
        self._turned_away: set[bytes] = set()
        self._knocks, self._visits = TalkLimit(), TalkLimit()
        self._shows_visit = True
        self._ended: GameEnded | None = None
        self._done = trio.Event()

    async def run(self, listener: Listener, guests: trio.Nursery | None) -> GameEnded:
        self._listener = listener
        async with trio.open_nursery() as nursery:
            identity, refused = self._profile.identity, self._failed_handshake
            nursery.start_soon(listener.serve, identity, self._welcome, refused, guests, self._profile.connection_trace)
            await self._done.wait()
            nursery.cancel_scope.cancel()
        assert self._ended is not None
        return self._ended

    def _failed_handshake(self, error: RemoteProtocolError | LinkLost) -> None:
        """Report whoever could not be let in; in a game not a call that broke off.

        Most likely the other player tries to come back, and nothing is known of a caller before the handshake.
        """
        if isinstance(error, LinkLost) and self._match is not None and self._match.presence.begun:
            return
        reason = error.detail if isinstance(error, RemoteProtocolError) else sentence_of(error)
        self._tell_knock(Sentence("Someone tried to join, but was not let in. {reason}", reason=reason))

    def _tell_knock(self, sentence: Sentence) -> None:
        """Report a visitor who did not come in: of a flood only the first, because the rest would bury the page."""
        if self._knocks.allows():
            self._audience.status(sentence)

    def _tell_visit(self, sentence: str) -> None:
        """Report a step of the guest's visit: of a visit all or, after many visits, nothing."""
        if self._shows_visit:
            self._audience.status(sentence)

    async def _welcome(self, link: SecureLink) -> None:
        """Let a guest in, or turn it away: of several who knock, the first to say hello is in until it has left.

        After the game no one is let in any more: whoever is still on the way in hears so.
        """
        match = self._match
        if match is not None and match.presence.begun:
            await answer(link, self._profile, match, self._setup.timeouts, self._pending_limit)
            return
        greeted = None
        with self._pending_limit.stand():
            try:
                greeted = await greet(link, self._profile.name, self._setup.timeouts)
            except (LinkLost, RemoteProtocolError) as error:
                self._failed_handshake(error)
        if greeted is None:
            return
        async with self._reception:  # one after another, as they said hello: looking up a name takes its time
            refusal = await self._receive(link.peer, greeted.name)
        if refusal is not None:
            await turn_away(link, refusal, self._setup.timeouts)
            return
        try:
            if greeted.game:
                await self._go_on(link, greeted)
            else:
                await self._play_anew(link, greeted)
        finally:
            self._taken = False

    async def _receive(self, peer: bytes, name: str) -> str | None:
        """Give the guest the place at the table, or return what it is told if it is turned away.

        That a guest is blocked is reported once; a blocked guest is turned away like others.
        """
        blocked = await trio.to_thread.run_sync(blocked_name, self._profile, peer, name)
        if blocked is not None:
            self._tell_blocked(peer, blocked)
            return NOT_LET_IN
        if self._setup.guest not in (None, fingerprint(peer)):
            return NOT_LET_IN
        if self._taken or self._done.is_set():
            self._tell_knock(Sentence("Someone else tried to join."))
            return TAKEN
        self._taken, self._shows_visit = True, self._visits.allows()
        return None

    def _tell_blocked(self, peer: bytes, name: str) -> None:
        if peer not in self._turned_away:
            self._turned_away.add(peer)
            turned_away = Sentence(
                "{name} ({fingerprint}) is blocked and was turned away.", name=name, fingerprint=fingerprint(peer)
            )
            self._audience.status(turned_away)

    async def _play_anew(self, link: SecureLink, greeted: Greeted) -> None:
        introduction = Introduction(self._profile, link.peer, asked=self._ask is not None)
        refused: NoGame | None = None

        async def admit(greeted: Greeted) -> NoGame | None:
            nonlocal refused
            refused = await self._admit(introduction, greeted)
            return refused

        with ExitStack() as locks:
            self._match = match = new_match(
                self._side, Seat.HOST, link.peer, self._terms, admit, locks, before_first=introduction.keep
            )
            self._audience.taken(True)
            outcome = await self._played(match, link, greeted)
        await self._end(match, outcome, _why_none(outcome) if refused is None else refused.for_us)

    async def _go_on(self, link: SecureLink, greeted: Greeted) -> None:
        """Let someone come back to a game that is open here."""
        stored = await trio.to_thread.run_sync(self._kept, greeted, link.peer)
        if stored is None:
            await turn_away(link, NOT_HERE, self._setup.timeouts)
            return
        try:
            with lock_game(self._profile.paths.locks, stored.row):
                match = await old_match(self._profile, stored, self._audience, self._setup)
                if match.saved_session.session.refusals.locked is not None:
                    self._tell_visit(_comes_back_in_vain(stored.opponent_name))
                    await match.take_line(link, greeted)
                    return
                if match.saved_session.session.referee.due is None:
                    # It is over, and only its end is said once more: no one's place is taken by that.
                    await match.take_line(link, greeted)
                    return
                self._match = match
                self._audience.taken(True)
                self._tell_visit(_comes_back(stored.opponent_name))
                outcome = await self._played(match, link, greeted)
                if match.presence.status.met or isinstance(outcome, NotSaved | WeLeft):
                    await self._end(match, outcome)
                else:
                    self._wait_on(Sentence("The game could not be resumed."))
        except StoreError as error:
            if not isinstance(error, GameInUse):
                self._tell_visit(sentence_of(error))
            await turn_away(link, NOT_HERE, self._setup.timeouts)

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
        stored = self._profile.store.with_proposal(greeted.game, peer, seat=greeted.seat.other)
        return stored if stored is not None and (stored.resumable or stored.state is State.BROKEN) else None

    async def _played(self, match: Match, link: SecureLink, greeted: Greeted) -> Outcome:
        """The outcome of the match, which begins on this link and outlives it."""
        reconnect = reconnect_of(self._side, match, self._listener)
        return await run_match(match, self._side.player, reconnect, link, greeted)

    async def _end(self, match: Match, outcome: Outcome, why_none: str = GUEST_GONE) -> None:
        """End the waiting with the end of the game; if there was none, wait on."""
        if not match.presence.begun and not isinstance(outcome, NotSaved):
            self._wait_on(why_none)
            return
        self._ended = await ended_as(self._profile, match, outcome)
        self._done.set()

    async def _admit(self, introduction: Introduction, greeted: Greeted) -> NoGame | None:
        introduced = await trio.to_thread.run_sync(introduction.introduce, greeted.name)
        if isinstance(introduced, NoGame):
            return NoGame(introduced.for_peer, Sentence("Not let in: {reason}", reason=introduced.for_us))
        if self._ask is not None and not introduced.known and not await self._ask(introduced):
            return NoGame(NOT_LET_IN, Sentence("You did not let {name} in.", name=introduced.name))
        introduction.welcome(introduced)
        self._tell_visit(Sentence("{visitor} joins.", visitor=in_full(introduced)))
        for sentence in cautions(introduced):
            self._tell_visit(sentence)
        return None


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


def _comes_back(name: str | None) -> str:
    if name is None:
        return Sentence("Someone is back for an unfinished game.")
    return Sentence("{name} is back for an unfinished game.", name=name)


def _comes_back_in_vain(name: str | None) -> str:
    if name is None:
        return Sentence("Someone came back for a game that was broken off.")
    return Sentence("{name} came back for a game that was broken off.", name=name)
