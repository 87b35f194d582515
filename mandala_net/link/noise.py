"""The Noise protocol of the link, Noise_XX_25519_ChaChaPoly_BLAKE2s (noiseprotocol.org, revision 34).

A thin typed layer over the ``noiseprotocol`` package: messages in, messages out, one exception.
"""

from __future__ import annotations

from typing import Any, Final

from cryptography.exceptions import InvalidTag
from noise.connection import Keypair, NoiseConnection
from noise.exceptions import NoiseInvalidMessage, NoiseValueError

PROTOCOL_NAME: Final = b"Noise_XX_25519_ChaChaPoly_BLAKE2s"
KEY_BYTES: Final = 32
TAG_BYTES: Final = 16
"""By how much a ciphertext is longer than its plaintext."""

MAX_NOISE_MESSAGE: Final = 65_535
MAX_PLAINTEXT: Final = MAX_NOISE_MESSAGE - TAG_BYTES

# InvalidTag: a handshake message was changed; ValueError: a key of small order, whose shared secret is all zero.
_REFUSALS: Final = (InvalidTag, ValueError, NoiseInvalidMessage, NoiseValueError)


class NoiseError(Exception):
    """A message that does not fit here: changed, cut short, out of order, or made with other keys."""


class NoiseTransport:
    """Both ciphers after the handshake. One refused message ends it: the peers no longer count alike."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def encrypt(self, plaintext: bytes) -> bytes:
        """The next message to the peer: ``plaintext`` (at most 65,519 bytes) and 16 bytes more."""
        if len(plaintext) > MAX_PLAINTEXT:
            raise ValueError("a Noise message holds at most 65,519 bytes")
        return bytes(self._connection.encrypt(plaintext))

    def decrypt(self, message: bytes) -> bytes:
        """What the peer's next message says. Raises ``NoiseError``."""
        try:
            return bytes(self._connection.decrypt(message))
        except _REFUSALS as error:
            raise NoiseError("a message cannot be decrypted") from error


class NoiseHandshake:
    """One side of the three messages ``-> e``, ``<- e, ee, s, es``, ``-> s, se``.

    The static key is a fresh one for this connection. Given keys (32 secret bytes each) are for test vectors only.
    """

    def __init__(
        self, *, initiator: bool, prologue: bytes, static: bytes | None = None, ephemeral: bytes | None = None
    ) -> None:
        connection = NoiseConnection.from_name(PROTOCOL_NAME)
        own = connection.noise_protocol.dh_fn
        static_pair = own.klass.from_private_bytes(static) if static is not None else own.generate_keypair()
        connection.noise_protocol.keypairs["s"] = static_pair
        if ephemeral is not None:
            connection.set_keypair_from_private_bytes(Keypair.EPHEMERAL, ephemeral)
        connection.set_prologue(prologue)
        if initiator:
            connection.set_as_initiator()
        else:
            connection.set_as_responder()
        connection.start_handshake()
        self._connection = connection
        # The package forgets this object when the handshake is done; it knows the peer's static key.
        self._state = connection.noise_protocol.handshake_state
        self.static_public: bytes = static_pair.public_bytes

    def write(self, payload: bytes = b"") -> bytes:
        """Our next message, with ``payload`` as well protected as it is at this point.

        Raises ``NoiseError`` if a key that the peer sent before is of no use.
        """
        try:
            return bytes(self._connection.write_message(payload))
        except _REFUSALS as error:
            raise NoiseError("the peer's key is of small order") from error

    def read(self, message: bytes) -> bytes:
        """The payload of the peer's next message. Raises ``NoiseError``."""
        try:
            return bytes(self._connection.read_message(message))
        except _REFUSALS as error:
            raise NoiseError("a handshake message is refused") from error

    @property
    def finished(self) -> bool:
        """Whether all three messages have passed."""
        return bool(self._connection.handshake_finished)

    @property
    def peer_static_public(self) -> bytes:
        """The peer's static key, 32 bytes, once its message with the key has been read."""
        return bytes(self._state.rs.public_bytes)

    @property
    def handshake_hash(self) -> bytes:
        """A value, 32 bytes, that both sides share and that belongs to this connection alone; after the end."""
        return bytes(self._connection.get_handshake_hash())

    def transport(self) -> NoiseTransport:
        """The ciphers for what follows; after the end."""
        if not self.finished:
            raise ValueError("the handshake has not finished")
        return NoiseTransport(self._connection)
