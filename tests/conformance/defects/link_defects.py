"""Defects of the connection: preamble, handshake, frames and signs of life."""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable
from typing import Any

import trio
from attrs import evolve
from nacl.bindings import crypto_core_ed25519_scalar_reduce, crypto_sign_open

from mandala_conformance.findings import CaseVerdict
from mandala_net.link import handshake, secure_link
from mandala_net.link.framing import take_frame
from mandala_net.link.handshake import PREAMBLE, Handshake
from mandala_net.link.noise import TAG_BYTES, CipherState, HandshakeState, NoiseTransport
from mandala_net.link.secure_link import SecureLink
from mandala_net.link.timeouts import Timeouts
from mandala_net.match import liveness
from mandala_net.match.session_runner import SessionRunner
from mandala_net.trust.known_players import Known, KnownPlayers
from mandala_protocol.conversation import events
from mandala_protocol.conversation.events import CheckAlive, ConfirmAlive
from mandala_protocol.conversation.session import Session
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.poker.shuffle_proof import verify_shuffle
from mandala_protocol.record import referee, signatures
from mandala_protocol.wire.messages import PROTOCOL_VERSION, Error, MessageReader, Ping, Pong, Propose, encode
from tests.conformance.defects.defect import DefectBook, replace

LINK = DefectBook()


# The handshake.


@LINK.defect(
    "waits-for-preamble",
    "Sends its preamble after the other's",
    case="LK1/unasked",
    seen="closed within the handshake, after 0 bytes",
)
def waits_for_preamble() -> None:
    receive = Handshake.receive

    def receive_first(self: Handshake, data: bytes) -> bytes:
        first = b"" if self._noise is not None else PREAMBLE
        return first + receive(self, data)

    replace(Handshake, "start", lambda _: b"")
    replace(Handshake, "receive", receive_first)


@LINK.defect("reads-whole-preambles", "Judges a preamble when it is whole", case="LK1/first-byte", seen="still open")
def reads_whole_preambles() -> None:
    take_preamble = Handshake._take_preamble

    def take_whole(self: Handshake) -> HandshakeState | None:
        return None if len(self._buffer) < len(PREAMBLE) else take_preamble(self)

    replace(Handshake, "_take_preamble", take_whole)


@LINK.defect("takes-any-version", "Takes a preamble of any version", case="LK2/version-2", seen="still open")
def takes_any_version() -> None:
    take_preamble = Handshake._take_preamble

    def take_any(self: Handshake) -> HandshakeState | None:
        if self._buffer.startswith(handshake.MAGIC) and len(self._buffer) >= len(PREAMBLE):
            self._buffer[len(PREAMBLE) - 1] = PROTOCOL_VERSION
        return take_preamble(self)

    replace(Handshake, "_take_preamble", take_any)


@LINK.defect("waits-for-any-length", "Waits for as much as a frame announces", case="LK3/largest", seen="still open")
def waits_for_any_length() -> None:
    take_message = Handshake._take_message

    def take_any(self: Handshake, length: int) -> bytes | None:
        whole = take_frame(bytearray(self._buffer)) is not None
        return take_message(self, length) if whole else None

    replace(Handshake, "_take_message", take_any)


@LINK.defect("takes-any-identity", "Checks no identity", case="LK5/false-signature", seen="a finished handshake")
def takes_any_identity() -> None:
    replace(handshake, "verify", lambda *_: True)


@LINK.defect("signs-its-key-otherwise", "Signs its key under another tag", case="LK13/pong", seen="LK5", command="join")
def signs_its_key_otherwise() -> None:
    def write_otherwise(self: Handshake) -> bytes:
        noise = self._running_noise()
        signature = self._identity.sign(b"mandala-lan/1/noise-static" + noise.static_public)
        return noise.write_message(self._identity.public + signature)

    replace(Handshake, "_write_identity", write_otherwise)


@LINK.defect("has-another-prologue", "Has another prologue", case="LK8/garbage", seen="handshake", command="join")
def has_another_prologue() -> None:
    replace(handshake, "PROLOGUE", b"mandala-lan")


@LINK.defect(
    "keeps-static-key", "Has one static key for ever", case="LK10/fresh-static-key", seen="one static public key"
)
def keeps_static_key() -> None:
    key = os.urandom(32)

    def with_key(**given: Any) -> HandshakeState:
        return HandshakeState(**{**given, "static": key})

    replace(handshake, "HandshakeState", with_key)


