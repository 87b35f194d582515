"""Defects of points, scalars and rows: what is taken although it is not valid (DK1 to DK3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mandala_protocol.poker import ciphertexts, game_keys, group, shuffle_proof
from mandala_protocol.poker.group import (
    FIELD,
    IDENTITY,
    SIZE,
    ZERO,
    Point,
    Scalar,
    add,
    base_mul,
    combination,
    point_sum,
)
from mandala_protocol.record import card_values
from tests.conformance.defects.defect import DefectBook, replace

ITEMS = DefectBook()


# Points.


def mul_unchecked(scalar: Scalar, point: Point) -> Point:
    """Multiply any point of the curve."""
    product = IDENTITY
    for bit in f"{int.from_bytes(scalar, 'little'):b}":
        product = add(product, product)
        product = add(product, point) if bit == "1" else product
    return product


def combination_unchecked(scalars: Sequence[Scalar], points: Sequence[Point]) -> Point:
    """Σ scalar · point over any points of the curve; a whole deck would take too long so."""
    if len(points) > 20:
        return combination(scalars, points)
    return point_sum(map(mul_unchecked, scalars, points))


@ITEMS.defect(
    "takes-any-point",
    "Takes keys that are not in the subgroup",
    case="DK1/open-key-plus-order-8",
    seen='requirement="OP3"',
)
def takes_any_point() -> None:
    replace(card_values, "parse_point", Point)
    replace(game_keys, "mul", mul_unchecked)


ITEMS.in_the_other_role("takes-any-point", case="DK1/open-key-order-8")


@ITEMS.defect(
    "reads-points-modulo-p",
    "Takes keys that are not canonical",
    case="DK1/open-key-above-prime",
    seen='requirement="OP[23]"',
)
def reads_points_modulo_p() -> None:
    def reduced(data: bytes) -> Point:
        number = int.from_bytes(data, "little")
        sign = number >> 255 << 255
        return Point((sign | (number - sign) % FIELD).to_bytes(SIZE, "little"))

    takes_any_point()
    replace(card_values, "parse_point", reduced)


@ITEMS.defect(
    "takes-any-point-of-a-mix",
    "Takes cards of a mix that are not in the subgroup",
    case="DK1/mix-cards-plus-order-8",
    seen='requirement="DK4"',
    game="mandala",
)
def takes_any_point_of_a_mix() -> None:
    replace(shuffle_proof, "combination", combination_unchecked)


ITEMS.in_the_other_role("takes-any-point-of-a-mix")


@ITEMS.defect(
    "takes-any-point-of-a-share",
    "Takes shares that are not in the subgroup",
    case="DK1/share-shares-plus-order-8",
    seen='requirement="DK5"',
    game="mandala",
    command="join",
)
@ITEMS.defect(
    "takes-any-point-of-a-move",
    "Takes shares in a move that are not in the subgroup",
    case="DK1/move-shares-plus-order-2",
    seen='requirement="DK5"',
    game="mandala",
)
def takes_any_point_of_shares() -> None:
    replace(ciphertexts, "combination", combination_unchecked)


# Scalars.


@ITEMS.defect(
    "takes-large-scalars",
    "Takes scalars of an opening that are not reduced",
    case="DK2/open-response-plus-order",
    seen="entry|nothing within",
)
@ITEMS.defect(
    "takes-large-scalars-of-a-share",
    "Takes scalars of shares that are not reduced",
    case="DK2/share-response-plus-order",
    seen="entry",
    game="mandala",
    command="join",
)
@ITEMS.defect(
    "takes-large-scalars-of-a-move",
    "Takes scalars of shares in a move that are not reduced",
    case="DK2/move-response-plus-order",
    seen="entry|nothing within",
    game="mandala",
)
def takes_large_scalars() -> None:
    replace(card_values, "parse_scalar", bytes)


@ITEMS.defect(
    "takes-large-scalars-of-a-mix",
    "Takes rows of scalars that are not reduced",
    case="DK2/mix-order-responses-plus-order",
    seen="entry|nothing within",
    game="mandala",
)
def takes_large_rows_of_scalars() -> None:
    replace(group, "parse_scalar", bytes)


@ITEMS.defect(
    "takes-zero-scalars",
    "Takes zero for a response in an opening",
    case="DK2/open-response-zero",
    seen='requirement="OP3"',
    command="join",
)
def takes_zero_scalars() -> None:
    def base_mul_or_identity(scalar: Scalar) -> Point:
        return IDENTITY if scalar == ZERO else base_mul(scalar)

    replace(game_keys, "base_mul", base_mul_or_identity)


# Rows.


@ITEMS.defect(
    "takes-longer-rows",
    "Takes no notice of what follows the items of a row",
    case="DK3/shuffle-cards-longer",
    seen="entry",
    game="mandala",
)
def takes_longer_rows() -> None:
    def split_first(data: bytes, count: int, _what: Any) -> list[bytes]:
        return [data[start : start + SIZE] for start in range(0, SIZE * count, SIZE)]

    replace(group, "_split", split_first)


ITEMS.in_the_other_role("takes-longer-rows", case="DK3/share-shares-longer")


ITEMS.in_the_other_role(
    "takes-any-point-of-a-move",
    "takes-any-point-of-a-share",
    "takes-large-scalars-of-a-move",
    "takes-large-scalars-of-a-share",
    "takes-large-scalars",
    "takes-large-scalars-of-a-mix",
    "takes-zero-scalars",
    "reads-points-modulo-p",
)
