"""Noise_XX_25519_ChaChaPoly_BLAKE2s, as the Noise Protocol Framework has it (revision 34), on ``cryptography``.

The classes are those of its chapter 5. What no message of XX needs, such as pre-shared keys, is left out.
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

PROTOCOL_NAME: Final = b"Noise_XX_25519_ChaChaPoly_BLAKE2s"
KEY_BYTES: Final = 32
TAG_BYTES: Final = 16
"""The bytes by which a ciphertext is longer than its plaintext."""

MAX_NOISE_MESSAGE: Final = 65_535
MAX_PLAINTEXT: Final = MAX_NOISE_MESSAGE - TAG_BYTES

_XX: Final = (("e",), ("e", "ee", "s", "es"), ("s", "se"))
"""The tokens of each message, the initiator's first. No ``e`` comes after a key, so ``e`` and ``s`` are sent alike."""

_HASH_BYTES: Final = 32
_LAST_NONCE: Final = 2**64 - 2
"""The one after it is reserved (section 5.1)."""


class NoiseError(Exception):
    """A message that does not fit here: changed, cut short, out of order, or made with other keys."""


class CipherState:
    """A key and the number of messages that it has encrypted or decrypted (section 5.1)."""

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)
        self._nonce = 0

    def encrypt_with_ad(self, ad: bytes, plaintext: bytes) -> bytes:
        """Encrypt a message; the associated data ``ad`` is authenticated with it."""
        ciphertext = self._cipher.encrypt(self._next_nonce(), plaintext, ad)
        self._nonce += 1
        return ciphertext

    def decrypt_with_ad(self, ad: bytes, ciphertext: bytes) -> bytes:
        """Decrypt the next message. Raises ``NoiseError``; the same message is then still the next one."""
        try:
            plaintext = self._cipher.decrypt(self._next_nonce(), ciphertext, ad)
        except InvalidTag as error:
            raise NoiseError("a message cannot be decrypted") from error
        self._nonce += 1
        return plaintext

    def _next_nonce(self) -> bytes:
        if self._nonce > _LAST_NONCE:
            raise NoiseError("no more messages can be encrypted with this key")
        return bytes(4) + self._nonce.to_bytes(8, "little")


class SymmetricState:
    """The hash of all that was sent, the chaining key, and the cipher that follows from it (section 5.2)."""

    def __init__(self) -> None:
        self.handshake_hash = _hash(PROTOCOL_NAME)  # it is longer than a hash
        self._chaining_key = self.handshake_hash
        self._cipher: CipherState | None = None

    @property
    def has_key(self) -> bool:
        """Return whether what follows is encrypted."""
        return self._cipher is not None

    def mix_key(self, input_key_material: bytes) -> None:
        """Let a shared secret into the chaining key, and take a new cipher from it."""
        self._chaining_key, key = _hkdf(self._chaining_key, input_key_material)
        self._cipher = CipherState(key)

    def mix_hash(self, data: bytes) -> None:
        """Let data into the hash."""
        self.handshake_hash = _hash(self.handshake_hash + data)

    def encrypt_and_hash(self, plaintext: bytes) -> bytes:
        """Encrypt, once there is a key, and let the ciphertext into the hash."""
        ciphertext = plaintext if self._cipher is None else self._cipher.encrypt_with_ad(self.handshake_hash, plaintext)
        self.mix_hash(ciphertext)
        return ciphertext

    def decrypt_and_hash(self, ciphertext: bytes) -> bytes:
        """Decrypt, once there is a key, and let the ciphertext into the hash. Raises ``NoiseError``."""
        plaintext = ciphertext
        if self._cipher is not None:
            plaintext = self._cipher.decrypt_with_ad(self.handshake_hash, ciphertext)
        self.mix_hash(ciphertext)
        return plaintext

    def split(self) -> tuple[CipherState, CipherState]:
        """The ciphers after the handshake: for the initiator's messages, and for the responder's."""
        first, second = _hkdf(self._chaining_key, b"")
        return CipherState(first), CipherState(second)


class NoiseTransport:
    """Both ciphers after the handshake. One refused message ends it: the peers no longer count alike."""

    def __init__(self, encrypting: CipherState, decrypting: CipherState) -> None:
        self._encrypting, self._decrypting = encrypting, decrypting

    def encrypt(self, plaintext: bytes) -> bytes:
        """The next message to the peer: ``plaintext`` (at most 65,519 bytes) and 16 bytes more."""
        if len(plaintext) > MAX_PLAINTEXT:
            raise ValueError("a Noise message holds at most 65,519 bytes")
        return self._encrypting.encrypt_with_ad(b"", plaintext)

    def decrypt(self, message: bytes) -> bytes:
        """Decrypt the peer's next message. Raises ``NoiseError``."""
        if len(message) > MAX_NOISE_MESSAGE:
            raise NoiseError("a message is too long")
        return self._decrypting.decrypt_with_ad(b"", message)


