"""The group: what is a point, what is a scalar, and that arithmetic never crashes on what a peer may send."""

from __future__ import annotations

import hashlib

import pytest

from mandala_protocol.poker import group
from mandala_protocol.poker.deck_errors import BadLength, BadPoint, BadScalar
from mandala_protocol.poker.generators import (
    chain_start,
    derived_point,
    face_point,
    hashed_point,
    position_generators,
    position_generators_sum,
)
from mandala_protocol.poker.group import BASE, FIELD, IDENTITY, ONE, ORDER, ZERO, Point, Scalar
from mandala_protocol.poker.hashing import challenge, challenge_128, tagged_hash

SMALL_ORDER = [
    IDENTITY,
    (FIELD - 1).to_bytes(32, "little"),
    bytes(32),
    bytes(31) + b"\x80",
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"),
    bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
    bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"),
]
NOT_CANONICAL = [
    *((FIELD + y).to_bytes(32, "little") for y in range(19)),
    *((FIELD + y + (1 << 255)).to_bytes(32, "little") for y in range(19)),
    b"\x01" + bytes(30) + b"\x80",
]
OFF_THE_CURVE = [y.to_bytes(32, "little") for y in (2, 7, 8)]
MIXED_ORDER = [group.add(BASE, Point(small)) for small in SMALL_ORDER[1:]]
WRONG_SIZE = [b"", bytes(BASE)[:31], bytes(BASE) + b"\x00"]
BAD_POINTS = [*SMALL_ORDER, *NOT_CANONICAL, *OFF_THE_CURVE, *MIXED_ORDER, *WRONG_SIZE]


def scalar(value: int) -> Scalar:
    return Scalar((value % ORDER).to_bytes(32, "little"))


def test_base_is_the_point_of_rfc_8032() -> None:
    assert group.base_mul(ONE) == BASE
    assert group.parse_point(BASE) == BASE


@pytest.mark.parametrize("encoding", BAD_POINTS, ids=bytes.hex)
def test_what_is_not_a_valid_point_is_refused(encoding: bytes) -> None:
    with pytest.raises(BadPoint):
        group.parse_point(encoding)
    with pytest.raises(BadPoint):
        group.mul(scalar(5), Point(encoding))


@pytest.mark.parametrize("encoding", [*OFF_THE_CURVE, *WRONG_SIZE], ids=bytes.hex)
def test_adding_what_is_not_on_the_curve_is_refused(encoding: bytes) -> None:
    for operation in (group.add, group.sub):
        with pytest.raises(BadPoint):
            operation(BASE, Point(encoding))
        with pytest.raises(BadPoint):
            operation(Point(encoding), BASE)


@pytest.mark.parametrize("value", [ORDER, ORDER + 1, 2 * ORDER, 2**255, 2**256 - 1])
def test_scalars_not_below_the_order_are_refused(value: int) -> None:
    with pytest.raises(BadScalar):
        group.parse_scalar(value.to_bytes(32, "little"))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_scalars_of_another_size_are_refused(size: int) -> None:
    with pytest.raises(BadScalar):
        group.parse_scalar(bytes(size))


@pytest.mark.parametrize("value", [0, 1, ORDER - 1])
def test_scalars_below_the_order_are_taken(value: int) -> None:
    assert group.parse_scalar(scalar(value)) == scalar(value)


def test_multiplying_by_zero_is_refused_and_not_a_crash() -> None:
    with pytest.raises(BadScalar):
        group.base_mul(ZERO)
    with pytest.raises(BadScalar):
        group.mul(ZERO, BASE)


def test_points_add_as_their_logarithms_do() -> None:
    seven, nine = group.base_mul(scalar(7)), group.base_mul(scalar(9))
    assert group.add(seven, nine) == group.base_mul(scalar(16))
    assert group.sub(seven, nine) == group.base_mul(scalar(-2))
    assert group.sub(seven, seven) == IDENTITY
    assert group.add(IDENTITY, seven) == seven
    assert group.mul(scalar(3), seven) == group.base_mul(scalar(21))
    assert group.point_sum([seven, nine, nine]) == group.base_mul(scalar(25))
    assert group.combination([scalar(2), scalar(5)], [seven, nine]) == group.base_mul(scalar(59))


