"""The detail of an ``error`` by MS1 and MS3 to MS6 names the field, the byte, and what should be there."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import attrs
import msgpack  # type: ignore[import-untyped]
import pytest

from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.record.transcript import read
from mandala_protocol.wire import messages
from mandala_protocol.wire.codec import pack
from mandala_protocol.wire.messages import ENTRY_KINDS, MESSAGE_KINDS, EntryMessage, MessageReader, decode, name_of_kind
from tests.published import cases_of

Fields: TypeAlias = dict[str, Any]

HELLO: Fields = {"version": 1, "software": "x", "name": "Zoe", "game": b"", "seat": None}
SHARE: Fields = {"cards": [1, 2], "shares": bytes(64), "challenge": bytes(32), "response": bytes(32)}
MOVE: Fields = {"move": "Sr", "played": SHARE, "digest": bytes(32)}
RESULT: Fields = {"scores": [1, 2], "winner": None, "reason": "deck", "digest": bytes(32)}
SECRET = bytes(range(100, 132))


def hello(**changes: object) -> bytes:
    return pack([0, {**HELLO, **changes}])


def entry(kind: int, fields: object) -> bytes:
    return pack([4, bytes(32), kind, fields])


def without(fields: Fields, name: str) -> Fields:
    return {key: value for key, value in fields.items() if key != name}


def refused_by(read_it: Callable[[], object]) -> str:
    """The requirement and the detail with which these bytes are refused."""
    with pytest.raises(RemoteProtocolError) as caught:
        read_it()
    assert len(caught.value.detail) <= messages.MAX_REASON
    assert caught.value.detail.isascii()
    return f"{caught.value.requirement} {caught.value.detail}"


MESSAGES = [
    (hello(game=None), "MS6 hello.game at byte 37: nil, expected bin 0 / bin 32"),
    (hello(game=bytes(31)), "MS6 hello.game at byte 37: bin 31, expected bin 0 / bin 32"),
    (hello(game="a" * 32), "MS6 hello.game at byte 37: str 32, expected bin 0 / bin 32"),
    (hello(version=True), "MS6 hello.version at byte 11: bool, expected int 0-65535"),
    (hello(version=70_000), "MS6 hello.version at byte 11: int 70000, expected int 0-65535"),
    (hello(version=1.0), "MS6 hello.version at byte 11: float, expected int 0-65535"),
    (hello(name="ä" * 65), "MS6 hello.name at byte 28: str 65, expected str 0-64"),
    (hello(seat=2), "MS6 hello.seat at byte 44: int 2, expected 0 / 1 / nil"),
    (hello(seat=1), "MS6 hello.seat at byte 44: int 1, but a seat needs a game"),
    (pack([0, [1, 2]]), "MS6 hello at byte 2: array 2, expected map"),
    (pack([0, without(HELLO, "game")]), "MS5 hello: missing fields: game"),
    (hello(foo=1), "MS5 hello at byte 45: unknown field foo"),
    (hello(**{"\x1b[2J": 1}), "MS5 hello at byte 45: unknown field ?"),
    (
        pack([0, {**without(HELLO, "game"), "gmae": b""}]),
        "MS5 hello at byte 38: unknown field gmae; missing fields: game",
    ),
    (
        pack([0, {"version": 1, "name": "Zoe", **without(HELLO, "version")}]),
        "MS4 at byte 12: the field name comes where software is due",
    ),
    (
        hello().replace(b"version\x01", b"version\xcd\x00\x01"),
        "MS4 version at byte 11: cd 00 01 where 01 is the only valid encoding",
    ),
    (
        hello().replace(b"\xa3Zoe", b"\xd9\x03Zoe"),
        "MS4 name at byte 28: d9 03 where a3 is the only valid encoding",
    ),
    (b"\xdc\x00\x02" + hello()[1:], "MS4 at byte 0: dc 00 02 where 92 is the only valid encoding"),
    (hello()[:-3], "MS3 at byte 39: str 4 up to byte 44, but there are 42"),
    (hello() + b"\x00\x00", "MS3 at byte 45: bytes after the end, 2 in all"),
    (
        msgpack.packb([2, {"payload": b"\x94\xff", "signature": bytes(64)}], use_bin_type=False),
        "MS3 payload at byte 11: str 2 that is not UTF-8. Byte strings are sent as bin",
    ),
    (b"\x92\x00\x82\xa1a\x01\xa1a\x01", "MS3 at byte 6: the key a comes twice in one map"),
    (b"\x92\x00\x81\x01\x01", "MS3 at byte 3: int as a key, and only str can be one"),
    (b"\x92\x00\xd4\x00\x00", "MS3 at byte 2: an extension type"),
    (b"\x92\x00\xc7\x00\x00", "MS3 at byte 2: an extension type"),
    (b"\xc1", "MS3 at byte 0: c1, with which nothing begins"),
    (b"", "MS3 at byte 0: value up to byte 1, but there are 0"),
    (b"\x92\x01" + b"\x91" * 8 + b"\xc0", "MS3 at byte 9: nested 9 deep, and at most 8 is allowed"),
    (b"\x91" * 60_000, "MS3 at byte 8: nested 9 deep, and at most 8 is allowed"),
    (pack([0, [0] * 257]), "MS3 at byte 2: array 257, and at most 256 is allowed"),
    (pack([1, dict.fromkeys(map(str, range(17)))]), "MS3 at byte 2: map 17, and at most 16 is allowed"),
    (pack([5, {"text": "x" * 2_049}]), "MS3 text at byte 8: str 2049, and at most 2048 is allowed"),
    (b"\x92\x05\xc6\xff\xff\xff\xff", "MS3 at byte 2: bin 4294967295, and at most 60000 is allowed"),
    (pack([0, [[0] * 250] * 200]), "MS6 hello: a field of the wrong type or outside its bounds"),
]


@pytest.mark.parametrize(("packed", "expected"), MESSAGES, ids=[expected for _, expected in MESSAGES])
def test_ms3_to_ms6_name_the_place_in_a_message(packed: bytes, expected: str) -> None:
    assert refused_by(lambda: decode(packed)) == expected


ENTRIES = [
    (
        entry(7, {**MOVE, "digest": "a" * 32}),
        "MS6 move.digest at byte 230 of the payload: str 32, expected bin 32",
    ),
    (
        entry(7, {**MOVE, "played": {**SHARE, "cards": [500]}}),
        "MS6 move.played.cards at byte 60 of the payload: array 1 (int 500), "
        "expected at most 120 card numbers below 120",
    ),
    (entry(7, {**MOVE, "played": {"cards": [1]}}), "MS5 move.played: missing fields: shares, challenge, response"),
    (entry(7, {**MOVE, "played": 3}), "MS6 move.played at byte 53 of the payload: int 3, expected map / nil"),
    (
        entry(5, {**SHARE, "cards": [2, 1]}),
        "MS6 share.cards at byte 44 of the payload: array 2 (int 2, int 1), expected card numbers in rising order",
    ),
    (
        entry(5, {**SHARE, "shares": bytes(63)}),
        "MS6 share.shares at byte 54 of the payload: bin 63, expected items of 32 bytes, at most 120 of them",
    ),
    (
        entry(9, {**RESULT, "scores": [1, -2]}),
        "MS6 result.scores at byte 45 of the payload: array 2 (int 1, int -2), expected array 2 of int 0-65535",
    ),
    (
        entry(10, {"reason": "x", "turn": 1, "statement": b""}),
        'MS6 end.reason at byte 45 of the payload: str 1, expected "resigned" / "agreed" / "abandoned"',
    ),
    (
        b"\x94\xcd\x00\x07" + entry(7, MOVE)[2:],
        "MS4 at byte 1 of the payload: cd 00 07 where 07 is the only valid encoding",
    ),
    (entry(8, {"secret": SECRET})[:-1], "MS3 secret at byte 45 of the payload: bin 32 up to byte 79, but there are 78"),
]


@pytest.mark.parametrize(("payload", "expected"), ENTRIES, ids=[expected for _, expected in ENTRIES])
def test_ms3_to_ms6_name_the_place_in_a_payload(payload: bytes, expected: str) -> None:
    assert refused_by(lambda: read(EntryMessage(payload, bytes(64)))) == expected


def valid_cases() -> dict[type[Any], tuple[bytes, bool]]:
    """Valid bytes of each kind, and whether they are a payload."""
    cases: dict[type[Any], tuple[bytes, bool]] = {}
    for name, kinds in (("message", MESSAGE_KINDS), ("payload", ENTRY_KINDS)):
        for case in cases_of("messages.json", name):
            if case["valid"] and case["expected"]["kind"] in kinds:
                kind = kinds[case["expected"]["kind"]]
                cases.setdefault(kind, (bytes.fromhex(case["given"]["bytes"]), name == "payload"))
    return cases


VALID = valid_cases()
EVERY_FIELD = [(kind, field.name) for kind in VALID for field in attrs.fields(kind)]


def test_there_is_a_case_of_each_kind() -> None:
    assert set(VALID) == {*MESSAGE_KINDS.values(), *ENTRY_KINDS.values()}


@pytest.mark.parametrize(("kind", "name"), EVERY_FIELD, ids=[f"{name_of_kind(k)}.{n}" for k, n in EVERY_FIELD])
def test_ms6_names_each_field_of_each_message_and_entry(kind: type[Any], name: str) -> None:
    right, is_payload = VALID[kind]
    items = msgpack.unpackb(right if is_payload else right[2:])
    items[-1][name] = 0.5
    packed = pack(items)
    said = refused_by(lambda: read(EntryMessage(packed, bytes(64))) if is_payload else decode(packed))
    place = re.fullmatch(rf"MS6 {name_of_kind(kind)}\.{name} at byte (\d+)( of the payload)?: float, expected .+", said)
    assert place is not None, said
    assert packed[int(place[1])] == 0xCB
    assert bool(place[2]) is is_payload


def test_ms3_names_the_place_whatever_is_wrong_with_the_bytes() -> None:
    chance = random.Random(3)
    details = []
    for right, is_payload in VALID.values():
        for _ in range(150):
            wrong = bytearray(right if is_payload else right[2:])
            for _ in range(chance.randint(1, 3)):
                wrong[chance.randrange(min(len(wrong), 100))] = chance.choice(b"\xc1\xd9\xde\xff\x81\xc4\x9f")
            try:
                read(EntryMessage(bytes(wrong), bytes(64))) if is_payload else decode(bytes(wrong))
            except RemoteProtocolError as error:
                details += [error.detail] if error.requirement == "MS3" else []
    assert len(details) > 500
    assert [detail for detail in details if "at byte" not in detail] == []


def test_ms1_says_the_bytes_of_a_length_that_is_too_large() -> None:
    reader = MessageReader()
    assert refused_by(lambda: list(reader.feed(b"\xff\x00"))) == (
        "MS1 a message of 65280 bytes was announced (ff 00, big-endian), and at most 61000 are allowed"
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"secret": SECRET + b"x"},
        {"secret": list(SECRET)},
        {"secret": SECRET.hex()},
        {"key": SECRET},
        {"secret": SECRET, SECRET.hex(): 1},
    ],
)
def test_ms16_no_detail_has_a_key_that_came(fields: Fields) -> None:
    detail = refused_by(lambda: read(EntryMessage(entry(8, fields), bytes(64))))
    assert not any(part in detail for part in (SECRET.hex()[:8], str(SECRET[0]), repr(SECRET[:4])[2:-1]))