@LINK.defect("shakes-for-ever", "Waits for ever in a handshake", case="LK7/slow-handshake", seen="still open")
def shakes_for_ever() -> None:
    replace(secure_link, "HANDSHAKE_SECONDS", 3_600)


@LINK.defect(
    "asks-no-host-who-it-is",
    "Resumes a game with any host",
    case="LK20/somebody-else",
    seen="the guest's identity",
    command="join",
)
def asks_no_host_who_it_is() -> None:
    replace(secure_link, "Handshake", lambda role, identity, _unwanted=None: Handshake(role, identity))


@LINK.defect("reduces-scalars", "Reduces the scalar of a signature", case="CV10/entry-unreduced-scalar", seen="entry")
def reduces_scalars() -> None:

    def open_reduced(signed: bytes, public: bytes) -> bytes:
        scalar = crypto_core_ed25519_scalar_reduce(signed[32:64] + bytes(32))
        return crypto_sign_open(signed[:32] + scalar + signed[64:], public)

    replace(signatures, "crypto_sign_open", open_reduced)


@LINK.defect(
    "knows-players-by-name",
    "Takes a known name with another identity",
    case="LK11/known-name",
    seen="entry",
    command="join",
)
def knows_players_by_name() -> None:
    replace(KnownPlayers, "check", lambda *_: Known())


# Frames.


@LINK.defect("passes-bad-frames", "Ignores a frame that cannot be decrypted", case="LK8/garbage", seen="nothing within")
def passes_bad_frames() -> None:
    open_content = secure_link.content_of_frame

    def content_or_none(transport: NoiseTransport, message: bytes) -> bytes:
        try:
            return open_content(transport, message)
        except RemoteProtocolError:
            return encode(Pong())

    replace(secure_link, "content_of_frame", content_or_none)


@LINK.defect(
    "counts-frames-from-1",
    "Has the number 1 for the first frame that it encrypts",
    case="LK13/pong",
    seen="LK8|cannot be read",
    command="join",
)
def counts_frames_from_1() -> None:
    begin = NoiseTransport.__init__

    def begin_with_1(self: NoiseTransport, encrypting: CipherState, decrypting: CipherState) -> None:
        encrypting._nonce = 1
        begin(self, encrypting, decrypting)

    replace(NoiseTransport, "__init__", begin_with_1)


LINK.in_the_other_role("counts-frames-from-1")


@LINK.defect("takes-empty-frames", "Takes frames without content", case="LK8/no-content", seen="nothing within")
def takes_empty_frames() -> None:
    open_content = secure_link.content_of_frame

    def content_or_none(transport: NoiseTransport, message: bytes) -> bytes:
        if len(message) == TAG_BYTES:
            return transport.decrypt(message) or encode(Pong())
        return open_content(transport, message)

    replace(secure_link, "content_of_frame", content_or_none)


@LINK.defect(
    "takes-frames-for-messages",
    "Takes each frame for whole messages",
    case="LK9/one-byte-frames",
    seen="nothing within",
)
def takes_frames_for_messages() -> None:
    def begin_anew(self: MessageReader, data: bytes) -> None:
        self._buffer[:] = data

    replace(MessageReader, "add", begin_anew)


@LINK.defect("takes-one-message", "Loses what follows the first message", case="LK9/many-in-one", seen="pongs, then")
def takes_one_message() -> None:
    take = MessageReader._next

    def take_and_forget(self: MessageReader) -> bytes | None:
        packed = take(self)
        if packed is not None:
            self._buffer.clear()
        return packed

    replace(MessageReader, "_next", take_and_forget)


# Signs of life.


@LINK.defect("answers-no-pings", "Answers no pings", case="LK13/pong", seen="nothing within")
def answers_no_pings() -> None:
    hear = Session._hear_link_message

    def hear_no_pings(self: Session, message: Any) -> Any:
        return events.PassedOver() if isinstance(message, Ping) else hear(self, message)

    replace(Session, "_hear_link_message", hear_no_pings)


@LINK.defect(
    "answers-one-ping",
    "Answers several pings with one pong",
    case="LK9/many-in-one",
    seen="pongs, then the connection closed",
)
def answers_one_ping() -> None:
    say = SessionRunner._say

    async def say_one(self: SessionRunner, command: Any) -> None:
        await say(self, events.ConfirmAlive() if isinstance(command, events.ConfirmAlive) else command)

    replace(SessionRunner, "_say", say_one)


