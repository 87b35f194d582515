"""The vectors of entries that must be refused: one thing is wrong with each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mandala_conformance.made_games.finished_game import FinishedGame
from mandala_conformance.made_games.record_faults import WrongEntry
from mandala_conformance.made_games.records import faults_of, mandala_game, patterns_game
from mandala_conformance.vectors.form.vector_fields import VectorValue
from mandala_conformance.vectors.form.vector_kinds import FileRecords
from mandala_conformance.vectors.making.making import invalid, valid, vector_file
from mandala_conformance.vectors.vector_file import VectorCase, VectorFile
from mandala_protocol.record.transcript import read
from mandala_protocol.wire.messages import EntryMessage, name_of_kind

ABOUT: Final = (
    "Entries in their places: the right ones of two games, one of each kind, and wrong ones, each with the code and "
    "the requirement for which it is refused (chapters 4 to 9). Wrong entries are right but for one thing, and signed "
    "anew where the signature is not the matter."
)


def given(record: str, length: int, then: tuple[EntryMessage, ...], entry: EntryMessage) -> dict[str, VectorValue]:
    return {"record": record, "length": length, "then": [as_fields(one) for one in then], "entry": as_fields(entry)}


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
            yield valid("next-entry", name, given(game.name, number, (), message), records=records)


def wrong(fault: WrongEntry) -> VectorCase:
    return invalid(
        "next-entry",
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
