"""A game's record as one file, and its verification by anyone, offline, from nothing but that file.

The file is ``[format, version, entries]`` in msgpack; an entry is ``[payload, signature]``, the bytes as they were
said. Who played, what was agreed, and at the end the keys are in the entries themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import msgpack  # type: ignore[import-untyped]
from attrs import frozen

from mandala_protocol.errors import UNKNOWN_GAME, RemoteProtocolError
from mandala_protocol.names import clean_name
from mandala_protocol.poker.deck_errors import DeckError
from mandala_protocol.poker.game_keys import KeyPair
from mandala_protocol.poker.group import base_mul, parse_scalar
from mandala_protocol.poker.workers import Workers
from mandala_protocol.record.referee import AnyGame, Referee
from mandala_protocol.record.signatures import SIGNATURE_BYTES
from mandala_protocol.record.transcript import Entry, read
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import MAX_ENTRIES, EntryMessage, Key, Open, Propose

FORMAT: Final = "mandala-lan record"
FORMAT_VERSION: Final = 1
SUFFIX: Final = ".mandala"

MAX_RECORD_BYTES: Final = 16_000_000
"""A game has well under one megabyte; a file larger than this is none."""


class NotARecord(ValueError):
    """The file is not the record of a game."""


class UnknownGame(NotARecord):
    """The record is of a game that this program does not know, so that it cannot tell whether the record is valid."""


@frozen
class RecordFault:
    """The first entry that is wrong, and why."""

    number: int
    error: RemoteProtocolError


@frozen
class Verdict:
    """The verdict on a record.

    ``referee`` holds everything up to the first fault. A record is ``complete`` when both signed the result;
    ``unseen_plays`` counts cards whose faces cannot be checked because a key was never opened.
    """

    referee: Referee
    entries: int
    fault: RecordFault | None

    @property
    def complete(self) -> bool:
        return self.fault is None and self.referee.due is None and self.referee.result is not None

    @property
    def unseen_plays(self) -> int:
        return self.referee.unseen_plays


def write(entries: Iterable[Entry | EntryMessage]) -> bytes:
    """The record as bytes for a file."""
    packed: bytes = msgpack.packb([FORMAT, FORMAT_VERSION, [[entry.payload, entry.signature] for entry in entries]])
    return packed


def read_messages(data: bytes) -> list[EntryMessage]:
    """The entries of a record file, not yet checked; raises ``NotARecord``."""
    try:
        value = unpack_file(data)
    except NotARecord as error:
        damage = damage_in(data, _BEGINNING)
        if damage is None:
            raise
        sentence = Sentence("the record is damaged, from byte {byte} on", byte=damage.byte)
        if damage.cut:
            sentence = Sentence(
                "the record ends too early, at byte {byte}: it was cut off or damaged", byte=damage.byte
            )
        raise NotARecord(sentence) from error
    if type(value) is not list or len(value) != 3 or value[0] != FORMAT:
        raise NotARecord(Sentence("the file is not the record of a game"))
    if value[1] != FORMAT_VERSION or type(value[1]) is not int:
        raise NotARecord(Sentence("this program does not know the version of this record"))
    if type(value[2]) is not list:
        raise NotARecord(Sentence("the record has no entries"))
    messages = [read_message(pair) for pair in value[2]]
    if messages and is_of_draft(messages[0]):
        raise NotARecord(
            Sentence("the record was made by an earlier version of the program, before the protocol was final")
        )
    return messages


def is_of_draft(first: EntryMessage) -> bool:
    """Return whether a record begins with a draft proposal, which has no live score.

    Nothing was wrong with such a game, but it cannot be read, and its players are not to blame.
    """
    try:
        match codec.unpack(first.payload):
            case [0, bytes(), kind, {"game": _, "first": _, **others}] if kind == Propose.kind_number:
                return "live_score" not in others
            case _:
                return False
    except RemoteProtocolError:
        return False


def unpack_file(data: bytes) -> object:
    """The msgpack value of a file made of entries, within the bounds of a record; raises ``NotARecord``."""
    if len(data) > MAX_RECORD_BYTES:
        raise NotARecord(Sentence("the file is too large for the record of a game"))
    unpacker = msgpack.Unpacker(
        max_buffer_size=MAX_RECORD_BYTES,
        max_bin_len=codec.MAX_BINARY_BYTES,
        max_array_len=0,
        max_str_len=codec.MAX_TEXT_BYTES,
        max_map_len=0,
        max_ext_len=0,
    )
    try:
        unpacker.feed(data)
        value = _unpacked(unpacker, data, _LONGEST_ARRAYS)
        if unpacker.tell() != len(data):
            raise ValueError("there is more after the value")
    except (ValueError, msgpack.UnpackException) as error:
        raise NotARecord(Sentence("the file is not the record of a game")) from error
    return value


_LONGEST_ARRAYS: Final = (6, MAX_ENTRIES, 2)
"""The most items of an array, by depth: the file itself, one in it, and one in that. Deeper there are none."""


def _unpacked(unpacker: msgpack.Unpacker, data: bytes, longest: Sequence[int]) -> object:
    """The next value of ``data``. Sixteen million bytes could else be as many arrays, at sixty bytes each.

    Raises ``ValueError`` or ``msgpack.UnpackException``.
    """
    at = unpacker.tell()
    if not _is_array(data[at : at + 1]):
        return unpacker.unpack()
    count = unpacker.read_array_header()
    if not longest or count > longest[0]:
        raise ValueError("an array is too long, or too deep")
    return [_unpacked(unpacker, data, longest[1:]) for _item in range(count)]


def _is_array(first: bytes) -> bool:
    """Return whether a value that begins with this byte is an array (fixarray, array 16 or array 32 of msgpack)."""
    return b"\x90" <= first <= b"\x9f" or first in (b"\xdc", b"\xdd")


def file_beginning(name: str, items: int) -> bytes:
    """The first bytes of every file of a format, in any version: the head of a list of ``items``, then its name."""
    return bytes([0x90 | items]) + codec.pack(name)


_BEGINNING: Final = file_beginning(FORMAT, items=3)


@frozen
class Damage:
    """The place where a file stops making sense; ``cut``: it ends there, too early."""

    byte: int
    cut: bool


def damage_in(data: bytes, beginning: bytes) -> Damage | None:
    """The damage in a file that cannot be read; None if it is too large, or has another ``beginning``.

    ``beginning`` is the head of an array of at least three items, and its first; a version and entries follow.
    """
    if not data.startswith(beginning) or len(data) > MAX_RECORD_BYTES:
        return None
    items = beginning[0] & 0x0F
    unpacker = msgpack.Unpacker(max_buffer_size=MAX_RECORD_BYTES)
    unpacker.feed(data[len(beginning) :])
    try:
        unpacker.skip()
        for _entry in range(unpacker.read_array_header() + items - 3):
            unpacker.skip()
    except msgpack.OutOfData:
        return Damage(len(data), cut=True)
    except (ValueError, msgpack.UnpackException):
        pass  # what cannot be skipped begins where the unpacker stands
    return Damage(len(beginning) + unpacker.tell(), cut=False)


def read_message(pair: object) -> EntryMessage:
    """An entry of a file, payload and signature, not yet read; raises ``NotARecord``."""
    if type(pair) is list and len(pair) == 2:
        payload, signature = pair
        if type(payload) is bytes and type(signature) is bytes and len(signature) == SIGNATURE_BYTES:
            return EntryMessage(payload, signature)
    raise NotARecord(Sentence("an entry of the record is incomplete or has the wrong form"))


def verify(
    data: bytes,
    games: Mapping[str, AnyGame],
    workers: Workers,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Verdict:
    """Check a record from its first entry to its last: signatures, chain, proofs, rules, every card, the score.

    With the keys opened at the end every card ever played is opened again.
    Raises ``NotARecord``, ``UnknownGame`` among them.
    """
    messages = read_messages(data)
    referee = Referee(games, workers)
    for seat, key in opened_keys(messages).items():
        referee.keys.learn(seat, key)
    return verify_entries(messages, referee, referee.take, progress)


def verify_entries(
    messages: Sequence[EntryMessage],
    referee: Referee,
    take: Callable[[Entry], None],
    progress: Callable[[int, int], None],
) -> Verdict:
    """Judge these entries, which ``take`` brings to the ``referee`` one by one until one is wrong.

    ``progress`` hears how many of how many are checked. Raises ``UnknownGame``.
    """
    fault: RecordFault | None = None
    for number, message in enumerate(messages):
        progress(number, len(messages))
        try:
            take(read(message))
        except RemoteProtocolError as error:
            if error.requirement == UNKNOWN_GAME:
                raise _unknown_game(message) from error
            fault = RecordFault(number, error)
            break
    else:
        progress(len(messages), len(messages))
    return Verdict(referee, len(messages), fault)


def _unknown_game(proposal: EntryMessage) -> UnknownGame:
    body = read(proposal).body
    assert isinstance(body, Propose), "a game is proposed"
    sentence = Sentence("this program does not know the game “{game}”; update the program", game=clean_name(body.game))
    return UnknownGame(sentence)


def opened_keys(messages: Iterable[EntryMessage]) -> dict[Seat, KeyPair]:
    """The keys that the record opens, as far as they belong to the public keys that the seats had opened before.

    Others are found to be wrong when the verification comes to them, and put no blame on what was said before.
    """
    public: list[bytes] = []
    keys: dict[Seat, KeyPair] = {}
    for message in messages:
        try:
            body = read(message).body
            if isinstance(body, Open):
                public.append(body.key)
            elif isinstance(body, Key):
                secret = parse_scalar(body.secret)
                pair = KeyPair(secret, base_mul(secret))
                keys |= {seat: pair for seat in Seat if pair.public in public[seat : seat + 1]}
        except (RemoteProtocolError, DeckError):
            continue
    return keys
