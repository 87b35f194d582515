"""Proof that a player signed something against the standard: one file that anyone can check.

The file is ``[format, version, entries, accused, second, help]`` in msgpack: the record that goes before, each entry
``[payload, signature]`` as in a record; the entry that is wrong, or contradicts the record; nil, or a second entry
for the same place by the same signer; nil, or the receiver's shares of the cards that only it can open (RF8).
Files of forks as they were written before, ``[format, version, entries, other]``, are read too (RF6).

A file proves that a key has signed this. A fault of a program looks the same as a cheat.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import msgpack  # type: ignore[import-untyped]
from attrs import frozen

from mandala_protocol.conversation.kept_entries import (
    FIRST_PROVABLE,
    SHOWN_BY_THE_RECORD,
    KeptEntry,
    hidden_cards,
    packed_help,
    read_help,
)
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.poker.ciphertexts import Purpose, verify_shares
from mandala_protocol.poker.deck_errors import DeckError
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.workers import Workers
from mandala_protocol.record.card_values import shares
from mandala_protocol.record.referee import AnyGame, Referee
from mandala_protocol.record.steps import SeatedPlayer
from mandala_protocol.record.transcript import Entry, Fork, RecordPlace, Signed, place_of, read, signed_by
from mandala_protocol.record.verification import (
    NotARecord,
    UnknownGame,
    damage_in,
    file_beginning,
    opened_keys,
    read_message,
    unpack_file,
    verify_entries,
)
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_, Sentence
from mandala_protocol.wire.messages import Body, EntryMessage, Share

FORMAT: Final = "mandala-lan evidence"
FORMAT_VERSION: Final = 1
SUFFIX: Final = ".mandala-evidence"

FORMAT_OF_FORKS: Final = "mandala-lan fork"
SUFFIX_OF_FORKS: Final = ".mandala-fork"


class NotEvidence(ValueError):
    """The file is not evidence."""


@frozen
class Evidence:
    """The contents of a file, not yet judged: the ``record`` before, the ``accused`` entry, and what belongs to it."""

    record: tuple[EntryMessage, ...]
    accused: EntryMessage
    second: EntryMessage | None = None
    help: Share | None = None


def of_kept(record: Sequence[Entry | EntryMessage], kept: KeptEntry, refused: KeptEntry | None = None) -> Evidence:
    """Judge a kept entry together with the ``record`` of its game.

    ``refused``: what was refused in the same place before, where ``kept`` contradicts that.
    """
    messages = tuple(entry.message() if isinstance(entry, Entry) else entry for entry in record)
    if not kept.is_fork:
        return Evidence(messages[: kept.number], kept.message, help=kept.help)
    if kept.number < len(messages):
        contradicted = messages if kept.requirement == "EN18" else messages[: kept.number + 1]
        return Evidence(contradicted, kept.message)
    if refused is None:
        return Evidence(messages[: kept.number], kept.message)
    return Evidence(messages[: kept.number], refused.message, kept.message)


class Doubt(enum.Enum):
    """A reason why a file of evidence proves nothing."""

    RECORD = N_("the record before the entry is not correct")
    UNKNOWN_GAME = N_("this program does not know the game; update the program")
    UNREADABLE = N_("the entry does not say which place it is for")
    OTHER_PLACE = N_("the entry is not for a place in this record")
    OTHER_PLACES = N_("the two entries are not for the same place of the same record")
    SAME = N_("the two entries say the same")
    OTHER_SIGNER = N_("no player of this game signed it")
    EARLY = N_("an entry proves nothing until both have agreed to play")
    HELP = N_("the shares of the accusing player are not valid")
    RIGHT = N_("nothing is wrong with the entry, as far as this file shows")
    UNPROVABLE = N_("what is wrong with the entry cannot be shown to others")


@frozen
class ProvenBreach:
    """A player signed entry ``number`` of this game, and it breaks the standard: ``error`` says which requirement.

    ``said`` is what it says; None if it cannot be read. ``game`` is the name of the game on the wire, None if the
    record does not have it. ``players`` are those of the record, by seat.
    """

    game: str | None
    seat: Seat
    players: tuple[SeatedPlayer, ...]
    number: int
    error: RemoteProtocolError
    said: Body | None


@frozen
class ProvenFork:
    """A player signed both ``said`` and ``other``, which contradict each other (``requirement``: TR8 or EN18).

    ``number`` is the place of ``other``; ``said_number`` that of ``said``, the same but for EN18. What cannot be read
    is None. ``game`` is the name of the game on the wire, None if the record does not have it. ``players`` are those of
    the record, by seat (only the host's where the game was not accepted).
    """

    game: str | None
    seat: Seat
    players: tuple[SeatedPlayer, ...]
    number: int
    said_number: int
    requirement: str
    said: Body | None
    other: Body | None


@frozen
class Unproven:
    """The file proves nothing. ``error`` is the fault of an entry, if that is the reason."""

    doubt: Doubt
    error: RemoteProtocolError | None = None


Proven: TypeAlias = ProvenBreach | ProvenFork
EvidenceJudgement: TypeAlias = Proven | Unproven


# The file.


def write(evidence: Evidence) -> bytes:
    """The evidence as bytes for a file."""
    second = None if evidence.second is None else _pair(evidence.second)
    packed: bytes = msgpack.packb(
        [
            FORMAT,
            FORMAT_VERSION,
            [_pair(message) for message in evidence.record],
            _pair(evidence.accused),
            second,
            packed_help(evidence.help),
        ]
    )
    return packed


def _pair(message: EntryMessage) -> list[bytes]:
    return [message.payload, message.signature]


_BEGINNING: Final = file_beginning(FORMAT, items=6)
_BEGINNING_OF_FORKS: Final = file_beginning(FORMAT_OF_FORKS, items=4)


def begins_as_one(data: bytes) -> bool:
    """Return whether a file was meant to be evidence, however damaged it is."""
    return data.startswith((_BEGINNING, _BEGINNING_OF_FORKS))


def read_file(data: bytes) -> Evidence:
    """Read the bytes of a file of evidence; raises ``NotEvidence``."""
    try:
        value = unpack_file(data)
    except NotARecord as error:
        raise NotEvidence(_damage(data)) from error
    try:
        match value:
            case [str(name), _, _, _] | [str(name), _, _, _, _, _] if name in (FORMAT, FORMAT_OF_FORKS):
                return _structured(value, name)
            case _:
                raise NotEvidence(Sentence("the file contains no evidence against a player"))
    except (NotARecord, RemoteProtocolError) as error:
        raise NotEvidence(Sentence("an entry of the evidence is incomplete or has the wrong form")) from error


def _structured(value: Sequence[object], name: str) -> Evidence:
    if value[1] != FORMAT_VERSION or type(value[1]) is not int:
        raise NotEvidence(Sentence("this program does not know the version of this file"))
    if type(value[2]) is not list:
        raise NotEvidence(Sentence("the file has no record"))
    before = tuple(read_message(pair) for pair in value[2])
    accused = read_message(value[3])
    if name == FORMAT_OF_FORKS and len(value) == 4:
        return Evidence(before, accused)
    if name == FORMAT and len(value) == 6:
        second = None if value[4] is None else read_message(value[4])
        lent = value[5]
        if lent is None or isinstance(lent, bytes):
            return Evidence(before, accused, second, None if lent is None else read_help(lent))
    raise NotEvidence(Sentence("the file contains no evidence against a player"))


def _damage(data: bytes) -> Sentence:
    beginning = next((known for known in (_BEGINNING, _BEGINNING_OF_FORKS) if data.startswith(known)), None)
    damage = None if beginning is None else damage_in(data, beginning)
    if damage is None:
        return Sentence("the file contains no evidence against a player")
    if damage.cut:
        return Sentence("the evidence ends too early, at byte {byte}: it was cut off or damaged", byte=damage.byte)
    return Sentence("the evidence is damaged, from byte {byte} on", byte=damage.byte)


# The judgement.


def judge(
    evidence: Evidence,
    games: Mapping[str, AnyGame],
    workers: Workers,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> EvidenceJudgement:
    """Check a file of evidence: the whole record before, and the entries that it shows.

    ``progress`` hears how many entries of how many are checked.
    """
    referee = Referee(games, workers)
    for seat, key in opened_keys(evidence.record).items():
        referee.keys.learn(seat, key)
    try:
        fault = verify_entries(evidence.record, referee, referee.take, progress).fault
    except UnknownGame:
        return Unproven(Doubt.UNKNOWN_GAME)
    if fault is not None:
        return Unproven(Doubt.RECORD, fault.error)
    place = place_of(evidence.accused.payload)
    if place is None:
        return Unproven(Doubt.UNREADABLE)
    if evidence.second is not None:
        return _judge_two(referee, place, evidence.accused, evidence.second)
    if place.number < referee.transcript.length:
        return _judge_against_record(referee, place, evidence.accused)
    return _judge_content(referee, place, evidence)


def _judge_two(referee: Referee, place: RecordPlace, first: EntryMessage, second: EntryMessage) -> EvidenceJudgement:
    """Two entries for the place after the record."""
    if place != place_of(second.payload) or not place.number or not _is_next(referee, place):
        return Unproven(Doubt.OTHER_PLACES)
    if first == second:
        return Unproven(Doubt.SAME)
    seat = _signer(referee, first, second)
    if seat is None:
        return Unproven(Doubt.OTHER_SIGNER)
    players, number = tuple(referee.players), place.number
    return ProvenFork(referee.game, seat, players, number, number, "TR8", _body(first), _body(second))


def _judge_against_record(referee: Referee, place: RecordPlace, other: EntryMessage) -> EvidenceJudgement:
    """An entry for a place that the record has filled."""
    try:
        referee.require_no_fork(place, other)
    except Fork as fork:
        seat = _signer(referee, fork.said, fork.other)
        said = read(fork.said)
        assert seat is not None, "a fork is by a player of this game"
        players = tuple(referee.players)
        return ProvenFork(
            referee.game, seat, players, place.number, said.number, fork.requirement, said.body, _body(other)
        )
    said = referee.transcript.entries[place.number]
    if not place.number or place.previous != said.previous:
        return Unproven(Doubt.OTHER_PLACES)
    return Unproven(Doubt.SAME if other == said.message() else Doubt.OTHER_SIGNER)


def _judge_content(referee: Referee, place: RecordPlace, evidence: Evidence) -> EvidenceJudgement:
    """An entry for the place after the record: is it wrong, and can others see that?"""
    accused = evidence.accused
    if not _is_next(referee, place):
        return Unproven(Doubt.OTHER_PLACE)
    if place.number < FIRST_PROVABLE:
        return Unproven(Doubt.EARLY)
    seat = _signer(referee, accused)
    if seat is None:
        return Unproven(Doubt.OTHER_SIGNER)
    try:
        entry = read(accused)
        if evidence.help is not None and not _lend(referee, entry, seat, evidence.help):
            return Unproven(Doubt.HELP)
        referee.take(entry)
    except RemoteProtocolError as error:
        if error.requirement not in SHOWN_BY_THE_RECORD:
            return Unproven(Doubt.UNPROVABLE, error)
        return ProvenBreach(referee.game, seat, tuple(referee.players), place.number, error, _body(accused))
    return Unproven(Doubt.RIGHT)


def _lend(referee: Referee, entry: Entry, speaker: Seat, lent: Share) -> bool:
    """Use the accuser's shares. Return False if they are not proven, or for other cards than may be shown."""
    hidden = hidden_cards(referee, entry.body, speaker)
    if not lent.cards or not set(lent.cards) <= set(hidden):
        return False
    cards, helper = [hidden[number] for number in lent.cards], speaker.other
    try:
        proven = shares(lent)
        verify_shares(referee.public_key(helper), cards, proven, Context(entry.head, helper), Purpose.EVIDENCE)
    except DeckError:
        return False
    referee.keys.lend(helper, dict(zip(cards, proven.points, strict=True)))
    return True


def _is_next(referee: Referee, place: RecordPlace) -> bool:
    return place == RecordPlace(referee.transcript.length, referee.transcript.head)


def _signer(referee: Referee, *messages: Signed) -> Seat | None:
    """The seat whose player has signed all of these: the one who is to speak, if both have one key."""
    due = referee.due
    first = Seat.HOST if due is None else due.speaker
    for seat in (first, first.other):
        if seat < len(referee.players):
            identity = referee.players[seat].identity
            if all(signed_by(message, identity) for message in messages):
                return seat
    return None


def _body(message: EntryMessage) -> Body | None:
    try:
        return read(message).body
    except RemoteProtocolError:
        return None
