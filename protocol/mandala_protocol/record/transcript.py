"""The record of a game: entries in one order, each bound to all before it and signed by its speaker.

An entry's payload is ``[number, previous, kind, body]`` in msgpack. What is hashed and signed are always the
payload's bytes as received, never a new encoding of its content.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgpack  # type: ignore[import-untyped]
from attrs import field, frozen

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.record.signatures import Signer, verify
from mandala_protocol.record.steps import is_abandonment
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import ENTRY_KINDS, HEAD, MAX_ENTRIES, Body, EntryMessage, name_of_kind

START: Final = bytes(HEAD)
"""The head before the first entry."""


@frozen
class Entry:
    """One entry of a game: its number, the head before it, its body, and the bytes as signed."""

    number: int
    previous: bytes
    body: Body
    payload: bytes = field(repr=False)
    signature: bytes = field(repr=False)

    @property
    def head(self) -> bytes:
        """The head after this entry: a hash of 32 bytes over it and all before it."""
        return tagged_hash("chain", self.payload, self.signature)[:HEAD]

    @property
    def evidence(self) -> bytes:
        """The payload and its signature as they were received, as in a record: what proves who said this."""
        return evidence_of(self.message())

    @property
    def place(self) -> RecordPlace:
        return RecordPlace(self.number, self.previous)

    def message(self) -> EntryMessage:
        return EntryMessage(self.payload, self.signature)


def seal(number: int, previous: bytes, body: Body, signer: Signer) -> Entry:
    """A new entry, signed."""
    payload = codec.pack([number, previous, body.kind_number, codec.unstructure(body)])
    return Entry(number, previous, body, payload, signer.sign(_signed(payload)))


def read(message: EntryMessage) -> Entry:
    """The entry of a message, well-formed but not yet checked against anything; raises ``RemoteProtocolError``."""
    payload = message.payload
    value = codec.unpack(payload)
    if type(value) is not list or len(value) != 4:
        raise RemoteProtocolError(
            Code.MALFORMED, "TR1", Sentence("an entry must have number, previous, kind and body"), payload
        )
    number, previous, kind_number, fields = value
    if type(number) is not int or not 0 <= number < MAX_ENTRIES:
        raise RemoteProtocolError(Code.MALFORMED, "TR2", Sentence("the entry's number is invalid"), payload)
    if type(previous) is not bytes or len(previous) != HEAD:
        raise RemoteProtocolError(Code.MALFORMED, "TR3", Sentence("the link to the entry before is invalid"), payload)
    kind = ENTRY_KINDS.get(kind_number) if type(kind_number) is int else None
    if kind is None:
        raise RemoteProtocolError(Code.UNKNOWN_MESSAGE, "TR4", Sentence("unknown kind of entry"), payload)
    body = codec.structure(fields, kind, payload)
    codec.require_one_encoding([number, previous, kind_number, codec.unstructure(body)], payload)
    return Entry(number, previous, body, payload, message.signature)


def read_or_none(message: EntryMessage) -> Entry | None:
    """The entry of a message; None if it cannot be read."""
    try:
        return read(message)
    except RemoteProtocolError:
        return None


Signed: TypeAlias = Entry | EntryMessage
"""An entry with its signature, read or as it came."""


@frozen
class RecordPlace:
    """The place of an entry in a record: its number, and the head before it (32 bytes)."""

    number: int
    previous: bytes


def place_of(payload: bytes) -> RecordPlace | None:
    """Return the place that a payload names, whatever is wrong with the rest of it; None if it names none.

    Someone who signs an entry that no one can read has signed something for this place all the same (TR12).
    """
    reader = msgpack.Unpacker(max_buffer_size=codec.MAX_BINARY_BYTES)
    try:
        reader.feed(payload)
        if reader.read_array_header() < 2:
            return None
        number, previous = reader.unpack(), reader.unpack()
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.UnpackException):
        return None
    if type(number) is not int or not 0 <= number < MAX_ENTRIES or type(previous) is not bytes or len(previous) != HEAD:
        return None
    return RecordPlace(number, previous)


def require_signature(entry: Entry, identity: bytes) -> None:
    """Refuse an entry that ``identity`` (32 bytes) did not sign."""
    if not signed_by(entry, identity):
        raise bad_signature(entry)


def bad_signature(entry: Entry) -> RemoteProtocolError:
    """The error of an entry that its speaker did not sign."""
    return RemoteProtocolError(
        Code.BAD_SIGNATURE, "TR7", Sentence("the signature is not the speaker's"), entry.evidence
    )


def signed_by(signed: Signed, identity: bytes) -> bool:
    """Return whether ``identity`` (32 bytes) signed this entry."""
    return verify(identity, signed.signature, _signed(signed.payload))


def _signed(payload: bytes) -> bytes:
    return tagged_hash("entry", payload)


class Fork(RemoteProtocolError):
    """Two entries that one player cannot both have signed by the standard (TR8, EN18).

    ``said`` is in the record here, or was refused before; ``other`` contradicts it. ``number`` is the place of
    ``other``.
    """

    def __init__(self, number: int, said: EntryMessage, other: EntryMessage, *, later: int | None = None) -> None:
        if later is None:
            requirement, detail = "TR8", Sentence("entry {number} came before, with different content", number=number)
        else:
            requirement = "EN18"
            detail = Sentence(
                "the game is called abandoned at entry {number} by the player who also signed entry {later}",
                number=number,
                later=later,
            )
        super().__init__(Code.FORK, requirement, detail, evidence_of(other))
        self.number = number
        self.said = said
        self.other = other

    def is_by(self, identity: bytes) -> bool:
        """Return whether it was this player (identity, 32 bytes) who signed both."""
        return signed_by(self.said, identity) and signed_by(self.other, identity)


def evidence_of(message: EntryMessage) -> bytes:
    """The payload and its signature as they were received, as in a record: what proves who said this."""
    return codec.pack([message.payload, message.signature])


class Transcript:
    """The entries so far. It only grows, and only by entries that continue it."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._head = START

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    @property
    def length(self) -> int:
        return len(self._entries)

    @property
    def head(self) -> bytes:
        """The head: a hash of 32 bytes over everything said so far."""
        return self._head

    def head_after(self, length: int) -> bytes:
        """Return the head after the first ``length`` entries, which must be there."""
        return self._entries[length - 1].head if length else START

    def require_next(self, entry: Entry) -> None:
        """Refuse an entry that does not continue this record: wrong number, or another past."""
        if entry.number < self.length:
            said = name_of_kind(type(self._entries[entry.number].body))
            detail = Sentence(
                "entry {number} is a {kind} already, and {due} is due", number=entry.number, kind=said, due=self.length
            )
            raise RemoteProtocolError(Code.BROKEN_CHAIN, "TR5", detail, entry.evidence)
        if entry.number > self.length:
            detail = Sentence("{due} was expected, but entry {number} came", number=entry.number, due=self.length)
            raise RemoteProtocolError(Code.BROKEN_CHAIN, "TR5", detail, entry.evidence)
        if entry.previous != self._head:
            detail = Sentence("entry {number} continues a different record", number=entry.number)
            raise RemoteProtocolError(Code.BROKEN_CHAIN, "TR6", detail, entry.evidence)

    def append(self, entry: Entry) -> None:
        """Add an entry that has passed every check."""
        self.require_next(entry)
        self._entries.append(entry)
        self._head = entry.head


def require_no_fork(
    transcript: Transcript, identities: Sequence[bytes], place: RecordPlace, message: EntryMessage
) -> None:
    """Refuse an entry that its signer contradicts in this record. What it says, and how, does not matter.

    ``identities`` are those of the players. The first entry has no past that would tie it to this game: a player may
    propose as many games as it likes. Raises ``Fork`` (TR8, EN18).
    """
    if not 0 < place.number < transcript.length:
        return
    entries = transcript.entries
    said = entries[place.number]
    if place.previous != said.previous or message == said.message():
        return
    signers = [identity for identity in identities if signed_by(message, identity)]
    if any(signed_by(said, signer) for signer in signers):
        raise Fork(place.number, said.message(), message)
    if _calls_abandoned(message):
        for later in entries[place.number + 1 :]:
            if any(signed_by(later, signer) for signer in signers):
                raise Fork(place.number, later.message(), message, later=later.number)


def _calls_abandoned(message: EntryMessage) -> bool:
    """Return whether an entry, if it can be read at all, calls the game abandoned."""
    entry = read_or_none(message)
    return entry is not None and is_abandonment(entry.body)