def test_scalars_are_numbers_modulo_the_order() -> None:
    left, right = 3**150, 7**88
    assert group.scalar_add(scalar(left), scalar(right)) == scalar(left + right)
    assert group.scalar_sub(scalar(left), scalar(right)) == scalar(left - right)
    assert group.scalar_mul(scalar(left), scalar(right)) == scalar(left * right)
    assert group.scalar_sum([scalar(left), scalar(right), scalar(4)]) == scalar(left + right + 4)
    assert group.scalar_product([scalar(left), scalar(right), scalar(4)]) == scalar(left * right * 4)
    assert group.inner_product([scalar(left), scalar(2)], [scalar(right), scalar(5)]) == scalar(left * right + 10)
    assert group.scalar_sum([]) == ZERO
    assert group.scalar_product([]) == ONE
    assert group.reduce_scalar(b"\xff" * 64) == scalar(2**512 - 1)


def test_rows_come_back_from_the_wire_as_they_were() -> None:
    points = position_generators(5)
    scalars = tuple(scalar(3**power) for power in range(100, 105))
    assert group.split_points(group.join(points), 5) == points
    assert group.split_scalars(group.join(scalars), 5) == scalars
    assert group.split_points(b"", 0) == ()


@pytest.mark.parametrize("size", [0, 1, 31, 63, 65, 96])
def test_rows_of_another_length_are_refused(size: int) -> None:
    with pytest.raises(BadLength):
        group.split_points(bytes(size), 2)
    with pytest.raises(BadLength):
        group.split_scalars(bytes(size), 2)


def test_a_row_with_one_scalar_out_of_range_is_refused() -> None:
    with pytest.raises(BadScalar):
        group.split_scalars(ONE + ORDER.to_bytes(32, "little") + ONE, 3)


def test_the_hash_is_sha_512_of_tag_and_items_each_after_its_length() -> None:
    plain = b"\x00\x00\x00\x12mandala-lan/1/test" + b"\x00\x00\x00\x02ab" + b"\x00\x00\x00\x00"
    expected = hashlib.sha512(plain).digest()
    assert tagged_hash("test", b"ab", b"") == expected
    assert challenge("test", b"ab", b"") == scalar(int.from_bytes(expected, "little"))
    assert challenge_128("test", b"ab", b"") == scalar(int.from_bytes(expected[:16], "little"))


def test_hashes_differ_by_tag_and_by_where_items_end() -> None:
    hashes = [
        tagged_hash("a", b"xy"),
        tagged_hash("b", b"xy"),
        tagged_hash("a", b"x", b"y"),
        tagged_hash("a", b"xy", b""),
        tagged_hash("a"),
    ]
    assert len(set(hashes)) == len(hashes)


def test_generators_and_faces_are_valid_and_all_different() -> None:
    points = [BASE, chain_start(), *position_generators(108), *map(face_point, range(6))]
    assert len(set(points)) == len(points)
    for point in points:
        assert group.parse_point(point) == point
    negatives = {group.sub(IDENTITY, point) for point in points}
    assert negatives.isdisjoint(points)


def test_faces_have_no_small_relation() -> None:
    """Otherwise what is encrypted could be told from what happens to its multiples."""
    faces = [face_point(face) for face in range(6)]
    multiples = [group.mul(scalar(factor), face) for face in [*faces, BASE] for factor in range(1, 9)]
    negative = [group.sub(IDENTITY, point) for point in multiples]
    sums = [group.add(face, other) for face in faces for other in faces if face < other]
    assert len({*multiples, *negative, *sums}) == 2 * len(multiples) + len(sums)


def test_a_derived_point_is_the_first_that_its_hashes_give() -> None:
    for index in range(20):
        candidates = [hashed_point("face", index, counter) for counter in range(20)]
        assert derived_point("face", index) == next(point for point in candidates if point is not None)
    assert any(hashed_point("face", index, 0) is None for index in range(20))


def test_the_sum_of_generators_is_their_sum() -> None:
    assert position_generators_sum(4) == group.point_sum(position_generators(4))
    assert position_generators(9)[:4] == position_generators(4)
