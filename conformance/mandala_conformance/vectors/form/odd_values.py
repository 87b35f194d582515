"""Encodings of points and scalars that must be refused."""

from __future__ import annotations

from typing import Final

from mandala_protocol.poker.group import BASE, FIELD, IDENTITY, ORDER, Point, add

ORDER_8: Final = Point(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))
"""A point of order 8."""

BAD_POINTS: Final = {
    "the identity": IDENTITY,
    "the identity with the sign bit set": IDENTITY[:-1] + b"\x80",
    "of order 2": (FIELD - 1).to_bytes(32, "little"),
    "of order 4": bytes(32),
    "of order 8": ORDER_8,
    "outside the subgroup: the base point moved by a point of order 8": add(BASE, ORDER_8),
    "not canonical: p for 0": FIELD.to_bytes(32, "little"),
    "not canonical: p + 3 for 3": (FIELD + 3).to_bytes(32, "little"),
    "not on the curve": (2).to_bytes(32, "little"),
}
BAD_SCALARS: Final = {"the order": ORDER, "the order and one": ORDER + 1, "all bits": 2**256 - 1}
MIXED: Final = add(BASE, ORDER_8).hex()
"""A point outside the subgroup, in hexadecimal."""

UNREDUCED: Final = ORDER.to_bytes(32, "little").hex()
"""A scalar that is not reduced, in hexadecimal."""
