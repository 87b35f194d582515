"""The vectors of messages and entries: valid ones, ones to ignore, and ones to refuse, each for its own reason.

Run as a program, this writes the file anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import pytest

import mandala_protocol
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.record.transcript import read
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import (
    ENTRY_KINDS,
    MESSAGE_KINDS,
    Accept,
    Adjourn,
    Body,
    Busy,
    Bye,
    Chat,
    Commit,
    Decline,
    End,
    EntryMessage,
    Error,
    Hello,
    Key,
    Message,
    MessageReader,
    Mix,
    Move,
    Offer,
    Open,
    Ping,
    Pong,
    Propose,
    Rematch,
    ResultBody,
    Resume,
    Share,
    Shuffle,
    encode,
)

Vector: TypeAlias = dict[str, Any]

FILE = Path(mandala_protocol.__file__).parent / "vectors" / "messages.json"

NOTE = (
    "Encodings of messages and entries. Byte strings in hexadecimal, in fields too; null is nil. 'messages' are whole "
    "messages with their length: to be taken as kind and fields say. 'ignored' are messages of unknown odd kinds: to "
    "be passed over in silence. 'invalid' are to be refused with the error named. 'entries' are payloads: number, "
    "previous head, kind and fields; they follow the form of the standard, while their proofs and signatures are "
    "made up. 'invalid_entries' are payloads to be refused whatever their signature. All are to be treated alike "
    "whether they come in one piece, byte by byte, or with the next message behind them."
)


# Making them.


def bytes_of(start: int, size: int) -> bytes:
    """Bytes that count up, so that a reader sees at once where a field begins and ends."""
    return bytes((start + place) % 256 for place in range(size))


SHARE = Share((0, 3), bytes_of(1, 64), bytes_of(2, 32), bytes_of(3, 32))
NO_SHARE = Share((), b"", bytes_of(2, 32), bytes_of(3, 32))

MESSAGES: list[tuple[str, str, Message]] = [
    ("hello", "", Hello(1, "mandala-lan 1.0", "Anna", b"", None)),
    ("hello: to go on with a game", "named by the head after its proposal", Hello(1, "p", "Anna", bytes_of(0, 32), 1)),
    ("hello: all of it empty or least", "bounds of texts and numbers", Hello(0, "", "", b"", None)),
    ("hello: all of it longest", "64 characters are up to 256 bytes", Hello(65_535, "ж" * 64, "🀄" * 64, bytes(32), 0)),
    ("resume: the proposal alone", "", Resume(1, bytes_of(0, 32))),
    ("resume: the longest record", "", Resume(10_000, bytes_of(0, 32))),
    (
        "entry: an empty payload",
        "the form of the message is right; that of the entry is not",
        EntryMessage(b"", bytes(64)),
    ),
    ("entry: 255 bytes", "the longest payload with one byte of length", EntryMessage(bytes(255), bytes_of(0, 64))),
    ("entry: 256 bytes", "the shortest payload with two bytes of length", EntryMessage(bytes(256), bytes_of(0, 64))),
    ("wish: resign", "", Offer("resign", 17, bytes_of(0, 64))),
    ("wish: end", "numbers of one, two and three bytes differ in form", Offer("end", 256, bytes_of(0, 64))),
    ("wish: adjourn", "", Offer("adjourn", 65_535, bytes_of(0, 64))),
    ("busy", "", Busy("The host is playing with somebody else.")),
    ("bye: no reason", "", Bye("")),
    ("error", "", Error(48, "PL3", "G3: red already lies in mountain 0")),
    ("ping", "", Ping()),
    ("pong", "", Pong()),
    ("rematch", "", Rematch()),
    ("decline: end", "", Decline("end", 0)),
    ("decline: adjourn", "", Decline("adjourn", 65_535)),
    ("hello: for another game", "after the one named, which is over", Hello(1, "p", "Anna", bytes_of(0, 32), None)),
    ("chat: 31 bytes", "the longest text of the shortest form", Chat("a" * 31)),
    ("chat: 32 bytes", "the shortest text with a byte of length", Chat("a" * 32)),
    ("chat: 500 characters of four bytes", "the longest text of all", Chat("🀄" * 500)),
    ("chat: control characters", "taken as they are; to be cleaned before they are shown", Chat("a\u202eb\x1b[2J\n")),
]

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


def framed(packed: bytes) -> bytes:
    return len(packed).to_bytes(2, "big") + packed


def message(kind: object, body: object) -> bytes:
    return framed(codec.pack([kind, body]))


HELLO = {"version": 1, "software": "s", "name": "n", "game": b"", "seat": None}
RESUME = {"length": 1, "head": bytes(32)}
ENTRY = {"payload": b"", "signature": bytes(64)}
WISH = {"wish": "end", "turn": 0, "signature": bytes(64)}
ODD_WITH_ARRAY = framed(bytes.fromhex("92ccc9dc0101") + bytes(257))
ODD_WITH_MAP = message(201, {str(number): 0 for number in range(17)})

IGNORED: list[tuple[str, str, bytes]] = [
    ("unknown odd kind", "an empty map, as if a field-less message were added later", message(201, {})),
    (
        "unknown odd kind: any body",
        "its body need only be msgpack within the limits",
        message(203, [1, -1, None, "x", b"y"]),
    ),
    (
        "unknown odd kind: not the shortest form",
        "only known messages have one encoding",
        framed(bytes.fromhex("92cd00c980")),
    ),
    ("unknown odd kind: a large number", "", message(65_535, {})),
    ("unknown odd kind: eight deep", "as deep as can be", framed(b"\x92\x63" + b"\x91" * 6 + b"\x90")),
    ("unknown odd kind: floats", "known messages have none", message(99, [0.5, float("inf")])),
]

INVALID: list[tuple[str, str, bytes, Code, str]] = [
    (
        "length: 61,001",
        "one more than the largest message, refused before anything else came",
        b"\xee\x49",
        Code.OVERSIZED,
        "MS1",
    ),
    ("length: 65,535", "", b"\xff\xff", Code.OVERSIZED, "MS1"),
    ("length: 0", "nothing is no msgpack value", b"\x00\x00", Code.MALFORMED, "MS3"),
    ("not msgpack", "the byte c1 is never used", framed(b"\xc1"), Code.MALFORMED, "MS3"),
    ("cut within", "the length ends before the value does", framed(b"\x92\x01"), Code.MALFORMED, "MS3"),
    ("a byte too many", "the value ends before the length does", framed(b"\x92\x01\x80\x00"), Code.MALFORMED, "MS3"),
    ("two values", "", framed(b"\x92\x01\x80\x92\x01\x80"), Code.MALFORMED, "MS3"),
    (
        "an announced array of four thousand million",
        "refused without making room for it",
        framed(bytes.fromhex("92ccc9ddffffffff")),
        Code.MALFORMED,
        "MS3",
    ),
    ("an array of 257", "even in an unknown odd message", ODD_WITH_ARRAY, Code.MALFORMED, "MS3"),
    ("a map of 17", "even in an unknown odd message", ODD_WITH_MAP, Code.MALFORMED, "MS3"),
    ("a text of 2,049 bytes", "", message(5, {"text": "a" * 2_049}), Code.MALFORMED, "MS3"),
    ("an extension type", "", framed(bytes.fromhex("9201d40000")), Code.MALFORMED, "MS3"),
    (
        "an extension type of no bytes",
        "even in an unknown odd message",
        framed(bytes.fromhex("9263c70005")),
        Code.MALFORMED,
        "MS3",
    ),
    (
        "an extension type of no bytes, within",
        "the longest of its headers, two arrays deep",
        framed(bytes.fromhex("92639191c90000000005")),
        Code.MALFORMED,
        "MS3",
    ),
    ("an extension type of no bytes, known kind", "", framed(bytes.fromhex("9201c70005")), Code.MALFORMED, "MS3"),
    ("a timestamp", "even in an unknown odd message", framed(bytes.fromhex("9263d6ff00000000")), Code.MALFORMED, "MS3"),
    ("a key of nil", "even in an unknown odd message", framed(bytes.fromhex("926381c000")), Code.MALFORMED, "MS3"),
    ("nine deep", "even in an unknown odd message", framed(b"\x92\x63" + b"\x91" * 7 + b"\x90"), Code.MALFORMED, "MS3"),
    ("a text that is not UTF-8", "", framed(bytes.fromhex("920581a474657874a1ff")), Code.MALFORMED, "MS3"),
    (
        "a text with a surrogate",
        "not UTF-8 either",
        framed(bytes.fromhex("920581a474657874a3eda080")),
        Code.MALFORMED,
        "MS3",
    ),
    ("a field twice", "", framed(bytes.fromhex("920582a474657874a161a474657874a162")), Code.MALFORMED, "MS3"),
    ("not an array", "", framed(b"\x80"), Code.MALFORMED, "MS2"),
    ("an array of one", "", framed(b"\x91\x01"), Code.MALFORMED, "MS2"),
    ("an array of three", "", framed(b"\x93\x01\x80\x80"), Code.MALFORMED, "MS2"),
    ("kind: true", "a truth value is not a number", message(True, {}), Code.MALFORMED, "MS2"),
    ("kind: a text", "", message("1", {}), Code.MALFORMED, "MS2"),
    ("kind: a float", "", message(1.0, {}), Code.MALFORMED, "MS2"),
    ("kind: 14", "even and unknown", message(14, {}), Code.UNKNOWN_MESSAGE, "MS7"),
    ("kind: 200", "even and unknown, whatever its body", message(200, None), Code.UNKNOWN_MESSAGE, "MS7"),
    ("one encoding: kind in two bytes", "", framed(bytes.fromhex("92cc0180")), Code.MALFORMED, "MS4"),
    ("one encoding: array with a long header", "", framed(bytes.fromhex("dc00020180")), Code.MALFORMED, "MS4"),
    ("one encoding: map with a long header", "", framed(bytes.fromhex("9201de0000")), Code.MALFORMED, "MS4"),
    (
        "one encoding: text with a long header",
        "",
        framed(bytes.fromhex("920581d90474657874a161")),
        Code.MALFORMED,
        "MS4",
    ),
    (
        "one encoding: bytes with a long header",
        "",
        framed(bytes.fromhex("920282a77061796c6f6164c50000a97369676e6174757265c440") + bytes(64)),
        Code.MALFORMED,
        "MS4",
    ),
    ("one encoding: fields in another order", "", message(2, dict(reversed(ENTRY.items()))), Code.MALFORMED, "MS4"),
    ("body: nil", "", message(1, None), Code.MALFORMED, "MS6"),
    ("body: an array", "", message(1, []), Code.MALFORMED, "MS6"),
    ("a field missing", "", message(5, {}), Code.MALFORMED, "MS5"),
    ("a field too many", "", message(1, {"extra": 1}), Code.MALFORMED, "MS5"),
    ("hello: version as text", "", message(0, {**HELLO, "version": "1"}), Code.MALFORMED, "MS6"),
    ("hello: version true", "", message(0, {**HELLO, "version": True}), Code.MALFORMED, "MS6"),
    ("hello: version as float", "", message(0, {**HELLO, "version": 1.0}), Code.MALFORMED, "MS6"),
    ("hello: version -1", "", message(0, {**HELLO, "version": -1}), Code.MALFORMED, "MS6"),
    ("hello: version 65,536", "", message(0, {**HELLO, "version": 65_536}), Code.MALFORMED, "MS6"),
    ("hello: name of 65 characters", "", message(0, {**HELLO, "name": "n" * 65}), Code.MALFORMED, "MS6"),
    ("hello: name as bytes", "", message(0, {**HELLO, "name": b"n"}), Code.MALFORMED, "MS6"),
    ("hello: name nil", "", message(0, {**HELLO, "name": None}), Code.MALFORMED, "MS6"),
    ("hello: game of 31 bytes", "", message(0, {**HELLO, "game": bytes(31)}), Code.MALFORMED, "MS6"),
    ("hello: game of 33 bytes", "", message(0, {**HELLO, "game": bytes(33)}), Code.MALFORMED, "MS6"),
    ("hello: seat 2", "", message(0, {**HELLO, "game": bytes(32), "seat": 2}), Code.MALFORMED, "MS6"),
    ("hello: no game", "", message(0, {"version": 1, "software": "s", "name": "n"}), Code.MALFORMED, "MS5"),
    ("resume: length 0", "there is a proposal at least", message(4, {**RESUME, "length": 0}), Code.MALFORMED, "MS6"),
    ("resume: length 10,001", "", message(4, {**RESUME, "length": 10_001}), Code.MALFORMED, "MS6"),
    ("resume: length true", "", message(4, {**RESUME, "length": True}), Code.MALFORMED, "MS6"),
    ("resume: head of 31 bytes", "", message(4, {**RESUME, "head": bytes(31)}), Code.MALFORMED, "MS6"),
    ("resume: no head", "", message(4, {"length": 1}), Code.MALFORMED, "MS5"),
    ("entry: signature of 63 bytes", "", message(2, {**ENTRY, "signature": bytes(63)}), Code.MALFORMED, "MS6"),
    ("entry: signature of 65 bytes", "", message(2, {**ENTRY, "signature": bytes(65)}), Code.MALFORMED, "MS6"),
    ("entry: payload as text", "", message(2, {**ENTRY, "payload": ""}), Code.MALFORMED, "MS6"),
    ("wish: unknown", "", message(6, {**WISH, "wish": "draw"}), Code.MALFORMED, "MS6"),
    ("wish: turn 65,536", "", message(6, {**WISH, "turn": 65_536}), Code.MALFORMED, "MS6"),
    ("decline: resign", "nobody can decline that", message(9, {"wish": "resign", "turn": 0}), Code.MALFORMED, "MS6"),
    ("decline: turn -1", "", message(9, {"wish": "end", "turn": -1}), Code.MALFORMED, "MS6"),
    ("decline: no turn", "", message(9, {"wish": "end"}), Code.MALFORMED, "MS5"),
    ("busy: reason of 201 characters", "", message(8, {"reason": "r" * 201}), Code.MALFORMED, "MS6"),
    (
        "error: requirement of 17 characters",
        "",
        message(12, {"code": 1, "requirement": "r" * 17, "detail": ""}),
        Code.MALFORMED,
        "MS6",
    ),
    ("chat: 501 characters", "", message(5, {"text": "x" * 501}), Code.MALFORMED, "MS6"),
]


def payload(number: object = 8, previous: object = PREVIOUS, kind: object = 7, body: object = None) -> bytes:
    return codec.pack([number, previous, kind, MOVE if body is None else body])


def changed(body: Body, **fields: object) -> bytes:
    return payload(kind=body.kind_number, body={**codec.unstructure(body), **fields})


BODIES = {name: body for name, _, body in ENTRIES}
PROPOSE, ACCEPT, COMMIT, SHUFFLE, KEY = (BODIES[name] for name in ("propose", "accept", "commit", "shuffle", "key"))
END, ADJOURN, RESULT = BODIES["end: agreed"], BODIES["adjourn"], BODIES["result: a winner"]
MOVE = codec.unstructure(BODIES["move: that plays none"])

INVALID_ENTRIES: list[tuple[str, str, bytes, Code, str]] = [
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


def as_json(value: object) -> object:
    """Plain values with byte strings in hexadecimal."""
    match value:
        case bytes():
            return value.hex()
        case dict():
            return {name: as_json(item) for name, item in value.items()}
        case list():
            return [as_json(item) for item in value]
        case _:
            return value


def refused(name: str, note: str, data: bytes, code: Code, requirement: str) -> Vector:
    error = {"code": int(code), "name": code.wire_name, "requirement": requirement}
    return {"id": name, "note": note, "bytes": data.hex(), "error": error}


def make() -> Vector:
    kind_of_message = {kind: number for number, kind in MESSAGE_KINDS.items()}
    return {
        "note": NOTE,
        "messages": [
            {
                "id": name,
                "note": note,
                "bytes": encode(said).hex(),
                "kind": kind_of_message[type(said)],
                "fields": as_json(codec.unstructure(said)),
            }
            for name, note, said in MESSAGES
        ],
        "ignored": [{"id": name, "note": note, "bytes": data.hex()} for name, note, data in IGNORED],
        "invalid": [refused(*case) for case in INVALID],
        "entries": [
            {
                "id": name,
                "bytes": payload(number, PREVIOUS, body.kind_number, codec.unstructure(body)).hex(),
                "number": number,
                "previous": PREVIOUS.hex(),
                "kind": body.kind_number,
                "fields": as_json(codec.unstructure(body)),
            }
            for name, number, body in ENTRIES
        ],
        "invalid_entries": [refused(*case) for case in INVALID_ENTRIES],
    }


# Checking them, from the file alone.

EMPTY: Vector = {"messages": [], "ignored": [], "invalid": [], "entries": [], "invalid_entries": []}
VECTORS: Vector = json.loads(FILE.read_text()) if FILE.exists() else EMPTY
NEXT = encode(Pong())


def whole(data: bytes) -> list[bytes]:
    return [data]


def byte_by_byte(data: bytes) -> list[bytes]:
    return [data[place : place + 1] for place in range(len(data))]


FEEDINGS: list[Callable[[bytes], list[bytes]]] = [whole, byte_by_byte]


def heard(pieces: list[bytes]) -> list[Message]:
    reader = MessageReader()
    return [said for piece in pieces for said in reader.feed(piece)]


def expect_refusal(case: Vector, act: Callable[[], object]) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        act()
    assert (int(caught.value.code), caught.value.requirement) == (case["error"]["code"], case["error"]["requirement"])


each_feeding = pytest.mark.parametrize("feed", FEEDINGS)


def each(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", VECTORS[kind], ids=lambda case: case["id"])


def test_the_file_is_what_the_code_makes() -> None:
    assert make() == VECTORS, "if the change is meant, run this file as a program, and raise the protocol version"


def test_ids_are_unique_and_every_kind_has_a_case() -> None:
    ids = [case["id"] for kind in EMPTY for case in VECTORS[kind] if kind != "entries"]
    assert len(set(ids)) == len(ids)
    assert {case["kind"] for case in VECTORS["messages"]} == set(MESSAGE_KINDS)
    assert {case["kind"] for case in VECTORS["entries"]} == set(ENTRY_KINDS)


@each_feeding
@each("messages")
def test_a_valid_message_is_taken(case: Vector, feed: Callable[[bytes], list[bytes]]) -> None:
    data = bytes.fromhex(case["bytes"])
    (said,) = heard(feed(data))
    assert isinstance(said, MESSAGE_KINDS[case["kind"]])
    assert as_json(codec.unstructure(said)) == case["fields"]
    assert encode(said) == data


@each("messages")
def test_what_follows_a_message_is_the_next_one(case: Vector) -> None:
    data = bytes.fromhex(case["bytes"])
    first, second = heard([data + NEXT])
    assert (type(first), type(second)) == (MESSAGE_KINDS[case["kind"]], Pong)
    assert [type(said) for said in heard([data + NEXT[:-1]])] == [MESSAGE_KINDS[case["kind"]]]


@each("messages")
def test_a_byte_more_within_a_message_is_refused(case: Vector) -> None:
    packed = bytes.fromhex(case["bytes"])[2:] + b"\x00"
    with pytest.raises(RemoteProtocolError) as caught:
        heard([framed(packed)])
    assert (caught.value.code, caught.value.requirement) == (Code.MALFORMED, "MS3")


@each_feeding
@each("ignored")
def test_an_unknown_odd_message_is_passed_over(case: Vector, feed: Callable[[bytes], list[bytes]]) -> None:
    data = bytes.fromhex(case["bytes"])
    assert heard(feed(data)) == []
    assert [type(said) for said in heard(feed(data + NEXT))] == [Pong]


@each_feeding
@each("invalid")
def test_an_invalid_message_is_refused_for_its_reason(case: Vector, feed: Callable[[bytes], list[bytes]]) -> None:
    data = bytes.fromhex(case["bytes"])
    expect_refusal(case, lambda: heard(feed(data)))
    expect_refusal(case, lambda: heard(feed(data + NEXT)))


@each("entries")
def test_a_valid_entry_is_read(case: Vector) -> None:
    data = bytes.fromhex(case["bytes"])
    entry = read(EntryMessage(data, bytes(64)))
    assert isinstance(entry.body, ENTRY_KINDS[case["kind"]])
    assert (entry.number, entry.previous.hex()) == (case["number"], case["previous"])
    assert as_json(codec.unstructure(entry.body)) == case["fields"]
    assert entry.payload == data


@each("invalid_entries")
def test_an_invalid_entry_is_refused_for_its_reason(case: Vector) -> None:
    data = bytes.fromhex(case["bytes"])
    expect_refusal(case, lambda: read(EntryMessage(data, bytes(64))))


@each("entries")
def test_every_field_of_an_entry_is_required(case: Vector) -> None:
    body = codec.unstructure(BODIES[case["id"]])
    for name in body:
        rest = {other: value for other, value in body.items() if other != name}
        with pytest.raises(RemoteProtocolError) as caught:
            read(EntryMessage(payload(kind=case["kind"], body=rest), bytes(64)))
        assert caught.value.requirement == "MS5"


def test_a_byte_string_of_60_001_bytes_is_refused() -> None:
    """Too large for the file of vectors."""
    with pytest.raises(RemoteProtocolError) as caught:
        heard([message(2, {**ENTRY, "payload": bytes(60_001)})])
    assert (caught.value.code, caught.value.requirement) == (Code.MALFORMED, "MS3")
    (largest,) = heard([message(2, {**ENTRY, "payload": bytes(60_000)})])
    assert isinstance(largest, EntryMessage)


def extensions() -> list[bytes]:
    """Every form of an extension type: of fixed length, and with each size of header; also as a timestamp."""
    fixed = [bytes([0xD4 + power, kind]) + bytes(1 << power) for power in range(5) for kind in (5, 0xFF)]
    free = [
        bytes([0xC7 + power]) + length.to_bytes(1 << power, "big") + bytes([kind]) + bytes(length)
        for power in range(3)
        for length in (0, 1, 4, 8, 12)
        for kind in (0, 5, 0x7F, 0x80, 0xFF)
    ]
    return [*fixed, *free]


@pytest.mark.parametrize("extension", extensions(), ids=bytes.hex)
def test_MS3_an_extension_type_of_any_form_is_refused_wherever_it_stands(extension: bytes) -> None:
    for kind in (b"\x01", b"\x05", b"\x63"):
        for body in (extension, b"\x91" + extension, b"\x81\xa1a" + extension, b"\x81" + extension + b"\0"):
            with pytest.raises(RemoteProtocolError) as caught:
                heard([framed(b"\x92" + kind + body)])
            assert (caught.value.code, caught.value.requirement) == (Code.MALFORMED, "MS3")
    with pytest.raises(RemoteProtocolError) as caught:
        heard([framed(b"\x92" + extension + b"\x80")])
    assert (caught.value.code, caught.value.requirement) == (Code.MALFORMED, "MS3")


def test_the_vectors_say_every_field() -> None:
    for kinds, cases in ((MESSAGE_KINDS, VECTORS["messages"]), (ENTRY_KINDS, VECTORS["entries"])):
        for case in cases:
            names = [field.name for field in attrs.fields(kinds[case["kind"]])]
            assert list(case["fields"]) == names


if __name__ == "__main__":
    FILE.write_text(json.dumps(make(), indent=1, ensure_ascii=False) + "\n")
