"""The cryptography of the link's Noise protocol: libsodium, as everywhere here, and Python's own BLAKE2s.

The ``noiseprotocol`` package would take the ``cryptography`` package, which is 8 MB of memory that nothing else needs.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from nacl.bindings import (
    crypto_aead_chacha20poly1305_ietf_ABYTES,
    crypto_aead_chacha20poly1305_ietf_decrypt,
    crypto_aead_chacha20poly1305_ietf_encrypt,
    crypto_box_keypair,
    crypto_scalarmult,
    crypto_scalarmult_base,
)
from nacl.exceptions import CryptoError
from noise.backends.noise_backend import NoiseBackend
from noise.functions.cipher import Cipher
from noise.functions.dh import DH
from noise.functions.hash import Hash
from noise.functions.keypair import KeyPair

KEY_BYTES: Final = 32
TAG_BYTES: Final = crypto_aead_chacha20poly1305_ietf_ABYTES
"""By how much a ciphertext is longer than its plaintext."""

_BLOCK_BYTES: Final = 64
_DH: Final = "25519"

Algorithm: TypeAlias = Callable[[], Any]


class NoiseRefused(Exception):
    """The peer's message is wrong: changed, of a wrong length, or with a key of small order."""


class _KeyPair(KeyPair):  # type: ignore[misc]
    """An X25519 key: of a peer only its public part. (The package that all of this fits into has no types.)"""

    @classmethod
    def from_private_bytes(cls, private_bytes: bytes) -> _KeyPair:
        public = crypto_scalarmult_base(private_bytes)
        return cls(private_bytes, public, public)

    @classmethod
    def from_public_bytes(cls, public_bytes: bytes) -> _KeyPair:
        if len(public_bytes) != KEY_BYTES:
            raise NoiseRefused
        return cls(None, public_bytes, public_bytes)


class _X25519(DH):  # type: ignore[misc]
    klass = _KeyPair
    dhlen = KEY_BYTES

    def generate_keypair(self) -> _KeyPair:
        public, private = crypto_box_keypair()
        return _KeyPair(private, public, public)

    def dh(self, private_key: bytes, public_key: bytes) -> bytes:
        """The shared secret. Raises ``NoiseRefused`` if it is all zero, as with a key of small order (RFC 7748)."""
        try:
            return crypto_scalarmult(private_key, public_key)
        except CryptoError as error:
            raise NoiseRefused from error


class _ChaChaPoly(Cipher):  # type: ignore[misc]
    klass = bytes
    """The cipher itself keeps nothing but its key."""

    def encrypt(self, k: bytes, n: int, ad: bytes | None, plaintext: bytes) -> bytes:
        return crypto_aead_chacha20poly1305_ietf_encrypt(plaintext, ad, _nonce(n), k)

    def decrypt(self, k: bytes, n: int, ad: bytes | None, ciphertext: bytes) -> bytes:
        """The plaintext. Raises ``NoiseRefused``."""
        if len(ciphertext) < TAG_BYTES:
            raise NoiseRefused
        try:
            return crypto_aead_chacha20poly1305_ietf_decrypt(ciphertext, ad, _nonce(n), k)
        except CryptoError as error:
            raise NoiseRefused from error


def _nonce(number: int) -> bytes:
    return bytes(4) + number.to_bytes(8, "little")


class _Blake2s(Hash):  # type: ignore[misc]
    fn = hashlib.blake2s
    hashlen = hashlib.blake2s.MAX_DIGEST_SIZE
    blocklen = _BLOCK_BYTES

    def hash(self, data: bytes) -> bytes:
        return hashlib.blake2s(data).digest()


def _hmac(key: bytes, data: bytes, algorithm: Algorithm) -> bytes:
    return hmac.new(key, data, algorithm).digest()


class Sodium(NoiseBackend):  # type: ignore[misc]
    """The one set of functions that the link has."""

    def __init__(self) -> None:
        super().__init__()
        self.diffie_hellmans = {_DH: _X25519}
        self.keypairs = {_DH: _KeyPair}
        self.ciphers = {"ChaChaPoly": _ChaChaPoly}
        self.hashes = {"BLAKE2s": _Blake2s}
        self.hmac = _hmac
