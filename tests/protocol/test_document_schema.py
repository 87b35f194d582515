"""The schema of the standard in CDDL takes what the program takes, and nothing else that it can tell apart."""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import attrs
import msgpack  # type: ignore[import-untyped]
import pytest
from zcbor.zcbor import zcbor
from zcbor.zcbor.zcbor import CddlValidationError, DataTranslator

from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.record.transcript import read
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import (
    ENTRY_KINDS,
    MAX_CARDS,
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
    decode,
    name_of_kind,
)
from tests import published

DOCS: Final = Path(__file__).parents[2] / "docs"
SCHEMA: Final = (DOCS / "messages.cddl").read_text("utf-8")

SHARE = Share((0, 5, 119), bytes(96), bytes(32), bytes(32))
SHUFFLED = bytes(128), bytes(64), bytes(64), bytes(32), bytes(128), bytes(64), bytes(64)
MESSAGES: list[Message] = [
    Hello(1, "p", "Anna", bytes(32), 1),
    Hello(1, "p", "Anna", b"", None),
    EntryMessage(b"payload", bytes(64)),
    Resume(1, bytes(32)),
    Offer("end", 3, bytes(64)),
    Busy("no"),
    Bye(""),
    Error(6, "OR4", "unknown"),
    Ping(),
    Pong(),
    Chat("hi"),
    Rematch(),
    Decline("adjourn", 2),
]
BODIES: list[Body] = [
    Propose("mandala", "lot", 600, True, bytes(32), "Anna", bytes(32)),
    Accept(False, bytes(32), "Ben", bytes(32)),
    Commit(bytes(64)),
    Open(bytes(32), bytes(32), bytes(32), bytes(32)),
    Shuffle(*SHUFFLED),
    Mix(*SHUFFLED),
    SHARE,
    Move("B0r2", SHARE, bytes(32)),
    Move("Kg", None, bytes(32)),
    Key(bytes(32)),
    ResultBody((53, 128), None, "deck", bytes(32)),
    End("resigned", 1, b""),
    End("agreed", 1, bytes(64)),
    Adjourn(1, bytes(64)),
]
ALL: list[Message | Body] = [*MESSAGES, *BODIES]

NUMBERS: Final = [-1, 0, 1, 2, 7, 9_999, 10_000, 10_001, 65_535, 65_536, 86_400, 86_401]
TEXTS: Final = ["", "a", "end", "adjourn", "resign", "resigned", "agreed", "abandoned", "host", "guest", "x" * 3_000]
SIZES: Final = [0, 1, 31, 32, 33, 63, 64, 65, 128, 129, 3_840, 3_872, 7_680, 7_744, 60_000, 60_001]
LISTS: Final = [
    [],
    [0],
    [0, 1],
    [1, 0],
    [0, 1, 2],
    [119],
    [120],
    [-1, 1],
    [65_535, 0],
    [65_536, 0],
    ["a", "b"],
    [True, 1],
]
OTHER_SHARES: Final = [
    codec.unstructure(attrs.evolve(SHARE, cards=())),
    {**codec.unstructure(SHARE), "cards": [120]},
    {**codec.unstructure(SHARE), "challenge": bytes(31)},
    {**codec.unstructure(SHARE), "more": 1},
]
OTHER_VALUES: Final[list[Any]] = [
    *NUMBERS,
    *TEXTS,
    *map(bytes, SIZES),
    *LISTS,
    list(range(MAX_CARDS)),
    *OTHER_SHARES,
    True,
    None,
    {},
]
ONE_OF_EACH: Final = {type(other): other for other in OTHER_VALUES}
"""A value of each type."""