@LINK.defect(
    "pongs-after-refusal",
    "Answers a ping that came behind a wrong entry",
    case="LK18/no-pong-after-refusal",
    seen="pong",
)
def pongs_after_refusal() -> None:
    object_to = SessionRunner._object

    async def pong_first(self: SessionRunner, error: Any) -> None:
        await self._link.send(encode(Pong()))
        await object_to(self, error)

    replace(SessionRunner, "_object", pong_first)


LINK.in_the_other_role("pongs-after-refusal")


@LINK.defect(
    "pings-seldom",
    "Pings every 12 seconds",
    case="LK13/ping-every-5-s",
    seen="1 pings",
    verdict=CaseVerdict.NON_STRICT,
)
def pings_seldom() -> None:
    _be_patient(ping=12, lost=60)


LINK.in_the_other_role("pings-seldom")


@LINK.defect("pings-never", "Sends no ping at all", case="LK13/ping-every-5-s", seen="no ping in 17 s")
def pings_never() -> None:
    say = SessionRunner._say

    async def say_no_ping(self: SessionRunner, command: Any) -> None:
        if not isinstance(command, CheckAlive):
            await say(self, command)

    replace(SessionRunner, "_say", say_no_ping)


@LINK.defect(
    "objects-to-lost-frames",
    "Sends an error after a frame that cannot be decrypted",
    case="LK8/garbage",
    seen="error",
)
def objects_to_lost_frames() -> None:
    receive: Callable[[SecureLink], Awaitable[bytes]] = SecureLink.receive

    async def receive_or_object(self: SecureLink) -> bytes:
        try:
            return await receive(self)
        except RemoteProtocolError as error:
            await self.send(encode(Error(int(error.code), error.requirement, "tag")))
            raise

    replace(SecureLink, "receive", receive_or_object)


@LINK.defect(
    "answers-pings-late",
    "Is slow, and in order: nothing is wrong with a pong that comes four seconds later (LK23)",
    case="LK18/no-pong-after-refusal",
    seen="error",
    verdict=CaseVerdict.OK,
)
def answers_pings_late() -> None:
    say = SessionRunner._say

    async def say_later(self: SessionRunner, command: Any) -> None:
        if isinstance(command, ConfirmAlive):
            await trio.sleep(4)
        await say(self, command)

    replace(SessionRunner, "_say", say_later)


@LINK.defect("waits-for-the-silent", "Does not notice silence", case="LK13/silence", seen="nothing within")
def waits_for_the_silent() -> None:
    _be_patient(lost=3_600)


@LINK.defect("hurries-moves", "Gives 30 seconds for a move", case="LK13/slow-move", seen="the connection closed")
def hurries_moves() -> None:
    replace(liveness, "DECISIONS", (Propose,))


def _be_patient(**seconds: float) -> None:
    """Let the program wait for so long for what is named."""
    begin: Callable[..., None] = SessionRunner.__init__

    def begin_patiently(self: SessionRunner, *given: Any, timeouts: Timeouts, **named: Any) -> None:
        begin(self, *given, timeouts=evolve(timeouts, **seconds), **named)

    replace(SessionRunner, "__init__", begin_patiently)


@LINK.defect("hurries-entries", "Gives 10 seconds for an entry", case="OR6/slow-commit", seen="the connection closed")
def hurries_entries() -> None:
    _be_patient(words=10)


@LINK.defect(
    "pings-not-while-it-computes",
    "Checks a shuffle for 15 seconds, and pings only after that",
    case="LK23/shuffle",
    seen="at most 1[5-9]",
    game="mandala",
)
def pings_not_while_it_computes() -> None:
    def verify_slowly(*given: Any, **named: Any) -> None:
        time.sleep(15)
        verify_shuffle(*given, **named)

    replace(referee, "verify_shuffle", verify_slowly)


LINK.in_the_other_role(
    "passes-bad-frames",
    "takes-empty-frames",
    "takes-frames-for-messages",
    "takes-one-message",
    "answers-no-pings",
    "pings-never",
    "objects-to-lost-frames",
    "takes-any-version",
    "waits-for-any-length",
    "takes-any-identity",
)
