"""Changes of single points and scalars in the rows of an entry, and what a receiver must say to each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from mandala_conformance.expectations import Refusal
from mandala_conformance.vectors.form.odd_values import ORDER_8
from mandala_protocol.errors import Code
from mandala_protocol.poker.group import BASE, FIELD, IDENTITY, ORDER, SIZE, Point, add, sub

ORDER_2: Final = Point((FIELD - 1).to_bytes(SIZE, "little"))
"""The point of order 2."""

BAD_POINT: Final = Refusal(Code.BAD_POINT, "DK1")
BAD_SCALAR: Final = Refusal(Code.BAD_SCALAR, "DK2")


@frozen
class ItemChange:
    """A change of 32 bytes. ``word`` is for names of cases, ``text`` for people.

    ``refusal``: what the new bytes break by themselves; None if they are well-formed, and only prove nothing.
    """

    word: str
    text: str
    change: Callable[[bytes], bytes]
    refusal: Refusal | None = None


def _number(value: int) -> bytes:
    return value.to_bytes(SIZE, "little")


def _scalar(item: bytes) -> int:
    return int.from_bytes(item, "little")


OTHER_POINTS: Final = (
    ItemChange("moved", "moved by the base point", lambda item: add(Point(item), BASE)),
    ItemChange("negative", "replaced by its negative", lambda item: sub(IDENTITY, Point(item))),
    ItemChange("base", "replaced by the base point", lambda _: BASE),
)
"""Valid points in place of the right one."""

INVALID_POINTS: Final = (
    ItemChange("off-curve", "replaced by bytes that are no point of the curve", lambda _: _number(2), BAD_POINT),
    ItemChange("identity", "replaced by the identity", lambda _: IDENTITY, BAD_POINT),
    ItemChange("order-8", "replaced by a point of order 8", lambda _: ORDER_8, BAD_POINT),
    ItemChange("plus-order-8", "moved by a point of order 8", lambda item: add(Point(item), ORDER_8), BAD_POINT),
    ItemChange("plus-order-2", "moved by the point of order 2", lambda item: add(Point(item), ORDER_2), BAD_POINT),
    ItemChange("field-prime", "replaced by p, which is not canonical", lambda _: _number(FIELD), BAD_POINT),
    ItemChange("above-prime", "replaced by p + 3, which is not canonical", lambda _: _number(FIELD + 3), BAD_POINT),
    ItemChange("zeros", "replaced by zeros, a point of order 4", lambda _: bytes(SIZE), BAD_POINT),
    ItemChange("ones", "replaced by bytes of ones", lambda _: b"\xff" * SIZE, BAD_POINT),
)

OTHER_SCALARS: Final = (
    ItemChange("one-more", "made one larger", lambda item: _number((_scalar(item) + 1) % ORDER)),
    ItemChange("negative", "replaced by its negative", lambda item: _number(ORDER - _scalar(item))),
    ItemChange("one", "replaced by one", lambda _: _number(1)),
)
"""Valid scalars in place of the right one."""

INVALID_SCALARS: Final = (
    ItemChange("plus-order", "made larger by ℓ", lambda item: _number(_scalar(item) + ORDER), BAD_SCALAR),
    ItemChange("zero", "replaced by zero", lambda _: bytes(SIZE), BAD_SCALAR),
    ItemChange("order", "replaced by ℓ", lambda _: _number(ORDER), BAD_SCALAR),
    ItemChange("ones", "replaced by bytes of ones", lambda _: b"\xff" * SIZE, BAD_SCALAR),
)


def with_last_item(row: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """A row of items of 32 bytes with the last one changed."""
    return row[:-SIZE] + change(row[-SIZE:])
