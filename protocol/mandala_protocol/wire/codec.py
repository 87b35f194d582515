"""Strict msgpack: one encoding for each value, sizes checked before anything is made, exact types.

``structure`` gives typed values: attrs classes with exactly their fields. Booleans are not numbers here,
text is not bytes, and a number is never made from text. ``malformed`` finds out where refused bytes are wrong.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, TypeVar

import attrs
import msgpack  # type: ignore[import-untyped]
from cattrs import Converter
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.wire import malformed
from mandala_protocol.wire.msgpack_items import MAX_BINARY_BYTES as MAX_BINARY_BYTES
from mandala_protocol.wire.msgpack_items import MAX_DEPTH as MAX_DEPTH
from mandala_protocol.wire.msgpack_items import MAX_FIELDS as MAX_FIELDS
from mandala_protocol.wire.msgpack_items import MAX_ITEMS as MAX_ITEMS
from mandala_protocol.wire.msgpack_items import MAX_TEXT_BYTES as MAX_TEXT_BYTES

T = TypeVar("T")


class _Malformed(ValueError):
    """Bytes that are not the msgpack that this protocol uses."""


def pack(value: object) -> bytes:
    """The msgpack form of plain values: None, int, str, bytes, list, dict."""
    packed: bytes = msgpack.packb(value, use_bin_type=True, strict_types=True)
    return packed


def unpack(data: bytes) -> object:
    """The plain value of ``data``; raises ``RemoteProtocolError`` (malformed) beyond the limits above."""
    try:
        value = msgpack.unpackb(
            data,
            raw=False,
            strict_map_key=False,
            object_pairs_hook=_map_without_duplicates,
            max_str_len=MAX_TEXT_BYTES,
            max_bin_len=MAX_BINARY_BYTES,
            max_array_len=MAX_ITEMS,
            max_map_len=MAX_FIELDS,
            max_ext_len=0,
            ext_hook=_no_extension,
        )
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.UnpackException) as error:
        raise RemoteProtocolError(Code.MALFORMED, "MS3", malformed.not_msgpack(data), data) from error
    if _depth(value, MAX_DEPTH + 1) > MAX_DEPTH:
        raise RemoteProtocolError(Code.MALFORMED, "MS3", malformed.not_msgpack(data), data)
    return value


def _depth(value: object, most: int) -> int:
    """The depth of arrays and maps, counted no further than ``most``.

    Level by level, in few steps of Python: a message can have tens of thousands of items.
    """
    depth, level = 0, [value]
    while depth < most and (outer := [item for item in level if isinstance(item, (list, dict))]):
        depth += 1
        level = list(chain.from_iterable(item.values() if isinstance(item, dict) else item for item in outer))
    return depth


def require_one_encoding(value: object, data: bytes) -> None:
    """Refuse ``data`` unless it is the shortest encoding of ``value``, its fields in the order of their class.

    With one encoding for each value no one can say the same thing twice in different bytes.
    """
    right = pack(value)
    if right != data:
        raise RemoteProtocolError(Code.MALFORMED, "MS4", malformed.another_encoding(data, right), data)


def _no_extension(_type: int, _data: bytes) -> object:
    """Refuse what is left of extension types when none may have content: those of no bytes."""
    raise _Malformed


def _map_without_duplicates(pairs: list[tuple[object, object]]) -> dict[object, object]:
    if any(type(key) is not str for key, _ in pairs):
        raise _Malformed
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise _Malformed
    return fields


def _exact(kind: type) -> Any:
    def structure_exact(value: object, _: type) -> object:
        if type(value) is not kind:
            raise _Malformed(f"{kind.__name__} expected")
        return value

    return structure_exact


def _exact_tuple(value: object, _: Any) -> tuple[int, ...]:
    if type(value) is not list or any(type(item) is not int for item in value):
        raise _Malformed("array of numbers expected")
    return tuple(value)


def _make_converter() -> Converter:
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)

    def map_alone(kind: type[Any]) -> Any:
        from_map = make_dict_structure_fn(
            kind, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=False
        )

        def structure_map(value: object, _: type) -> object:
            if type(value) is not dict:
                raise _Malformed("map expected")
            return from_map(value, kind)

        return structure_map

    converter.register_structure_hook_factory(attrs.has, map_alone)
    for kind in (int, str, bytes, bool):
        converter.register_structure_hook(kind, _exact(kind))
    converter.register_structure_hook_func(lambda kind: kind == tuple[int, ...], _exact_tuple)
    converter.register_unstructure_hook(bytes, lambda value: value)
    converter.register_unstructure_hook(str, str)  # a sentence goes out as plain text
    converter.register_unstructure_hook_func(lambda kind: kind == tuple[int, ...], list)
    return converter


_converter = _make_converter()


def structure(fields: object, kind: type[T], evidence: bytes) -> T:
    """``fields`` as the attrs class ``kind``: no field missing, none too many.

    Raises ``RemoteProtocolError`` (malformed) with ``evidence``, the bytes as received.
    """
    try:
        return _converter.structure(fields, kind)
    except (KeyError, ForbiddenExtraKeysError) as error:
        detail = malformed.wrong_names(fields, kind, evidence)
        raise RemoteProtocolError(Code.MALFORMED, "MS5", detail, evidence) from error
    except (ValueError, TypeError) as error:
        detail = malformed.wrong_value(fields, kind, evidence, _converter.structure)
        raise RemoteProtocolError(Code.MALFORMED, "MS6", detail, evidence) from error


def unstructure(value: object) -> Any:
    """An attrs value as plain maps, lists, numbers, texts and bytes, fields in the order of the class."""
    return _converter.unstructure(value)
