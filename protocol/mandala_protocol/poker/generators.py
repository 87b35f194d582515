"""Points of which no one knows how they relate: hashed from labels by both peers, never sent."""

from __future__ import annotations

from functools import cache
from itertools import count

from mandala_protocol.poker.deck_errors import BadPoint
from mandala_protocol.poker.group import FIELD, SIZE, Point, add, parse_point, point_sum
from mandala_protocol.poker.hashing import number, tagged_hash

_SIGN_BIT = 1 << 255


@cache
def derived_point(label: str, index: int) -> Point:
    """The first hashed point of label and index there is, the counter going 0, 1, 2 …"""
    return next(point for counter in count() if (point := hashed_point(label, index, counter)) is not None)


def hashed_point(label: str, index: int, counter: int) -> Point | None:
    """The first 32 bytes of the hash, decoded as in RFC 8032 and multiplied by the cofactor 8.

    None if these bytes are no canonical point, or one of small order.
    """
    encoded = tagged_hash("derived-point", label.encode(), number(index), number(counter))[:SIZE]
    if int.from_bytes(encoded, "little") % _SIGN_BIT >= FIELD:
        return None
    try:
        point = Point(encoded)
        for _ in range(3):
            point = add(point, point)
        return parse_point(point)
    except BadPoint:
        return None


def face_point(face: int) -> Point:
    """M_f: the point of a face, counted from 0."""
    return derived_point("face", face)


def chain_start() -> Point:
    """H: where the chain of a proof of shuffle begins."""
    return derived_point("generator", 0)


@cache
def position_generators(size: int) -> tuple[Point, ...]:
    """H_1 … H_size: the generators of the positions of shuffled cards."""
    return tuple(derived_point("generator", position) for position in range(1, size + 1))


@cache
def position_generators_sum(size: int) -> Point:
    """H_1 + … + H_size."""
    return point_sum(position_generators(size))
