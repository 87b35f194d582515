"""Ed25519 signatures that nobody makes by honest means: an identity that knows how, and its ways."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import Final

from attrs import field, frozen

from mandala_conformance.vectors.form.odd_values import ORDER_8
from mandala_net.trust.identity import Identity
from mandala_protocol.poker.group import (
    FIELD,
    IDENTITY,
    ORDER,
    SIZE,
    ZERO,
    Point,
    Scalar,
    add,
    base_mul,
    reduce_scalar,
    scalar_add,
    scalar_mul,
)

OTHER_IDENTITY: Final = (FIELD + 1).to_bytes(SIZE, "little")
"""The identity in a second encoding, which is not canonical."""


@frozen
class OddSigner:
    """The identity of a secret that is known, so that its signatures can be made in any way."""

    secret: bytes = field(factory=lambda: secrets.token_bytes(SIZE), repr=False)

    @property
    def identity(self) -> Identity:
        """The identity of this signer, for all that is signed honestly."""
        return Identity(self.secret)

    @property
    def _scalar(self) -> Scalar:
        low = bytearray(hashlib.sha512(self.secret).digest()[:SIZE])
        low[0] &= 248
        low[31] &= 127
        low[31] |= 64
        return reduce_scalar(bytes(low) + bytes(SIZE))

    def sign(self, data: bytes, mask: Scalar, shown: bytes) -> bytes:
        """The signature of this mask, with the commitment R that is shown for it."""
        public = self.identity.public
        hashed = reduce_scalar(hashlib.sha512(shown + public + data).digest())
        return shown + scalar_add(mask, scalar_mul(hashed, self._scalar))


def _some_scalar() -> Scalar:
    return reduce_scalar(secrets.token_bytes(64))


def second_signature(signer: OddSigner, data: bytes) -> bytes:
    """A true signature that RFC 8032 would not make: its mask is drawn by chance."""
    mask = _some_scalar()
    return signer.sign(data, mask, base_mul(mask))


def only_with_cofactor(signer: OddSigner, data: bytes) -> bytes:
    """A signature that is true only for who multiplies by the cofactor."""
    mask = _some_scalar()
    return signer.sign(data, mask, add(Point(base_mul(mask)), ORDER_8))


def small_order_commitment(signer: OddSigner, data: bytes) -> bytes:
    """A signature whose R is the identity, a point of small order."""
    return signer.sign(data, ZERO, IDENTITY)


def second_encoding(signer: OddSigner, data: bytes) -> bytes:
    """A signature whose R is the identity in another encoding."""
    return signer.sign(data, ZERO, OTHER_IDENTITY)


def plus_order(signer: OddSigner, data: bytes) -> bytes:
    """The honest signature with S + ℓ for S."""
    honest = signer.identity.sign(data)
    return honest[:SIZE] + (int.from_bytes(honest[SIZE:], "little") + ORDER).to_bytes(SIZE, "little")


WAYS: Final[tuple[tuple[str, str, Callable[[OddSigner, bytes], bytes]], ...]] = (
    ("plus-order", "with S + ℓ for S", plus_order),
    ("only-with-cofactor", "that is true only with the cofactor", only_with_cofactor),
    ("small-order", "whose R is a point of small order", small_order_commitment),
    ("second-encoding", "whose R is not canonical", second_encoding),
)
"""Signatures that CV10 forbids: a word, what is said of it, and how it is made."""
