"""The values in a file of vectors: each field can be read from JSON, within bounds, and described as a schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeAlias

from attrs import frozen

VectorValue: TypeAlias = Any
"""A value of JSON; its type is checked by the field that reads it."""

MOST_BYTES: Final = 200_000
"""The longest byte string of a field: more than the longest record or row in a file."""

MOST_TEXT: Final = 4_096
MOST_NAME: Final = 200
MOST_ITEMS: Final = 2_000
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")


@frozen
class Field:
    """A field. ``read`` gives a JSON value back, or raises ``ValueError``; ``schema`` says the same as JSON Schema."""

    read: Callable[[VectorValue], VectorValue]
    schema: Mapping[str, VectorValue]


VectorFields: TypeAlias = Mapping[str, Field]
"""Fields by their names; no others are allowed."""


def hexadecimal(least: int = 0, most: int | None = None) -> Field:
    """Bytes in hexadecimal, small letters: ``least`` bytes to ``most``."""
    longest = MOST_BYTES if most is None else most

    def read(value: VectorValue) -> VectorValue:
        if not isinstance(value, str) or len(value) > 2 * longest or not _HEX.fullmatch(value):
            raise ValueError(f"must be hexadecimal, of at most {longest} bytes")
        if len(value) < 2 * least:
            raise ValueError(f"must have at least {least} bytes")
        return value

    schema = {"type": "string", "pattern": "^([0-9a-f]{2})*$", "minLength": 2 * least, "maxLength": 2 * longest}
    return Field(read, schema)


def exactly(size: int) -> Field:
    """A field of ``size`` bytes in hexadecimal."""
    return hexadecimal(size, size)


def text(most: int = MOST_TEXT) -> Field:
    """A string of at most ``most`` characters."""

    def read(value: VectorValue) -> VectorValue:
        if not isinstance(value, str) or len(value) > most:
            raise ValueError(f"must be a string of at most {most} characters")
        return value

    return Field(read, {"type": "string", "maxLength": most})


def name_of_case() -> Field:
    """An id: printable characters, at least one."""

    def read(value: VectorValue) -> VectorValue:
        if not isinstance(value, str) or not 0 < len(value) <= MOST_NAME or not value.isprintable():
            raise ValueError(f"must be 1 to {MOST_NAME} printable characters")
        return value

    return Field(read, {"type": "string", "minLength": 1, "maxLength": MOST_NAME})


def integer(least: int, most: int) -> Field:
    """A whole number in these bounds, both included."""

    def read(value: VectorValue) -> VectorValue:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return value

    return Field(read, {"type": "integer", "minimum": least, "maximum": most})


def one_of(*allowed: str | bool) -> Field:
    """Exactly one of these values."""

    def read(value: VectorValue) -> VectorValue:
        for choice in allowed:
            if type(value) is type(choice) and value == choice:
                return value
        raise ValueError(f"must be one of {', '.join(map(str, allowed))}")

    return Field(read, {"enum": list(allowed)})


def truth() -> Field:
    """True or false."""

    def read(value: VectorValue) -> VectorValue:
        if type(value) is not bool:
            raise ValueError("must be true or false")
        return value

    return Field(read, {"type": "boolean"})


def array(item: Field, least: int = 0, most: int = MOST_ITEMS) -> Field:
    """A field of an array of ``least`` to ``most`` values of one kind."""

    def read(value: VectorValue) -> VectorValue:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise ValueError(f"must be an array of {least} to {most} items")
        return [item.read(element) for element in value]

    return Field(read, {"type": "array", "items": item.schema, "minItems": least, "maxItems": most})


def or_null(field: Field) -> Field:
    """A field that holds what ``field`` does, or null."""
    return Field(
        lambda value: None if value is None else field.read(value), {"anyOf": [field.schema, {"type": "null"}]}
    )


def record(fields: VectorFields, optional: Collection[str] = ()) -> Field:
    """An object with exactly these fields, of which the ``optional`` ones may be missing."""

    def read(value: VectorValue) -> VectorValue:
        if not isinstance(value, dict):
            raise ValueError("must be an object")
        unknown = [name for name in value if name not in fields]
        if unknown:
            raise ValueError(f"{unknown[0][:40]!r} is not a field here")
        return {
            name: _named(name, field, value) for name, field in fields.items() if name in value or name not in optional
        }

    schema = {
        "type": "object",
        "properties": {name: field.schema for name, field in fields.items()},
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
    }
    return Field(read, schema)


def _named(name: str, field: Field, values: Mapping[str, VectorValue]) -> VectorValue:
    if name not in values:
        raise ValueError(f"{name} is missing")
    try:
        return field.read(values[name])
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def mapping(item: Field, most: int = 40) -> Field:
    """An object with names of its own, and values of one kind."""

    def read(value: VectorValue) -> VectorValue:
        if not isinstance(value, dict) or len(value) > most or any(len(name) > MOST_TEXT for name in value):
            raise ValueError(f"must be an object of at most {most} fields")
        return {name: item.read(element) for name, element in value.items()}

    return Field(read, {"type": "object", "additionalProperties": item.schema, "maxProperties": most})


def anything() -> Field:
    """Any value: what a message says has a form of its own."""
    return Field(lambda value: value, {})


SEAT: Final = integer(0, 1)
POINT: Final = exactly(32)
SCALAR: Final = exactly(32)
HASH: Final = exactly(64)
HEAD: Final = exactly(32)
