"""Cases of chapter 8: play."""

from __future__ import annotations

from attrs import evolve

from mandala_net.conformance.case import CaseBook, Extent
from mandala_net.conformance.case_stage import Stage
from mandala_net.conformance.expectations import Refusal
from mandala_net.conformance.puppet import at
from mandala_protocol.errors import Code
from mandala_protocol.wire.messages import Body, Move

PLAY = CaseBook()


def _no_move(body: Body) -> Body:
    assert isinstance(body, Move)
    return evolve(body, move="Zz")


def _other_digest(body: Body) -> Body:
    assert isinstance(body, Move)
    return evolve(body, digest=bytes(32))


@PLAY.case("PL1/no-move", "A text that is no move", extent=Extent.QUICK)
async def no_move(stage: Stage) -> None:
    await stage.tamper(at(Move), "“Zz”", _no_move, Refusal(Code.ILLEGAL_MOVE, "PL1"))


@PLAY.case("PL6/other-digest", "A move with the digest of another position", extent=Extent.QUICK)
async def other_digest(stage: Stage) -> None:
    await stage.tamper(at(Move), "with a digest of zeros", _other_digest, Refusal(Code.STATE_MISMATCH, "PL6"))
