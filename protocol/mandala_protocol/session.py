"""One peer of the conversation: bytes in, events out. It owns no socket, no clock and no randomness.

``receive`` takes what came from the peer, in any pieces; ``send`` gives what must go to it. New entries are in
``new_entries``: whoever drives a session saves them before sending anything further.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from attrs import frozen

from mandala_protocol import messages, speaker
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.games.game import Result, View
from mandala_protocol.messages import PROTOCOL_VERSION, MessageReader
from mandala_protocol.names import clean_line, clean_name
from mandala_protocol.order import Due
from mandala_protocol.poker.workers import Workers
from mandala_protocol.randomness import SEED_BYTES
from mandala_protocol.seats import Seat
from mandala_protocol.signatures import Signer, verify
from mandala_protocol.speaker import Speaker
from mandala_protocol.table import AnyGame, Step, Table, wish_statement
from mandala_protocol.transcript import Entry, read

# What whoever drives a session asks for.


@frozen
class Greet:
    """Say hello: the first thing to send."""


@frozen
class Speak:
    """Say what is due from us and needs no decision."""


@frozen
class Play:
    """Make a move, in canonical notation."""

    move: str


@frozen
class Resign:
    """Give up; possible at any time while the game goes on."""


@frozen
class OfferEnd:
    """Offer to end the game as it stands, or agree to the other's offer."""


@frozen
class Talk:
    """Send a line of chat."""

    text: str


@frozen
class Leave:
    """Say goodbye; nothing is sent after it."""

    reason: str


@frozen
class Refuse:
    """Tell a guest that there will be no game now."""

    reason: str


@frozen
class CheckAlive:
    """Ask for a sign of life."""


@frozen
class ConfirmAlive:
    """Give a sign of life."""


Command: TypeAlias = Greet | Speak | Play | Resign | OfferEnd | Talk | Leave | Refuse | CheckAlive | ConfirmAlive


# What a driver is told.


@frozen
class Greeted:
    """The peer said hello; the name is as sent and not to be trusted."""

    name: str
    software: str


@frozen
class Said:
    """An entry was taken into the record."""

    entry: Entry


@frozen
class EndOffered:
    """The other player offers to end the game as it stands."""


@frozen
class Talked:
    """The other player said something; the text is as sent."""

    text: str


@frozen
class AskedAlive:
    """The peer asks for a sign of life."""


@frozen
class Alive:
    """The peer gave a sign of life."""


@frozen
class Refused:
    """The host will not play now."""

    reason: str


@frozen
class Left:
    """The peer leaves the connection on purpose."""

    reason: str


@frozen
class Complained:
    """The peer ends the session because of something that we did, as it says."""

    code: int
    requirement: str
    detail: str


Event: TypeAlias = Greeted | Said | EndOffered | Talked | AskedAlive | Alive | Refused | Left | Complained


READY_CARDS: Final = 8
"""How many cards of the pile are made ready ahead: no draw after the deal takes more."""


class Owes(enum.Enum):
    """What the conversation waits for, as seen from here."""

    NOTHING = "nothing from us"
    WORDS = "something that needs no decision"
    MOVE = "our move"


class Line(enum.Enum):
    """The state of the line between the two."""

    FRESH = "no hello yet"
    OPEN = "both can be heard"
    CLOSED = "somebody left"
    FAILED = "the protocol was broken"


@frozen
class Snapshot:
    """Everything that can be shown of a session at one moment; never a hidden card of the other side."""

    seat: Seat
    names: tuple[str, str] | None
    due: Due | None
    owes: Owes
    words: str | None
    view: View[Any] | None
    steps: tuple[Step, ...]
    result: Result | None
    end_offered: bool
    length: int


