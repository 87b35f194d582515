"""Drawing without bias from a source of random bytes, secret or public."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from mandala_protocol.poker.group import ZERO, Scalar, reduce_scalar
from mandala_protocol.poker.hashing import HASH_BYTES, number, tagged_hash

Random: TypeAlias = Callable[[int], bytes]
"""A source of as many random bytes as asked for, new ones every time. The protocol has none of its own."""

_WORD_BYTES: Final = 8


class HashStream:
    """The random bytes that follow from a seed: block k is the tagged hash of seed and k.

    From a public seed both peers draw the same; from a secret one no one else can tell them from chance.
    """

    def __init__(self, seed: bytes, purpose: str) -> None:
        self._seed = seed
        self._tag = f"random/{purpose}"
        self._blocks = 0
        self._rest = b""

    def __call__(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        while len(self._rest) < count:
            self._rest += tagged_hash(self._tag, self._seed, number(self._blocks))
            self._blocks += 1
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken


def below(random: Random, bound: int) -> int:
    """A number from 0 up to ``bound`` (at least 1, below 2³²), all equally likely.

    Takes eight bytes, big-endian, until they are below the largest multiple of ``bound``; then the remainder.
    """
    limit = 256**_WORD_BYTES // bound * bound
    while True:
        word = int.from_bytes(random(_WORD_BYTES), "big")
        if word < limit:
            return word % bound


def random_scalar(random: Random) -> Scalar:
    """A scalar other than zero, all equally likely but for less than 2⁻²⁵⁶."""
    scalar = reduce_scalar(random(HASH_BYTES))
    if scalar == ZERO:
        raise ValueError("the source of randomness is broken")
    return scalar
