"""Ed25519 signatures (RFC 8032) of the players' lasting identities, checked strictly by libsodium."""

from __future__ import annotations

from typing import Protocol

from nacl.bindings import crypto_sign_BYTES, crypto_sign_open, crypto_sign_PUBLICKEYBYTES
from nacl.exceptions import BadSignatureError

IDENTITY_BYTES = crypto_sign_PUBLICKEYBYTES
SIGNATURE_BYTES = crypto_sign_BYTES


class Signer(Protocol):
    """A signer for an identity; the secret key stays inside."""

    @property
    def public(self) -> bytes:
        """The identity: 32 bytes."""

    def sign(self, data: bytes) -> bytes:
        """The signature over ``data``: 64 bytes."""


def verify(public: bytes, signature: bytes, data: bytes) -> bool:
    """Return whether ``signature`` (64 bytes) is that of the identity ``public`` (32 bytes) over ``data``.

    libsodium refuses keys of small order and scalars that are not reduced, so no second signature can be
    made from a first one without the key.
    """
    if len(public) != IDENTITY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    try:
        crypto_sign_open(signature + data, public)
    except BadSignatureError:
        return False
    return True
