"""Cases of chapter 9: the end of a game."""

from __future__ import annotations

from mandala_net.conformance.case import CaseBook, Extent
from mandala_net.conformance.case_stage import Stage
from mandala_net.conformance.expectations import Refusal
from mandala_net.conformance.findings import Unmet
from mandala_net.conformance.puppet import at, never
from mandala_protocol.errors import Code
from mandala_protocol.wire.messages import End, Move

END = CaseBook()


@END.case("EN11/whole-game", "A whole game to its end, honestly", extent=Extent.QUICK, also=("OR1", "EN5", "EN10"))
async def whole_game(stage: Stage) -> None:
    stage.note_expectation("every entry right, both keys, both results")
    game = await stage.play_to(never)
    result = game.puppet.table.result
    if result is None:
        raise Unmet(stage.expected, "a game without a result")
    stage.got = f"{game.puppet.number} entries, {result.reason}"


@END.case("EN3/agreed-alone", "An end by agreement to which nobody agreed")
async def agreed_alone(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    forged = game.puppet.sealed(End("agreed", game.puppet.table.moves_made, b""))
    await stage.cheat(game, forged, "end, agreed, without a statement", Refusal(Code.NOT_AGREED, "EN3"))