class Session:
    """One side of one game.

    ``seat`` is ours; ``signer`` our identity; ``peer`` the identity (32 bytes) that the link has proven for the other
    side; ``seed`` 32 fresh random bytes for this game alone; ``offer`` what a host proposes (a guest gives None).
    """

    def __init__(
        self,
        *,
        seat: Seat,
        signer: Signer,
        name: str,
        peer: bytes,
        seed: bytes,
        games: Mapping[str, AnyGame],
        workers: Workers,
        software: str,
        offer: speaker.Offer | None = None,
    ) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError("a seed has 32 bytes")
        self.seat = seat
        self.line = Line.FRESH
        self.error: RemoteProtocolError | None = None
        self._name, self._software, self._peer, self._signer = name, software, peer, signer
        self._greeted_name = ""
        self._reader = MessageReader()
        self._table = Table(games, workers)
        self._speaker = Speaker(seat, signer, name, seed, self._table, workers, offer)
        self._new_entries: list[Entry] = []
        self._our_wish: messages.Wish | None = None
        self._their_wish: messages.Wish | None = None

    # What is known.

    @property
    def table(self) -> Table:
        return self._table

    @property
    def owes(self) -> Owes:
        """Whether the conversation waits for us."""
        due = self._table.due
        if due is None or due.speaker is not self.seat or self.line is not Line.OPEN:
            return Owes.NOTHING
        if due.kind is messages.Move and self._ending() is None:
            return Owes.MOVE
        return Owes.WORDS

    def new_entries(self) -> tuple[Entry, ...]:
        """The entries since this was last asked: to be saved before anything more is sent."""
        entries, self._new_entries = tuple(self._new_entries), []
        return entries

    def snapshot(self) -> Snapshot:
        """What can be shown now."""
        table = self._table
        players = table.players
        return Snapshot(
            seat=self.seat,
            names=(clean_name(players[0].name), clean_name(players[1].name)) if len(players) == 2 else None,
            due=table.due,
            owes=self.owes,
            words=table.agreed.words if table.agreed is not None else None,
            view=table.view(self.seat) if table.state is not None else None,
            steps=tuple(table.steps),
            result=table.result,
            end_offered=self._offered(self._their_wish),
            length=table.transcript.length,
        )

    @property
    def can_prepare(self) -> bool:
        """Whether ``prepare`` would do anything."""
        return self._table.playing and bool(self._table.unready(self.seat, READY_CARDS))

    def prepare(self) -> None:
        """Use a moment in which nobody waits for us: compute what the next draws will need."""
        if self._table.playing:
            self._table.make_ready(self.seat, READY_CARDS)

    # Hearing.

    def receive(self, data: bytes) -> tuple[Event, ...]:
        """What the peer said with these bytes, which may end in the middle of a message; nothing after a goodbye.

        Raises ``RemoteProtocolError`` at the first thing that the protocol does not allow; the session has failed then.
        """
        if self.line is Line.FAILED:
            raise LocalProtocolError(Code.OUT_OF_TURN, "MS9", "the session is over")
        events: list[Event] = []
        try:
            for message in self._reader.feed(data):
                if self.line is Line.CLOSED:
                    break
                event = self._hear(message)
                if event is not None:
                    events.append(event)
        except RemoteProtocolError as error:
            self.line, self.error = Line.FAILED, error
            raise
        return tuple(events)

    def _hear(self, message: messages.Message) -> Event | None:
        if isinstance(message, messages.Hello) is not (self.line is Line.FRESH):
            raise RemoteProtocolError(Code.OUT_OF_TURN, "MS8", "hello comes first, and once")
        match message:
            case messages.Hello():
                return self._hear_hello(message)
            case messages.EntryMessage():
                return self._hear_entry(message)
            case messages.Wish():
                return self._hear_wish(message)
            case messages.Chat():
                return Talked(message.text)
            case messages.Ping():
                return AskedAlive()
            case messages.Pong():
                return Alive()
            case messages.Busy():
                self.line = Line.CLOSED
                return Refused(message.reason)
            case messages.Bye():
                self.line = Line.CLOSED
                return Left(message.reason)
            case messages.Error():
                self.line = Line.CLOSED
                return Complained(message.code, message.requirement, message.detail)

    def _hear_hello(self, hello: messages.Hello) -> Greeted:
        if hello.version != PROTOCOL_VERSION:
            detail = f"it speaks version {hello.version}, this program version {PROTOCOL_VERSION}"
            raise RemoteProtocolError(Code.VERSION, "MS10", detail)
        self.line, self._greeted_name = Line.OPEN, hello.name
        return Greeted(hello.name, hello.software)

    def _hear_entry(self, message: messages.EntryMessage) -> Said:
        entry = read(message)
        due = self._table.due
        if due is not None and due.speaker is self.seat and entry.number >= self._table.transcript.length:
            raise RemoteProtocolError(Code.OUT_OF_TURN, "OR2", "it was our turn to speak", entry.evidence)
        match entry.body:
            case messages.Propose(identity=identity, name=name) | messages.Accept(identity=identity, name=name):
                if identity != self._peer or name != self._greeted_name:
                    detail = "the entry names another player than the one on the line"
                    raise RemoteProtocolError(Code.WRONG_IDENTITY, "OR5", detail, entry.evidence)
            case _:
                pass
        self._table.take(entry)
        self._new_entries.append(entry)
        return Said(entry)

    def _hear_wish(self, wish: messages.Wish) -> EndOffered | None:
        if not self._table.playing or wish.turn != self._table.moves_made:
            return None  # it crossed with an entry that made it void
        statement = wish_statement(self._table.game_id, wish.wish, wish.turn)
        if not verify(self._peer, wish.signature, statement):
            raise RemoteProtocolError(Code.BAD_SIGNATURE, "EN6", "the wish is not signed by its speaker")
        if self._resigned(self._their_wish) or wish == self._their_wish:
            return None
        self._their_wish = wish
        return EndOffered() if wish.wish == "end" else None

    # Speaking.

    def send(self, command: Command) -> bytes:
        """The bytes that carry out a command.

        Raises ``LocalProtocolError`` if it is not possible now, ``IllegalMove`` or ``BadNotation`` for a wrong move.
        """
        if self.line in (Line.CLOSED, Line.FAILED):
            raise LocalProtocolError(Code.OUT_OF_TURN, "MS9", "the session is over")
        match command:
            case Greet():
                return messages.encode(messages.Hello(PROTOCOL_VERSION, self._software, self._name))
            case Speak():
                return self._speak()
            case Play():
                return self._play(command.move)
            case Resign():
                return self._wish("resign")
            case OfferEnd():
                return self._wish("end")
            case Talk():
                return messages.encode(messages.Chat(clean_line(command.text)))
            case CheckAlive():
                return messages.encode(messages.Ping())
            case ConfirmAlive():
                return messages.encode(messages.Pong())
            case Refuse():
                self.line = Line.CLOSED
                return messages.encode(messages.Busy(command.reason))
            case Leave():
                self.line = Line.CLOSED
                return messages.encode(messages.Bye(command.reason))

    def complaint(self) -> bytes:
        """What to tell the peer after it broke the protocol; it gets the requirement, and nothing of ours."""
        assert self.error is not None, "nobody broke the protocol"
        error = self.error
        detail = error.detail[: messages.MAX_REASON]
        return messages.encode(messages.Error(int(error.code), error.requirement, detail))

    def _speak(self) -> bytes:
        if self.owes is not Owes.WORDS:
            raise LocalProtocolError(Code.OUT_OF_TURN, "OR2", "there is nothing for us to say now")
        ending = self._ending()
        return self._say(ending if ending is not None else self._speaker.next_body())

    def _play(self, notation: str) -> bytes:
        if self.owes is not Owes.MOVE:
            raise LocalProtocolError(Code.OUT_OF_TURN, "OR2", "it is not our move")
        return self._say(self._speaker.move_body(notation))

    def _say(self, body: messages.Body) -> bytes:
        entry = self._speaker.say(body)
        self._new_entries.append(entry)
        return messages.encode(entry.message())

    def _wish(self, wish: str) -> bytes:
        if not self._table.playing:
            raise LocalProtocolError(Code.OUT_OF_TURN, "EN7", "there is no game to end")
        turn = self._table.moves_made
        signature = self._signer.sign(wish_statement(self._table.game_id, wish, turn))
        self._our_wish = messages.Wish(wish, turn, signature)
        due = self._table.due
        if due is not None and due.speaker is self.seat:
            ending = self._ending()
            if ending is not None:
                return self._say(ending)
        return messages.encode(self._our_wish)

    def _offered(self, wish: messages.Wish | None) -> bool:
        return wish is not None and wish.wish == "end" and wish.turn == self._table.moves_made

    def _resigned(self, wish: messages.Wish | None) -> bool:
        return wish is not None and wish.wish == "resign" and wish.turn == self._table.moves_made

    def _ending(self) -> messages.End | None:
        """The entry that ends the game now, if a wish asks for it. Ours to resign holds until we can say it."""
        if not self._table.playing:
            return None
        ours, theirs, turn = self._our_wish, self._their_wish, self._table.moves_made
        if theirs is not None and self._resigned(theirs):
            return messages.End("resigned", turn, theirs.signature)
        if ours is not None and ours.wish == "resign":
            return messages.End("resigned", turn, b"")
        if theirs is not None and self._offered(theirs) and self._offered(ours):
            return messages.End("agreed", turn, theirs.signature)
        return None
