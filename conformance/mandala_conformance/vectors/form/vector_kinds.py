"""The kinds of vectors: the fields given, those expected, and how this program comes from one to the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from mandala_conformance.vectors.form.vector_fields import VectorFields, VectorValue
from mandala_protocol.errors import ProtocolError
from mandala_protocol.poker.deck_errors import DeckError
from mandala_protocol.wire.messages import EntryMessage

Given: TypeAlias = Mapping[str, VectorValue]
"""The values of a case from which all else is computed."""

Computed: TypeAlias = Mapping[str, VectorValue]
"""The values that this program computes, to be compared with those of the case."""


class WrongCase(ValueError):
    """A case whose given values make no sense, so that nothing can be computed; the text is one plain line."""


@frozen
class RefusedBy:
    """A refusal: the code as it is spelled on the wire, None where nothing is sent, and the requirement."""

    code: str | None
    requirement: str

    def __str__(self) -> str:
        return f"{self.code or 'ignored'} ({self.requirement})"


class CaseRefused(Exception):
    """A case whose given values are to be refused, or ignored."""

    def __init__(self, refusal: RefusedBy) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def refusal_of(error: ProtocolError | DeckError) -> RefusedBy:
    """The refusal that an error of the protocol stands for."""
    return RefusedBy(error.code.wire_name, error.requirement)


@frozen
class FileRecords:
    """The records of games in a file, by their names. ``sound`` are those that have been checked, every proof."""

    entries: Mapping[str, Sequence[EntryMessage]]
    sound: frozenset[str] = frozenset()

    def named(self, name: str) -> Sequence[EntryMessage]:
        """The entries of a record. Raises ``WrongCase``."""
        if name not in self.entries:
            raise WrongCase(f"there is no record {name!r} in the file")
        return self.entries[name]


Run: TypeAlias = Callable[[Given, FileRecords], Computed]
"""Computes what a case expects; raises ``CaseRefused``, a ``ProtocolError`` or a ``DeckError`` for what is refused."""


@frozen
class VectorKind:
    """A kind of vector; every valid case of it shows the requirements in ``shows``."""

    name: str
    about: str
    given: VectorFields
    expected: VectorFields
    run: Run
    shows: tuple[str, ...] = ()


def unhex(value: VectorValue) -> bytes:
    """The bytes of a field that has been read as hexadecimal."""
    return bytes.fromhex(value)


def row(value: VectorValue) -> bytes:
    """The bytes of an array of fields in hexadecimal, one after the other."""
    return bytes.fromhex("".join(value))


def listed(items: Iterable[bytes]) -> list[str]:
    """An array of fields in hexadecimal."""
    return [item.hex() for item in items]


def as_json(value: object) -> VectorValue:
    """Plain values of a message, with byte strings in hexadecimal."""
    match value:
        case bytes():
            return value.hex()
        case dict():
            return {name: as_json(item) for name, item in value.items()}
        case list() | tuple():
            return [as_json(item) for item in value]
        case _:
            return value
