"""Cases of chapter 4: entries, their chain and their signatures."""

from __future__ import annotations

from attrs import evolve

from mandala_net.conformance.case import CaseBook, Extent
from mandala_net.conformance.case_stage import Stage
from mandala_net.conformance.expectations import Refusal
from mandala_net.conformance.puppet import at
from mandala_protocol.errors import Code
from mandala_protocol.record.transcript import seal
from mandala_protocol.wire.messages import Commit, Move

RECORD = CaseBook()


@RECORD.case("TR7/false-signature", "An entry with a signature of something else", extent=Extent.QUICK)
async def false_signature(stage: Stage) -> None:
    game = await stage.play_to(at(Commit))
    entry = game.puppet.sealed(await game.next_body())
    stage.note(f"entry {entry.number} with a signature in which one bit is changed")
    await game.send_forged(evolve(entry, signature=bytes([entry.signature[0] ^ 1]) + entry.signature[1:]))
    await stage.expect_refusal(game.line, Refusal(Code.BAD_SIGNATURE, "TR7"))


@RECORD.case("TR5/skipped-number", "An entry that skips a number")
async def skipped_number(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    puppet = game.puppet
    entry = seal(puppet.number + 1, puppet.table.transcript.head, await game.next_body(), puppet.identity)
    stage.note(f"entry {entry.number} where {puppet.number} is due")
    await game.send_forged(entry)
    await stage.expect_refusal(game.line, Refusal(Code.BROKEN_CHAIN, "TR5"))
