"""Cases of chapter 10: coming back to a game."""

from __future__ import annotations

from mandala_net.conformance.case import CaseBook, Extent
from mandala_net.conformance.case_stage import Stage
from mandala_net.conformance.puppet import at, never
from mandala_protocol.wire.messages import Move

RESUMING = CaseBook()


@RESUMING.case("RS3/cut-and-resume", "A connection cut before a move, and the game resumed", extent=Extent.QUICK)
async def cut_and_resume(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note(f"cut the connection before entry {game.puppet.number}, and came back")
    stage.note_expectation("resume with the same past, and the game played to its end")
    await game.line.raw.cut()
    await stage.resume(game)
    await game.go_to(never)
    stage.got = f"the game went on to entry {game.puppet.number}"
