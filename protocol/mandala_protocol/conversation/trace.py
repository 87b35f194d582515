"""Messages and changes of state as lines of text, to find a fault in a peer. No line holds a secret."""

from __future__ import annotations

import enum
import json
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import attrs

from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.record.agreement import position_here
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import Entry, read_or_none
from mandala_protocol.wire.messages import (
    Body,
    EntryMessage,
    Key,
    Message,
    MessageReader,
    Open,
    Share,
    UnknownMessage,
    name_of_kind,
)

MOST_SHOWN: Final = 64
"""Byte strings up to this size stand whole in a line; of longer ones the beginning and the size."""

_BEGINNING: Final = 16


class Mark(enum.Enum):
    """The subject of a line of a trace."""

    SAID = ">"
    HEARD = "<"
    MOVED = "="
    FAILED = "!"


Trace: TypeAlias = Callable[[Mark, str], None]
"""Takes one line after the other, each without its time."""

NewTrace: TypeAlias = Callable[[], Trace | None]
"""Makes the trace of one more connection; None if there is none."""


def no_trace() -> None:
    """Make no trace: a ``NewTrace`` for those who want none."""


def trace_said(trace: Trace | None, data: bytes) -> None:
    """Trace the messages that these bytes hold, which are about to be sent."""
    if trace is not None and data:
        for message in MessageReader().feed(data):
            trace(Mark.SAID, described(message))


def trace_heard(trace: Trace | None, message: Message | UnknownMessage) -> None:
    """Trace a message that has come, before it is judged."""
    if trace is not None:
        trace(Mark.HEARD, described(message))


def trace_moved(trace: Trace | None, before: enum.Enum, after: enum.Enum, cause: enum.Enum) -> None:
    """Trace a change of state: of a connection, or of a match."""
    if trace is not None:
        trace(Mark.MOVED, f"{before.value} -> {after.value}: {cause.value}")


def trace_beginning(trace: Trace | None, entry: Entry, referee: Referee) -> None:
    """Trace what must be alike on both sides if this entry opens the last key: who plays first, words, position."""
    if trace is not None and isinstance(entry.body, Open) and referee.agreed is not None:
        first = referee.first_player.name.lower()
        here = position_here(referee.rules, referee.state)
        trace(Mark.MOVED, f'keys are open: first={first} words="{referee.agreed.words}" {here}')


def trace_failed(trace: Trace | None, error: BaseException) -> None:
    """Trace why nothing more is said or heard; of a fault of our own only its kind, as its text could hold anything."""
    if trace is None:
        return
    if isinstance(error, RemoteProtocolError):
        line = f"{error.code.wire_name} {error.requirement} {_text(error.detail)} {error.compared}"
        trace(Mark.FAILED, line.rstrip())
    else:
        trace(Mark.FAILED, f"fault of this program: {type(error).__name__}")


def trace_ended(trace: Trace | None, how: str, why: str) -> None:
    """Trace an end at which no one broke the protocol: in a word, with the requirement if there is one, and why."""
    if trace is not None:
        trace(Mark.FAILED, f"{how} {_text(why)}")


def described(message: Message | UnknownMessage) -> str:
    """Describe a message in one line: its kind and its fields; an entry by what it says."""
    if isinstance(message, UnknownMessage):
        return f"unknown {_bytes(message.packed)}"
    if not isinstance(message, EntryMessage):
        return " ".join([name_of_kind(type(message)), *_fields(message)])
    entry = read_or_none(message)
    if entry is None:
        return f"entry that cannot be read, payload={_bytes(message.payload)} signature={_bytes(message.signature)}"
    said = " ".join([name_of_kind(type(entry.body)), *_fields(entry.body)])
    return f"entry {entry.number} previous={_bytes(entry.previous)} {said} signature={_bytes(entry.signature)}"


def _fields(value: Message | Body) -> Iterator[str]:
    """Each field with its name; of a key that is opened at the end nothing."""
    if isinstance(value, Key):
        yield "secret=(not shown)"
        return
    for field in attrs.fields(type(value)):
        yield f"{field.name}={_shown(getattr(value, field.name))}"


def _shown(value: object) -> str:
    match value:
        case bytes():
            return _bytes(value)
        case str():
            return _text(value)
        case None:
            return "nil"
        case bool():
            return "true" if value else "false"
        case tuple():
            return "[" + ",".join(map(_shown, value)) + "]"
        case Share():
            return "{" + " ".join(_fields(value)) + "}"
        case _:
            return str(value)


def _text(value: str) -> str:
    """The text in quotation marks, with nothing in it that a terminal would not show as it is."""
    return json.dumps(value)


def _bytes(value: bytes) -> str:
    if len(value) <= MOST_SHOWN:
        return value.hex() or "(empty)"
    return f"{value[:_BEGINNING].hex()}…({len(value)} bytes)"
