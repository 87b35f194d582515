"""Entries that a player signed and that were refused: they still hold their places, and are evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from mandala_protocol.conversation.speaker import Speaker
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.game import ExpectDeal, Holding
from mandala_protocol.poker.ciphertexts import Ciphertext, open_face
from mandala_protocol.poker.deck_errors import WrongFace
from mandala_protocol.poker.group import Point
from mandala_protocol.record import card_values
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import Entry, Fork, RecordPlace, evidence_of, place_of, read, signed_by
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import Body, EntryMessage, Move, Share

FIRST_PROVABLE: Final = 2
"""Entries before this number prove nothing: no one but their speaker has signed that there is a game (TR12)."""

SHOWN_BY_THE_RECORD: Final = frozenset(
    {
        *("MS3", "MS4", "MS5", "MS6", "TR1", "TR4"),
        *("OR1", "OR2", "OR3", "OP2", "OP3", "OP4"),
        *("DK1", "DK2", "DK3", "DK4", "DK5", "DK6"),
        *("PL1", "PL2", "PL3", "PL4", "PL5", "PL6", "PL8"),
        *("EN1", "EN2", "EN3", "EN4", "EN5", "EN13", "EN14"),
    }
)
"""Requirements whose breach anyone can see from the entries alone, or with the receiver's help (TR12)."""

SHOWN_WITH_HELP: Final = frozenset({"PL5", "DK6"})
"""The requirements about cards that only the receiver can open (TR12)."""


@frozen
class KeptEntry:
    """An entry that a player signed and that was refused, with the reason; it is not in the record.

    ``number`` is its place. ``requirement`` is the first one that it broke. ``help`` holds our shares of the cards
    that no one else can open without them, where the reason is about these (PL5, DK6).
    """

    number: int
    message: EntryMessage
    code: Code
    requirement: str
    help: Share | None = field(default=None, repr=False)

    @property
    def is_fork(self) -> bool:
        """Return whether it contradicts another entry of its signer, so its contents do not matter."""
        return self.code is Code.FORK

    @property
    def proves(self) -> bool:
        """Return whether its first reason is one that others can see.

        If it is not, the entry may still break another requirement that they can see.
        """
        return self.is_fork or self.requirement in SHOWN_BY_THE_RECORD

    @property
    def evidence(self) -> bytes:
        """The payload and its signature, as they were received."""
        return evidence_of(self.message)


def packed_help(share: Share | None) -> bytes | None:
    """Shares as bytes for a file: their map in its one encoding."""
    return None if share is None else codec.pack(codec.unstructure(share))


def read_help(data: bytes) -> Share:
    """The shares of ``packed_help``. Raises ``RemoteProtocolError``."""
    share = codec.structure(codec.unpack(data), Share, data)
    codec.require_one_encoding(codec.unstructure(share), data)
    return share


