"""The bounds of the fields of messages and entries, as their validators have them, for people."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Any, get_args

import attrs

from mandala_protocol.sentence import Sentence


class OutOfBounds(ValueError):
    """A value that is not within its bounds; ``why`` says which of them is broken."""

    def __init__(self, why: Sentence) -> None:
        super().__init__(why)
        self.why = why


def checks_of(validator: Any) -> Iterator[Any]:
    """Iterate over the checks that a validator is put together from."""
    if validator is None:
        return
    parts = [
        *getattr(validator, "_validators", ()),
        *getattr(validator, "validators", ()),
        *[getattr(validator, name, None) for name in ("validator", "member_validator", "iterable_validator")],
    ]
    inner = [part for part in parts if part is not None]
    if not inner:
        yield validator
    for part in inner:
        yield from checks_of(part)


def expected_of(field: attrs.Attribute[Any], kind: Any) -> str:
    """The values that a field of this type may have, in msgpack's words, such as "bin 0 / bin 32"."""
    return _expected(kind, list(checks_of(field.validator)))


def _expected(kind: Any, checks: list[Any]) -> str:
    if isinstance(kind, UnionType):
        (inner,) = [argument for argument in get_args(kind) if argument is not type(None)]
        return f"{_expected(inner, checks)} / nil"
    options = [option for check in checks for option in getattr(check, "options", ())]
    if options:
        return " / ".join(f'"{option}"' if kind is str else str(option) for option in options)
    sizes = [getattr(check, "max_length", None) for check in checks]
    lengths = sorted({size for size in sizes if size is not None})
    rows = [check.size for check in checks if hasattr(check, "size")]
    if kind is bool:
        return "bool"
    if attrs.has(kind):
        return "map"
    if kind is int:
        return f"int {_range(checks)}"
    if kind is str:
        return f"str 0-{lengths[0]}"
    if kind is bytes:
        return f"bin {rows[0]}*n" if rows else " / ".join(f"bin {length}" for length in lengths) or "bin"
    return f"array {lengths[0]} of int {_range(checks)}" if lengths else "array of int"


def _range(checks: list[Any]) -> str:
    bounds = {check.compare_op: check.bound for check in checks if hasattr(check, "compare_op")}
    return f"{bounds['>=']}-{bounds['<=']}"
