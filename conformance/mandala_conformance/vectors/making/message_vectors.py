"""The vectors of messages and entries: valid ones, ones to ignore, and ones to refuse, each for its own reason."""

from __future__ import annotations

from typing import Final

from mandala_conformance.vectors.making.making import invalid, valid, vector_file
from mandala_conformance.vectors.vector_file import VectorCase, VectorFile
from mandala_protocol.errors import Code
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import (
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

ABOUT: Final = (
    "Encodings of messages of the link, and of the payloads of entries (chapters 3 and 4). Byte strings are in "
    "hexadecimal, in fields too; null is nil."
)
FLAGS: Final = {
    "ignored": "A message of an unknown odd kind: it is to be ignored.",
    "bound": "A value at, or just beyond, a bound of the standard.",
}


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


# Bounds that only few programs look at.

UNSIGNED: Final = {"payload": b"", "signature": b""}
MIX, BODY_OF_SHARE = BODIES["mix"], BODIES["share"]
MOST_CARDS: Final = 120
WIDE_MIX = {
    "cards": bytes(64 * MOST_CARDS),
    "commitments": bytes(32 * MOST_CARDS),
    "chain": bytes(32 * MOST_CARDS),
    "chain_responses": bytes(32 * MOST_CARDS),
    "order_responses": bytes(32 * MOST_CARDS),
}

BOUNDS: list[tuple[str, str, bytes, Code, str]] = [
    ("kind: -1", "", message(-1, {}), Code.MALFORMED, "MS2"),
    ("kind: 65,536", "", message(65_536, {}), Code.MALFORMED, "MS2"),
    ("kind: nil", "", message(None, {}), Code.MALFORMED, "MS2"),
    ("kind: bytes", "", message(b"\x01", {}), Code.MALFORMED, "MS2"),
    ("kind: an array", "", message([1], {}), Code.MALFORMED, "MS2"),
    ("hello: game of 1 byte", "either none or 32", message(0, {**HELLO, "game": b"g"}), Code.MALFORMED, "MS6"),
    ("hello: a seat without a game", "", message(0, {**HELLO, "seat": 0}), Code.MALFORMED, "MS6"),
    ("hello: game nil", "", message(0, {**HELLO, "game": None}), Code.MALFORMED, "MS6"),
    ("hello: seat -1", "", message(0, {**HELLO, "game": bytes(32), "seat": -1}), Code.MALFORMED, "MS6"),
    ("hello: seat true", "", message(0, {**HELLO, "game": bytes(32), "seat": True}), Code.MALFORMED, "MS6"),
    ("hello: software of 65 characters", "", message(0, {**HELLO, "software": "s" * 65}), Code.MALFORMED, "MS6"),
    ("entry: empty signature", "", message(2, UNSIGNED), Code.MALFORMED, "MS6"),
    ("wish: turn -1", "", message(6, {**WISH, "turn": -1}), Code.MALFORMED, "MS6"),
    ("wish: signature of 65 bytes", "", message(6, {**WISH, "signature": bytes(65)}), Code.MALFORMED, "MS6"),
    ("error: code 65,536", "", message(12, {"code": 65_536, "requirement": "", "detail": ""}), Code.MALFORMED, "MS6"),
    ("error: code -1", "", message(12, {"code": -1, "requirement": "", "detail": ""}), Code.MALFORMED, "MS6"),
    (
        "error: detail of 201 characters",
        "",
        message(12, {"code": 1, "requirement": "", "detail": "d" * 201}),
        Code.MALFORMED,
        "MS6",
    ),
    ("bye: reason of 201 characters", "", message(10, {"reason": "r" * 201}), Code.MALFORMED, "MS6"),
]

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


def make() -> VectorFile:
    """The file."""
    widest = changed(MIX, **WIDE_MIX)
    cases: list[VectorCase] = [
        *(valid("message", f"message/{name}", {"bytes": encode(said).hex()}, note) for name, note, said in MESSAGES),
        *(
            valid("message", f"message/{name}", {"bytes": data.hex()}, note, flags=["ignored"])
            for name, note, data in IGNORED
        ),
        *(
            invalid("message", f"message/{name}", {"bytes": data.hex()}, code, number, note)
            for name, note, data, code, number in INVALID
        ),
        *(
            invalid("message", f"message/{name}", {"bytes": data.hex()}, code, number, note, flags=["bound"])
            for name, note, data, code, number in BOUNDS
        ),
        *(
            valid(
                "payload",
                f"payload/{name}",
                {"bytes": payload(number, PREVIOUS, body.kind_number, codec.unstructure(body)).hex()},
            )
            for name, number, body in ENTRIES
        ),
        valid("payload", "payload/mix: 120 cards", {"bytes": widest.hex()}, "as many as there can be", flags=["bound"]),
        *(
            invalid("payload", f"payload/{name}", {"bytes": data.hex()}, code, number, note)
            for name, note, data, code, number in INVALID_PAYLOADS
        ),
        *(
            invalid("payload", f"payload/{name}", {"bytes": data.hex()}, code, number, note, flags=["bound"])
            for name, note, data, code, number in BOUNDED_PAYLOADS
        ),
    ]
    return vector_file("messages", ABOUT, cases, FLAGS)
