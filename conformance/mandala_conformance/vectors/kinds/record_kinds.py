"""The vectors of records: whole games, entries to be refused, evidence, and the rules alone."""

from __future__ import annotations

from typing import Final

from mandala_conformance.made_games.described_games import (
    DERIVED,
    DESCRIBED_ENTRY,
    NEXT,
    derived_from,
    described_due,
    new_referee,
    take_all,
)
from mandala_conformance.rules_logs.catalogue import LOGS
from mandala_conformance.rules_logs.rules_log import check_rules
from mandala_conformance.rules_logs.rules_log_fields import BadLog
from mandala_conformance.vectors.form.vector_fields import (
    SEAT,
    array,
    exactly,
    hexadecimal,
    integer,
    one_of,
    or_null,
    record,
    text,
)
from mandala_conformance.vectors.form.vector_kinds import (
    CaseRefused,
    Computed,
    FileRecords,
    Given,
    RefusedBy,
    VectorKind,
    WrongCase,
    refusal_of,
    unhex,
)
from mandala_net.threads import shared_workers
from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.evidence import NotEvidence, ProvenFork, Unproven
from mandala_protocol.errors import UNKNOWN_GAME, Code, RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.record.transcript import read
from mandala_protocol.record.verification import NotARecord, UnknownGame, Verdict, verify
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import MAX_ENTRIES, MAX_MESSAGE_BYTES, EntryMessage

ENTRY: Final = record({"payload": hexadecimal(0, MAX_MESSAGE_BYTES), "signature": exactly(64)})
NO_RECORD: Final = RefusedBy(None, "RF2")
GAME_NOT_KNOWN: Final = RefusedBy(Code.NOT_AGREED.wire_name, UNKNOWN_GAME)


def entry_of(given: Given) -> EntryMessage:
    return EntryMessage(unhex(given["payload"]), unhex(given["signature"]))


def run_record(given: Given, records: FileRecords) -> Computed:
    messages = records.named(given["record"])
    if not messages:
        raise WrongCase("the record has no entries")
    table = new_referee(messages)
    described = take_all(table, messages, trusted=given["record"] in records.sound)
    return {"entries": described, **derived_from(table)}


def run_next_entry(given: Given, records: FileRecords) -> Computed:
    """Judge an entry after a part of a record, whose own proofs are the matter of its own case."""
    before = records.named(given["record"])[: given["length"]]
    if len(before) < given["length"]:
        raise WrongCase("the record is not as long")
    table = new_referee(before)
    try:
        take_all(table, before, trusted=given["record"] in records.sound)
        take_all(table, [entry_of(one) for one in given["then"]])
    except RemoteProtocolError as error:
        raise WrongCase(f"an entry before it is refused: {refusal_of(error)}") from error
    entry = read(entry_of(given["entry"]))
    table.take(entry)
    return {
        "head": entry.head.hex(),
        "position": "" if table.state is None else table.rules.position(table.state),
        "due": described_due(table.due),
    }


def run_record_file(given: Given, _: FileRecords) -> Computed:
    try:
        verdict = verify(unhex(given["file"]), GAMES, shared_workers())
    except UnknownGame as error:
        raise CaseRefused(GAME_NOT_KNOWN) from error
    except NotARecord as error:
        raise CaseRefused(NO_RECORD) from error
    return judged(verdict)


def judged(verdict: Verdict) -> dict[str, object]:
    """The verdict on a record, as vectors and verdicts.json have it."""
    fault = verdict.fault
    refusal = None if fault is None else refusal_of(fault.error)
    return {
        "entries": verdict.table.transcript.length,
        "complete": verdict.complete,
        "due": described_due(verdict.table.due),
        "unseen_plays": verdict.unseen_plays,
        "wrong_entry": None if fault is None else fault.number,
        "code": None if refusal is None else refusal.code,
        "requirement": None if refusal is None else refusal.requirement,
    }


