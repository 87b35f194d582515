"""Multiplications and sums of points that a process of tests has done once, and does not do again.

Most of what the tests cost is the arithmetic of shuffles. Many of them play the same game up to the place where they
begin, and both sides of a game and whoever verifies it compute the same. What libsodium returns follows from what it
is given and from nothing else, so it is kept; what it refuses is asked for each time. Programs that tests start, and
``make bench``, compute everything themselves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from mandala_protocol.poker import group

MOST: Final = 1 << 17
"""So many results are kept, those that were asked for last: about 60 megabytes for each function."""

_SLOW: Final = (
    "crypto_scalarmult_ed25519_noclamp",
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_sub",
)


def remember_arithmetic() -> None:
    """From now on let this process ask libsodium for each product and each sum once."""
    for name in _SLOW:
        setattr(group, name, lru_cache(MOST)(getattr(group, name)))
