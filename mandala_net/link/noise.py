"""The Noise protocol of the link, Noise_XX_25519_ChaChaPoly_BLAKE2s (noiseprotocol.org, revision 34).

A thin typed layer over the ``noiseprotocol`` package: messages in, messages out, one exception.
"""

from __future__ import annotations

from typing import Any, Final

from noise.noise_protocol import NoiseProtocol

from mandala_net.link.noise_sodium import KEY_BYTES, TAG_BYTES, NoiseRefused, Sodium

PROTOCOL_NAME: Final = b"Noise_XX_25519_ChaChaPoly_BLAKE2s"
MAX_NOISE_MESSAGE: Final = 65_535
MAX_PLAINTEXT: Final = MAX_NOISE_MESSAGE - TAG_BYTES


class NoiseError(Exception):
    """A message that does not fit here: changed, cut short, out of order, or made with other keys."""


class NoiseTransport:
    """Both ciphers after the handshake. One refused message ends it: the peers no longer count alike."""

    def __init__(self, encrypting: Any, decrypting: Any) -> None:
        self._encrypting, self._decrypting = encrypting, decrypting

    def encrypt(self, plaintext: bytes) -> bytes:
        """The next message to the peer: ``plaintext`` (at most 65,519 bytes) and 16 bytes more."""
        if len(plaintext) > MAX_PLAINTEXT:
            raise ValueError("a Noise message holds at most 65,519 bytes")
        return bytes(self._encrypting.encrypt_with_ad(None, plaintext))

    def decrypt(self, message: bytes) -> bytes:
        """Decrypt the peer's next message. Raises ``NoiseError``."""
        if len(message) > MAX_NOISE_MESSAGE:
            raise NoiseError("a message is too long")
        try:
            return bytes(self._decrypting.decrypt_with_ad(None, message))
        except NoiseRefused as error:
            raise NoiseError("a message cannot be decrypted") from error


class NoiseHandshake:
    """One side of the three messages ``-> e``, ``<- e, ee, s, es``, ``-> s, se``.

    The static key is a fresh one for this connection. Given keys (32 secret bytes each) are for test vectors only.
    """

    def __init__(
        self, *, initiator: bool, prologue: bytes, static: bytes | None = None, ephemeral: bytes | None = None
    ) -> None:
        protocol = NoiseProtocol(PROTOCOL_NAME, Sodium())
        keys = protocol.dh_fn
        static_pair = keys.generate_keypair() if static is None else keys.klass.from_private_bytes(static)
        protocol.keypairs["s"] = static_pair
        if ephemeral is not None:
            protocol.keypairs["e"] = keys.klass.from_private_bytes(ephemeral)
        protocol.prologue, protocol.initiator = prologue, initiator
        protocol.validate()
        protocol.initialise_handshake_state()
        self._protocol = protocol
        # The package forgets this object when the handshake is done; it knows the peer's static key.
        self._state = protocol.handshake_state
        self._writes = initiator
        self.finished = False
        """Return whether all three messages have passed."""
        self.static_public: bytes = static_pair.public_bytes

    def write(self, payload: bytes = b"") -> bytes:
        """Our next message, with ``payload`` as well protected as it is at this point.

        Raises ``NoiseError`` if a key that the peer sent before is of no use.
        """
        self._take_turn(writing=True)
        message = bytearray()
        try:
            self.finished = self._state.write_message(payload, message) is not None
        except NoiseRefused as error:
            raise NoiseError("the peer's key is of small order") from error
        return bytes(message)

    def read(self, message: bytes) -> bytes:
        """The payload of the peer's next message. Raises ``NoiseError``."""
        self._take_turn(writing=False)
        payload = bytearray()
        try:
            self.finished = self._state.read_message(message, payload) is not None
        except NoiseRefused as error:
            raise NoiseError("a handshake message is refused") from error
        return bytes(payload)

    def _take_turn(self, *, writing: bool) -> None:
        if self.finished or self._writes is not writing:
            raise ValueError("it is not the turn for this message of the handshake")
        self._writes = not writing

    @property
    def peer_static_public(self) -> bytes:
        """The peer's static key, 32 bytes, once its message with the key has been read."""
        return bytes(self._state.rs.public_bytes)

    @property
    def handshake_hash(self) -> bytes:
        """A value, 32 bytes, that both sides share and that belongs to this connection alone; after the end."""
        return bytes(self._protocol.handshake_hash)

    def transport(self) -> NoiseTransport:
        """The ciphers for what follows; after the end."""
        if not self.finished:
            raise ValueError("the handshake has not finished")
        return NoiseTransport(self._protocol.cipher_state_encrypt, self._protocol.cipher_state_decrypt)


__all__ = [
    "KEY_BYTES",
    "MAX_NOISE_MESSAGE",
    "MAX_PLAINTEXT",
    "TAG_BYTES",
    "NoiseError",
    "NoiseHandshake",
    "NoiseTransport",
]
