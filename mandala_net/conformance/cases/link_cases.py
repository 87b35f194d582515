"""Cases of chapter 2: the link, below all messages."""

from __future__ import annotations

from attrs import frozen

from mandala_net.conformance.case import NO_GAME, CaseBook, Extent
from mandala_net.conformance.case_stage import Stage
from mandala_net.conformance.findings import Unmet
from mandala_net.conformance.raw_connection import Altering, HandshakeEnded
from mandala_net.link.handshake import PREAMBLE
from mandala_protocol.record.signatures import Signer

LINK = CaseBook()


@frozen
class _FalseSigner:
    """A signer whose signatures are of something else."""

    public: bytes
    _honest: Signer

    def sign(self, data: bytes) -> bytes:
        return self._honest.sign(data + b"!")


async def _expect_closed_handshake(stage: Stage, identity: Signer | None = None, alter: Altering | None = None) -> None:
    """Expect that the implementation closes the connection instead of finishing this handshake, or right after it."""
    stage.note_expectation("the connection closed, and no message after the handshake")
    try:
        line = await stage.open_link(identity, alter)
    except HandshakeEnded as ended:
        stage.got = str(ended)
        return
    # The guest's side of a handshake is finished with its own last frame.
    await line.raw.end_sending()
    if await line.next(without=()) is None or line.is_greeted:
        raise Unmet(stage.expected, "a finished handshake")
    stage.got = "the connection closed"


@LINK.case("LK1/wrong-name", "A preamble of another protocol", games=NO_GAME, extent=Extent.QUICK)
async def wrong_name(stage: Stage) -> None:
    raw = await stage.connect()
    stage.note("the preamble “MANDOLA” 1")
    stage.note_expectation("the connection closed")
    await raw.send(b"MANDOLA\x01")
    await raw.expect_end()
    stage.got = "the connection closed"


@LINK.case("LK2/version-2", "A preamble of version 2", games=NO_GAME, extent=Extent.QUICK)
async def version_2(stage: Stage) -> None:
    raw = await stage.connect()
    stage.note("the preamble of version 2")
    stage.note_expectation("the connection closed")
    await raw.send(PREAMBLE[:-1] + b"\x02")
    await raw.expect_end()
    stage.got = "the connection closed"


@LINK.case("LK5/false-signature", "An identity payload with a false signature", games=NO_GAME, extent=Extent.QUICK)
async def false_signature(stage: Stage) -> None:
    stage.note("a handshake whose identity has signed something else than its static key")
    await _expect_closed_handshake(stage, _FalseSigner(stage.identity.public, stage.identity))