def run_evidence(given: Given, _: FileRecords) -> Computed:
    try:
        judgement = evidence.judge(evidence.read_file(unhex(given["file"])), GAMES, shared_workers())
    except NotEvidence as error:
        raise CaseRefused(RefusedBy(None, "RF9")) from error
    if isinstance(judgement, Unproven):
        return {"proves": "nothing", "seat": None, "identity": None, "number": None, "code": None, "requirement": None}
    if isinstance(judgement, ProvenFork):
        proves, refusal = "a fork", RefusedBy("fork", judgement.requirement)
    else:
        proves, refusal = "a wrong entry", refusal_of(judgement.error)
    return {
        "proves": proves,
        "seat": int(judgement.seat),
        "identity": judgement.players[judgement.seat].identity.hex(),
        "number": judgement.number,
        "code": refusal.code,
        "requirement": refusal.requirement,
    }


def run_set_up(given: Given, _: FileRecords) -> Computed:
    if given["game"] not in GAMES:
        raise WrongCase("there is no such game")
    game = GAMES[given["game"]]
    return {"position": game.position(game.initial(Seat(given["first"]), unhex(given["seed"])))}


def run_rules_log(given: Given, _: FileRecords) -> Computed:
    try:
        report = check_rules(given["lines"], LOGS.values())
    except BadLog as error:
        raise WrongCase(str(error)) from error
    difference = report.difference
    return {
        "games": report.games,
        "moves": report.moves,
        "difference": None
        if difference is None
        else {"line": difference.line, "move": difference.move, "field": difference.field},
    }


_NUMBER: Final = integer(0, MAX_ENTRIES)
_CODE: Final = or_null(text(20))

RECORD_KINDS: Final = (
    VectorKind(
        "record",
        "A whole record of a game, which stands in records: each entry with its speaker, the head and the position "
        "after it, and what follows from all of them. The cards are opened with both keys, where these are in it: "
        "rest_of_pile is the draw pile at the end, next card first.",
        {"record": text(64)},
        {"entries": array(record(DESCRIBED_ENTRY), 0, MAX_ENTRIES), **DERIVED},
        run_record,
    ),
    VectorKind(
        "next-entry",
        "An entry that comes after the first length entries of a record, and after those in then, which are right. An "
        "invalid one has the number and the head before it that are due unless it is refused for these, and a valid "
        "signature unless it is refused for that.",
        {"record": text(64), "length": _NUMBER, "then": array(ENTRY, 0, 64), "entry": ENTRY},
        {"head": exactly(32), "position": text(1_000), "due": NEXT},
        run_next_entry,
    ),
    VectorKind(
        "record-file",
        "A record as a file (11.1), with the verdict on it: how many entries are right, whether the record is "
        "complete, and which entry is wrong and why. What is no record at all, or of an unknown game, is invalid.",
        {"file": hexadecimal()},
        {
            "entries": _NUMBER,
            "complete": one_of(True, False),
            "due": NEXT,
            "unseen_plays": _NUMBER,
            "wrong_entry": or_null(_NUMBER),
            "code": _CODE,
            "requirement": _CODE,
        },
        run_record_file,
    ),
    VectorKind(
        "evidence",
        "A file of evidence (11.2), with what it proves against whom. What is no such file is invalid.",
        {"file": hexadecimal()},
        {
            "proves": one_of("nothing", "a wrong entry", "a fork"),
            "seat": or_null(SEAT),
            "identity": or_null(exactly(32)),
            "number": or_null(_NUMBER),
            "code": _CODE,
            "requirement": _CODE,
        },
        run_evidence,
    ),
    VectorKind(
        "set-up",
        "The position of a game as it follows from the seed (OP5) and the seat that plays first (PL12).",
        {"game": text(32), "seed": exactly(32), "first": SEAT},
        {"position": text(1_000)},
        run_set_up,
    ),
    VectorKind(
        "rules-log",
        "A log of games as docs/rules-log.md has it, a line an item. difference is the first place where the log does "
        "not follow the rules, or null.",
        {"lines": array(text(65_536), 1, 2_000)},
        {
            "games": _NUMBER,
            "moves": _NUMBER,
            "difference": or_null(record({"line": _NUMBER, "move": _NUMBER, "field": text(32)})),
        },
        run_rules_log,
    ),
)
