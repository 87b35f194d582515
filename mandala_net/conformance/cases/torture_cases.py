"""Cases across the chapters: what is legal and hard to take."""

from __future__ import annotations

from mandala_net.conformance.case import CaseBook, Extent
from mandala_net.conformance.case_stage import Stage
from mandala_net.conformance.puppet import at
from mandala_net.link.noise import MAX_PLAINTEXT
from mandala_protocol.wire.messages import Commit

TORTURE = CaseBook()


@TORTURE.case("LK9/one-byte-frames", "Messages in frames of one byte each", extent=Extent.QUICK)
async def one_byte_frames(stage: Stage) -> None:
    game = await stage.play_to(at(Commit))
    stage.note(f"entry {game.puppet.number} in frames of one byte")
    stage.note_expectation("the next entry of the game")
    game.line.in_frames_of = 1
    await game.say_next()
    game.line.in_frames_of = MAX_PLAINTEXT  # frames have a weight too (MS18)
    entry = await game.hear_entry()
    stage.got = f"entry {entry.number}"
