"""The handshake of a connection: versions, keys and identities. Bytes in, bytes out; no stream, no clock.

The requirements of the link, as the standard numbers them:

===  ==========================================================================  ==============
no.  what must hold                                                              else
===  ==========================================================================  ==============
LK1  each peer first sends the preamble: "MANDALA" and one byte, the version     handshake
LK2  both peers send the same version                                            version
LK3  all else is in frames: a length (two bytes, big-endian), then so many
     bytes. The three handshake frames hold 32, 192 and 160 bytes                oversized if
                                                                                 longer, else
                                                                                 handshake
LK4  the frames are the messages of Noise_XX_25519_ChaChaPoly_BLAKE2s, guest
     first; prologue: "mandala-lan/1", the guest's preamble, the host's          handshake
LK5  the payload of the first message is empty; those of the second (host)
     and third (guest) are the sender's Ed25519 identity (32 bytes) and its
     signature (64 bytes) over "mandala-lan/1/noise-identity" and the sender's
     Noise static key (32 bytes)                                                 wrong-identity
LK6  the stream does not end before the handshake does                           handshake
LK7  the handshake takes at most 10 seconds                                      timeout
LK8  after it, each frame is one Noise transport message with at least one byte
     of content                                                                  malformed
===  ==========================================================================  ==============

The guest is the initiator: it opened the connection. A Noise static key serves one connection,
so a recorded payload proves nothing on another one; the identity is what lasts (as in libp2p's noise).

LK20: a guest that knows whom it wants to reach compares the host's identity before it sends the third message, and
leaves without it if it is another one. No one is to blame then.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NoReturn, TypeAlias

from attrs import field, frozen

from mandala_net.link.framing import frame, length_of_next, take_frame
from mandala_net.link.noise import KEY_BYTES, TAG_BYTES, HandshakeState, NoiseError, NoiseTransport
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.record.signatures import IDENTITY_BYTES, SIGNATURE_BYTES, Signer, verify
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import PROTOCOL_VERSION

MAGIC: Final = b"MANDALA"
PREAMBLE: Final = MAGIC + bytes([PROTOCOL_VERSION])
PROLOGUE: Final = f"mandala-lan/{PROTOCOL_VERSION}".encode()
IDENTITY_TAG: Final = PROLOGUE + b"/noise-identity"

PAYLOAD_BYTES: Final = IDENTITY_BYTES + SIGNATURE_BYTES
FIRST_BYTES: Final = KEY_BYTES
SECOND_BYTES: Final = KEY_BYTES + (KEY_BYTES + TAG_BYTES) + (PAYLOAD_BYTES + TAG_BYTES)
THIRD_BYTES: Final = (KEY_BYTES + TAG_BYTES) + (PAYLOAD_BYTES + TAG_BYTES)


class Role(enum.Enum):
    """The role in a handshake: the guest is Noise's initiator, the host its responder."""

    GUEST = "guest"
    HOST = "host"


@frozen
class Established:
    """The result of a handshake: ``peer`` is the other identity (32 bytes), ``rest`` the bytes after it.

    ``peer_static`` is the other's Noise static key (32 bytes), which serves this connection alone.
    """

    peer: bytes
    peer_static: bytes
    handshake_hash: bytes
    transport: NoiseTransport = field(repr=False)
    rest: bytes = field(repr=False)


Unwanted: TypeAlias = Callable[[bytes], str | None]
"""A guest's reason not to talk to this identity (32 bytes), in a sentence for its person; None if it talks."""


@frozen
class LinkKeys:
    """The secret keys of one side of a connection, 32 bytes each: for test vectors only."""

    static: bytes = field(repr=False)
    ephemeral: bytes = field(repr=False)


class UnwantedPeer(Exception):
    """The peer that answers is not wanted, and does not know who calls; the text is one sentence for a person."""


class _Awaited(enum.Enum):
    PREAMBLE = "preamble"
    FIRST = "first message"
    SECOND = "second message"
    THIRD = "third message"
    NOTHING = "nothing"


