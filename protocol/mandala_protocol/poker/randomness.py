"""Randomness handed in once for each game, and drawn out by purpose.

A game has one secret seed. What an entry needs is drawn from the seed, the head before the entry, and what is said:
said again after a loss it comes out the same to the byte, and the same randomness never serves two contents.
(The idea of RFC 6979, for a whole conversation.)
"""

from __future__ import annotations

from typing import Final

from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.poker.sampling import HashStream

SEED_BYTES: Final = 32


def secret_stream(seed: bytes, purpose: str, *content: bytes) -> HashStream:
    """Random bytes for one purpose and content; ``seed`` has 32 bytes. The same arguments give the same bytes."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    return HashStream(tagged_hash("secret-seed", seed, *content), f"secret/{purpose}")
