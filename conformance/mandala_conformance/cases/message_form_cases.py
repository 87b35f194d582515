"""Cases of chapter 3: messages of a wrong form, said by a stranger right after ``hello``."""

from __future__ import annotations

from mandala_conformance.case import NO_GAME, CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.expectations import refusal_by
from mandala_conformance.probe_line import packed_message, with_length
from mandala_protocol.wire.codec import pack
from mandala_protocol.wire.messages import MAX_MESSAGE_BYTES, EntryMessage

FORM = CaseBook()

LATER_KIND = 201
"""An odd kind that does not exist."""


def nested(depth: int) -> object:
    """Empty arrays in each other, ``depth`` deep."""
    value: object = 0
    for _ in range(depth):
        value = [value]
    return value


def later_message(body: bytes) -> bytes:
    """A message of a later kind with this body, as it is packed."""
    return with_length(b"\x92\xcc" + bytes([LATER_KIND]) + body)


def _wish(wish: str, turn: object, size: int) -> bytes:
    """An offer whose signature is ``size`` zeros."""
    return packed_message(6, {"wish": wish, "turn": turn, "signature": bytes(size)})


_CHAT = b"\x92\x05"
_TEXT = b"\xa4text"

_REFUSED: list[tuple[str, str, bytes]] = [
    ("MS1/too-long", "A length of 61,001 bytes", (MAX_MESSAGE_BYTES + 1).to_bytes(2, "big")),
    ("MS2/a-map", "A message that is a map", with_length(pack({"kind": 1}))),
    ("MS2/three-items", "An array of three items", with_length(pack([1, {}, 0]))),
    ("MS2/one-item", "An array of one item", with_length(pack([1]))),
    ("MS2/kind-of-text", "A kind that is a text", packed_message("ping", {})),
    ("MS2/kind-below-zero", "A kind below zero", packed_message(-1, {})),
    ("MS3/not-msgpack", "The byte c1, which msgpack does not use", with_length(b"\xc1")),
    ("MS3/no-bytes", "A message of no bytes", with_length(b"")),
    ("MS3/cut-short", "A value that is cut short", with_length(b"\x92\x05\x81\xa4te")),
    ("MS3/two-values", "A value and a byte behind it", with_length(pack([1, {}]) + b"\x00")),
    ("MS3/not-utf-8", "A text that is not UTF-8", with_length(_CHAT + b"\x81" + _TEXT + b"\xa1\xff")),
    ("MS3/surrogate", "A text with a surrogate", with_length(_CHAT + b"\x81" + _TEXT + b"\xa3\xed\xa0\x80")),
    ("MS3/key-twice", "A map that has a key twice", later_message(b"\x82\xa1a\x01\xa1a\x01")),
    ("MS3/key-of-number", "A map whose key is a number", later_message(b"\x81\x01\x01")),
    ("MS3/extension", "An extension type", later_message(b"\xd4\x05\x00")),
    ("MS3/empty-extension", "An extension type without content", later_message(b"\xc7\x00\x05")),
    ("MS3/too-deep", "Arrays nine deep in each other", packed_message(LATER_KIND, nested(8))),
    ("MS3/many-items-announced", "An array of 4,294,967,295 items, announced", later_message(b"\xdd" + b"\xff" * 4)),
    ("MS3/many-bytes-announced", "Bytes announced that do not come", later_message(b"\xc6" + b"\xff" * 4)),
    ("MS3/long-text", "A text of 2,049 bytes", packed_message(LATER_KIND, "x" * 2_049)),
    ("MS3/long-array", "An array of 257 items", packed_message(LATER_KIND, [0] * 257)),
    ("MS3/large-map", "A map of 17 fields", packed_message(LATER_KIND, {f"field {number}": 0 for number in range(17)})),
    ("MS4/long-kind", "A ping whose kind takes two bytes", with_length(b"\x92\xcc\x01\x80")),
    ("MS4/long-array", "A ping in an array with a long header", with_length(b"\xdc\x00\x02\x01\x80")),
    ("MS4/long-map", "A ping whose body has a long header", with_length(b"\x92\x01\xde\x00\x00")),
    ("MS4/long-text", "A chat whose text has a long header", with_length(_CHAT + b"\x81" + _TEXT + b"\xd9\x02hi")),
    (
        "MS4/order-of-fields",
        "An error whose fields are in another order",
        packed_message(12, {"requirement": "MS4", "code": 2, "detail": ""}),
    ),
    ("MS5/missing-field", "A chat without a text", packed_message(5, {})),
    ("MS5/unknown-field", "A ping with a field", packed_message(1, {"time": 1})),
    ("MS5/other-name", "A chat whose field has another name", packed_message(5, {"line": "hi"})),
    ("MS6/nil-body", "A ping whose body is nil", packed_message(1, None)),
    ("MS6/array-body", "A ping whose body is an array", packed_message(1, [])),
    ("MS6/bytes-for-text", "A chat of bytes", packed_message(5, {"text": b"hi"})),
    ("MS6/number-for-text", "A chat of a number", packed_message(5, {"text": 1})),
    ("MS6/long-chat", "A chat of 501 characters", packed_message(5, {"text": "x" * 501})),
    ("MS6/unknown-wish", "A wish for a draw", _wish("draw", 0, 64)),
    ("MS6/short-signature", "A wish with 63 bytes of signature", _wish("end", 0, 63)),
    ("MS6/turn-too-large", "A wish of turn 65,536", _wish("end", 65_536, 64)),
    ("MS6/truth-for-number", "A wish whose turn is true", _wish("end", True, 64)),
    ("MS6/decline-of-resign", "A decline of a resignation", packed_message(9, {"wish": "resign", "turn": 0})),
    ("MS7/kind-14", "A message of kind 14", packed_message(14, {})),
    ("MS7/kind-200", "A message of kind 200", packed_message(200, {})),
    ("MS7/kind-65534", "A message of kind 65,534", packed_message(65_534, {})),
]

_QUICK = (
    "MS1/too-long",
    "MS2/a-map",
    "MS3/not-msgpack",
    "MS4/long-kind",
    "MS5/missing-field",
    "MS6/long-chat",
    "MS7/kind-14",
)


def _add_refused(name: str, title: str, data: bytes) -> None:
    extent = Extent.QUICK if name in _QUICK else Extent.STANDARD

    @FORM.case(name, title, games=NO_GAME, extent=extent)
    async def refused(stage: Stage) -> None:
        line = await stage.greet()
        stage.note(f"after hello the bytes {data[:40].hex()}{'…' if len(data) > 40 else ''}")
        await line.send_raw(data)
        await stage.expect_refusal(line, refusal_by(name.partition("/")[0]), passing=(EntryMessage,))


for _row in _REFUSED:
    _add_refused(*_row)
