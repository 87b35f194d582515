"""Finished games of both kinds, with all secrets known, from which records with faults are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import field, frozen

from mandala_conformance.made_games.described_games import describe, new_referee, take_all
from mandala_conformance.made_games.given_identity import GivenIdentity
from mandala_conformance.made_games.scripted import ScriptedConversation, ScriptedGame, ScriptStep
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.games.game import EndReason
from mandala_protocol.poker.game_keys import KeyPair
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import read, seal
from mandala_protocol.record.verification import opened_keys
from mandala_protocol.seats import First, Seat
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import Body, End, EntryMessage, Key

NAMES: Final = ("Anna", "Ben")
SECRETS: Final = bytes([1]) * 32, bytes([2]) * 32
GRACE: Final = 600
"""The grace of the games of Patterns, in seconds; in those of Mandala there is none."""


@frozen
class FinishedGame:
    """A record with all that is needed to say something else in its place."""

    name: str
    entries: tuple[EntryMessage, ...]
    identities: tuple[GivenIdentity, GivenIdentity]
    keys: Mapping[Seat, KeyPair]
    speakers: tuple[Seat, ...]
    _referees: dict[int, Referee] = field(factory=dict, eq=False, repr=False)

    def referee(self, length: int, then: tuple[EntryMessage, ...] = ()) -> Referee:
        """A referee who has taken the first entries, and those in ``then``, which must be right."""
        referee = new_referee(self.entries)
        take_all(referee, self.entries[:length], trusted=True)
        take_all(referee, then)
        return referee

    def known(self, length: int) -> Referee:
        """The referee after the first ``length`` entries, to look at only."""
        if length not in self._referees:
            self._referees[length] = self.referee(length)
        return self._referees[length]

    def place(self, kind: type[Body], occurrence: int = 1, seat: Seat | None = None) -> int:
        """The number of the entry of a kind, the first or a later one, of one seat or of either."""
        found = [
            number
            for number, message in enumerate(self.entries)
            if isinstance(read(message).body, kind) and seat in (None, self.speakers[number])
        ]
        return found[occurrence - 1]

    def body(self, number: int) -> Any:
        """The content of an entry."""
        return read(self.entries[number]).body

    def head(self, length: int, then: tuple[EntryMessage, ...] = ()) -> bytes:
        """The head after the first ``length`` entries, and those in ``then``."""
        last = then[-1] if then else self.entries[length - 1] if length else None
        return bytes(32) if last is None else read(last).head

    def sign(self, seat: Seat, payload: bytes) -> EntryMessage:
        """Any payload, signed as an entry of this seat."""
        return EntryMessage(payload, self.identities[seat].sign(tagged_hash("entry", payload)))

    def said(self, number: int, body: Body, seat: Seat, then: tuple[EntryMessage, ...] = ()) -> EntryMessage:
        """Another entry in the place ``number``, after those in ``then``, right in form, chain and signature."""
        entry = seal(number + len(then), self.head(number, then), body, self.identities[seat])
        return entry.message()

    def ended_after(self, number: int, entry: EntryMessage) -> tuple[EntryMessage, ...]:
        """A resignation after another entry in the place ``number``, and the keys of both."""
        before = self.entries[:number]
        referee = new_referee(before)
        take_all(referee, before, trusted=True)
        take_all(referee, [entry])
        due = referee.due
        assert due is not None, "the game goes on"
        said: tuple[EntryMessage, ...] = (entry,)
        end = End(EndReason.RESIGNED.value, referee.moves_made, b"")
        said = (*said, self.said(number, end, due.speaker, said))
        for seat in Seat:
            said = (*said, self.said(number, Key(bytes(self.keys[seat].secret)), seat, said))
        return said[1:]

    def changed(self, number: int, **fields: object) -> EntryMessage:
        """The entry of this place with fields changed, in whatever way."""
        entry = read(self.entries[number])
        body = {**codec.unstructure(entry.body), **fields}
        return self.items(number, [number, entry.previous, entry.body.kind_number, body])

    def items(self, number: int, items: object) -> EntryMessage:
        """Other items in the place of those of a payload, signed by its speaker."""
        return self.sign(self.speakers[number], codec.pack(items))


def finished(name: str, seed: int, moves: int | None, grace: int = 0) -> FinishedGame:
    """Play a game of ``moves``, after which the player to move resigns; None: to its end by the rules."""
    return played_by(name, seed, middle_move, moves, grace)


def played_by(
    name: str,
    seed: int,
    choose: Callable[[Session], str],
    moves: int | None = None,
    grace: int = 0,
    *,
    last: str = "resign",
) -> FinishedGame:
    """A game in which both choose their moves so, in its notation; see ``finished``.

    ``last`` is what is done after ``moves``: by the player to move, and a wish by the other player first.
    """
    seeds = bytes([seed, 0]) * 16, bytes([seed, 1]) * 16
    terms = GameTerms(name, First.HOST, grace)
    conversation = ScriptedConversation(NAMES, SECRETS, "records", [ScriptedGame(terms, seeds)])
    for step in (ScriptStep(None, "line: new game"), ScriptStep(0, "hello"), ScriptStep(1, "hello")):
        conversation.perform(step)
    while (speaker := _to_speak(conversation)) is not None:
        does = _next(speaker, choose, last if speaker.referee.moves_made == moves else None)
        if does.startswith("wish"):
            conversation.perform(ScriptStep(int(speaker.seat.other), does))
        conversation.perform(ScriptStep(int(speaker.seat), does))
    (entries,) = conversation.records()
    messages = tuple(entry.message() for entry in entries)
    referee = new_referee(messages)
    speakers = tuple(Seat(entry["seat"]) for entry in describe(referee, messages, trusted=True))
    return FinishedGame(name, messages, conversation.identities, opened_keys(messages), speakers)


def _to_speak(conversation: ScriptedConversation) -> Session | None:
    return next((session for session in conversation.sessions if session.pending is not Pending.NOTHING), None)


def _next(speaker: Session, choose: Callable[[Session], str], last: str | None) -> str:
    if speaker.pending is Pending.ENTRY:
        return "speak"
    return last or f"move {choose(speaker)}"


def middle_move(session: Session) -> str:
    """The middle one of the legal moves in their fixed order, so that moves of all kinds come up."""
    referee = session.referee
    legal: tuple[Any, ...] = referee.rules.legal_moves(referee.view(session.seat))
    return referee.rules.format_move(legal[len(legal) // 2])