class HandshakeState:
    """One side of the three messages ``-> e``, ``<- e, ee, s, es``, ``-> s, se`` (section 5.3).

    The static key is a fresh one for this connection. Given keys (32 secret bytes each) are for test vectors only.
    """

    def __init__(
        self, *, initiator: bool, prologue: bytes, static: bytes | None = None, ephemeral: bytes | None = None
    ) -> None:
        self._symmetric = SymmetricState()
        self._symmetric.mix_hash(prologue)
        self._initiator = initiator
        self._own = {"s": _private_key(static), "e": _private_key(ephemeral)}
        self._peer: dict[str, X25519PublicKey] = {}
        self._passed = 0
        self.static_public = self._own["s"].public_key().public_bytes_raw()

    @property
    def finished(self) -> bool:
        """Return whether all three messages have passed."""
        return self._passed == len(_XX)

    def write_message(self, payload: bytes = b"") -> bytes:
        """Our next message, with ``payload`` as well protected as it is at this point.

        Raises ``NoiseError`` if a key that the peer sent before is of no use.
        """
        message = bytearray()
        for token in self._tokens(writing=True):
            if token in self._own:
                public = self._own[token].public_key().public_bytes_raw()
                message += self._symmetric.encrypt_and_hash(public)
            else:
                self._mix_shared_secret(token)
        message += self._symmetric.encrypt_and_hash(payload)
        self._passed += 1
        return bytes(message)

    def read_message(self, message: bytes) -> bytes:
        """The payload of the peer's next message. Raises ``NoiseError``."""
        rest = message
        for token in self._tokens(writing=False):
            if token in self._own:
                length = KEY_BYTES + (TAG_BYTES if self._symmetric.has_key else 0)
                if len(rest) < length:
                    raise NoiseError("a handshake message is too short")
                public = self._symmetric.decrypt_and_hash(rest[:length])
                self._peer[token] = X25519PublicKey.from_public_bytes(public)
                rest = rest[length:]
            else:
                self._mix_shared_secret(token)
        payload = self._symmetric.decrypt_and_hash(rest)
        self._passed += 1
        return payload

    def _tokens(self, *, writing: bool) -> tuple[str, ...]:
        """The tokens of the next message. Raises ``ValueError`` if it is for the other side to write or to read."""
        is_ours = self._initiator == (self._passed % 2 == 0)
        if self.finished or writing is not is_ours:
            raise ValueError("it is not the turn for this message of the handshake")
        return _XX[self._passed]

    def _mix_shared_secret(self, token: str) -> None:
        """Mix what a key of each side makes; the letter of the initiator's comes first."""
        own, peer = (token[0], token[1]) if self._initiator else (token[1], token[0])
        self._symmetric.mix_key(shared_secret(self._own[own], self._peer[peer]))

    @property
    def peer_static_public(self) -> bytes:
        """The peer's static key, 32 bytes, once its message with the key has been read."""
        return self._peer["s"].public_bytes_raw()

    @property
    def handshake_hash(self) -> bytes:
        """A value, 32 bytes, that both sides share and that belongs to this connection alone; after the end."""
        return self._symmetric.handshake_hash

    def transport(self) -> NoiseTransport:
        """The ciphers for what follows; after the end."""
        if not self.finished:
            raise ValueError("the handshake has not finished")
        of_initiator, of_responder = self._symmetric.split()
        if self._initiator:
            return NoiseTransport(of_initiator, of_responder)
        return NoiseTransport(of_responder, of_initiator)


def shared_secret(private: X25519PrivateKey, public: X25519PublicKey) -> bytes:
    """The 32 bytes that both sides make of their keys (RFC 7748).

    Raises ``NoiseError`` if they are all zero, as with a key of small order.
    """
    try:
        return private.exchange(public)
    except ValueError as error:
        raise NoiseError("the peer's key is of small order") from error


def _private_key(given: bytes | None) -> X25519PrivateKey:
    return X25519PrivateKey.generate() if given is None else X25519PrivateKey.from_private_bytes(given)


def _hash(data: bytes) -> bytes:
    digest = hashes.Hash(hashes.BLAKE2s(_HASH_BYTES))
    digest.update(data)
    return digest.finalize()


def _hmac(key: bytes, data: bytes) -> bytes:
    code = hmac.HMAC(key, hashes.BLAKE2s(_HASH_BYTES))
    code.update(data)
    return code.finalize()


def _hkdf(chaining_key: bytes, input_key_material: bytes) -> tuple[bytes, bytes]:
    """Two outputs of 32 bytes (section 4.3)."""
    temporary = _hmac(chaining_key, input_key_material)
    first = _hmac(temporary, b"\x01")
    return first, _hmac(temporary, first + b"\x02")
