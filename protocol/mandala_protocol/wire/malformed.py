"""Sentences about bytes that break MS3 to MS6: the place and the fault, for the author of the peer that sent them.

They go out in ``error`` and into the trace. They show no content of a text or a byte string, only kinds, sizes and
numbers: a key of the sender could be among it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, get_args

import attrs

from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.field_bounds import OutOfBounds, expected_of
from mandala_protocol.wire.msgpack_items import Item, NotMsgpack, Place, TooManyItems, items_of

_MOST_NAMED: Final = 3
"""The most missing fields, or items of an array, that are named."""

Structure: TypeAlias = Callable[[object, Any], object]
"""Makes a value of a type from plain ones. Raises ``ValueError`` or ``TypeError``."""


def name_of_kind(kind: type[Any]) -> str:
    """The name of a message or entry in the standard, such as "shuffle"."""
    name: str = getattr(kind, "wire_name", kind.__name__.lower())
    return name


def not_msgpack(data: bytes) -> Sentence:
    """Return what breaks MS3."""
    try:
        items_of(data)
    except NotMsgpack as error:
        return error.sentence
    except TooManyItems:
        pass
    return Sentence("not a msgpack value within the limits")


def another_encoding(data: bytes, right: bytes) -> Sentence:
    """Return what breaks MS4 in ``data``, of which ``right`` is the one encoding."""
    for came, due in zip(_items(data), _items(right), strict=False):
        where = came.place.sentence()
        if came.head != due.head and came.kind == due.kind and came.shown == due.shown:
            received, valid = came.head.hex(" "), due.head.hex(" ")
            return Sentence(
                "{where}: {received} where {valid} is the only valid encoding",
                where=where,
                received=received,
                valid=valid,
            )
        if came.is_key and came.text != due.text:
            return Sentence(
                "{where}: the field {came} comes where {due} is due", where=where, came=came.text, due=due.text
            )
    return Sentence("not the only valid encoding of its value")


def wrong_names(fields: object, kind: type[Any], data: bytes) -> Sentence:
    """Return which fields of ``kind`` are missing or unknown (MS5); ``fields`` are those that ``data`` holds."""
    found = _wrong_names(fields, kind, _Body(kind, data))
    return found or Sentence("{kind}: field missing or unknown", kind=name_of_kind(kind))


def _wrong_names(fields: object, kind: type[Any], body: _Body, path: tuple[str, ...] = ()) -> Sentence | None:
    if not isinstance(fields, dict):
        return None
    due = attrs.fields(attrs.resolve_types(kind))
    names = [field.name for field in due]
    missing = ", ".join([name for name in names if name not in fields][:_MOST_NAMED])
    unknown = next((key for key in body.keys(path) if key.text not in names), None)
    if unknown is not None:
        where, name = body.sentence(unknown.place), unknown.text or "?"
        if missing:
            return Sentence(
                "{where}: unknown field {name}; missing fields: {missing}", where=where, name=name, missing=missing
            )
        return Sentence("{where}: unknown field {name}", where=where, name=name)
    if missing:
        return Sentence("{kind}: missing fields: {missing}", kind=".".join((body.name, *path)), missing=missing)
    for field in due:
        inner = _inner_kind(field)
        if inner is not None and (found := _wrong_names(fields[field.name], inner, body, (*path, field.name))):
            return found
    return None


def wrong_value(fields: object, kind: type[Any], data: bytes, structure: Structure) -> Sentence:
    """Return which field of ``kind`` is of another type or out of its bounds (MS6).

    ``structure`` makes one value of a type of plain ones, or raises an error. ``fields`` as in ``wrong_names``.
    """
    found = _wrong_value(fields, kind, _Body(kind, data), structure)
    return found or Sentence("{kind}: a field of the wrong type or outside its bounds", kind=name_of_kind(kind))


def _wrong_value(
    fields: object, kind: type[Any], body: _Body, structure: Structure, path: tuple[str, ...] = ()
) -> Sentence | None:
    if not isinstance(fields, dict):
        return body.unlike(path, "map")
    made: Any = object.__new__(kind)  # for validators that look at the fields before their own
    for field in attrs.fields(attrs.resolve_types(kind)):
        if field.name not in fields:
            continue
        place, value = (*path, field.name), fields[field.name]
        inner = _inner_kind(field)
        if inner is not None and isinstance(value, dict):
            found = _wrong_value(value, inner, body, structure, place)
            if found is not None:
                return found
        try:
            object.__setattr__(made, field.name, structure(value, field.type))
            if field.validator is not None:
                field.validator(made, field, getattr(made, field.name))
        except OutOfBounds as error:
            return body.out_of_bounds(place, error.why)
        except (ValueError, TypeError, KeyError):
            return body.unlike(place, expected_of(field, field.type))
    return None


def _inner_kind(field: attrs.Attribute[Any]) -> type[Any] | None:
    """The class of a field that is itself a map, such as the share in a move."""
    return next((part for part in (field.type, *get_args(field.type)) if attrs.has(part)), None)


class _Body:
    """The items of the fields of one message or entry, by their places."""

    def __init__(self, kind: type[Any], data: bytes) -> None:
        self.name = name_of_kind(kind)
        self._items = _items(data)

    def keys(self, path: tuple[str, ...]) -> list[Item]:
        """Return the keys of the map to which this path leads."""
        return [item for item in self._items if item.is_key and item.place.path == path]

    def sentence(self, place: Place) -> Sentence:
        """Return the place for people, with the name of the message or entry."""
        return place.within(self.name).sentence()

    def unlike(self, path: tuple[str, ...], expected: str) -> Sentence | None:
        """Return that the value at this path is not as expected; None if there is none."""
        item = self._value(path)
        if item is None:
            return None
        return Sentence(
            "{where}: {found}, expected {expected}",
            where=self.sentence(item.place),
            found=self._with_items(item) if expected.startswith(item.kind) else item.shown,
            expected=expected,
        )

    def out_of_bounds(self, path: tuple[str, ...], why: Sentence) -> Sentence | None:
        """Return why the value at this path is out of its bounds; None if there is none."""
        item = self._value(path)
        if item is None:
            return None
        where, found = self.sentence(item.place), self._with_items(item)
        return Sentence("{where}: {found}, {why}", where=where, found=found, why=why)

    def _value(self, path: tuple[str, ...]) -> Item | None:
        """The value to which a path leads, or the map of all fields."""
        if path:
            return next((item for item in self._items if not item.is_key and item.place.path == path), None)
        return next((item for item in reversed(self._items) if item.depth == 1), None)

    def _with_items(self, item: Item) -> str:
        """An item for people; of an array also its first items, as numbers belong there and no part of a key."""
        if item.kind != "array":
            return item.shown
        start = self._items.index(item) + 1
        inner = [each.shown for each in self._items[start : start + item.size]]
        return f"array {item.size} ({', '.join(inner[:_MOST_NAMED])}{', ...' if len(inner) > _MOST_NAMED else ''})"


def _items(data: bytes) -> list[Item]:
    """The items of bytes that are msgpack; none if they are more than are looked at."""
    try:
        return items_of(data)
    except (NotMsgpack, TooManyItems):
        return []
