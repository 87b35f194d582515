"""The vectors of the payloads of entries: valid ones, and ones to refuse, each for its own reason."""

from __future__ import annotations

from typing import Final

from mandala_conformance.vectors.form.making import invalid, valid
from mandala_conformance.vectors.form.vector_case import VectorCase
from mandala_conformance.vectors.form.vector_fields import anything, exactly, hexadecimal, integer, mapping, text
from mandala_conformance.vectors.form.vector_kinds import Computed, FileRecords, Given, VectorKind, as_json, unhex
from mandala_protocol.errors import Code
from mandala_protocol.record.transcript import read
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import (
    HEAD,
    MAX_ENTRIES,
    MAX_KIND,
    MAX_MESSAGE_BYTES,
    Accept,
    Adjourn,
    Body,
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

_FIELDS: Final = mapping(anything())


def run_payload(given: Given, _: FileRecords) -> Computed:
    entry = read(EntryMessage(unhex(given["bytes"]), bytes(64)))
    kind = type(entry.body)
    return {
        "number": entry.number,
        "previous": entry.previous.hex(),
        "kind": kind.kind_number,
        "name": name_of_kind(kind),
        "fields": as_json(codec.unstructure(entry.body)),
    }


PAYLOAD_KIND: Final = VectorKind(
    "payload",
    "The payload of an entry (4.1). What it says follows the form of the standard; proofs in it are made up. The "
    "invalid ones are to be refused whatever their signature.",
    {"bytes": hexadecimal(0, MAX_MESSAGE_BYTES)},
    {
        "number": integer(0, MAX_ENTRIES),
        "previous": exactly(HEAD),
        "kind": integer(0, MAX_KIND),
        "name": text(16),
        "fields": _FIELDS,
    },
    run_payload,
    (
        "MS4",
        "MS5",
        "MS6",
        "TR1",
        "TR2",
        "TR3",
        "TR4",
    ),
)


# The making of its cases.


def bytes_of(start: int, size: int) -> bytes:
    """Bytes that count up, so that a reader sees at once where a field begins and ends."""
    return bytes((start + place) % 256 for place in range(size))


SHARE = Share((0, 3), bytes_of(1, 64), bytes_of(2, 32), bytes_of(3, 32))
NO_SHARE = Share((), b"", bytes_of(2, 32), bytes_of(3, 32))

ENTRIES: list[tuple[str, int, Body]] = [
    ("propose", 0, Propose("mandala", "lot", 0, False, bytes_of(0, 32), "Anna", bytes_of(1, 32))),
    (
        "propose: with a grace of a day",
        0,
        Propose("mandala", "host", 86_400, False, bytes_of(0, 32), "", bytes_of(1, 32)),
    ),
    ("propose: with the live score", 0, Propose("mandala", "guest", 0, True, bytes_of(0, 32), "Anna", bytes_of(1, 32))),
    ("accept", 1, Accept(False, bytes_of(2, 32), "Ben", bytes_of(3, 32))),
    ("accept: with the live score", 1, Accept(True, bytes_of(2, 32), "Ben", bytes_of(3, 32))),
    ("commit", 2, Commit(bytes_of(4, 64))),
    ("open", 4, Open(bytes_of(5, 32), bytes_of(6, 32), bytes_of(7, 32), bytes_of(8, 32))),
    (
        "shuffle",
        6,
        Shuffle(
            bytes_of(9, 128), bytes_of(1, 64), bytes_of(2, 64), bytes_of(3, 32), bytes_of(4, 128), bytes(64), bytes(64)
        ),
    ),
    (
        "mix",
        10,
        Mix(bytes_of(9, 64), bytes_of(1, 32), bytes_of(2, 32), bytes_of(3, 32), bytes_of(4, 128), bytes(32), bytes(32)),
    ),
    ("share", 8, SHARE),
    ("share: no card", 8, NO_SHARE),
    ("share: the highest number", 127, Share((119,), bytes_of(1, 32), bytes_of(2, 32), bytes_of(3, 32))),
    ("move: that plays cards", 128, Move("B0r2", SHARE, bytes_of(7, 32))),
    ("move: that plays none", 255, Move("Kg", None, bytes_of(7, 32))),
    ("end: the speaker resigns", 256, End("resigned", 0, b"")),
    ("end: agreed", 9_999, End("agreed", 65_535, bytes_of(1, 64))),
    ("end: abandoned", 31, End("abandoned", 12, b"")),
    ("adjourn", 30, Adjourn(12, bytes_of(1, 64))),
    ("key", 20, Key(bytes_of(1, 32))),
    ("result: a winner", 22, ResultBody((53, 128), 1, "deck", bytes_of(1, 32))),
    ("result: a draw", 22, ResultBody((0, 0), None, "agreed", bytes_of(1, 32))),
]

PREVIOUS = bytes_of(16, 32)


def payload(number: object = 8, previous: object = PREVIOUS, kind: object = 7, body: object = None) -> bytes:
    return codec.pack([number, previous, kind, MOVE if body is None else body])


def changed(body: Body, **fields: object) -> bytes:
    return payload(kind=body.kind_number, body={**codec.unstructure(body), **fields})


BODIES = {name: body for name, _, body in ENTRIES}
PROPOSE, ACCEPT, COMMIT, SHUFFLE, KEY = (BODIES[name] for name in ("propose", "accept", "commit", "shuffle", "key"))
END, ADJOURN, RESULT = BODIES["end: agreed"], BODIES["adjourn"], BODIES["result: a winner"]
MOVE = codec.unstructure(BODIES["move: that plays none"])

INVALID_PAYLOADS: list[tuple[str, str, bytes, Code, str]] = [
    ("entry: nothing", "", b"", Code.MALFORMED, "MS3"),
    ("entry: a byte too many", "", payload() + b"\x00", Code.MALFORMED, "MS3"),
    ("entry: an extension type of no bytes", "", payload(body=[])[:-1] + b"\xc7\0\5", Code.MALFORMED, "MS3"),
    ("entry: a map", "", codec.pack({}), Code.MALFORMED, "TR1"),
    ("entry: three items", "", codec.pack([8, PREVIOUS, 7]), Code.MALFORMED, "TR1"),
    ("entry: five items", "", codec.pack([8, PREVIOUS, 7, MOVE, None]), Code.MALFORMED, "TR1"),
    ("entry: number -1", "", payload(number=-1), Code.MALFORMED, "TR2"),
    ("entry: number 10,000", "no record is as long", payload(number=10_000), Code.MALFORMED, "TR2"),
    ("entry: number true", "", payload(number=True), Code.MALFORMED, "TR2"),
    ("entry: previous head of 31 bytes", "", payload(previous=bytes(31)), Code.MALFORMED, "TR3"),
    ("entry: previous head as text", "", payload(previous="a" * 32), Code.MALFORMED, "TR3"),
    ("entry: kind 13", "unknown kinds of entries are never ignored", payload(kind=13), Code.UNKNOWN_MESSAGE, "TR4"),
    ("entry: kind true", "", payload(kind=True), Code.UNKNOWN_MESSAGE, "TR4"),
    ("entry: number in two bytes", "", b"\x94\xcc\x08" + payload()[2:], Code.MALFORMED, "MS4"),
    ("entry: fields in another order", "", payload(body=dict(reversed(MOVE.items()))), Code.MALFORMED, "MS4"),
    ("entry: a field missing", "", payload(body={"move": "Kg", "played": None}), Code.MALFORMED, "MS5"),
    ("entry: a field too many", "", payload(body={**MOVE, "seat": 0}), Code.MALFORMED, "MS5"),
    ("entry: body as array", "", payload(body=[]), Code.MALFORMED, "MS6"),
    ("propose: first", "neither host, guest nor lot", changed(PROPOSE, first="me"), Code.MALFORMED, "MS6"),
    ("propose: grace -1", "", changed(PROPOSE, grace=-1), Code.MALFORMED, "MS6"),
    ("propose: grace 86,401", "more than a day", changed(PROPOSE, grace=86_401), Code.MALFORMED, "MS6"),
    ("propose: grace true", "", changed(PROPOSE, grace=True), Code.MALFORMED, "MS6"),
    ("propose: live score 0", "a number is no truth value", changed(PROPOSE, live_score=0), Code.MALFORMED, "MS6"),
    ("accept: live score nil", "", changed(ACCEPT, live_score=None), Code.MALFORMED, "MS6"),
    ("propose: identity of 31 bytes", "", changed(PROPOSE, identity=bytes(31)), Code.MALFORMED, "MS6"),
    ("propose: nonce of 33 bytes", "", changed(PROPOSE, nonce=bytes(33)), Code.MALFORMED, "MS6"),
    ("commit: 32 bytes", "", changed(COMMIT, commitment=bytes(32)), Code.MALFORMED, "MS6"),
    ("shuffle: cards cut", "not a whole number of cards", changed(SHUFFLE, cards=bytes(96)), Code.MALFORMED, "MS6"),
    ("shuffle: 121 cards", "", changed(SHUFFLE, cards=bytes(64 * 121)), Code.MALFORMED, "MS6"),
    ("shuffle: three sums", "", changed(SHUFFLE, sums=bytes(96)), Code.MALFORMED, "MS6"),
    ("share: falling numbers", "", changed(SHARE, cards=[3, 0]), Code.MALFORMED, "MS6"),
    ("share: a number twice", "", changed(SHARE, cards=[3, 3]), Code.MALFORMED, "MS6"),
    ("share: number 120", "", changed(SHARE, cards=[0, 120]), Code.MALFORMED, "MS6"),
    ("share: number -1", "", changed(SHARE, cards=[-1, 0]), Code.MALFORMED, "MS6"),
    ("share: number true", "", changed(SHARE, cards=[0, True]), Code.MALFORMED, "MS6"),
    ("share: shares cut", "", changed(SHARE, shares=bytes(63)), Code.MALFORMED, "MS6"),
    ("move: 17 characters", "", payload(body={**MOVE, "move": "x" * 17}), Code.MALFORMED, "MS6"),
    ("move: played is a number", "", payload(body={**MOVE, "played": 0}), Code.MALFORMED, "MS6"),
    ("end: reason", "", changed(END, reason="bored"), Code.MALFORMED, "MS6"),
    ("end: statement of 65 bytes", "", changed(END, statement=bytes(65)), Code.MALFORMED, "MS6"),
    ("end: statement of 63 bytes", "", changed(END, statement=bytes(63)), Code.MALFORMED, "MS6"),
    ("end: statement of 1 byte", "", changed(END, statement=bytes(1)), Code.MALFORMED, "MS6"),
    ("adjourn: no statement", "nobody adjourns alone", changed(ADJOURN, statement=b""), Code.MALFORMED, "MS6"),
    ("adjourn: turn 65,536", "", changed(ADJOURN, turn=65_536), Code.MALFORMED, "MS6"),
    ("key: 31 bytes", "", changed(KEY, secret=bytes(31)), Code.MALFORMED, "MS6"),
    ("result: three scores", "", changed(RESULT, scores=[1, 2, 3]), Code.MALFORMED, "MS6"),
    ("result: winner 2", "", changed(RESULT, winner=2), Code.MALFORMED, "MS6"),
    ("result: winner true", "", changed(RESULT, winner=True), Code.MALFORMED, "MS6"),
]

MIX, BODY_OF_SHARE = BODIES["mix"], BODIES["share"]
MOST_CARDS: Final = 120

WIDE_MIX = {
    "cards": bytes(64 * MOST_CARDS),
    "commitments": bytes(32 * MOST_CARDS),
    "chain": bytes(32 * MOST_CARDS),
    "chain_responses": bytes(32 * MOST_CARDS),
    "order_responses": bytes(32 * MOST_CARDS),
}

BOUNDED_PAYLOADS: list[tuple[str, str, bytes, Code, str]] = [
    ("entry: kind as text", "no kind that could be known", payload(kind="7"), Code.UNKNOWN_MESSAGE, "TR4"),
    ("entry: kind nil", "", payload(kind=None), Code.UNKNOWN_MESSAGE, "TR4"),
    ("entry: kind as float", "", payload(kind=7.0), Code.UNKNOWN_MESSAGE, "TR4"),
    ("entry: kind -1", "", payload(kind=-1), Code.UNKNOWN_MESSAGE, "TR4"),
    ("entry: kind 12", "even and unknown", payload(kind=12), Code.UNKNOWN_MESSAGE, "TR4"),
    ("entry: number as text", "", payload(number="8"), Code.MALFORMED, "TR2"),
    ("entry: number nil", "", payload(number=None), Code.MALFORMED, "TR2"),
    ("entry: number as float", "", payload(number=8.0), Code.MALFORMED, "TR2"),
    ("entry: previous head of 33 bytes", "", payload(previous=bytes(33)), Code.MALFORMED, "TR3"),
    ("entry: previous head nil", "", payload(previous=None), Code.MALFORMED, "TR3"),
    ("propose: name of 65 characters", "", changed(PROPOSE, name="n" * 65), Code.MALFORMED, "MS6"),
    ("propose: game of 33 characters", "", changed(PROPOSE, game="g" * 33), Code.MALFORMED, "MS6"),
    ("propose: grace as float", "", changed(PROPOSE, grace=60.0), Code.MALFORMED, "MS6"),
    ("accept: nonce of 31 bytes", "", changed(ACCEPT, nonce=bytes(31)), Code.MALFORMED, "MS6"),
    *(
        (
            f"mix: {field} cut",
            "a row is a whole number of items",
            changed(MIX, **{field: bytes(33)}),
            Code.MALFORMED,
            "MS6",
        )
        for field in WIDE_MIX
    ),
    *(
        (
            f"mix: {field} of 121",
            "more than 120 cards",
            changed(MIX, **{field: bytes(len(row) // MOST_CARDS * 121)}),
            Code.MALFORMED,
            "MS6",
        )
        for field, row in WIDE_MIX.items()
    ),
    ("mix: challenge of 31 bytes", "", changed(MIX, challenge=bytes(31)), Code.MALFORMED, "MS6"),
    ("mix: sums of 127 bytes", "", changed(MIX, sums=bytes(127)), Code.MALFORMED, "MS6"),
    ("share: cards as text", "", changed(BODY_OF_SHARE, cards="0"), Code.MALFORMED, "MS6"),
    ("share: a number as float", "", changed(BODY_OF_SHARE, cards=[0.0]), Code.MALFORMED, "MS6"),
    ("share: 121 shares", "", changed(BODY_OF_SHARE, shares=bytes(32 * 121)), Code.MALFORMED, "MS6"),
    ("share: challenge of 33 bytes", "", changed(BODY_OF_SHARE, challenge=bytes(33)), Code.MALFORMED, "MS6"),
    ("move: nil", "", payload(body={**MOVE, "move": None}), Code.MALFORMED, "MS6"),
    ("move: digest of 31 bytes", "", payload(body={**MOVE, "digest": bytes(31)}), Code.MALFORMED, "MS6"),
    ("move: played lacks a field", "", payload(body={**MOVE, "played": {"cards": []}}), Code.MALFORMED, "MS5"),
    ("end: turn -1", "", changed(END, turn=-1), Code.MALFORMED, "MS6"),
    ("adjourn: statement of 63 bytes", "", changed(ADJOURN, statement=bytes(63)), Code.MALFORMED, "MS6"),
    ("key: 33 bytes", "", changed(KEY, secret=bytes(33)), Code.MALFORMED, "MS6"),
    ("result: one score", "", changed(RESULT, scores=[1]), Code.MALFORMED, "MS6"),
    ("result: a score of -1", "", changed(RESULT, scores=[-1, 0]), Code.MALFORMED, "MS6"),
    ("result: a score of 65,536", "", changed(RESULT, scores=[0, 65_536]), Code.MALFORMED, "MS6"),
    ("result: scores as text", "", changed(RESULT, scores=["1", "2"]), Code.MALFORMED, "MS6"),
    ("result: a score true", "", changed(RESULT, scores=[True, 2]), Code.MALFORMED, "MS6"),
    ("result: reason of 17 characters", "", changed(RESULT, reason="r" * 17), Code.MALFORMED, "MS6"),
]


def payload_cases() -> list[VectorCase]:
    """All cases of payloads."""
    widest = changed(MIX, **WIDE_MIX)
    return [
        *(
            valid(
                PAYLOAD_KIND,
                f"payload/{name}",
                {"bytes": payload(number, PREVIOUS, body.kind_number, codec.unstructure(body)).hex()},
            )
            for name, number, body in ENTRIES
        ),
        valid(
            PAYLOAD_KIND, "payload/mix: 120 cards", {"bytes": widest.hex()}, "as many as there can be", flags=["bound"]
        ),
        *(
            invalid(PAYLOAD_KIND, f"payload/{name}", {"bytes": data.hex()}, code, number, note)
            for name, note, data, code, number in INVALID_PAYLOADS
        ),
        *(
            invalid(PAYLOAD_KIND, f"payload/{name}", {"bytes": data.hex()}, code, number, note, flags=["bound"])
            for name, note, data, code, number in BOUNDED_PAYLOADS
        ),
    ]
