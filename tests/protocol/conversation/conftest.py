"""Two sessions joined in memory, played as far as a test wants, every random choice fixed."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any, Protocol, cast

import attrs
import pytest
from nacl.signing import SigningKey

from mandala_protocol.conversation.connection import ConnectionState
from mandala_protocol.conversation.events import PastTold, Play, Resign, SessionEvent, Speak, TellMissing, TellPast
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import COLOURS, MANDALA
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.transcript import seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Body, EntryMessage, First, encode
from tests.hearing import hear
from tests.narrowing import present

NAMES = ("Anna", "Ben")


class TestIdentity:
    """An identity made from a number."""

    __test__ = False

    def __init__(self, number: int) -> None:
        self._key = SigningKey(bytes([number]) * 32)
        self.public = bytes(self._key.verify_key)

    def sign(self, data: bytes) -> bytes:
        return bytes(self._key.sign(data).signature)


class Pair:
    """Two sessions joined in memory. ``piece`` cuts what is sent into pieces of so many bytes.

    ``steady``: moves are chosen by what was said before, so that a game broken off and gone on with is the same game.
    ``moves``: after so many moves whoever is to move resigns. ``expected``: what the guest wants to be proposed.
    """

    def __init__(
        self,
        seed: int,
        first: First = First.LOT,
        piece: int = 1 << 20,
        *,
        grace: int = 0,
        steady: bool = False,
        moves: int | None = None,
        expected: GameTerms | None = None,
    ) -> None:
        self.identities = (TestIdentity(1), TestIdentity(2))
        self.choices = random.Random(seed)
        self.piece, self.steady, self.moves = piece, steady, moves
        self.seed: int | None = seed
        """What the secrets of both are made from; None for sides made again without them."""
        self._first, self._grace, self._expected = first, grace, expected
        self.sessions = tuple(self._session(seat, seed, first, grace) for seat in Seat)
        for session in self.sessions:
            session.open_line(NAMES[session.seat.other])

    def _session(self, seat: Seat, seed: int | None, first: First, grace: int = 0) -> Session:
        return Session(
            seat=seat,
            signer=self.identities[seat],
            name=NAMES[seat],
            peer=self.identities[seat.other].public,
            seed=None if seed is None else bytes([seed % 256, int(seat)]) * 16,
            games=GAMES,
            workers=Serial(),
            terms=GameTerms(MANDALA.name, first, grace) if seat is Seat.HOST else self._expected,
        )

    def deliver(self, sender: Seat, data: bytes) -> list[SessionEvent]:
        """Bring bytes from one session to the other."""
        events: list[SessionEvent] = []
        for start in range(0, len(data), self.piece):
            events += hear(self.sessions[sender.other], data[start : start + self.piece])
        return events

    @property
    def speaker(self) -> Session | None:
        """The session that is to speak now."""
        return next((session for session in self.sessions if session.pending is not Pending.NOTHING), None)

    @property
    def to_speak(self) -> Session:
        """The session that is to speak now, where a test knows that there is one."""
        return present(self.speaker)

    def say_next(self, *, arrives: bool = True) -> Session:
        """Let whoever is to speak say it; moves are drawn from the legal ones. The one that spoke.

        What does not arrive is lost, and the line with it.
        """
        session = self.to_speak
        if session.pending is Pending.MOVE and session.referee.moves_made == self.moves:
            data = session.send(Resign())
        elif session.pending is Pending.MOVE:
            moves = sorted(MANDALA.legal_moves(session.referee.view(session.seat)), key=MANDALA.format_move)
            choices = random.Random(session.referee.transcript.head) if self.steady else self.choices
            data = session.send(Play(choices.choice(moves)))
        else:
            data = session.send(Speak())
        if arrives:
            self.deliver(session.seat, data)
        else:
            self.cut()
        return session

    # Losing the line, and going on.

    def cut(self) -> None:
        """Lose the line on both sides; what was sent and not delivered is gone with it."""
        for session in self.sessions:
            session.lose_line()

    def rebuild(self, seat: Seat, length: int | None = None, kept: Sequence[KeptEntry] = ()) -> Session:
        """A side that is gone with its process, made again from its record (the first ``length`` entries) and seed.

        ``kept``: what it has refused in this game.
        """
        past = [entry.message() for entry in self.sessions[seat].referee.transcript.entries[:length]]
        again = self._session(seat, self.seed, self._first, self._grace)
        again.restore(past, kept)
        self.sessions = tuple(again if session.seat is seat else session for session in self.sessions)
        return again

    def open_lines(self) -> None:
        """A new line, on which both have said hello."""
        for session in self.sessions:
            session.open_line(NAMES[session.seat.other])

    def resume(self) -> list[SessionEvent]:
        """Go on on a new line: both tell their past, then what the other lacks. All events of both."""
        self.open_lines()
        events: list[SessionEvent] = []
        for command in (TellPast(), TellMissing()):
            said = [(session.seat, session.send(command)) for session in self.sessions]
            for seat, data in said:
                events += self.deliver(seat, data)
        return events

    def resume_in_dispute(self) -> dict[Seat, RemoteProtocolError]:
        """Go on on a new line with pasts that differ: by which errors each side finds that out."""
        self.open_lines()
        errors: dict[Seat, RemoteProtocolError] = {}
        flight = [(session.seat, session.send(TellPast())) for session in self.sessions]
        while flight:
            sender, data = flight.pop(0)
            hearer = self.sessions[sender.other]
            if hearer.state in (ConnectionState.FAILED, ConnectionState.CLOSED):
                continue
            try:
                events = self.deliver(sender, data)
            except RemoteProtocolError as error:
                errors[hearer.seat] = error
                flight.append((hearer.seat, hearer.complaint()))
            else:
                if any(isinstance(event, PastTold) for event in events):
                    flight.append((hearer.seat, hearer.send(TellMissing())))
        return errors

    def play_until(self, reached: Callable[[Session], bool]) -> Session:
        """Play on until ``reached`` holds for the session that is to speak; that session."""
        while (session := self.speaker) is not None:
            if reached(session):
                return session
            self.say_next()
        raise AssertionError("the game ended before")

    def play_to_end(self) -> None:
        while self.speaker is not None:
            self.say_next()

    def until_due(self, kind: type[Body], occurrence: int = 1, **wanted: object) -> Session:
        """Play on until an entry of this kind is due for the so-manieth time."""
        seen: set[int] = set()

        def reached(session: Session) -> bool:
            due = session.referee.due
            assert due is not None
            if due.kind is kind and all(getattr(due, name) == value for name, value in wanted.items()):
                seen.add(session.referee.transcript.length)
            return len(seen) == occurrence

        return self.play_until(reached)

    def forge(self, session: Session, body: Body) -> bytes:
        """An entry that is signed and chained as it should be, with whatever content."""
        transcript = session.referee.transcript
        entry = seal(transcript.length, transcript.head, body, self.identities[session.seat])
        return encode(entry.message())

    def forge_payload(self, session: Session, payload: bytes) -> bytes:
        """Any bytes as the payload of an entry, signed as an entry is."""
        signature = self.identities[session.seat].sign(tagged_hash("entry", payload))
        return encode(EntryMessage(payload, signature))

    def refused(self, session: Session, data: bytes) -> RemoteProtocolError:
        """The error with which the other session refuses these bytes of ``session``."""
        with pytest.raises(RemoteProtocolError) as caught:
            self.deliver(session.seat, data)
        refuser = self.sessions[session.seat.other]
        assert refuser.error is caught.value
        assert not told_secrets(refuser, f"{caught.value} {caught.value!r} {caught.value.detail}"), "MS16"
        return caught.value

    def body_due(self, session: Session, **changes: object) -> Any:
        """The body that is due from a session, of any kind, with some fields changed."""
        body: Any = session._speaker.next_body()
        return attrs.evolve(body, **changes)


def told_secrets(session: Session, text: str) -> list[str]:
    """The parts of a side's seed, key or cards that a text has, in any way that Python would write them."""
    key = session._speaker._key
    secrets = [session._speaker._seed, None if key is None else key.secret]
    forms = [form for secret in secrets if secret is not None for form in spellings(secret)]
    for name in ("hand", "cup"):
        faces = session.referee.cards.faces(session.seat, name)
        counts = tuple(map(faces.count, range(len(COLOURS))))
        pile = "".join(f"{colour.letter}{count}" for colour, count in zip(COLOURS, counts, strict=True) if count)
        forms += [str(faces), str(list(faces)), str(counts), pile] if len(faces) > 1 else []
    return [form for form in forms if form in text]


