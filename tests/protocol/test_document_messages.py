"""The vectors of messages and entries: valid ones, ones to ignore, and ones to refuse, each for its own reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import attrs
import pytest

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.record.transcript import read
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import (
    ENTRY_KINDS,
    MESSAGE_KINDS,
    EntryMessage,
    Message,
    MessageReader,
    Pong,
    encode,
)
from tests.published import cases_of

Vector: TypeAlias = dict[str, Any]

_MESSAGES: Final = cases_of("messages.json", "message")
_PAYLOADS: Final = cases_of("messages.json", "payload")
VECTORS: Final[dict[str, list[Vector]]] = {
    "messages": [case for case in _MESSAGES if case["valid"] and "ignored" not in case["flags"]],
    "ignored": [case for case in _MESSAGES if "ignored" in case["flags"]],
    "invalid": [case for case in _MESSAGES if not case["valid"]],
    "entries": [case for case in _PAYLOADS if case["valid"]],
    "invalid_entries": [case for case in _PAYLOADS if not case["valid"]],
}
NEXT = encode(Pong())


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


def framed(packed: bytes) -> bytes:
    return len(packed).to_bytes(2, "big") + packed


def message(kind: object, body: object) -> bytes:
    return framed(codec.pack([kind, body]))


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
    assert (caught.value.code.wire_name, caught.value.requirement) == (case["code"], case["requirement"])


each_feeding = pytest.mark.parametrize("feed", FEEDINGS)


def each(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", VECTORS[kind], ids=lambda case: case["id"])


def test_every_kind_has_a_case() -> None:
    assert {case["expected"]["kind"] for case in VECTORS["messages"]} == set(MESSAGE_KINDS)
    assert {case["expected"]["kind"] for case in VECTORS["entries"]} == set(ENTRY_KINDS)


@each_feeding
@each("messages")
def test_a_valid_message_is_taken(case: Vector, feed: Callable[[bytes], list[bytes]]) -> None:
    data = bytes.fromhex(case["given"]["bytes"])
    (said,) = heard(feed(data))
    assert isinstance(said, MESSAGE_KINDS[case["expected"]["kind"]])
    assert as_json(codec.unstructure(said)) == case["expected"]["fields"]
    assert encode(said) == data


@each("messages")
def test_what_follows_a_message_is_the_next_one(case: Vector) -> None:
    data = bytes.fromhex(case["given"]["bytes"])
    first, second = heard([data + NEXT])
    assert (type(first), type(second)) == (MESSAGE_KINDS[case["expected"]["kind"]], Pong)
    assert [type(said) for said in heard([data + NEXT[:-1]])] == [MESSAGE_KINDS[case["expected"]["kind"]]]


@each("messages")
def test_a_byte_more_within_a_message_is_refused(case: Vector) -> None:
    packed = bytes.fromhex(case["given"]["bytes"])[2:] + b"\x00"
    with pytest.raises(RemoteProtocolError) as caught:
        heard([framed(packed)])
    assert (caught.value.code, caught.value.requirement) == (Code.MALFORMED, "MS3")


@each_feeding
@each("ignored")
def test_an_unknown_odd_message_is_passed_over(case: Vector, feed: Callable[[bytes], list[bytes]]) -> None:
    data = bytes.fromhex(case["given"]["bytes"])
    assert heard(feed(data)) == []
    assert [type(said) for said in heard(feed(data + NEXT))] == [Pong]


@each_feeding
@each("invalid")
def test_an_invalid_message_is_refused_for_its_reason(case: Vector, feed: Callable[[bytes], list[bytes]]) -> None:
    data = bytes.fromhex(case["given"]["bytes"])
    expect_refusal(case, lambda: heard(feed(data)))
    expect_refusal(case, lambda: heard(feed(data + NEXT)))


@each("entries")
def test_a_valid_entry_is_read(case: Vector) -> None:
    data = bytes.fromhex(case["given"]["bytes"])
    entry = read(EntryMessage(data, bytes(64)))
    assert isinstance(entry.body, ENTRY_KINDS[case["expected"]["kind"]])
    assert (entry.number, entry.previous.hex()) == (case["expected"]["number"], case["expected"]["previous"])
    assert as_json(codec.unstructure(entry.body)) == case["expected"]["fields"]
    assert entry.payload == data


@each("invalid_entries")
def test_an_invalid_entry_is_refused_for_its_reason(case: Vector) -> None:
    data = bytes.fromhex(case["given"]["bytes"])
    expect_refusal(case, lambda: read(EntryMessage(data, bytes(64))))


@each("entries")
def test_every_field_of_an_entry_is_required(case: Vector) -> None:
    unpacked: Any = codec.unpack(bytes.fromhex(case["given"]["bytes"]))
    number, previous, kind, body = unpacked
    for name in body:
        rest = {other: value for other, value in body.items() if other != name}
        with pytest.raises(RemoteProtocolError) as caught:
            read(EntryMessage(codec.pack([number, previous, kind, rest]), bytes(64)))
        assert caught.value.requirement == "MS5"


def test_a_byte_string_of_60_001_bytes_is_refused() -> None:
    """Too large for the file of vectors."""
    with pytest.raises(RemoteProtocolError) as caught:
        heard([message(2, {"payload": bytes(60_001), "signature": bytes(64)})])
    assert (caught.value.code, caught.value.requirement) == (Code.MALFORMED, "MS3")
    (largest,) = heard([message(2, {"payload": bytes(60_000), "signature": bytes(64)})])
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
            names = [field.name for field in attrs.fields(kinds[case["expected"]["kind"]])]
            assert list(case["expected"]["fields"]) == names