class Refusals:
    """The refused entries that the other player of one game signed.

    ``refused`` is what came last and is to be kept before the other is told. ``locked``: for what this game was broken
    off before; nothing more is heard or said in it then. ``pardoned``: what was refused before and is right by this
    program, so that it is in the record now (RS15).
    """

    def __init__(self, referee: Referee, speaker: Speaker, seat: Seat, peer: bytes) -> None:
        self._referee, self._speaker, self._seat, self._peer = referee, speaker, seat, peer
        self.refused: KeptEntry | None = None
        self.locked: KeptEntry | None = None
        self.pardoned: Entry | None = None

    @property
    def kept(self) -> KeptEntry | None:
        """The entry for which the game is broken off; None if it is not."""
        return self.locked or self.refused

    def keep(self, message: EntryMessage, error: RemoteProtocolError) -> None:
        """Keep an entry that is refused, if the peer signed it for the next place, or forks by it (TR12)."""
        if isinstance(error, Fork):
            self.refused = KeptEntry(error.number, message, error.code, error.requirement)
            return
        place, transcript = place_of(message.payload), self._referee.transcript
        if place != RecordPlace(transcript.length, transcript.head) or place.number < FIRST_PROVABLE:
            return
        if signed_by(message, self._peer):
            # What cannot be shown may hide something that can, such as a false colour behind a false head.
            helped = error.requirement in SHOWN_WITH_HELP or error.requirement not in SHOWN_BY_THE_RECORD
            lent = self._help(read(message), error) if helped else None
            self.refused = KeptEntry(place.number, message, error.code, error.requirement, lent)

    def _help(self, entry: Entry, error: RemoteProtocolError) -> Share | None:
        """Our shares of the cards about which an entry is wrong, if no one can see that without them."""
        hidden = hidden_cards(self._referee, entry.body, self._seat.other)
        if error.requirement == "DK6" and hidden:
            hidden = cards_without_face(self._referee, entry.body, hidden, self._seat)
        return self._speaker.help(hidden, entry)

    def judge_again(self, kept: KeptEntry) -> None:
        """Take what was refused before if it is right by this program; otherwise the game stays broken off."""
        transcript = self._referee.transcript
        if kept.number < transcript.length and kept.message == transcript.entries[kept.number].message():
            return
        if not kept.is_fork and kept.number == transcript.length:
            try:
                entry = read(kept.message)
                self._referee.take(entry)
            except RemoteProtocolError:
                pass
            else:
                self.pardoned = entry
                return
        if self.locked is None or kept.is_fork:
            self.locked = kept

    def require_no_fork(self, message: EntryMessage) -> None:
        """Refuse another entry for a place that is taken, in a game that is broken off. Raises ``Fork``."""
        try:
            self._judge_place(message)
        except Fork as fork:
            self.keep(message, fork)
            raise

    def _judge_place(self, message: EntryMessage) -> None:
        place, locked = place_of(message.payload), self.locked
        if place is None or locked is None:
            return
        self._referee.require_no_fork(place, message)
        if locked.is_fork:
            return  # the record has the other entry of that place
        contradicts = place == place_of(locked.message.payload) and message != locked.message
        if contradicts and signed_by(message, self._peer) and signed_by(locked.message, self._peer):
            raise Fork(place.number, locked.message, message)

    def refusal_again(self) -> RemoteProtocolError:
        """The error for which the game is broken off, to be said once more."""
        kept = self.kept
        assert kept is not None, "the game is broken off"
        detail = Sentence("entry {number} was refused before; the game is broken off", number=kept.number)
        return RemoteProtocolError(kept.code, kept.requirement, detail, kept.evidence)


def hidden_cards(referee: Referee, body: Body, speaker: Seat) -> dict[int, Ciphertext]:
    """The cards that the next entry opens to the other seat alone.

    By their place in the speaker's hand for a move, by their number in the pile for a share.
    """
    match body:
        case Move(played=Share(cards=places)):
            hand = referee.cards.held(speaker)
            return {place: hand[place] for place in places if place < len(hand)}
        case Share() if referee.state is not None and isinstance(
            expected := referee.rules.expects(referee.state), ExpectDeal
        ):
            hidden: dict[int, Ciphertext] = {}
            for draw, taken in referee.cards.drawn(expected.draws):
                if isinstance(draw.to, Holding) and draw.to.seat is speaker.other:
                    hidden |= taken
            return hidden
        case _:
            return {}


def cards_without_face(
    referee: Referee, body: Body, hidden: Mapping[int, Ciphertext], owner: Seat
) -> dict[int, Ciphertext]:
    """The hidden cards that turn out to have no face, once ``owner`` opens them (DK6)."""
    if not isinstance(body, Share):
        return dict(hidden)
    shares = dict(zip(body.cards, card_values.shares(body).points, strict=True))
    return {
        number: card
        for number, card in hidden.items()
        if not _has_face(card, referee.keys.share(owner, card), shares[number], referee.rules.faces)
    }


def _has_face(card: Ciphertext, ours: Point, theirs: Point, faces: int) -> bool:
    try:
        open_face(card, ours, theirs, faces)
    except WrongFace:
        return False
    return True
