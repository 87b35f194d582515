"""One side of a game that plays honestly by itself, and lets a case look at, and change, what it is about to say."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from mandala_net.threads import shared_workers
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.speaker import GameTerms, Speaker
from mandala_protocol.games.catalogue import GAMES_AND_TESTS
from mandala_protocol.record.move_effect import MoveEffect
from mandala_protocol.record.referee import AnyGame, Referee
from mandala_protocol.record.signatures import Signer
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.record.transcript import Entry, read, seal, signed_by
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    RESIGN,
    Body,
    End,
    EntryMessage,
    Move,
    Offer,
    Propose,
    Resume,
)

Chooser: TypeAlias = "Callable[[Puppet, tuple[Any, ...]], Any]"
"""Chooses one of the legal moves, of which there is at least one."""

Until: TypeAlias = "Callable[[Puppet], bool]"
"""A test for a place in the game, made whenever the tester is to speak."""


def by_chance(seed: int) -> Chooser:
    """Choose any legal move, each as likely as any other, and the same ones for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - it must be repeatable, and keeps no secret

    def choose(_: Puppet, moves: tuple[Any, ...]) -> Any:
        return chance.choice(moves)

    return choose


def first_legal(_: Puppet, moves: tuple[Any, ...]) -> Any:
    """Choose the first legal move in canonical order."""
    return moves[0]


class Puppet:
    """One side of one game, at ``seat``. All of it computes, nothing waits.

    ``seed``: 32 secret bytes; ``terms``: what a host proposes.
    """

    def __init__(
        self,
        seat: Seat,
        identity: Identity,
        name: str,
        seed: bytes,
        *,
        terms: GameTerms | None = None,
        choose: Chooser = first_legal,
        games: Mapping[str, AnyGame] = GAMES_AND_TESTS,
    ) -> None:
        self.seat, self.identity, self.name, self.choose = seat, identity, name, choose
        self.referee = Referee(games, shared_workers())
        self.speaker = Speaker(seat, identity, name, seed, self.referee, shared_workers(), terms)
        self._made: tuple[bytes, Body, MoveEffect | None] | None = None

    # Where the game is.

    @property
    def over(self) -> bool:
        """Return whether nothing more is due."""
        return self.referee.due is None

    @property
    def is_to_speak(self) -> bool:
        """Return whether the next entry is due from this side."""
        return self.referee.due is not None and self.referee.due.speaker is self.seat

    def pending(self, kind: type[Body]) -> bool:
        """Return whether an entry of this kind is due from this side."""
        return self.referee.due is not None and self.is_to_speak and self.referee.due.kind is kind

    @property
    def number(self) -> int:
        """The number of the next entry."""
        return self.referee.transcript.length

    @property
    def past(self) -> Resume:
        """The length and head of the record, as a message."""
        return Resume(self.referee.transcript.length, self.referee.transcript.head)

    # What to say.

    def moves(self) -> tuple[Any, ...]:
        """All moves that this side can make now."""
        return self.referee.rules.legal_moves(self.referee.view(self.seat))

    def next_body(self) -> tuple[Body, MoveEffect | None]:
        """The honest entry that is due from this side, and what it does if it is a move. Nothing happens yet.

        It is made once for each head, so that asking again gives the same move and costs no second proof.
        """
        head = self.referee.transcript.head
        if self._made is None or self._made[0] != head:
            self._made = (head, *self._new_body())
        _, body, effect = self._made
        return body, effect

    def _new_body(self) -> tuple[Body, MoveEffect | None]:
        if self.pending(Move):
            return self.speaker.move_body(self.choose(self, self.moves()))
        return self.speaker.next_body(), None

    def sealed(self, body: Body, signer: Signer | None = None) -> Entry:
        """Sign this as the next entry. Nothing happens yet."""
        transcript = self.referee.transcript
        return seal(transcript.length, transcript.head, body, signer or self.identity)

    def say_next(self) -> EntryMessage:
        """Let the honest entry that is due happen, and return it."""
        return self.speaker.say(*self.next_body()).message()

    def say(self, body: Body) -> EntryMessage:
        """Let this happen as the next entry, and return it."""
        return self.speaker.say(body).message()

    def wish(self, wish: str, signer: Signer | None = None) -> Offer:
        """A signed wish at this turn."""
        turn = self.referee.moves_made
        statement = offer_statement(self.referee.game_id, wish, turn)
        return Offer(wish, turn, (signer or self.identity).sign(statement))

    def resign(self) -> EntryMessage | Offer:
        """Resign: with the next entry if this side is to speak, else with a wish."""
        if self.is_to_speak:
            return self.say(End("resigned", self.referee.moves_made, b""))
        return self.wish(RESIGN)

    def hear(self, message: EntryMessage) -> None:
        """Take an entry of the other side. Raises ``RemoteProtocolError`` if it is not right."""
        self.speaker.take(read(message), trusted=False)

    @property
    def proposed(self) -> Propose | None:
        """The proposal, once there is one."""
        entries = self.referee.transcript.entries
        body = entries[0].body if entries else None
        return body if isinstance(body, Propose) else None


# Places in a game.


def at(kind: type[Body], nth: int = 1) -> Until:
    """The moment when the tester is about to say its ``nth`` entry of this kind."""

    def reached(puppet: Puppet) -> bool:
        said = [
            entry
            for entry in puppet.referee.transcript.entries
            if type(entry.body) is kind and _speaker_of(puppet, entry) is puppet.seat
        ]
        return puppet.pending(kind) and len(said) == nth - 1

    return reached


def at_move_with_cards(puppet: Puppet) -> bool:
    """Return whether the tester is about to make a move that plays a card."""
    if not puppet.pending(Move):
        return False
    body, _ = puppet.next_body()
    return isinstance(body, Move) and body.played is not None


def never(_: Puppet) -> bool:
    """Return False: the game is played to its end."""
    return False


def _speaker_of(puppet: Puppet, entry: Entry) -> Seat | None:
    for seat in Seat:
        if len(puppet.referee.players) > seat and signed_by(entry, puppet.referee.players[seat].identity):
            return seat
    return None
