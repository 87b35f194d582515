"""The vectors of entries in their places: right ones, and ones that must be refused, in which one thing is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mandala_conformance.made_games.described_games import NEXT, described_due, new_referee, take_all
from mandala_conformance.made_games.finished_game import FinishedGame
from mandala_conformance.made_games.record_faults import WrongEntry
from mandala_conformance.made_games.records import faults_of, mandala_game, patterns_game
from mandala_conformance.vectors.form.making import invalid, valid, vector_file
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import (
    VectorValue,
    array,
    exactly,
    hexadecimal,
    integer,
    record,
    text,
)
from mandala_conformance.vectors.form.vector_kinds import (
    Computed,
    FileRecords,
    Given,
    VectorKind,
    WrongCase,
    refusal_of,
    unhex,
)
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.record.transcript import read
from mandala_protocol.wire.messages import (
    MAX_ENTRIES,
    MAX_MESSAGE_BYTES,
    Accept,
    Commit,
    End,
    EntryMessage,
    Key,
    Mix,
    Move,
    Open,
    Propose,
    ResultBody,
    Share,
    Shuffle,
    name_of_kind,
)

ENTRY: Final = record({"payload": hexadecimal(0, MAX_MESSAGE_BYTES), "signature": exactly(64)})


def entry_of(given: Given) -> EntryMessage:
    return EntryMessage(unhex(given["payload"]), unhex(given["signature"]))


def run_next_entry(given: Given, records: FileRecords) -> Computed:
    """Judge an entry after a part of a record, whose own proofs are the matter of its own case."""
    before = records.named(given["record"])[: given["length"]]
    if len(before) < given["length"]:
        raise WrongCase("the record is not as long")
    referee = new_referee(before)
    try:
        take_all(referee, before, trusted=given["record"] in records.sound)
        take_all(referee, [entry_of(fields) for fields in given["then"]])
    except RemoteProtocolError as error:
        raise WrongCase(f"an entry before it is refused: {refusal_of(error)}") from error
    entry = read(entry_of(given["entry"]))
    referee.take(entry)
    return {
        "head": entry.head.hex(),
        "position": "" if referee.state is None else referee.rules.position(referee.state),
        "due": described_due(referee.due),
    }


_NUMBER: Final = integer(0, MAX_ENTRIES)

NEXT_ENTRY_KIND: Final = VectorKind(
    "next-entry",
    "An entry that comes after the first length entries of a record, and after those in then, which are right. An "
    "invalid one has the number and the head before it that are due unless it is refused for these, and a valid "
    "signature unless it is refused for that.",
    {"record": text(64), "length": _NUMBER, "then": array(ENTRY, 0, 64), "entry": ENTRY},
    {"head": exactly(32), "position": text(1_000), "due": NEXT},
    run_next_entry,
    (
        "TR5",
        "TR6",
        "TR7",
        "TR10",
        "OR1",
        "OR2",
    ),
)


# The making of its cases.

ABOUT: Final = (
    "Entries in their places: the right ones of two games, one of each kind, and wrong ones, each with the code and "
    "the requirement for which it is refused (chapters 4 to 9). Wrong entries are right but for one thing, and signed "
    "anew where the signature is not the matter."
)


SHOWN_BY_ENTRY: Final[Mapping[type, tuple[str, ...]]] = {
    Propose: ("OR4", "OR5", "OR7"),
    Accept: ("OR5", "OR8"),
    Commit: ("OP1",),
    Open: ("CV8", "OP2", "OP3", "OP4", "OP5", "OP6"),
    Shuffle: ("CV8", "DK1", "DK2", "DK3", "DK4", "DK8", "DK9"),
    Share: ("CV8", "DK5", "DK10", "PL2"),
    Mix: ("CV8", "DK4", "DK9", "DK11"),
    Move: ("PL1", "PL3", "PL4", "PL5", "PL6", "PL8"),
    End: ("EN1", "EN2", "EN9"),
    Key: ("EN4", "EN10"),
    ResultBody: ("EN5", "EN11"),
}
"""The requirements that a right entry of a kind is about."""


def given(record: str, length: int, then: tuple[EntryMessage, ...], entry: EntryMessage) -> dict[str, VectorValue]:
    return {
        "record": record,
        "length": length,
        "then": [as_fields(message) for message in then],
        "entry": as_fields(entry),
    }


def as_fields(message: EntryMessage) -> dict[str, str]:
    return {"payload": message.payload.hex(), "signature": message.signature.hex()}


def right(game: FinishedGame, records: FileRecords) -> Iterator[VectorCase]:
    """The first entry of each kind, and the last of all."""
    seen: set[type] = set()
    for number, message in enumerate(game.entries):
        kind = type(read(message).body)
        last = number == len(game.entries) - 1
        if kind not in seen or last:
            seen.add(kind)
            name = f"{game.name}/right: entry {number}, {name_of_kind(kind)}"
            shows = SHOWN_BY_ENTRY[kind]
            yield valid(NEXT_ENTRY_KIND, name, given(game.name, number, (), message), records=records, shows=shows)


def wrong(fault: WrongEntry) -> VectorCase:
    return invalid(
        NEXT_ENTRY_KIND,
        f"{fault.game}/{fault.name}",
        given(fault.game, fault.length, fault.then, fault.entry),
        fault.code,
        fault.requirement,
    )


def make() -> VectorFile:
    """The file."""
    games = [patterns_game(), mandala_game()]
    entries = {game.name: game.entries for game in games}
    records = FileRecords(entries, frozenset(entries))
    cases = [
        case
        for game in games
        for case in (
            *right(game, records),
            # What only the keys of both show is no matter of the next entry alone.
            *(wrong(fault) for fault in faults_of(game) if not fault.after),
        )
    ]
    return vector_file("refused", ABOUT, cases, records=entries)
