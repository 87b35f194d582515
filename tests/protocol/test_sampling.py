"""Drawing without bias: the same seed gives the same, and every outcome is equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from mandala_protocol.poker.group import ORDER, Scalar
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.poker.sampling import HashStream, below, random_scalar
from mandala_protocol.poker.shuffle import draw_permutation

# Of the chi-square distribution: exceeded by chance once in a thousand, by degrees of freedom.
CRITICAL = {5: 20.52, 9: 27.88, 23: 49.73}


def chi_square(counts: Counter[int] | Counter[tuple[int, ...]], cells: int) -> float:
    expected = counts.total() / cells
    return sum((count - expected) ** 2 / expected for count in counts.values()) + (cells - len(counts)) * expected


def test_a_public_stream_is_the_tagged_hash_of_seed_and_block() -> None:
    stream = HashStream(b"seed", "test")
    blocks = b"".join(tagged_hash("random/test", b"seed", block.to_bytes(4, "big")) for block in range(3))
    taken = [stream(count) for count in (1, 63, 0, 65, 30)]
    assert [len(part) for part in taken] == [1, 63, 0, 65, 30]
    assert b"".join(taken) == blocks[:159]


def test_public_streams_differ_by_seed_and_purpose() -> None:
    streams = [HashStream(b"a", "x"), HashStream(b"b", "x"), HashStream(b"a", "y")]
    assert len({stream(16) for stream in streams}) == 3


def test_below_rejects_what_would_make_low_numbers_likelier() -> None:
    words = iter([(2**64 - 1).to_bytes(8, "big"), (2**64 - 2).to_bytes(8, "big"), (8).to_bytes(8, "big")])
    assert below(lambda count: next(words), 3) == (2**64 - 2) % 3
    assert below(lambda count: next(words), 3) == 2


@pytest.mark.parametrize("bound", [1, 2, 7, 108, 2**32 - 1])
def test_below_stays_below(bound: int) -> None:
    stream = HashStream(b"", "below")
    assert all(0 <= below(stream, bound) < bound for _ in range(200))


def test_CV9_below_is_uniform() -> None:
    stream = HashStream(b"seed", "uniform")
    counts = Counter(below(stream, 10) for _ in range(20_000))
    assert chi_square(counts, 10) < CRITICAL[9]


def test_DK9_every_permutation_is_equally_likely() -> None:
    stream = HashStream(b"seed", "permutations")
    counts = Counter(draw_permutation(4, stream) for _ in range(24_000))
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < CRITICAL[23]


def test_one_card_and_none_have_one_order() -> None:
    stream = HashStream(b"seed", "few")
    assert draw_permutation(1, stream) == (0,)
    assert draw_permutation(0, stream) == ()


def test_random_scalars_are_in_range_and_different() -> None:
    stream = HashStream(b"seed", "scalars")
    scalars = [random_scalar(stream) for _ in range(100)]
    assert len(set(scalars)) == 100
    assert all(0 < int.from_bytes(scalar, "little") < ORDER for scalar in scalars)
    assert max(int.from_bytes(scalar, "little") for scalar in scalars) > ORDER * 9 // 10


def test_a_source_of_zeros_is_noticed() -> None:
    with pytest.raises(ValueError, match="broken"):
        random_scalar(lambda count: Scalar(bytes(count)))
