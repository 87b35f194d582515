"""Cases of chapter 2: the link, below all messages."""

from __future__ import annotations

import trio
from attrs import frozen

from mandala_conformance.case import NO_GAME, CaseBook, Extent, Kind
from mandala_conformance.case_stage import Stage
from mandala_conformance.findings import Unmet
from mandala_conformance.noise_by_hand import shake_by_hand, take
from mandala_conformance.puppet import at
from mandala_conformance.raw_connection import Altering, HandshakeEnded
from mandala_net.link.framing import frame
from mandala_net.link.handshake import FIRST_BYTES, IDENTITY_TAG, PREAMBLE, SECOND_BYTES, THIRD_BYTES, Role
from mandala_net.trust.identity import Identity
from mandala_protocol.record.signatures import Signer
from mandala_protocol.wire.messages import Move

LINK = CaseBook()

_GUEST = (Role.GUEST,)
_HOST = (Role.HOST,)


@frozen
class _FalseSigner:
    """A signer whose signatures are of something else."""

    public: bytes
    _honest: Signer

    def sign(self, data: bytes) -> bytes:
        return self._honest.sign(data + b"!")


async def expect_closed_handshake(stage: Stage, identity: Signer | None = None, alter: Altering | None = None) -> None:
    """Expect that the implementation closes the connection instead of finishing this handshake, or right after it."""
    stage.note_expectation("the connection closed, and no message after the handshake")
    try:
        line = await stage.open_link(identity, alter)
    except HandshakeEnded as ended:
        stage.got = str(ended)
        return
    # The guest's side of a handshake is finished with its own last frame.
    if await line.next(without=()) is None or line.is_greeted:
        raise Unmet(stage.expected, "a finished handshake")
    stage.got = "the connection closed"


async def _expect_refused_bytes(stage: Stage, data: bytes, what: str) -> None:
    """Send these bytes first, and expect the connection closed: with them, and not only when time is up."""
    raw = await stage.connect()
    stage.note(what)
    stage.note_expectation("the connection closed within 5 s")
    await raw.send(data)
    await raw.expect_end(5)
    stage.got = "the connection closed"


# The preamble.


@LINK.case(
    "LK1/unasked",
    "The preamble comes without waiting for ours",
    games=NO_GAME,
    extent=Extent.QUICK,
    also=("LK17",),
)
async def unasked(stage: Stage) -> None:
    raw = await stage.connect()
    stage.note("nothing")
    stage.note_expectation(f"the preamble {PREAMBLE.hex()}")
    try:
        came = await take(raw, len(PREAMBLE))
    except HandshakeEnded as ended:
        raise Unmet(stage.expected, str(ended)) from ended
    if came != PREAMBLE:
        raise Unmet(stage.expected, came.hex())
    stage.got = came.hex()


@LINK.case("LK1/wrong-name", "A preamble of another protocol", games=NO_GAME, extent=Extent.QUICK)
async def wrong_name(stage: Stage) -> None:
    await _expect_refused_bytes(stage, b"MANDOLA\x01", "the preamble “MANDOLA” 1")


@LINK.case("LK1/first-byte", "One wrong byte and nothing more", games=NO_GAME)
async def first_byte(stage: Stage) -> None:
    await _expect_refused_bytes(stage, b"G", "the byte “G”")


@LINK.case("LK1/last-letter", "A preamble whose last letter is wrong, without its version", games=NO_GAME)
async def last_letter(stage: Stage) -> None:
    await _expect_refused_bytes(stage, b"MANDALB", "“MANDALB”")


@LINK.case("LK2/version-2", "A preamble of version 2", games=NO_GAME, extent=Extent.QUICK)
async def version_2(stage: Stage) -> None:
    await _expect_refused_bytes(stage, PREAMBLE[:-1] + b"\x02", "the preamble of version 2")


@LINK.case("LK2/version-0", "A preamble of version 0", games=NO_GAME)
async def version_0(stage: Stage) -> None:
    await _expect_refused_bytes(stage, PREAMBLE[:-1] + b"\x00", "the preamble of version 0")


# The frames of the handshake.


def _announcing(length: int) -> bytes:
    return length.to_bytes(2, "big")