def spellings(secret: bytes) -> list[str]:
    """The ways in which a text could have a secret."""
    numbers = [str(int.from_bytes(secret, order)) for order in ("little", "big")]
    return [repr(secret)[2:-1], secret.hex(), secret.hex().upper(), str(list(secret)), *numbers]


@pytest.fixture
def make_pair() -> type[Pair]:
    return Pair


@cache
def _prepared(kind: Hashable, **options: Any) -> bytes:
    """A pair as it is pickled, which is read much sooner than a pair is copied."""
    pair = Pair(1, **options)
    pair.until_due(cast("type[Body]", kind))
    return pickle.dumps(pair)


class Prepared(Protocol):
    """Plays until an entry of a kind is due: the pair, made with these options, and the one that is to say it."""

    def __call__(self, kind: type[Body], **options: Any) -> tuple[Pair, Session]: ...


@pytest.fixture
def prepared() -> Prepared:
    """A pair of which one is just to say an entry of a kind, and that one. Each test gets its own copy."""
    return copied


def copied(kind: type[Body], **options: Any) -> tuple[Pair, Session]:
    """A copy of a pair that was played so far once, and the one that is to speak."""
    pair: Pair = pickle.loads(_prepared(cast("Hashable", kind), **options))
    return pair, pair.to_speak
