"""The vectors of messages: valid ones, ones to ignore, and ones to refuse, each for its own reason."""

from __future__ import annotations

from typing import Final

from mandala_conformance.vectors.form.making import invalid, valid, vector_file
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import anything, hexadecimal, integer, mapping, or_null, text
from mandala_conformance.vectors.form.vector_kinds import (
    CaseRefused,
    Computed,
    FileRecords,
    Given,
    RefusedBy,
    VectorKind,
    as_json,
    unhex,
)
from mandala_conformance.vectors.kinds.payload_vectors import PAYLOAD_KIND, bytes_of, payload_cases
from mandala_protocol.errors import Code
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import (
    MAX_KIND,
    MAX_MESSAGE_BYTES,
    Busy,
    Bye,
    Chat,
    Decline,
    EntryMessage,
    Error,
    Hello,
    Message,
    MessageReader,
    Offer,
    Ping,
    Pong,
    Rematch,
    Resume,
    UnknownMessage,
    encode,
    name_of_kind,
)

_FIELDS: Final = mapping(anything())


def run_message(given: Given, _: FileRecords) -> Computed:
    reader = MessageReader()
    reader.add(unhex(given["bytes"]))
    message = reader.next_message()
    if message is None:
        raise CaseRefused(RefusedBy(None, "MS1"))  # the rest of it has still to come
    if isinstance(message, UnknownMessage):
        return {"kind": None, "name": None, "fields": None}
    name, fields = name_of_kind(type(message)), as_json(codec.unstructure(message))
    return {"kind": message.kind_number, "name": name, "fields": fields}


MESSAGE_KIND: Final = VectorKind(
    "message",
    "A message with its length (3.1). A message of a kind that is not known and odd is to be ignored: kind, name "
    "and fields are null then. All are to be treated alike whether they come in one piece, byte by byte, or with "
    "the next message after them.",
    {"bytes": hexadecimal(0, MAX_MESSAGE_BYTES + 2)},
    {"kind": or_null(integer(0, MAX_KIND)), "name": or_null(text(16)), "fields": or_null(_FIELDS)},
    run_message,
    (
        "MS1",
        "MS2",
        "MS3",
    ),
)

MESSAGE_VECTOR_KINDS: Final = (
    MESSAGE_KIND,
    PAYLOAD_KIND,
)


# The making of its cases.

ABOUT: Final = (
    "Encodings of messages of the link, and of the payloads of entries (chapters 3 and 4). Byte strings are in "
    "hexadecimal, in fields too; null is nil."
)

FLAGS: Final = {
    "ignored": "A message of an unknown odd kind: it is to be ignored.",
    "bound": "A value at, or just beyond, a bound of the standard.",
}

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
    ("error: not in any table", "codes and numbers of later versions are accepted", Error(65_535, "ZZ99", "")),
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


def shown_by(said: Message) -> list[str]:
    """The requirements that a right message is about."""
    form = ["MS4", "MS5", "MS6"]
    return [*form, "MS20"] if isinstance(said, Error) else form


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


# Bounds that only few programs look at.

UNSIGNED: Final = {"payload": b"", "signature": b""}

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


def make() -> VectorFile:
    """The file."""
    cases: list[VectorCase] = [
        *(
            valid(MESSAGE_KIND, f"message/{name}", {"bytes": encode(said).hex()}, note, shows=shown_by(said))
            for name, note, said in MESSAGES
        ),
        *(
            valid(MESSAGE_KIND, f"message/{name}", {"bytes": data.hex()}, note, flags=["ignored"], shows=["MS11"])
            for name, note, data in IGNORED
        ),
        *(
            invalid(MESSAGE_KIND, f"message/{name}", {"bytes": data.hex()}, code, number, note)
            for name, note, data, code, number in INVALID
        ),
        *(
            invalid(MESSAGE_KIND, f"message/{name}", {"bytes": data.hex()}, code, number, note, flags=["bound"])
            for name, note, data, code, number in BOUNDS
        ),
        *payload_cases(),
    ]
    return vector_file("messages", ABOUT, cases, FLAGS)