@LINK.case("LK3/first-too-large", "A first frame of 33 bytes, only announced", games=NO_GAME, roles=_GUEST)
async def first_too_large(stage: Stage) -> None:
    data = PREAMBLE + _announcing(FIRST_BYTES + 1)
    await _expect_refused_bytes(stage, data, "the preamble and the length 33")


@LINK.case("LK3/first-too-small", "A first frame of 31 bytes, only announced", games=NO_GAME, roles=_GUEST)
async def first_too_small(stage: Stage) -> None:
    data = PREAMBLE + _announcing(FIRST_BYTES - 1)
    await _expect_refused_bytes(stage, data, "the preamble and the length 31")


@LINK.case("LK3/largest", "A first frame of 65,535 bytes, only announced", games=NO_GAME, extent=Extent.QUICK)
async def largest(stage: Stage) -> None:
    await _expect_refused_bytes(stage, PREAMBLE + b"\xff\xff", "the preamble and the length 65,535")


@LINK.case("LK3/empty", "A first frame of no bytes", games=NO_GAME)
async def empty(stage: Stage) -> None:
    await _expect_refused_bytes(stage, PREAMBLE + b"\x00\x00", "the preamble and the length 0")


@LINK.case("LK3/second-too-small", "A second frame of 191 bytes, only announced", games=NO_GAME, roles=_HOST)
async def second_too_small(stage: Stage) -> None:
    data = PREAMBLE + _announcing(SECOND_BYTES - 1)
    await _expect_refused_bytes(stage, data, "the preamble and the length 191")


@LINK.case("LK3/third-too-large", "A third frame of 161 bytes", games=NO_GAME, roles=_GUEST)
async def third_too_large(stage: Stage) -> None:
    stage.note("a third frame with one byte more")

    def longer(step: int, data: bytes) -> bytes:
        return _announcing(THIRD_BYTES + 1) + data[2:] + b"\x00" if step == 2 else data

    await expect_closed_handshake(stage, alter=longer)


def _with_bit_changed(_step: int, data: bytes) -> bytes:
    """The last frame of ours, with its last bit changed."""
    return data[:-1] + bytes([data[-1] ^ 1]) if len(data) in (2 + SECOND_BYTES, 2 + THIRD_BYTES) else data


@LINK.case("LK4/changed-bit", "A frame of the handshake with a bit changed", games=NO_GAME, extent=Extent.QUICK)
async def changed_bit(stage: Stage) -> None:
    stage.note("a frame whose last bit is changed")
    await expect_closed_handshake(stage, alter=_with_bit_changed)


@LINK.case("LK4/key-of-zeros", "An ephemeral key of zeros", games=NO_GAME, extent=Extent.QUICK)
async def key_of_zeros(stage: Stage) -> None:
    raw = await stage.connect()
    length = FIRST_BYTES if stage.role is Role.GUEST else SECOND_BYTES
    stage.note("a frame of zeros, so that the shared secret is all zero")
    stage.note_expectation("the connection closed")
    await raw.send(PREAMBLE + frame(bytes(length)))
    await raw.expect_end(5)
    stage.got = "the connection closed"


@LINK.case("LK4/other-prologue", "A handshake with another prologue", games=NO_GAME, roles=_HOST)
async def other_prologue(stage: Stage) -> None:
    raw = await stage.connect()
    stage.note("a handshake with the prologue “mandala-lan/2”")
    stage.note_expectation("the connection closed before the third frame")
    try:
        await shake_by_hand(raw, stage.role, stage.identity, b"mandala-lan/2")
    except HandshakeEnded as ended:
        stage.got = str(ended)
    else:
        raise Unmet(stage.expected, "a finished handshake")


# Identities.


@LINK.case("LK5/false-signature", "An identity payload with a false signature", games=NO_GAME, extent=Extent.QUICK)
async def false_signature(stage: Stage) -> None:
    stage.note("a handshake whose identity has signed something else than its static key")
    await expect_closed_handshake(stage, _FalseSigner(stage.identity.public, stage.identity))


