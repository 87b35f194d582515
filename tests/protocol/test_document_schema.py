"""The schema of the standard in CDDL takes what the program takes, and nothing else that it can tell apart."""

from __future__ import annotations

import importlib.util
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import attrs
import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st
from zcbor.zcbor.zcbor import CddlValidationError, DataTranslator

import mandala_protocol
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

DOCS: Final = Path(__file__).parents[2] / "docs"
SCHEMA: Final = (DOCS / "messages.cddl").read_text("utf-8")
CONVERSATION: Final = Path(mandala_protocol.__file__).parent / "vectors" / "conversation.json"

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

SIZES: Final = st.sampled_from([0, 1, 31, 32, 33, 63, 64, 65, 128, 32 * MAX_CARDS, 32 * MAX_CARDS + 1])
OTHER_VALUES: Final = st.one_of(
    st.integers(-2, 70_000),
    st.sampled_from([86_400, 86_401, 9_999, 10_000, 10_001]),
    st.booleans(),
    st.none(),
    st.text(max_size=70),
    st.sampled_from(["end", "adjourn", "resign", "resigned", "agreed", "abandoned", "host", "guest", "lot"]),
    SIZES.map(bytes),
    st.lists(st.integers(-1, MAX_CARDS), max_size=4),
)


def load_generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_schema", DOCS / "generate_schema.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RULES: Final = DataTranslator.from_cddl(cddl_string=SCHEMA, default_max_qty=MAX_CARDS).my_types


def allowed(rule: str, value: object) -> bool:
    """Return whether the schema takes a value for this rule."""
    with redirect_stdout(io.StringIO()):  # it prints what it does not find
        try:
            RULES[rule].validate_obj(value)
        except CddlValidationError:
            return False
        finally:
            RULES[rule].errors.clear()
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


def beyond_cddl(one: Message | Body, fields: dict[str, Any]) -> bool:
    """Return whether a value breaks what the schema says in a comment alone."""
    shares = fields if isinstance(one, Share) else fields.get("played")
    cards = shares.get("cards") if isinstance(shares, dict) else None
    rising = not isinstance(cards, list) or cards == sorted(set(cards))
    long_text = any(
        isinstance(fields[name], str) and len(fields[name]) > most
        for name, most in {"name": 64, "software": 64, "game": 32, "move": 16, "reason": 16, "requirement": 16}.items()
        if name in fields and not (name == "reason" and isinstance(one, Busy | Bye))
    )
    rows = [fields[name] for name in ("cards", "commitments", "chain", "shares") if isinstance(fields.get(name), bytes)]
    rows += [fields[name] for name in ("chain_responses", "order_responses") if isinstance(fields.get(name), bytes)]
    cut = any(len(row) % (64 if row is fields.get("cards") else 32) for row in rows)
    seated_nowhere = isinstance(one, Hello) and fields["seat"] is not None and fields["game"] == b""
    return not rising or long_text or cut or seated_nowhere


def test_the_schema_is_up_to_date() -> None:
    assert load_generator().render() == SCHEMA, "run: python docs/generate_schema.py"


def test_every_kind_is_tried() -> None:
    assert {type(one) for one in MESSAGES} == set(MESSAGE_KINDS.values())
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
    entries = json.loads(CONVERSATION.read_text("utf-8"))["entries"]
    assert len(entries) > 30
    for entry in entries:
        assert allowed("entry-payload", msgpack.unpackb(bytes.fromhex(entry["payload"])))


@given(st.sampled_from([one for one in ALL if attrs.fields(type(one))]), OTHER_VALUES, st.data())
def test_the_schema_and_the_program_take_the_same(one: Message | Body, other: object, data: st.DataObject) -> None:
    rule, (*items, fields) = values_of(one)
    name = data.draw(st.sampled_from(sorted(fields)))
    changed = {**fields, name: other}
    value = [*items, changed]
    if taken(rule, value):
        assert allowed(rule, value)
    elif not beyond_cddl(one, changed):
        assert not allowed(rule, value)
