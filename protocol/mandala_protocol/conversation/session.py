"""One peer of the conversation: bytes in, events out. It owns no socket, no clock and no randomness.

``receive`` takes what came from the peer, in any pieces; ``send`` gives what must go to it. New entries are in
``new_entries``: whoever drives a session saves them before sending anything further.
A session outlives its line: when one is lost, ``open_line`` begins the next, and both go on where they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mandala_protocol.conversation import greeting, speaker
from mandala_protocol.conversation.events import (
    Abandon,
    AdjournOffered,
    Alive,
    AskedAlive,
    CheckAlive,
    Command,
    Complained,
    ConfirmAlive,
    DeclineOffer,
    EndOffered,
    Leave,
    Left,
    OfferAdjourn,
    OfferDeclined,
    OfferEnd,
    PastTold,
    Play,
    Refuse,
    Refused,
    RematchWished,
    Resign,
    Said,
    SessionEvent,
    Speak,
    Talk,
    Talked,
    TellMissing,
    TellPast,
    WantRematch,
)
from mandala_protocol.conversation.kept_entries import KeptEntry, Refusals
from mandala_protocol.conversation.offers import Offers
from mandala_protocol.conversation.resuming import CatchUp
from mandala_protocol.conversation.snapshot import ConnectionState, Pending, Snapshot
from mandala_protocol.conversation.speaker import Speaker
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.names import clean_line, clean_name
from mandala_protocol.poker.ciphertexts import Ciphertext
from mandala_protocol.poker.randomness import SEED_BYTES
from mandala_protocol.poker.workers import Workers
from mandala_protocol.record.order import Occasion
from mandala_protocol.record.referee import ACCEPTANCE, AnyGame, Referee
from mandala_protocol.record.signatures import Signer, verify
from mandala_protocol.record.statements import wish_statement
from mandala_protocol.record.steps import ABANDONED, is_abandonment
from mandala_protocol.record.transcript import Entry, place_of, read, require_signature
from mandala_protocol.record.verification import opened_keys
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire import messages
from mandala_protocol.wire.messages import EntryMessage, MessageReader
from mandala_protocol.wire.rate_limit import Allowance

READY_CARDS: Final = 8
"""How many cards of the pile are made ready ahead: no draw after the deal takes more."""


class Session:
    """One side of one game.

    ``seat`` is ours; ``signer`` our identity; ``peer`` the identity (32 bytes) of the other side, which every link must
    have proven; ``seed`` 32 random bytes for this game alone, None once its keys have been opened; ``offer`` what a
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
        offer: speaker.Offer | None = None,
        live_score: bool = False,
    ) -> None:
        if seed is not None and len(seed) != SEED_BYTES:
            raise ValueError("a seed has 32 bytes")
        self.seat = seat
        self.peer = peer
        self.line = ConnectionState.NONE
        self.error: RemoteProtocolError | None = None
        self._signer = signer
        self._expected = offer if seat is Seat.GUEST else None
        self._greeted_name = ""
        self._reader = MessageReader()
        self._allowance: Allowance | None = None
        self._table = Referee(games, workers)
        self._speaker = Speaker(seat, signer, name, seed, self._table, workers, offer, live_score)
        self._new_entries: list[Entry] = []
        self.refusals = Refusals(self._table, self._speaker, seat, peer)
        self._wishes = Offers(self._table)
        self._catch_up = CatchUp(self._table, peer)
        self._adjourned = False
        self._after_another = self._we_want_rematch = self._they_want_rematch = self._propose_again = False
        self._pings = self._pongs = self._pings_before = 0

    def restore(self, past: Sequence[EntryMessage], kept: Sequence[KeptEntry] = ()) -> None:
        """Take in our own record, kept from before; its proofs were checked when it was made.

        ``kept`` are the entries of this game that were refused: they are judged once more, and lock the game if they
        are wrong still. Raises ``RemoteProtocolError`` if the record is not as it was.
        """
        for seat, key in opened_keys(past).items():
            self._table.keys.learn(seat, key)
        for message in past:
            self._speaker.take(read(message), trusted=True)
        for one in kept:
            self.refusals.judge_again(one)

    # The line.

    def open_line(self, name: str, *, after_another: bool = False, allowance: Allowance | None = None) -> None:
        """Begin on a new line, on which hello has been said by both; ``name`` is what the peer called itself.

        A game that has begun is gone on with: both tell their past then. ``after_another``: the line is about a game
        after the last one, which begins when both want it; a proposal of ours that was lost is said again then.
        ``allowance``: how much may come on the line beside entries; None: anything.
        """
        if self.line is ConnectionState.FAILED:
            raise LocalProtocolError(Code.OUT_OF_TURN, "MS9", Sentence("the session is over"))
        length = self._table.transcript.length
        self.line = ConnectionState.OPEN if length == 0 or after_another else ConnectionState.RESUMING
        self._after_another, self._propose_again = after_another, after_another and length > 0
        self._we_want_rematch = self._they_want_rematch = False
        self._greeted_name = name
        self._reader, self._allowance = MessageReader(allowance), allowance
        self._catch_up = CatchUp(self._table, self.peer)
        self._adjourned = False
        self._pings = self._pongs = self._pings_before = 0

    def lose_line(self) -> None:
        """The line is gone, for whatever reason; a failed session stays failed."""
        if self.line is not ConnectionState.FAILED:
            self.line = ConnectionState.NONE

    # What is known.

    @property
    def table(self) -> Referee:
        return self._table

    @property
    def identity(self) -> bytes:
        """Our own identity, 32 bytes."""
        return self._signer.public

    @property
    def owes(self) -> Pending:
        """Whether the conversation waits for us."""
        due = self._table.due
        if self.line is not ConnectionState.OPEN or not self.may_begin:
            return Pending.NOTHING
        if self._propose_again:
            return Pending.WORDS
        if due is None or due.speaker is not self.seat or self._adjourned:
            return Pending.NOTHING
        if due.kind is messages.Move and self._wishes.interruption() is None:
            return Pending.MOVE
        return Pending.WORDS

    @property
    def may_begin(self) -> bool:
        """Whether nothing is in the way of the game: on a line that is about another game, both must want it."""
        return not self._after_another or (self._we_want_rematch and self._they_want_rematch)

    @property
    def adjourned(self) -> bool:
        """Whether both have agreed, on this line, to go on later."""
        return self._adjourned

    @property
    def ending(self) -> bool:
        """Whether the game is about to be over, with nothing left for anybody to decide."""
        due = self._table.due
        closing = due is not None and due.occasion in (Occasion.END, Occasion.RESULT)
        return closing or isinstance(self._wishes.interruption(), messages.End)

    @property
    def disputed(self) -> bool:
        """Whether the peer remembers another course of the game, of which it shows the proof, or is to show it."""
        return self.line is ConnectionState.RESUMING and self._catch_up.disputed

    @property
    def given_up(self) -> bool:
        """Whether the peer has called the game abandoned where our record has something else: nobody is to blame."""
        return self._catch_up.given_up

    @property
    def confirmed(self) -> bool:
        """Whether the peer is known to have taken in all that our record holds."""
        transcript = self._table.transcript
        if self._table.last_speaker is self.seat.other:
            return True
        past = self._catch_up.past
        told = past is not None and (past.length, past.head) == (transcript.length, transcript.head)
        return told or self._pongs > self._pings_before

    def new_entries(self) -> tuple[Entry, ...]:
        """The entries since this was last asked: to be saved before anything more is sent."""
        entries, self._new_entries = tuple(self._new_entries), []
        return entries

    def snapshot(self) -> Snapshot:
        """What can be shown now."""
        table = self._table
        players = table.players
        return Snapshot(
            game=table.game,
            seat=self.seat,
            names=(clean_name(players[0].name), clean_name(players[1].name)) if len(players) == 2 else None,
            due=table.due,
            owes=self.owes,
            words=table.agreed.words if table.agreed is not None else None,
            view=table.view(self.seat) if table.state is not None else None,
            steps=tuple(table.steps),
            result=table.result,
            end_offered=self._wishes.offered("end"),
            adjourn_offered=self._wishes.offered("adjourn"),
            connected=self.line is ConnectionState.OPEN,
            length=table.transcript.length,
            live_score=table.live_score,
            grace=table.grace,
            drawn=tuple(drawn for drawn in table.drawn if drawn.seat is self.seat),
        )

    @property
    def can_prepare(self) -> bool:
        """Whether ``prepare`` would do anything."""
        return self._table.playing and bool(self._table.keys.unready(self.seat, self._next_cards))

    def prepare(self) -> None:
        """Use a moment in which nobody waits for us: compute what the next draws will need."""
        if self._table.playing:
            self._table.keys.make_ready(self.seat, self._next_cards)

    @property
    def _next_cards(self) -> tuple[Ciphertext, ...]:
        return self._table.cards.next_in_pile(READY_CARDS)

    # Hearing.

    def receive(self, data: bytes) -> tuple[SessionEvent, ...]:
        """What the peer said with these bytes, which may end in the middle of a message; nothing after a goodbye.

        See ``hear`` for what it raises.
        """
        self.add(data)
        return self.hear()

    def add(self, data: bytes) -> bool:
        """Put what came behind what came before; whether ``hear`` will be light: no proof, signature or entry in it."""
        self._reader.add(data)
        return self._reader.light

    def hear(self) -> tuple[SessionEvent, ...]:
        """What the peer has said with all that has come.

        Raises ``RemoteProtocolError`` at the first thing that the protocol does not allow; the session has failed then.
        """
        if self.line in (ConnectionState.NONE, ConnectionState.FAILED):
            raise LocalProtocolError(Code.OUT_OF_TURN, "MS9", Sentence("the session is over"))
        events: list[SessionEvent] = []
        try:
            for message in self._reader.read():
                if self.line is ConnectionState.CLOSED:
                    break
                if self.refusals.locked is not None:
                    self.refusals.pass_over(message)
                    continue
                event = self._hear(message)
                if event is not None:
                    events.append(event)
            self.refusals.require_unlocked()
        except RemoteProtocolError as error:
            self.line, self.error = ConnectionState.FAILED, error
            raise
        return tuple(events)

    def _hear(self, message: messages.Message) -> SessionEvent | None:
        match message:
            case messages.Hello():
                raise RemoteProtocolError(Code.OUT_OF_TURN, "MS8", Sentence("hello must come first, and only once"))
            case messages.Resume():
                return self._hear_past(message)
            case messages.EntryMessage():
                try:
                    return self._hear_entry(message)
                except RemoteProtocolError as error:
                    self.refusals.keep(message, error)
                    raise
            case messages.Wish():
                return self._hear_wish(message)
            case messages.Decline():
                return OfferDeclined() if self._wishes.hear_decline(message) else None
            case messages.Chat():
                return Talked(message.text)
            case messages.Rematch():
                return self._hear_rematch()
            case messages.Ping():
                return AskedAlive()
            case messages.Pong():
                self._pongs += 1
                return Alive()
            case messages.Busy():
                self.line = ConnectionState.CLOSED
                return Refused(message.reason)
            case messages.Bye():
                self.line = ConnectionState.CLOSED
                return Left(message.reason)
            case messages.Error():
                self.line = ConnectionState.CLOSED
                return Complained(message.code, message.requirement, message.detail)

    def _hear_rematch(self) -> RematchWished | None:
        if not self._after_another or self._they_want_rematch:
            return None
        self._they_want_rematch = True
        return RematchWished()

    def _hear_past(self, past: messages.Resume) -> PastTold:
        if self.line is not ConnectionState.RESUMING or self._catch_up.past is not None:
            raise RemoteProtocolError(
                Code.OUT_OF_TURN, "RS2", Sentence("there is nothing to resume, or resuming was already requested")
            )
        self._catch_up.hear_past(past)
        return PastTold()

    def _hear_entry(self, message: EntryMessage) -> Said | None:
        try:
            entry = read(message)
        except RemoteProtocolError:
            place = place_of(message.payload)
            if place is not None:
                self._table.require_no_fork(place, message)
            raise
        if self.line is ConnectionState.RESUMING and not self._catch_up.complete:
            return self._hear_missing(entry)
        if not self.may_begin:
            detail = Sentence("the next game was started before both had asked for it")
            raise RemoteProtocolError(Code.OUT_OF_TURN, "RS10", detail, entry.evidence)
        due, transcript = self._table.due, self._table.transcript
        if due is not None and entry.number >= transcript.length:
            transcript.require_next(entry)
            if entry.number > ACCEPTANCE:
                require_signature(entry, self.peer)
            if is_abandonment(entry.body):
                detail = Sentence("the game was called abandoned although this player is connected")
                raise RemoteProtocolError(Code.OUT_OF_TURN, "EN14", detail, entry.evidence)
            if due.speaker is self.seat:
                raise RemoteProtocolError(Code.OUT_OF_TURN, "OR2", Sentence("it was our turn to speak"), entry.evidence)
            if self._adjourned:
                detail = Sentence("the game has just been adjourned")
                raise RemoteProtocolError(Code.OUT_OF_TURN, "EN15", detail, entry.evidence)
        return self._take(entry)

    def _hear_missing(self, entry: Entry) -> Said | None:
        """An entry while both catch up: one that we lack, or one that shows that the pasts differ."""
        self._catch_up.require_announced(entry)
        if entry.number < self._table.transcript.length:
            self._catch_up.compare(entry)
            return None
        self._catch_up.require_same_head(entry)
        due = self._table.due
        own = due is not None and due.speaker is self.seat and not is_abandonment(entry.body)
        said = self._take(entry, own=own)
        self._adjourned = False  # that was on the line before this one
        self._open_if_both_know()
        return said

    def _open_if_both_know(self) -> None:
        if self._catch_up.complete and self._catch_up.told:
            self.line = ConnectionState.OPEN

    def _take(self, entry: Entry, *, own: bool = False) -> Said:
        if entry.number <= ACCEPTANCE:
            self._require_same_players(entry, own=own)
        if own:
            self._speaker.take_own(entry, trusted=False)
        else:
            self._table.take(entry)
        self._new_entries.append(entry)
        self._adjourned = isinstance(entry.body, messages.Adjourn)
        return Said(entry)

    def _require_same_players(self, entry: Entry, *, own: bool) -> None:
        """That a game is begun by those on the line, and on the terms agreed. Raises ``RemoteProtocolError``."""
        match entry.body:
            case messages.Propose() as proposal if self._expected and not self._expected.is_kept_by(proposal):
                detail = Sentence("the next game was proposed with a different first player, grace or game than agreed")
                raise RemoteProtocolError(Code.NOT_AGREED, "RS13", detail, entry.evidence)
            case messages.Propose(identity=identity, name=name) | messages.Accept(identity=identity, name=name):
                if own and identity != self._signer.public:
                    detail = Sentence("the returned entry names a different player")
                    raise RemoteProtocolError(Code.WRONG_IDENTITY, "OR5", detail, entry.evidence)
                if not own and (identity != self.peer or name != self._greeted_name):
                    detail = Sentence("the entry names a different player than the connected one")
                    raise RemoteProtocolError(Code.WRONG_IDENTITY, "OR5", detail, entry.evidence)
            case _:
                pass

    def _hear_wish(self, wish: messages.Wish) -> EndOffered | AdjournOffered | None:
        if not self._table.playing or wish.turn != self._table.moves_made:
            return None  # it crossed with an entry that made it void
        statement = wish_statement(self._table.game_id, wish.wish, wish.turn)
        if not verify(self.peer, wish.signature, statement):
            raise RemoteProtocolError(Code.BAD_SIGNATURE, "EN6", Sentence("the offer is not signed by its sender"))
        if self._wishes.offered("resign") or wish == self._wishes.theirs:
            return None
        if wish.wish == "adjourn" and self._table.adjourned_in_this_turn:
            return None
        self._wishes.hear(wish)
        match wish.wish:
            case "end":
                return EndOffered()
            case "adjourn":
                return AdjournOffered()
            case _:
                return None

    # Speaking.

    def send(self, command: Command) -> bytes:
        """The bytes that carry out a command.

        Raises ``LocalProtocolError`` if it is not possible now, ``IllegalMove`` or ``BadNotation`` for a wrong move.
        """
        if isinstance(command, Abandon):
            return self._abandon()
        if self.line is ConnectionState.NONE:
            raise LocalProtocolError(Code.OUT_OF_TURN, "MS9", Sentence("there is no connection to the other player"))
        if self.line in (ConnectionState.CLOSED, ConnectionState.FAILED):
            raise LocalProtocolError(Code.OUT_OF_TURN, "MS9", Sentence("the session is over"))
        if self.refusals.locked is not None:
            raise LocalProtocolError(Code.OUT_OF_TURN, "RS15", Sentence("this game is broken off"))
        match command:
            case TellPast():
                return self._tell_past()
            case TellMissing():
                return self._tell_missing()
            case Speak():
                return self._speak()
            case Play():
                return self._play(command.move)
            case Resign():
                return self._wish("resign")
            case OfferEnd():
                return self._wish("end")
            case OfferAdjourn():
                return self._wish("adjourn")
            case DeclineOffer():
                return self._decline()
            case Talk():
                return messages.encode(messages.Chat(clean_line(command.text)))
            case WantRematch():
                return self._want_rematch()
            case CheckAlive():
                self._pings += 1
                if self._allowance is not None:
                    self._allowance.ask_for_pong()
                return messages.encode(messages.Ping())
            case ConfirmAlive(times=times):
                return messages.encode(messages.Pong()) * times
            case Refuse():
                self.line = ConnectionState.CLOSED
                return greeting.refusal(command.reason)
            case Leave():
                self.line = ConnectionState.CLOSED
                return messages.encode(messages.Bye(command.reason))

    def complaint(self) -> bytes:
        """What to tell the peer after it broke the protocol; where the pasts differ, our proof of it goes first."""
        assert self.error is not None, "nobody broke the protocol"
        disputed = self._catch_up.disputed_entry
        shown = b"" if disputed is None else messages.encode(disputed.message())
        return shown + greeting.complaint(self.error)

    def _want_rematch(self) -> bytes:
        if not self._after_another or self._we_want_rematch:
            raise LocalProtocolError(Code.OUT_OF_TURN, "RS10", Sentence("another game is not possible here"))
        self._we_want_rematch = True
        return messages.encode(messages.Rematch())

    def _tell_past(self) -> bytes:
        if self.line is not ConnectionState.RESUMING:
            raise LocalProtocolError(Code.OUT_OF_TURN, "RS2", Sentence("there is nothing to resume"))
        return self._catch_up.tell_past()

    def _tell_missing(self) -> bytes:
        """What the peer lacks, and our wish, if it still holds."""
        if self._catch_up.past is None or self.line is not ConnectionState.RESUMING or self._catch_up.told:
            raise LocalProtocolError(Code.OUT_OF_TURN, "RS3", Sentence("no entries were requested"))
        again = self._catch_up.tell_missing()
        self._pings_before = self._pings
        self._open_if_both_know()
        wish = self._wishes.ours
        if wish is not None and self._table.playing and self._wishes.holds(wish):
            again += messages.encode(wish)
        return again

    def _speak(self) -> bytes:
        if self.owes is not Pending.WORDS:
            raise LocalProtocolError(Code.OUT_OF_TURN, "OR2", Sentence("there is nothing for us to send now"))
        if self._propose_again:
            self._propose_again = False
            return messages.encode(self._table.transcript.entries[0].message())
        interruption = self._wishes.interruption()
        return self._say(interruption if interruption is not None else self._speaker.next_body())

    def _play(self, notation: str) -> bytes:
        if self.owes is not Pending.MOVE:
            raise LocalProtocolError(Code.OUT_OF_TURN, "OR2", Sentence("it is not our move"))
        return self._say(self._speaker.move_body(notation))

    def _say(self, body: messages.Body) -> bytes:
        entry = self._speaker.say(body)
        self._new_entries.append(entry)
        self._adjourned = isinstance(body, messages.Adjourn)
        self._pings_before = self._pings
        return messages.encode(entry.message())

    def _abandon(self) -> bytes:
        table = self._table
        if self.refusals.locked is not None or not table.grace or not table.abandonable:
            raise LocalProtocolError(
                Code.NOT_AGREED, "EN14", Sentence("the players did not agree that this game can be abandoned")
            )
        if self.line not in (ConnectionState.NONE, ConnectionState.CLOSED):
            raise LocalProtocolError(
                Code.NOT_AGREED, "EN14", Sentence("the other player is there, or the game has failed")
            )
        return self._say(messages.End(ABANDONED, table.moves_made, b""))

    def _wish(self, wish: str) -> bytes:
        if not self._table.playing or self.line is not ConnectionState.OPEN:
            raise LocalProtocolError(Code.OUT_OF_TURN, "EN7", Sentence("there is no game to end"))
        if self._adjourned:
            detail = Sentence("the game has just been adjourned")
            raise LocalProtocolError(Code.OUT_OF_TURN, "EN15", detail)
        if wish == "adjourn" and self._table.adjourned_in_this_turn:
            detail = Sentence("the game was already adjourned in this turn; if you leave now, it stays as it is")
            raise LocalProtocolError(Code.NOT_AGREED, "EN13", detail)
        turn = self._table.moves_made
        signature = self._signer.sign(wish_statement(self._table.game_id, wish, turn))
        wished = messages.Wish(wish, turn, signature)
        self._wishes.say(wished)
        due = self._table.due
        if due is not None and due.speaker is self.seat:
            interruption = self._wishes.interruption()
            if interruption is not None:
                return self._say(interruption)
        return messages.encode(wished)

    def _decline(self) -> bytes:
        decline = self._wishes.decline() if self.line is ConnectionState.OPEN else None
        if decline is None:
            raise LocalProtocolError(Code.OUT_OF_TURN, "EN16", Sentence("there is no offer to decline"))
        return messages.encode(decline)