@LINK.case("LK5/identity-of-another", "A signature by another key than the identity", games=NO_GAME)
async def identity_of_another(stage: Stage) -> None:
    class Borrowed:
        public = Identity.generate().public
        sign = stage.identity.sign

    stage.note("the identity of somebody else, with a signature of ours")
    await expect_closed_handshake(stage, Borrowed())


@LINK.case("LK5/replayed", "An identity payload of an earlier connection", games=NO_GAME)
async def replayed(stage: Stage) -> None:
    raw = await stage.connect()
    stage.note("an identity payload that was signed for another static key")
    stage.note_expectation("the connection closed, and no message after the handshake")
    old = stage.identity.public + stage.identity.sign(IDENTITY_TAG + bytes(31) + b"\x09")
    try:
        await shake_by_hand(raw, stage.role, stage.identity, replayed=old)
    except HandshakeEnded as ended:
        stage.got = str(ended)
        return
    if stage.role is Role.HOST:
        raise Unmet(stage.expected, "the third frame")
    # A host may have sent nothing but what it sends before the payload is judged.
    if await raw.expect_end(5):
        raise Unmet(stage.expected, "something after the handshake")
    stage.got = "the connection closed"


@LINK.case("LK10/fresh-static-key", "Two connections have two static keys", games=NO_GAME, extent=Extent.QUICK)
async def fresh_static_key(stage: Stage) -> None:
    stage.note("two handshakes, one after the other")
    stage.note_expectation("one identity, and two static keys")
    shown = []
    for _ in range(2):
        raw = await stage.connect()
        shown.append(await shake_by_hand(raw, stage.role, stage.identity))
        await raw.cut()
    first, second = shown
    if first.static == second.static:
        raise Unmet(stage.expected, f"one static public key, {first.static.hex()}")
    if first.identity != second.identity:
        raise Unmet(stage.expected, "two identities")
    stage.got = "two static keys"


# The end of a stream, and time.


@LINK.case("LK6/end-in-handshake", "A stream that ends within the handshake", games=NO_GAME)
async def end_in_handshake(stage: Stage) -> None:
    raw = await stage.connect()
    stage.note("the preamble, half a frame, and the end of the stream")
    stage.note_expectation("the connection closed, and another one possible")
    await raw.send(PREAMBLE + _announcing(FIRST_BYTES if stage.role is Role.GUEST else SECOND_BYTES) + bytes(16))
    await raw.end_sending()
    await raw.expect_end(5)
    await stage.greet()
    stage.got = "the connection closed, and hello on another one"


@LINK.case("LK7/slow-handshake", "A handshake that is never finished", games=NO_GAME, beside=True)
async def slow_handshake(stage: Stage) -> None:
    raw = await stage.connect()
    stage.note("the preamble, and nothing more")
    stage.note_expectation("the connection closed after 10 s")
    began = trio.current_time()
    await raw.send(PREAMBLE)
    await raw.expect_end(20)
    seconds = trio.current_time() - began
    stage.got = f"the connection closed after {seconds:.1f} s"
    if seconds < 5:
        raise Unmet(stage.expected, stage.got)


@LINK.case(
    "LK12/four-handshakes",
    "Four idle handshakes do not keep a guest out",
    games=NO_GAME,
    roles=_GUEST,
    kind=Kind.SHOULD,
)
async def four_handshakes(stage: Stage) -> None:
    stage.note("four connections on which nothing is said, then a guest")
    stage.note_expectation("hello for the guest")
    for _ in range(4):
        await stage.connect()
    try:
        line = await stage.open_link()
    except HandshakeEnded as ended:
        raise Unmet(stage.expected, str(ended)) from ended
    await line.send(stage.hello())
    heard = await line.next()
    if not line.is_greeted:
        raise Unmet(stage.expected, str(heard))
    stage.got = "hello"


@LINK.case("LK20/somebody-else", "Another identity where the guest looks for the host of its game", roles=_HOST)
async def somebody_else(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("cut the connection, and another identity in the handshake of the next one")
    stage.note_expectation("the connection closed without the third frame")
    await game.line.raw.cut()
    try:
        await stage.open_link(Identity.generate())
    except HandshakeEnded as ended:
        stage.got = str(ended)
    else:
        raise Unmet(stage.expected, "the guest's identity")
