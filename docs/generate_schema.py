"""Write docs/messages.cddl: the messages and entries as a schema, made from their classes.

CDDL (RFC 8610) describes CBOR. The values of msgpack in this protocol (maps, arrays, integers, texts, byte strings,
truth values and nil) have the same form there.
"""

from __future__ import annotations

from pathlib import Path
from types import UnionType
from typing import Any, Final, TypeAlias, get_args, get_type_hints

import attrs

from mandala_protocol.wire import codec
from mandala_protocol.wire.field_bounds import checks_of
from mandala_protocol.wire.messages import (
    ENTRY_KINDS,
    MAX_CARDS,
    MAX_ENTRIES,
    MESSAGE_KINDS,
    Body,
    Message,
    Share,
    name_of_kind,
)

SCHEMA: Final = Path(__file__).with_name("messages.cddl")

Kind: TypeAlias = type[Message] | type[Body]

BYTES_OF_A_CHARACTER: Final = 4
"""The most bytes of a character in UTF-8: CDDL counts the bytes of a text, and the standard its characters."""

INTRODUCTION: Final = """\
; The messages and entries of the Mandala LAN protocol, version 1, in CDDL (RFC 8610).
; CDDL is about CBOR; read it here as msgpack: maps, arrays, integers, texts, byte strings, truth values, nil.
; Made by docs/generate_schema.py from the classes of the program; a test compares the two.
;
; What CDDL cannot express, and docs/protocol.md adds:
; - one encoding: the shortest forms, and the fields of a map in this order (MS4);
; - texts have at most as many characters as the comment says, which are up to four times as many bytes (MS6);
; - a row is a whole number of items of the size in the comment (MS6);
; - the numbers of cards in a share rise (7.5);
; - in hello the seat is nil if the game is empty (3.3);
; - a payload is itself msgpack: one of the rules of entry-payload (4.1).
"""

HEADS: Final = """\
place = 0..{last}  ; how many entries come before
previous = bstr .size 32
no-bytes = bstr .size 0
no-fields = {{}}
"""


def render() -> str:
    """The whole schema."""
    messages = [(f"{name_of_kind(kind)}-message", number, kind) for number, kind in sorted(MESSAGE_KINDS.items())]
    entries = [(f"{name_of_kind(kind)}-entry", number, kind) for number, kind in sorted(ENTRY_KINDS.items())]
    parts = [
        INTRODUCTION,
        _choice("message", [name for name, _, _ in messages]),
        "\n".join(f"{name} = [{number}, {_fields_name(kind)}]" for name, number, kind in messages),
        _choice("entry-payload", [name for name, _, _ in entries]),
        "\n".join(f"{name} = [place, previous, {number}, {_fields_name(kind)}]" for name, number, kind in entries),
        HEADS.format(last=MAX_ENTRIES - 1).rstrip(),
        *(_map(kind) for _, _, kind in [*messages, *entries] if attrs.fields(kind)),
    ]
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def _choice(name: str, options: list[str]) -> str:
    return f"{name} =\n    " + "\n  / ".join(options)


def _fields_name(kind: Kind) -> str:
    """The rule of the fields of a kind."""
    return f"{name_of_kind(kind)}-fields" if attrs.fields(kind) else "no-fields"


def _map(kind: Kind) -> str:
    hints = get_type_hints(kind)
    lines = [_field(field.name, hints[field.name], field.validator) for field in attrs.fields(kind)]
    return f"{_fields_name(kind)} = {{\n" + "\n".join(f"  {line}" for line in lines) + "\n}"


def _field(name: str, kind: Any, validator: Any) -> str:
    content, comment = _type(kind, list(checks_of(validator)))
    return f'"{name}": {content},' + f"{comment and '  ; ' + comment}"


def _type(kind: Any, checks: list[Any]) -> tuple[str, str]:
    """The type of a field in CDDL, and what it leaves to a comment."""
    if isinstance(kind, UnionType):
        (inner,) = [argument for argument in get_args(kind) if argument is not type(None)]
        content, comment = _type(inner, checks)
        return f"{content} / nil", comment
    options = _found(checks, "options")
    if kind is bool:
        return "bool", ""
    if kind is Share:
        return "share-fields", ""
    if kind is int:
        return (" / ".join(map(str, options)) if options else _range(checks)), ""
    if kind is str and options:
        return " / ".join(f'"{option}"' for option in options), ""
    if kind is str:
        most = _found(checks, "max_length")
        return f"tstr .size (0..{BYTES_OF_A_CHARACTER * most})", f"at most {most} characters"
    if kind is bytes:
        return _byte_string(checks)
    size = _found(checks, "max_length")
    if size is None:
        return f"[0*{MAX_CARDS} 0..{MAX_CARDS - 1}]", "in rising order"
    return f"[{size}*{size} {_range(checks)}]", ""


def _byte_string(checks: list[Any]) -> tuple[str, str]:
    item, lengths = _found(checks, "size"), _all_found(checks, "max_length")
    if item is not None:
        return f"bstr .size (0..{item * MAX_CARDS})", f"items of {item} bytes, at most {MAX_CARDS}"
    if not lengths:
        return f"bstr .size (0..{codec.MAX_BINARY_BYTES})", ""
    assert max(lengths) == _found(checks, "min_length"), "byte strings of one length, or empty"
    return f"bstr .size {max(lengths)}" + (" / no-bytes" if 0 in lengths else ""), ""


def _range(checks: list[Any]) -> str:
    bounds = {check.compare_op: check.bound for check in checks if hasattr(check, "compare_op")}
    return f"{bounds['>=']}..{bounds['<=']}"


def _found(checks: list[Any], name: str) -> Any:
    """The largest value of this attribute among the checks; None if none has it."""
    return max(_all_found(checks, name), default=None)


def _all_found(checks: list[Any], name: str) -> list[Any]:
    return [getattr(check, name) for check in checks if hasattr(check, name)]


if __name__ == "__main__":
    SCHEMA.write_text(render(), "utf-8")
