"""One hash discipline: SHA-512 over a tag and items, each with its length in front; another tag for every use.

The protocol's name and version are part of every tag. Numbers are hashed as four bytes, big-endian.
"""

from __future__ import annotations

import hashlib
from typing import Final

from attrs import frozen

from mandala_protocol.poker.group import SIZE, Scalar, reduce_scalar

VERSION: Final = "mandala-lan/1"
HASH_BYTES: Final = 64

_SHORT_BYTES: Final = 16
_SHORT_FILL: Final = bytes(SIZE - _SHORT_BYTES)


@frozen
class Context:
    """The context that binds every proof: the hash of the record up to it, and the seat that speaks."""

    head: bytes
    seat: int

    @property
    def items(self) -> tuple[bytes, bytes]:
        """The two items that a proof hashes of its context."""
        return self.head, number(self.seat)


def number(value: int) -> bytes:
    """A number as it is hashed: four bytes, big-endian."""
    return value.to_bytes(4, "big")


def tagged_hash(tag: str, *items: bytes) -> bytes:
    """SHA-512 of the tag and the items, each after its length: 64 bytes."""
    state = hashlib.sha512()
    for item in (f"{VERSION}/{tag}".encode(), *items):
        state.update(number(len(item)) + item)
    return state.digest()


def challenge(tag: str, *items: bytes) -> Scalar:
    """The tagged hash as a scalar: its 64 bytes, little-endian, modulo the order of the group."""
    return reduce_scalar(tagged_hash(tag, *items))


def challenge_128(tag: str, *items: bytes) -> Scalar:
    """The first 16 bytes of the tagged hash, little-endian, as a scalar."""
    return Scalar(tagged_hash(tag, *items)[:_SHORT_BYTES] + _SHORT_FILL)
