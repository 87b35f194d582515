"""Two sessions joined in memory that do what a script says; every message is noted with what the other makes of it.

What a step can do:

- ``line: new game``, ``line: this game``, ``line: another game``: the last connection has ended, and the next begins,
  about this; ``line: same other game``: the next one is still about the other game that has not begun;
- ``hello``: what each side says first on it; the session goes on when both have said it;
- ``past``, ``missing``: say how far the own record goes, and what the other lacks (10.2);
- ``past as HEAD``: the same with another head; ``all``: send all entries after the proposal, as if the pasts differed;
- ``speak``: say what is due and needs no decision; ``move X``: make the move X;
- ``resign``, ``wish end``, ``wish adjourn``, ``decline``: as a player does; ``agree`` with the wish of the other is the
  same as to wish it;
- ``say TEXT``, ``ping``, ``pong``, ``rematch``, ``leave TEXT``;
- ``lose``: the connection is gone; ``abandon``: call the game abandoned, with nobody there;
- ``restart N``: the program of this side is gone, and comes back with the first N entries of its record;
- ``complain``: send the ``error`` for what was refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from mandala_conformance.made_games.given_identity import GivenIdentity
from mandala_conformance.vectors.form.vector_fields import VectorValue
from mandala_conformance.vectors.form.vector_kinds import WrongCase, refusal_of
from mandala_net.threads import shared_workers
from mandala_protocol.conversation.events import (
    Abandon,
    CheckAlive,
    Command,
    ConfirmAlive,
    DeclineOffer,
    Leave,
    MakeOffer,
    PassedOver,
    Play,
    Resign,
    Speak,
    Talk,
    TellMissing,
    TellPast,
    WantRematch,
)
from mandala_protocol.conversation.greeting import Greeting
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import LocalProtocolError, RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import BadNotation, IllegalMove
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import First, Seat
from mandala_protocol.wire.messages import (
    HEAD,
    RESIGN,
    EntryMessage,
    MessageReader,
    Offer,
    OfferKind,
    Resume,
    encode,
    name_of_kind,
)

TAKEN: Final = "taken"
IGNORED: Final = "ignored"
LOST: Final = "lost"


@frozen
class ScriptStep:
    """A step of a script: by which seat (None: by both), what, and whether what it sends is lost on its way."""

    seat: int | None
    does: str
    lost: bool = False


@frozen
class ScriptedGame:
    """A game of a conversation: its terms, and the secret of each seat."""

    terms: GameTerms
    seeds: tuple[bytes, bytes]

    @classmethod
    def of(cls, given: Mapping[str, VectorValue]) -> ScriptedGame:
        """The game of these fields."""
        terms = GameTerms(given["game"], First(given["first"]), given["grace"], given["live_score"])
        host, guest = map(bytes.fromhex, given["game_seeds"])
        return cls(terms, (host, guest))


@frozen
class Sent:
    """A message of a step, and what the other made of it."""

    kind: str
    data: bytes
    entry: EntryMessage | None
    heard: str


class ScriptedConversation:
    """Two sessions, and what they have said. ``names`` and ``secrets`` (of the identities) are by seat."""

    def __init__(
        self,
        names: tuple[str, str],
        secrets: tuple[bytes, bytes],
        software: str,
        games: Sequence[ScriptedGame],
    ) -> None:
        self._names, self._software, self._games = names, software, games
        self.identities = (GivenIdentity(secrets[0]), GivenIdentity(secrets[1]))
        self._game = 0
        self.sessions = self._new_sessions()
        self._records: list[tuple[Entry, ...]] = []
        self._steps: list[tuple[ScriptStep, list[Sent]]] = []
        self._about = b""
        self._after_another = False
        self._greeted: set[Seat] = set()

    def _new_sessions(self) -> tuple[Session, Session]:
        return self._new_session(Seat.HOST), self._new_session(Seat.GUEST)

    def _new_session(self, seat: Seat) -> Session:
        game = self._games[self._game]
        return Session(
            seat=seat,
            signer=self.identities[seat],
            name=self._names[seat],
            peer=self.identities[seat.other].public,
            seed=game.seeds[seat],
            games=GAMES,
            workers=shared_workers(),
            terms=game.terms if seat is Seat.HOST else None,
            live_score=game.terms.live_score,
        )

    # What is done.

    def perform(self, step: ScriptStep) -> None:
        """Do a step. Raises ``WrongCase`` if it is not possible."""
        try:
            sent = self._perform(step)
        except (LocalProtocolError, IllegalMove, BadNotation) as error:
            raise WrongCase(f"step {len(self._steps)} ({step.does[:40]}): {error}") from error
        self._steps.append((step, sent))

    def _perform(self, step: ScriptStep) -> list[Sent]:
        if step.does.startswith("line: "):
            self._begin_line(step.does.removeprefix("line: "))
            return []
        if step.does == "lose":
            for session in self.sessions:
                session.lose_line()
            return []
        if step.seat is None:
            raise WrongCase(f"it is not said who does {step.does[:40]!r}")
        seat = Seat(step.seat)
        session = self.sessions[seat]
        if step.does == "hello":
            return self._greet(seat)
        if step.does.startswith("restart "):
            self._restart(seat, step.does.removeprefix("restart "))
            return []
        if step.does == "complain":
            if session.error is None:
                raise WrongCase("there is nothing to complain of")
            data = session.complaint()
        elif step.does.startswith("past as "):
            data = announced(session, step.does.removeprefix("past as "))
        elif step.does == "all":
            data = b"".join(encode(entry.message()) for entry in session.referee.transcript.entries[1:])
        else:
            data = session.send(command_of(step.does, session))
        return self._deliver(seat, data, lost=step.lost)

    def _begin_line(self, about: str) -> None:
        for session in self.sessions:
            session.lose_line()
        self._greeted = set()
        self._after_another = about in ("another game", "same other game")
        proposal = max((session.referee.proposal for session in self.sessions), key=len)
        match about:
            case "new game":
                self._about = b""
            case "this game" if proposal:
                self._about = proposal
            case "another game" if proposal and self._game + 1 < len(self._games):
                self._about = proposal
                self._records.append(self._longer())
                self._game += 1
                self.sessions = self._new_sessions()
            case "same other game" if self._records:
                self._about = self._records[-1][0].head
            case _:
                raise WrongCase(f"a connection cannot be about {about[:40]!r}")

    def _greet(self, seat: Seat) -> list[Sent]:
        known = seat if self._about and not self._after_another else None
        data = Greeting(self._names[seat], self._software, self._about, known).hello()
        self._greeted.add(seat)
        if len(self._greeted) == len(Seat):
            for session in self.sessions:
                session.open_line(self._names[session.seat.other], after_another=self._after_another)
        return [Sent("hello", data, None, TAKEN)]

    def _restart(self, seat: Seat, length: str) -> None:
        entries = self.sessions[seat].referee.transcript.entries
        if not length.isdecimal() or int(length) > len(entries):
            raise WrongCase("a program comes back with a part of its record")
        session = self._new_session(seat)
        session.restore([entry.message() for entry in entries[: int(length)]])
        self.sessions = (session, self.sessions[1]) if seat is Seat.HOST else (self.sessions[0], session)

    def _deliver(self, sender: Seat, data: bytes, *, lost: bool) -> list[Sent]:
        sent = []
        for message in MessageReader().feed(data):
            one = encode(message)
            resigns = isinstance(message, Offer) and message.wish == RESIGN
            heard = LOST if lost else self._heard(self.sessions[sender.other], one, is_resignation=resigns)
            entry = message if isinstance(message, EntryMessage) else None
            sent.append(Sent(name_of_kind(type(message)), one, entry, heard))
        return sent

    def _heard(self, session: Session, data: bytes, *, is_resignation: bool) -> str:
        if session.error is not None:
            return IGNORED
        try:
            session.receive_data(data)
            events = list(session.next_events())
        except RemoteProtocolError as error:
            refusal = refusal_of(error)
            return f"{refusal.code} {refusal.requirement}"
        if events and not any(isinstance(event, PassedOver) for event in events):
            return TAKEN
        # A wish to resign is no news to anybody: it is put into the record at once.
        return TAKEN if is_resignation and session.ending else IGNORED

    # What was said.

    def _longer(self) -> tuple[Entry, ...]:
        host, guest = (session.referee.transcript.entries for session in self.sessions)
        return guest if len(guest) > len(host) else host

    def records(self) -> list[tuple[Entry, ...]]:
        """The longer record of each game."""
        return [*self._records, self._longer()]

    def said(self) -> list[dict[str, VectorValue]]:
        """The steps, with what was sent: entries that are in a record by their numbers, all else as bytes."""
        known = {entry.message(): entry.number for entries in self.records() for entry in entries}
        return [
            {
                "from": step.seat,
                "does": step.does,
                "lost": step.lost,
                "sends": [_described(message, known) for message in sent],
            }
            for step, sent in self._steps
        ]


def announced(session: Session, head: str) -> bytes:
    """The ``resume`` of a session, with another head. Raises ``WrongCase``."""
    (past,) = MessageReader().feed(session.send(TellPast()))
    if not isinstance(past, Resume) or len(head) != 2 * HEAD or set(head) - set("0123456789abcdef"):
        raise WrongCase("a head has 32 bytes in hexadecimal")
    return encode(evolve(past, head=bytes.fromhex(head)))


def _described(sent: Sent, known: Mapping[EntryMessage, int]) -> dict[str, VectorValue]:
    number = None if sent.entry is None else known.get(sent.entry)
    kind = sent.kind if sent.entry is None else "entry"
    return {
        "kind": kind,
        "entry": number,
        "message": sent.data.hex() if number is None else None,
        "heard": sent.heard,
    }


def command_of(does: str, session: Session) -> Command:
    """The command to a session for what a step does. Raises ``WrongCase`` and ``BadNotation``."""
    word, _, rest = does.partition(" ")
    match word, rest:
        case "past", "":
            return TellPast()
        case "missing", "":
            return TellMissing()
        case "speak", "":
            return Speak()
        case "move", notation if session.referee.game is not None:
            return Play(session.referee.rules.parse_move(notation))
        case "resign", "":
            return Resign()
        case "wish", "end" | "adjourn":
            return MakeOffer(OfferKind(rest))
        case "decline", "":
            return DeclineOffer()
        case "abandon", "":
            return Abandon()
        case "say", _:
            return Talk(rest)
        case "ping", "":
            return CheckAlive()
        case "pong", "":
            return ConfirmAlive()
        case "rematch", "":
            return WantRematch()
        case "leave", _:
            return Leave(rest)
        case _:
            raise WrongCase(f"nobody can do {does[:40]!r}")
