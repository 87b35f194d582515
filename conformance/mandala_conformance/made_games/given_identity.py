"""An identity whose secret is known."""

from __future__ import annotations

from attrs import frozen
from nacl.bindings import crypto_sign, crypto_sign_seed_keypair

from mandala_protocol.record.signatures import SIGNATURE_BYTES


@frozen(repr=False)
class GivenIdentity:
    """An identity from its secret, which a vector gives."""

    secret: bytes

    @property
    def public(self) -> bytes:
        return crypto_sign_seed_keypair(self.secret)[0]

    def sign(self, data: bytes) -> bytes:
        return crypto_sign(data, self.secret + self.public)[:SIGNATURE_BYTES]
