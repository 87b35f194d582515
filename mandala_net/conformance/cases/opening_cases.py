"""Cases of chapter 6: the opening."""

from __future__ import annotations

from attrs import evolve

from mandala_net.conformance.case import CaseBook, Extent
from mandala_net.conformance.case_stage import Stage
from mandala_net.conformance.expectations import Refusal
from mandala_net.conformance.puppet import at
from mandala_protocol.errors import Code
from mandala_protocol.wire.messages import Body, Open

OPENING = CaseBook()


def _other_nonce(body: Body) -> Body:
    assert isinstance(body, Open)
    return evolve(body, nonce=bytes(32))


@OPENING.case("OP2/other-nonce", "Another nonce than was committed to", extent=Extent.QUICK)
async def other_nonce(stage: Stage) -> None:
    await stage.tamper(at(Open), "with a nonce of zeros", _other_nonce, Refusal(Code.BAD_COMMITMENT, "OP2"))