@pytest.fixture(autouse=True, scope="module")
def wordless() -> Iterator[None]:
    """Let zcbor describe nothing: it words a complaint before each check, and that costs more than the check."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(zcbor, "pformat", lambda *_things, **_layout: "")
        patched.setattr(DataTranslator, "__str__", lambda _rule: "")
        yield


def load_generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_schema", DOCS / "generate_schema.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def rules() -> dict[str, Any]:
    """The rules of the schema by their names."""
    found: dict[str, Any] = DataTranslator.from_cddl(cddl_string=SCHEMA, default_max_qty=MAX_CARDS).my_types
    return found


def allowed(name: str, value: object) -> bool:
    """Return whether the schema takes a value for this rule."""
    rule = rules()[name]
    with redirect_stdout(io.StringIO()):  # it prints what it does not find
        try:
            rule.validate_obj(value)
        except CddlValidationError:
            return False
        finally:
            rule.errors.clear()
    return True


def taken(rule: str, value: object) -> bool:
    """Return whether the program takes a value."""
    packed = msgpack.packb(value)
    try:
        if rule.endswith("-message"):
            return decode(packed) is not None
        return bool(read(EntryMessage(packed, bytes(64))))
    except RemoteProtocolError:
        return False


def values_of(one: Message | Body) -> tuple[str, list[Any]]:
    """The rule that a message or entry has to meet, and its value."""
    fields = codec.unstructure(one)
    if isinstance(one, tuple(ENTRY_KINDS.values())):
        return f"{name_of_kind(type(one))}-entry", [7, bytes(32), one.kind_number, fields]
    return f"{name_of_kind(type(one))}-message", [one.kind_number, fields]


def instead_of(now: object) -> list[Any]:
    """Return the values to try: all of the type that a field has now and one of each other, or all if it has none."""
    return [
        other for other in OTHER_VALUES if now is None or type(other) is type(now) or other is ONE_OF_EACH[type(other)]
    ]


def beyond_cddl(one: Message | Body, name: str, other: object) -> bool:
    """Return whether this value of a field breaks what the schema says in a comment alone."""
    match one, name, other:
        case Hello(game=b""), "seat", int():
            return True
        case Hello(seat=int()), "game", b"":
            return True
        case Share(), "cards", list():
            return other != sorted(set(other))
        case Share() | Shuffle() | Mix(), _, bytes():
            return len(other) % (64 if name == "cards" else 32) > 0
        case _:
            return False


def test_the_schema_is_up_to_date() -> None:
    assert load_generator().render() == SCHEMA, "run: make generated"


def test_every_kind_is_tried() -> None:
    assert {type(message) for message in MESSAGES} == set(MESSAGE_KINDS.values())
    assert {type(one) for one in BODIES} == set(ENTRY_KINDS.values())


IDS: Final = [f"{name_of_kind(type(one))} {number}" for number, one in enumerate(ALL)]


@pytest.mark.parametrize("one", ALL, ids=IDS)
def test_the_schema_takes_every_kind(one: Message | Body) -> None:
    rule, value = values_of(one)
    assert taken(rule, value)
    assert allowed(rule, value)


@pytest.mark.parametrize("one", ALL, ids=IDS)
def test_the_schema_refuses_a_field_too_many_or_too_few(one: Message | Body) -> None:
    rule, value = values_of(one)
    *items, fields = value
    assert not allowed(rule, [*items, {**fields, "more": 1}])
    for name in fields:
        assert not allowed(rule, [*items, {other: fields[other] for other in fields if other != name}])


def test_the_schema_takes_a_whole_conversation() -> None:
    assert len(published.ENTRIES) > 30
    for entry in published.ENTRIES:
        assert allowed("entry-payload", msgpack.unpackb(entry.payload))


@pytest.mark.parametrize("one", ALL, ids=IDS)
def test_the_schema_and_the_program_take_the_same(one: Message | Body) -> None:
    rule, (*items, fields) = values_of(one)
    for name, other in ((name, other) for name, now in fields.items() for other in instead_of(now)):
        value = [*items, {**fields, name: other}]
        if taken(rule, value):
            assert allowed(rule, value), (name, other)
        elif not beyond_cddl(one, name, other):
            assert not allowed(rule, value), (name, other)
