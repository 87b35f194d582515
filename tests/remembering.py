"""Multiplications and sums of points, and signatures, that a process of tests has done once, and does not do again.

Most of what the tests cost is the arithmetic of shuffles, then the checking of signatures. Many of them play the same
game up to the place where they begin, and both sides of a game and whoever verifies it compute the same. What libsodium
returns follows from what it is given and from nothing else, so it is kept; what it refuses is asked for each time.
Programs that tests start, and ``make bench``, compute everything themselves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from mandala_protocol.poker import group
from mandala_protocol.record import signatures

MOST: Final = 1 << 17
"""So many results are kept, those that were asked for last: about 60 megabytes for each function."""

MOST_SIGNED: Final = 1 << 12
"""The number of signatures that are kept with what they sign, which can be long: about 20 megabytes."""

_SLOW: Final = (
    (group, "crypto_scalarmult_ed25519_noclamp", MOST),
    (group, "crypto_scalarmult_ed25519_base_noclamp", MOST),
    (group, "crypto_core_ed25519_add", MOST),
    (group, "crypto_core_ed25519_sub", MOST),
    (signatures, "crypto_sign_open", MOST_SIGNED),
)


def remember_arithmetic() -> None:
    """From now on let this process ask libsodium for each product, each sum and each good signature once."""
    for module, name, most in _SLOW:
        setattr(module, name, lru_cache(most)(getattr(module, name)))
