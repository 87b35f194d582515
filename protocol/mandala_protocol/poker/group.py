"""The prime-order subgroup of edwards25519: points and scalars, as bytes on the wire and in between.

libsodium does the arithmetic, in constant time. Its scalar multiplication checks its point fully (on the curve,
canonical, in the subgroup, not the identity); its addition checks only that both points are on the curve.
So of the points received each one is multiplied once, or checked with ``parse_point``, before anything rests on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NewType

from nacl import exceptions
from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_scalar_add,
    crypto_core_ed25519_scalar_mul,
    crypto_core_ed25519_scalar_reduce,
    crypto_core_ed25519_scalar_sub,
    crypto_core_ed25519_sub,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_noclamp,
)

from mandala_protocol.poker.deck_errors import BadLength, BadPoint, BadScalar
from mandala_protocol.sentence import Sentence

Point = NewType("Point", bytes)
"""32 bytes as in RFC 8032. One that was received is only known to be a point once it was multiplied or parsed."""

Scalar = NewType("Scalar", bytes)
"""32 bytes little-endian, below ``ORDER``."""

SIZE: Final = 32
"""The bytes of a point, and of a scalar."""

FIELD: Final = 2**255 - 19
"""The prime of the curve's coordinates."""

ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The order of the group, a prime (ℓ in RFC 8032)."""

IDENTITY: Final = Point((1).to_bytes(SIZE, "little"))
BASE: Final = Point(bytes.fromhex("58" + 31 * "66"))
ZERO: Final = Scalar(bytes(SIZE))
ONE: Final = Scalar((1).to_bytes(SIZE, "little"))

_REFUSALS: Final = (exceptions.RuntimeError, exceptions.TypeError)


# Points.


def parse_point(data: bytes) -> Point:
    """The point of these bytes; raises ``BadPoint`` unless it is canonical, in the subgroup and not the identity."""
    if len(data) != SIZE or not crypto_core_ed25519_is_valid_point(data):
        raise BadPoint
    return Point(data)


def mul(scalar: Scalar, point: Point) -> Point:
    """scalar · point, checking the point; raises ``BadPoint``, and ``BadScalar`` for zero."""
    try:
        return Point(crypto_scalarmult_ed25519_noclamp(scalar, point))
    except _REFUSALS:
        raise _refusal(scalar) from None


def base_mul(scalar: Scalar) -> Point:
    """scalar · G; raises ``BadScalar`` for zero."""
    try:
        return Point(crypto_scalarmult_ed25519_base_noclamp(scalar))
    except _REFUSALS:
        raise _refusal(scalar) from None


def add(left: Point, right: Point) -> Point:
    """left + right, which may be the identity; raises ``BadPoint`` only for what is not on the curve at all."""
    try:
        return Point(crypto_core_ed25519_add(left, right))
    except _REFUSALS:
        raise BadPoint from None


def sub(left: Point, right: Point) -> Point:
    """left − right, which may be the identity; raises ``BadPoint`` only for what is not on the curve at all."""
    try:
        return Point(crypto_core_ed25519_sub(left, right))
    except _REFUSALS:
        raise BadPoint from None


def point_sum(points: Iterable[Point]) -> Point:
    """The sum of at least one point, none of them checked any further than ``add`` does."""
    rest = iter(points)
    total = next(rest)
    for point in rest:
        total = add(total, point)
    return total


def combination(scalars: Iterable[Scalar], points: Iterable[Point]) -> Point:
    """Σ scalar · point over at least one pair, checking every point; raises as ``mul`` does."""
    return point_sum(map(mul, scalars, points))


def _refusal(scalar: Scalar) -> BadPoint | BadScalar:
    return BadScalar(zero=True) if scalar == ZERO else BadPoint()


# Scalars.


def parse_scalar(data: bytes) -> Scalar:
    """The scalar of these bytes; raises ``BadScalar`` unless there are 32 and they are below ``ORDER``."""
    if len(data) != SIZE or int.from_bytes(data, "little") >= ORDER:
        raise BadScalar
    return Scalar(data)


def reduce_scalar(data: bytes) -> Scalar:
    """64 bytes, little-endian, reduced modulo ``ORDER``."""
    return Scalar(crypto_core_ed25519_scalar_reduce(data))


def scalar_add(left: Scalar, right: Scalar) -> Scalar:
    """left + right."""
    return Scalar(crypto_core_ed25519_scalar_add(left, right))


def scalar_sub(left: Scalar, right: Scalar) -> Scalar:
    """left − right."""
    return Scalar(crypto_core_ed25519_scalar_sub(left, right))


def scalar_mul(left: Scalar, right: Scalar) -> Scalar:
    """left · right."""
    return Scalar(crypto_core_ed25519_scalar_mul(left, right))


def scalar_sum(scalars: Iterable[Scalar]) -> Scalar:
    """The sum; zero of none."""
    total = ZERO
    for scalar in scalars:
        total = scalar_add(total, scalar)
    return total


def scalar_product(scalars: Iterable[Scalar]) -> Scalar:
    """The product; one of none."""
    total = ONE
    for scalar in scalars:
        total = scalar_mul(total, scalar)
    return total


def inner_product(left: Iterable[Scalar], right: Iterable[Scalar]) -> Scalar:
    """Σ left · right over the pairs; zero of none."""
    return scalar_sum(map(scalar_mul, left, right))


# Rows on the wire.


def join(items: Iterable[bytes]) -> bytes:
    """Points or scalars one after the other."""
    return b"".join(items)


def split_points(data: bytes, count: int) -> tuple[Point, ...]:
    """The points of a row, unchecked: their user checks them. Raises ``BadLength``."""
    return tuple(map(Point, _split(data, count, Sentence("points"))))


def split_scalars(data: bytes, count: int) -> tuple[Scalar, ...]:
    """The scalars of a row; raises ``BadLength``, and ``BadScalar`` for one not below ``ORDER``."""
    return tuple(map(parse_scalar, _split(data, count, Sentence("scalars"))))


def _split(data: bytes, count: int, what: Sentence) -> Sequence[bytes]:
    if len(data) != SIZE * count:
        raise BadLength(what, count)
    return [data[start : start + SIZE] for start in range(0, len(data), SIZE)]
