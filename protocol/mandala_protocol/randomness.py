"""Randomness handed in once for each game, and drawn out by purpose.

A game has one secret seed. What an entry needs is drawn from the seed, the head before the entry, and what is said:
said again after a loss it comes out the same to the byte, and the same randomness never serves two contents.
(The idea of RFC 6979, for a whole conversation.)
"""

from __future__ import annotations

from typing import Final

from mandala_protocol.poker.hashing import tagged_hash

SEED_BYTES: Final = 32


class Stream:
    """Bytes that nobody without the seed can tell from random ones; the same labels give the same bytes."""

    def __init__(self, seed: bytes, purpose: str, *labels: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError("a seed has 32 bytes")
        self._key = tagged_hash("randomness", seed, purpose.encode(), *labels)
        self._block = 0
        self._rest = b""

    def __call__(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        while len(self._rest) < count:
            self._rest += tagged_hash("randomness-block", self._key, self._block.to_bytes(8, "big"))
            self._block += 1
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken
