"""The proof that a player signed two different entries for one place of a game: one file that anyone can check.

The file is ``[format, version, entries, other]`` in msgpack: the record up to and including the entry that was said
first, each entry ``[payload, signature]`` as in a record, and the entry that contradicts its last one.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import msgpack  # type: ignore[import-untyped]
from attrs import frozen

from mandala_protocol import codec
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.happenings import Player
from mandala_protocol.messages import Body, EntryMessage
from mandala_protocol.poker.workers import Workers
from mandala_protocol.record import NotARecord, damage_in, read_message, unpack_file
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence, marked
from mandala_protocol.table import AnyGame, Table
from mandala_protocol.transcript import Entry, Fork, read, signed_by

FORMAT: Final = "mandala-lan fork"
FORMAT_VERSION: Final = 1
SUFFIX: Final = ".mandala-fork"


_BEGINNING: Final = b"\x94" + codec.pack(FORMAT)
"""How every such file begins, of whatever version: a list of four, the first of which is its format."""


class NotAFork(ValueError):
    """The file is not of this kind."""


class Doubt(enum.Enum):
    """Why a file of this kind proves nothing."""

    RECORD = marked("the record that goes before is not right")
    UNREADABLE = marked("the other entry is none")
    OTHER_PLACE = marked("the two entries are not for the same place of the same record")
    SAME = marked("the two entries say the same")
    OTHER_SIGNER = marked("no player of this game has signed both entries")


@frozen
class Proven:
    """A player signed both ``said`` and ``other`` as entry ``number`` of this game.

    ``seat`` is the one that this player has; ``players`` are those of the record, by seat (only the host's where
    the game was not accepted).
    """

    seat: Seat
    players: tuple[Player, ...]
    number: int
    said: Body
    other: Body


@frozen
class Unproven:
    """The file proves no fork. ``error`` is what is wrong with an entry, where it is that."""

    doubt: Doubt
    error: RemoteProtocolError | None = None


ForkVerdict: TypeAlias = Proven | Unproven


def write(entries: Sequence[Entry], other: Entry) -> bytes:
    """The proof as bytes for a file: ``entries`` from the first on, and ``other`` that contradicts one of them."""
    record = [[entry.payload, entry.signature] for entry in entries[: other.number + 1]]
    packed: bytes = msgpack.packb([FORMAT, FORMAT_VERSION, record, [other.payload, other.signature]])
    return packed


def verify(
    data: bytes,
    games: Mapping[str, AnyGame],
    workers: Workers,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> ForkVerdict:
    """Check what a file says: the whole record that goes before, and both entries. Raises ``NotAFork``.

    ``progress`` is told how many entries of how many are checked.
    """
    messages, contradicting = _read(data)
    table = Table(games, workers)
    try:
        for number, message in enumerate(messages):
            progress(number, len(messages))
            table.take(read(message))
    except RemoteProtocolError as error:
        return Unproven(Doubt.RECORD, error)
    try:
        other = read(contradicting)
    except RemoteProtocolError as error:
        return Unproven(Doubt.UNREADABLE, error)
    return _judge(table, other)


def begins_as_one(data: bytes) -> bool:
    """Whether a file was meant to be of this kind, however damaged it is."""
    return data.startswith(_BEGINNING)


def _read(data: bytes) -> tuple[list[EntryMessage], EntryMessage]:
    try:
        value = unpack_file(data)
    except NotARecord as error:
        damage = damage_in(data, _BEGINNING)
        if damage is None:
            raise NotAFork(Sentence("the file does not hold two entries for one place")) from error
        told = Sentence("the evidence is damaged, from byte {byte} on", byte=damage.byte)
        if damage.cut:
            told = Sentence("the evidence ends too early, at byte {byte}: it was cut off or damaged", byte=damage.byte)
        raise NotAFork(told) from error
    if type(value) is not list or len(value) != 4 or value[0] != FORMAT:
        raise NotAFork(Sentence("the file does not hold two entries for one place"))
    if value[1] != FORMAT_VERSION or type(value[1]) is not int:
        raise NotAFork(Sentence("the file is of another version than this program knows"))
    if type(value[2]) is not list:
        raise NotAFork(Sentence("the file has no record"))
    try:
        return [read_message(pair) for pair in value[2]], read_message(value[3])
    except NotARecord as error:
        raise NotAFork(Sentence("an entry of the evidence is cut or of the wrong form")) from error


def _judge(table: Table, other: Entry) -> ForkVerdict:
    players, transcript = tuple(table.players), table.transcript
    try:
        table.require_no_fork(other)
    except Fork as fork:
        seat = next(seat for seat, one in zip(Seat, players, strict=False) if _signed_both(fork, one))
        return Proven(seat, players, other.number, fork.said.body, other.body)
    last = transcript.entries[-1] if transcript.length else None
    if last is None or not other.number or (other.number, other.previous) != (last.number, last.previous):
        return Unproven(Doubt.OTHER_PLACE)
    return Unproven(Doubt.SAME if other.payload == last.payload else Doubt.OTHER_SIGNER)


def _signed_both(fork: Fork, player: Player) -> bool:
    return signed_by(fork.said, player.identity) and signed_by(fork.other, player.identity)
