"""One peer of the conversation: bytes in, events out. It owns no socket, no clock and no randomness.

``receive_data`` takes what came from the peer, in any pieces, and ``next_event`` tells what it says, one message after
the other; ``send`` gives what must go to the peer. New entries are in ``new_entries``: whoever drives a session saves
them before sending anything further. What is allowed when is in the table of ``connection``.
A session outlives its line: when one is lost, ``open_line`` begins the next, and both go on where they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mandala_protocol.conversation import events, greeting, speaker
from mandala_protocol.conversation.connection import (
    CONNECTED,
    SETTLING,
    Cause,
    ConnectionMachine,
    ConnectionState,
    refused,
    require_allowed,
)
from mandala_protocol.conversation.entry_checks import require_in_turn, require_same_player, require_terms
from mandala_protocol.conversation.events import Command, SessionEvent
from mandala_protocol.conversation.kept_entries import KeptEntry, Refusals
from mandala_protocol.conversation.line import Line
from mandala_protocol.conversation.offers import Offers
from mandala_protocol.conversation.resuming import CatchUp
from mandala_protocol.conversation.snapshot import Pending, Snapshot, snapshot_of
from mandala_protocol.conversation.speaker import Speaker
from mandala_protocol.conversation.trace import (
    Trace,
    trace_beginning,
    trace_failed,
    trace_heard,
    trace_moved,
    trace_said,
)
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.games.game import IllegalMove
from mandala_protocol.names import clean_line
from mandala_protocol.poker.randomness import SEED_BYTES
from mandala_protocol.poker.workers import Workers
from mandala_protocol.record.move_effect import MoveEffect
from mandala_protocol.record.order import Occasion
from mandala_protocol.record.referee import AnyGame, Referee
from mandala_protocol.record.signatures import Signer
from mandala_protocol.record.steps import ABANDONED, is_abandonment
from mandala_protocol.record.transcript import Entry, place_of, read
from mandala_protocol.record.verification import opened_keys
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire import messages
from mandala_protocol.wire.messages import EntryMessage, Message, UnknownMessage
from mandala_protocol.wire.rate_limit import Allowance


class Session:
    """One side of one game.

    ``seat`` is ours; ``signer`` our identity; ``peer`` the identity (32 bytes) of the other side, which every link must
    have proven; ``seed`` 32 random bytes for this game alone, None once its keys have been opened; ``terms`` what a
    host proposes, or what a guest expects of another game (None: whatever comes); ``live_score`` whether a guest wants
    to see the points as they stand.
    """

    def __init__(
        self,
        *,
        seat: Seat,
        signer: Signer,
        name: str,
        peer: bytes,
        seed: bytes | None,
        games: Mapping[str, AnyGame],
        workers: Workers,
        terms: speaker.GameTerms | None = None,
        live_score: bool = False,
    ) -> None:
        if seed is not None and len(seed) != SEED_BYTES:
            raise ValueError("a seed has 32 bytes")
        self.seat = seat
        self.peer = peer
        self.error: RemoteProtocolError | None = None
        self._signer = signer
        self._expected = terms if seat is Seat.GUEST else None
        self.referee = Referee(games, workers)
        self._speaker = Speaker(seat, signer, name, seed, self.referee, workers, terms, live_score)
        self._new_entries: list[Entry] = []
        self.refusals = Refusals(self.referee, self._speaker, seat, peer)
        self._offers = Offers(self.referee, signer, peer)
        self._machine = ConnectionMachine()
        self._line = Line("", CatchUp(self.referee, peer))

    def restore(self, past: Sequence[EntryMessage], kept: Sequence[KeptEntry] = ()) -> None:
        """Take in our own record, kept from before; its proofs were checked when it was made.

        ``kept`` are the entries of this game that were refused: they are judged once more, and lock the game if they
        are wrong still. Raises ``RemoteProtocolError`` if the record is not as it was.
        """
        for seat, key in opened_keys(past).items():
            self.referee.keys.learn(seat, key)
        for message in past:
            self._speaker.take(read(message), trusted=True)
        for entry in kept:
            self.refusals.judge_again(entry)

    # The line.

    def open_line(
        self,
        name: str,
        *,
        after_another: bool = False,
        ask: bool = False,
        allowance: Allowance | None = None,
        trace: Trace | None = None,
    ) -> None:
        """Begin on a new line, on which hello has been said by both; ``name`` is what the peer called itself.

        A game that has begun is gone on with: both tell their past then. ``after_another``: the line is about a game
        after the last one, which begins when both want it; a proposal of ours that was lost is said again then.
        ``ask``: our person has still to ``Agree`` to a new game. ``allowance``: how much may come on the line beside
        entries; None: anything. ``trace`` hears of all that is said, heard and changed on it.
        """
        if self.state is ConnectionState.FAILED:
            raise LocalProtocolError(Code.OUT_OF_TURN, "MS9", Sentence("the session is over"))
        entries = self.referee.transcript.entries
        again = entries[0] if after_another and entries else None
        self.lose_line()
        self._line = Line(name, CatchUp(self.referee, self.peer), allowance, again, trace)
        self._machine.move(Cause.CONNECTED)  # traced where hello was said
        if self.refusals.locked is not None:
            self._move(Cause.BROKEN_GAME)
        elif after_another:
            self._move(Cause.NEXT_GAME)
        elif entries:
            self._move(Cause.OLD_GAME)
        else:
            self._move(Cause.NEW_GAME)
            if not ask:
                self._move(Cause.AGREED)

    def lose_line(self) -> None:
        """Take the line away, for whatever reason it is gone; a failed session stays failed."""
        self._move(Cause.LOST)

    def _move(self, cause: Cause) -> None:
        before = self.state
        self._machine.move(cause)
        if self.state is not before:
            trace_moved(self._line.trace, before, self.state, cause)

    # What is known.

    @property
    def state(self) -> ConnectionState:
        """The state of the connection."""
        return self._machine.state

    @property
    def was_open(self) -> bool:
        """Return whether both have been able to play on this connection."""
        return self._machine.was(ConnectionState.OPEN)

    @property
    def identity(self) -> bytes:
        """Our own identity, 32 bytes."""
        return self._signer.public

    @property
    def pending(self) -> Pending:
        """The next thing that the conversation waits for from us."""
        due = self.referee.due
        if self.state is not ConnectionState.OPEN:
            return Pending.NOTHING
        if self._line.again is not None:
            return Pending.ENTRY
        if due is None or due.speaker is not self.seat:
            return Pending.NOTHING
        if due.kind is messages.Move and self._offers.interruption() is None:
            return Pending.MOVE
        return Pending.ENTRY

    @property
    def adjourned(self) -> bool:
        """Return whether both have agreed to adjourn, on this connection."""
        settling = self.state in SETTLING and self._line.catch_up.adjourned_anew
        return settling or self._machine.was(ConnectionState.ADJOURNED)

    @property
    def ending(self) -> bool:
        """Return whether the game is about to be over, with nothing left for anyone to decide."""
        due = self.referee.due
        closing = due is not None and due.occasion in (Occasion.END, Occasion.RESULT)
        return closing or isinstance(self._offers.interruption(), messages.End)

    @property
    def disputed(self) -> bool:
        """Return whether the peer has a different history of the game, and shows or must show the proof."""
        return self.state in SETTLING and self._line.catch_up.disputed

    @property
    def given_up(self) -> bool:
        """Return whether the peer called the game abandoned where our record differs; no one is to blame."""
        return self._line.catch_up.given_up

    @property
    def confirmed(self) -> bool:
        """Return whether the peer is known to have our whole record."""
        transcript, past = self.referee.transcript, self._line.catch_up.past
        if self.referee.last_speaker is self.seat.other:
            return True
        agrees = past is not None and (past.length, past.head) == (transcript.length, transcript.head)
        return agrees or self._line.receipt.confirmed

    @property
    def asks_to_confirm(self) -> bool:
        """True if the peer was asked, since our last entry, for a sign of life, which confirms it."""
        return self._line.receipt.is_asked_for

    def new_entries(self) -> tuple[Entry, ...]:
        """The entries since this was last asked: to be saved before anything more is sent."""
        entries, self._new_entries = tuple(self._new_entries), []
        return entries

    def snapshot(self) -> Snapshot:
        """Everything that can be shown now."""
        return snapshot_of(self.referee, self.seat, self.pending, self._offers, connected=self.state in CONNECTED)

    @property
    def can_prepare(self) -> bool:
        """Return whether ``prepare`` would do anything."""
        return self._speaker.can_prepare

    def prepare(self) -> None:
        """Use a moment in which no one waits for us: compute what the next draws will need."""
        self._speaker.prepare()

    # Hearing.

    def receive_data(self, data: bytes) -> None:
        """Put what came behind what came before; it may end in the middle of a message."""
        self._line.reader.add(data)

    @property
    def next_is_light(self) -> bool:
        """Return whether ``next_event`` will be quick: no proof, signature or entry is in the next message."""
        return self._line.reader.light

    def next_event(self) -> SessionEvent | None:
        """The event of the peer's next message; None if none is complete yet, and after a goodbye.

        Raises ``RemoteProtocolError`` if the protocol does not allow it. After that, as after any other exception, the
        session has failed.
        """
        if self.state in (ConnectionState.NONE, ConnectionState.FAILED):
            raise LocalProtocolError(Code.OUT_OF_TURN, "MS9", Sentence("the session is over"))
        if self.state is ConnectionState.CLOSED:
            return None
        try:
            message = self._line.reader.next_message()
            if message is not None:
                trace_heard(self._line.trace, message)
            if self.state is ConnectionState.BROKEN_OFF:
                return self._hear_in_broken_game(message)
            return None if message is None else self._hear(message)
        except BaseException as error:
            self._fail(error)
            raise

    def next_events(self) -> Iterator[SessionEvent]:
        """Iterate over what the peer says with all that has come: see ``next_event``."""
        while (event := self.next_event()) is not None:
            yield event

    def _fail(self, error: BaseException) -> None:
        """Say and hear nothing more, whatever went wrong: what the session knows may be half of what it should."""
        trace_failed(self._line.trace, error)
        self.error = error if isinstance(error, RemoteProtocolError) else None
        self._move(Cause.FAILED)

    def _hear_in_broken_game(self, message: Message | UnknownMessage | None) -> SessionEvent:
        """Look through all that has come for a fork, and refuse the rest."""
        while message is not None:
            if isinstance(message, EntryMessage):
                self.refusals.require_no_fork(message)
            message = self._line.reader.next_message()
        raise self.refusals.refusal_again()

    def _hear(self, message: Message | UnknownMessage) -> SessionEvent:
        if isinstance(message, UnknownMessage) or not self._machine.takes(type(message)):
            return events.PassedOver()
        if isinstance(message, EntryMessage):
            try:
                return self._hear_entry(message)
            except RemoteProtocolError as error:
                self.refusals.keep(message, error)
                raise
        require_allowed(self.state, type(message))
        return self._hear_link_message(message)

    def _hear_link_message(self, message: Message) -> SessionEvent:
        match message:
            case messages.Resume():
                self._line.catch_up.hear_past(message)
                self._move(Cause.PAST_HEARD)
                return events.PastTold()
            case messages.Offer():
                return self._offers.hear(message) or events.PassedOver()
            case messages.Decline():
                return self._offers.hear_decline(message) or events.PassedOver()
            case messages.Chat():
                return events.Talked(clean_line(message.text))
            case messages.Rematch():
                self._move(Cause.REMATCH_HEARD)
                return events.RematchWanted()
            case messages.Ping():
                return events.AskedAlive()
            case messages.Pong():
                self._line.receipt.hear_answer()
                return events.Alive()
            case messages.Busy():
                self._move(Cause.CLOSED)
                return events.Refused(message.reason)
            case messages.Bye():
                self._move(Cause.CLOSED)
                return events.Left(message.reason)
            case messages.Error():
                self._move(Cause.CLOSED)
                return events.Complained(message.code, message.requirement, message.detail)
            case messages.Hello() | messages.EntryMessage():
                raise AssertionError("the table lets no hello pass, and entries are heard elsewhere")

    def _hear_entry(self, message: EntryMessage) -> SessionEvent:
        try:
            entry = read(message)
        except RemoteProtocolError:
            place = place_of(message.payload)
            if place is not None:
                self.referee.require_no_fork(place, message)
            raise
        if self.state is not ConnectionState.ADJOURNED:
            require_allowed(self.state, EntryMessage, entry.evidence)
        if self.state in SETTLING and not self._line.catch_up.complete:
            return self._hear_missing(entry)
        if self.referee.due is not None and entry.number >= self.referee.transcript.length:
            require_in_turn(self.referee, entry, self.seat.other, self.peer, self._line.name)
            if self.adjourned:
                require_allowed(ConnectionState.ADJOURNED, EntryMessage, entry.evidence)
        said = self._take(entry)
        if isinstance(entry.body, messages.Adjourn):
            self._move(Cause.ADJOURNED)
        return said

    def _hear_missing(self, entry: Entry) -> SessionEvent:
        """An entry while both catch up: one that we lack, or one that shows that the pasts differ."""
        catch_up = self._line.catch_up
        catch_up.require_announced(entry)
        if entry.number < self.referee.transcript.length:
            catch_up.compare(entry)
            return events.PassedOver()
        catch_up.require_same_head(entry)
        due = self.referee.due
        own = due is not None and due.speaker is self.seat and not is_abandonment(entry.body)
        identity, name = (self._signer.public, None) if own else (self.peer, self._line.name)
        require_same_player(self.referee, entry, identity, name)
        said = self._take(entry, own=own)
        self._open_if_both_know()
        return said

    def _open_if_both_know(self) -> None:
        """Play on once nothing is missing here, and the other was told what it lacks."""
        if self._line.catch_up.complete:
            self._move(Cause.ALL_KNOWN)
            if self._line.catch_up.adjourned_anew:
                self._move(Cause.ADJOURNED)

    def _take(self, entry: Entry, *, own: bool = False) -> events.Said:
        if own:
            self._speaker.take_own(entry, trusted=False)
        else:
            require_terms(entry, self._expected)
            self.referee.take(entry)
        trace_beginning(self._line.trace, entry, self.referee)
        self._new_entries.append(entry)
        return events.Said(entry)

    # Speaking.

    def send(self, command: Command) -> bytes:
        """The bytes that carry out a command.

        Raises ``LocalProtocolError`` if it is not possible now, ``IllegalMove`` for a move that the rules forbid:
        nothing has changed then. After any other exception the session has failed.
        """
        try:
            data = self._carry_out(command)
        except (LocalProtocolError, IllegalMove):
            raise
        except BaseException as error:
            self._fail(error)
            raise
        trace_said(self._line.trace, data)
        return data

    def complaint(self) -> bytes:
        """The bytes to send to a peer that broke the protocol; if the records differ, our proof of that goes first."""
        assert self.error is not None, "no one broke the protocol"
        disputed = self._line.catch_up.disputed_entry
        shown = b"" if disputed is None else messages.encode(disputed.message())
        data = shown + greeting.complaint(self.error)
        trace_said(self._line.trace, data)
        return data

    def _carry_out(self, command: Command) -> bytes:
        if isinstance(command, events.Abandon):
            return self._abandon(command)
        self._machine.require_possible(command)
        match command:
            case events.Agree():
                self._move(Cause.AGREED)
                return b""
            case events.TellPast():
                return messages.encode(self._line.catch_up.own_past())
            case events.TellMissing():
                return self._tell_missing()
            case events.Speak():
                return self._speak()
            case events.Play():
                return self._play(command)
            case events.Resign():
                return self._offer(self._offers.resign())
            case events.MakeOffer(kind=kind):
                return self._offer(self._offers.make(kind))
            case events.DeclineOffer():
                return messages.encode(self._offers.decline())
            case events.WithdrawOffer():
                self._offers.withdraw(self.seat)
                return b""
            case events.Talk():
                return messages.encode(messages.Chat(clean_line(command.text)))
            case events.WantRematch():
                self._move(Cause.REMATCH_SAID)
                return messages.encode(messages.Rematch())
            case events.CheckAlive(ahead=ahead):
                self._line.receipt.ask()
                if ahead:
                    self._line.receipt.begin()
                if self._line.allowance is not None:
                    self._line.allowance.ask_for_pong()
                return messages.encode(messages.Ping())
            case events.ConfirmAlive(times=times):
                return messages.encode(messages.Pong()) * times
            case events.Refuse():
                self._move(Cause.CLOSED)
                return greeting.refusal(command.reason)
            case events.Leave():
                self._move(Cause.CLOSED)
                return messages.encode(messages.Bye(command.reason))

    def _tell_missing(self) -> bytes:
        """The entries that the peer lacks, and our offer if it still holds."""
        again = b"".join(messages.encode(entry.message()) for entry in self._line.catch_up.lacking)
        self._line.receipt.begin()
        self._move(Cause.MISSING_SAID)
        self._open_if_both_know()
        offer = self._offers.to_say_again()
        return again if offer is None else again + messages.encode(offer)

    def _speak(self) -> bytes:
        if self.pending is not Pending.ENTRY:
            raise refused(events.Speak())
        again, self._line.again = self._line.again, None
        if again is not None:
            return messages.encode(again.message())
        interruption = self._offers.interruption()
        return self._say(interruption if interruption is not None else self._speaker.next_body())

    def _play(self, command: events.Play) -> bytes:
        if self.pending is not Pending.MOVE:
            raise refused(command)
        return self._say(*self._speaker.move_body(command.move))

    def _say(self, body: messages.Body, effect: MoveEffect | None = None) -> bytes:
        entry = self._speaker.say(body, effect)
        trace_beginning(self._line.trace, entry, self.referee)
        self._new_entries.append(entry)
        self._line.receipt.begin()
        if isinstance(body, messages.Adjourn):
            self._move(Cause.ADJOURNED)
        return messages.encode(entry.message())

    def _abandon(self, command: events.Abandon) -> bytes:
        referee = self.referee
        if self.refusals.locked is not None or not referee.grace or not referee.abandonable:
            detail = Sentence("the players did not agree that this game can be abandoned")
            raise LocalProtocolError(Code.NOT_AGREED, "EN14", detail)
        self._machine.require_possible(command)
        return self._say(messages.End(ABANDONED, referee.moves_made, b""))

    def _offer(self, offer: messages.Offer) -> bytes:
        """Say this to the other; or put it into the record, if it is our turn and no one else has to agree."""
        due = self.referee.due
        if due is not None and due.speaker is self.seat:
            interruption = self._offers.interruption()
            if interruption is not None:
                return self._say(interruption)
        return messages.encode(offer)