class Handshake:
    """One side of one handshake. After an exception it is of no more use.

    ``unwanted``: by this a guest decides whether to tell the host who it is. ``keys`` are fresh ones unless given.
    """

    def __init__(
        self, role: Role, identity: Signer, unwanted: Unwanted = lambda _: None, keys: LinkKeys | None = None
    ) -> None:
        self._role = role
        self._identity = identity
        self._unwanted = unwanted
        self._keys = keys
        self._buffer = bytearray()
        self._awaited = _Awaited.PREAMBLE
        self._noise: HandshakeState | None = None
        self._peer = b""
        self._frames = 0

    def start(self) -> bytes:
        """The preamble, to be sent before anything has come, so each side can say what does not fit."""
        return PREAMBLE

    def receive(self, data: bytes | bytearray) -> bytes:
        """Take ``data`` as it came; what to send in answer, perhaps nothing.

        Raises ``RemoteProtocolError`` (LK1 to LK5), and ``UnwantedPeer`` (LK20).
        """
        self._buffer += data
        answer = b""
        while True:
            awaited = self._awaited
            answer += self._step()
            if self._awaited is awaited:
                return answer

    def end_of_stream(self) -> NoReturn:
        """The stream ended too early. Raises ``RemoteProtocolError`` (LK6)."""
        detail = Sentence(
            "The other program closed the connection in the middle of the handshake. Frames it had sent: {count}.",
            count=self._frames,
        )
        raise RemoteProtocolError(Code.HANDSHAKE, "LK6", detail, bytes(self._buffer))

    @property
    def established(self) -> Established | None:
        """The result, once both sides have proved who they are."""
        if self._awaited is not _Awaited.NOTHING or self._noise is None:
            return None
        noise, rest = self._noise, bytes(self._buffer)
        return Established(self._peer, noise.peer_static_public, noise.handshake_hash, noise.transport(), rest)

    def _step(self) -> bytes:
        """Take the next whole part out of the buffer, if it is there; what to send in answer."""
        match self._awaited:
            case _Awaited.PREAMBLE:
                noise = self._take_preamble()
                if noise is None:
                    return b""
                if self._role is Role.HOST:
                    self._awaited = _Awaited.FIRST
                    return b""
                self._awaited = _Awaited.SECOND
                return frame(noise.write_message())
            case _Awaited.FIRST:
                if self._take_message(FIRST_BYTES) is None:
                    return b""
                self._awaited = _Awaited.THIRD
                return frame(self._write_identity())
            case _Awaited.SECOND:
                payload = self._take_message(SECOND_BYTES)
                if payload is None:
                    return b""
                self._check_identity(payload)
                why_not = self._unwanted(self._peer)
                if why_not is not None:
                    raise UnwantedPeer(why_not)
                self._awaited = _Awaited.NOTHING
                return frame(self._write_identity())
            case _Awaited.THIRD:
                payload = self._take_message(THIRD_BYTES)
                if payload is not None:
                    self._check_identity(payload)
                    self._awaited = _Awaited.NOTHING
                return b""
            case _Awaited.NOTHING:
                return b""

    def _take_preamble(self) -> HandshakeState | None:
        """Check what has come of the peer's preamble; Noise may begin when it is whole."""
        received = bytes(self._buffer[: len(PREAMBLE)])
        if received[: len(MAGIC)] != MAGIC[: len(received)]:
            # Said at the first wrong byte: another service may wait for us and never send a second one.
            detail = Sentence("The program at the other end is not Mandala over the LAN.")
            raise RemoteProtocolError(Code.HANDSHAKE, "LK1", detail, received)
        if len(received) < len(PREAMBLE):
            return None
        version = received[-1]
        if version != PROTOCOL_VERSION:
            detail = Sentence(
                "The other program speaks version {theirs} of the protocol, and this one version {ours}. "
                "Both players need the same version of the program.",
                theirs=version,
                ours=PROTOCOL_VERSION,
            )
            raise RemoteProtocolError(Code.VERSION, "LK2", detail, received)
        del self._buffer[: len(PREAMBLE)]
        # Both preambles belong to the prologue: whoever changes one on the way changes the handshake.
        preambles = PREAMBLE + received if self._role is Role.GUEST else received + PREAMBLE
        static, ephemeral = (None, None) if self._keys is None else (self._keys.static, self._keys.ephemeral)
        self._noise = HandshakeState(
            initiator=self._role is Role.GUEST, prologue=PROLOGUE + preambles, static=static, ephemeral=ephemeral
        )
        return self._noise

    def _take_message(self, length: int) -> bytes | None:
        """The payload of the next Noise message, which must have ``length`` bytes; None while it is not whole."""
        announced = length_of_next(self._buffer)
        if announced is not None and announced != length:
            code = Code.OVERSIZED if announced > length else Code.HANDSHAKE
            detail = Sentence(
                "The other program announced a handshake message of {announced} bytes instead of {length}.",
                announced=announced,
                length=length,
            )
            raise RemoteProtocolError(code, "LK3", detail, bytes(self._buffer))
        message = take_frame(self._buffer)
        if message is None:
            return None
        with self._refusing(message):
            payload = self._running_noise().read_message(message)
        self._frames += 1
        return payload

    def _write_identity(self) -> bytes:
        """The Noise message that says who we are."""
        noise = self._running_noise()
        signature = self._identity.sign(IDENTITY_TAG + noise.static_public)
        with self._refusing():
            return noise.write_message(self._identity.public + signature)

    def _check_identity(self, payload: bytes) -> None:
        identity, signature = payload[:IDENTITY_BYTES], payload[IDENTITY_BYTES:]
        if not verify(identity, signature, IDENTITY_TAG + self._running_noise().peer_static_public):
            detail = Sentence("The other program could not prove that it has its player's key.")
            raise RemoteProtocolError(Code.WRONG_IDENTITY, "LK5", detail, payload)
        self._peer = identity

    def _running_noise(self) -> HandshakeState:
        if self._noise is None:
            raise AssertionError("Noise begins after the preambles")
        return self._noise

    @contextmanager
    def _refusing(self, message: bytes = b"") -> Iterator[None]:
        """Say of whatever Noise refuses that the peer is to blame (LK4)."""
        try:
            yield
        except NoiseError as error:
            detail = Sentence(
                "Frame {number} of the other program's handshake is wrong or was changed on its way.",
                number=self._frames + 1,
            )
            raise RemoteProtocolError(Code.HANDSHAKE, "LK4", detail, message) from error
