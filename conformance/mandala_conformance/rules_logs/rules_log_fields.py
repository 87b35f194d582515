"""Reading one line of a rules log: strict JSON, bounded, every field of the type that its format says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NoReturn, TypeAlias

Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json] | None"
RulesLogLine: TypeAlias = Mapping[str, Json]

Reader: TypeAlias = Callable[[object], Json]
"""A reader that gives a JSON value back as it is; raises ``ValueError`` if it is not what the field takes."""

Fields: TypeAlias = Mapping[str, Reader]
"""The fields of one kind of line: all are required, no others are allowed."""

LONGEST_LINE = 65_536
"""Characters; the lines of the games we know have about 1,500."""


class BadLog(ValueError):
    """The log cannot be read; ``line`` counts from 1, ``reason`` is one plain line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def read_json(text: str) -> dict[str, object]:
    """One line as a JSON object. Raises ``ValueError`` for anything else, doubled names and odd numbers included."""
    if len(text) > LONGEST_LINE:
        raise ValueError(f"longer than {LONGEST_LINE} characters")
    try:
        value = json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_refuse, parse_float=_refuse)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return value


def _refuse(_number: str) -> NoReturn:
    raise ValueError("only whole numbers are used")


def read_fields(values: object, fields: Fields) -> dict[str, Json]:
    """The object with exactly these fields, in their order. Raises ``ValueError`` naming the field that is wrong."""
    if not isinstance(values, dict):
        raise ValueError("must be an object")
    for name in fields:
        if name not in values:
            raise ValueError(f"{name}: is missing")
    for name in values:
        if name not in fields:
            raise ValueError(f"{name[:32]!r}: is no field of this line")
    read: dict[str, Json] = {}
    for name, reader in fields.items():
        try:
            read[name] = reader(values[name])
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    return read


# Readers.


def text(longest: int, alphabet: str | None = None) -> Reader:
    """A string of at most ``longest`` characters, all of the alphabet if one is given."""

    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > longest:
            raise ValueError(f"must be a string of at most {longest} characters")
        if alphabet is not None and not set(value) <= set(alphabet):
            raise ValueError(f"may contain only the letters {' '.join(alphabet)}")
        return value

    return read


def whole(lowest: int, highest: int) -> Reader:
    """An integer in these bounds, both included."""

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            raise ValueError(f"must be a whole number from {lowest} to {highest}")
        return value

    return read


def one_of(*allowed: str | int | None) -> Reader:
    """Exactly one of these values."""

    def read(value: object) -> Json:
        for candidate in allowed:
            if type(value) is type(candidate) and value == candidate:
                return candidate
        raise ValueError(f"must be one of {', '.join(map(json.dumps, allowed))}")

    return read


def array(reader: Reader, shortest: int, longest: int) -> Reader:
    """A reader of a list of ``shortest`` to ``longest`` values of one kind."""

    def read(value: object) -> list[Json]:
        if not isinstance(value, list) or not shortest <= len(value) <= longest:
            numbers = f"{shortest}" if shortest == longest else f"{shortest} to {longest}"
            raise ValueError(f"must be a list of {numbers}")
        return [reader(item) for item in value]

    return read


def pair(reader: Reader) -> Reader:
    """A reader of two values of one kind."""
    return array(reader, 2, 2)


def or_null(reader: Reader) -> Reader:
    """A reader of what ``reader`` reads, or null."""
    return lambda value: None if value is None else reader(value)


def record(fields: Fields) -> Reader:
    """An object with exactly these fields."""
    return lambda value: read_fields(value, fields)
