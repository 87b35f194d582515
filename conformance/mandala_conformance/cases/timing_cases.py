"""Times that are worth knowing: none of them is a fault."""

from __future__ import annotations

import trio

from mandala_conformance.case import CaseBook, Kind
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.end_cases import early
from mandala_conformance.puppet import at, never
from mandala_net.link.handshake import Role
from mandala_protocol.wire.messages import Shuffle, name_of_kind

TIMES = CaseBook()


@TIMES.case("OR6/answers", "The time from each entry to the next, in a whole game", kind=Kind.TIMING)
async def answers(stage: Stage) -> None:
    stage.note("a whole game")
    stage.note_expectation("each entry within 30 s")
    game = await stage.whole_game()
    await game.go_to(never)
    longest, kind = max(game.answers)
    stage.got = f"{len(game.answers)} entries, the slowest a {kind} after {longest:.3f} s"


@TIMES.case("OR6/shuffle", "The time from the tester's shuffle to the next entry", games=("mandala",), kind=Kind.TIMING)
async def shuffle(stage: Stage) -> None:
    game = await stage.play_to(at(Shuffle))
    stage.note("a shuffle")
    stage.note_expectation("the next entry within 30 s")
    await game.say_next()
    began = trio.current_time()
    entry = await game.hear_entry()
    stage.got = f"a {name_of_kind(type(entry.body))} after {trio.current_time() - began:.3f} s"


@TIMES.case("RS16/calls-again", "The time from a lost connection to the next one", kind=Kind.TIMING)
async def calls_again(stage: Stage) -> None:
    game = await stage.play_to(early)
    stage.note("cut the connection, and came back at once")
    stage.note_expectation("the game goes on")
    await game.line.raw.cut()
    began = trio.current_time()
    await stage.resume(game)
    stage.got = f"both records equal after {trio.current_time() - began:.3f} s"


@TIMES.case("RS17/ready-again", "The time from a game to the next one", roles=(Role.GUEST,), kind=Kind.TIMING)
async def ready_again(stage: Stage) -> None:
    game = await stage.play_to(early)
    stage.note("a game to its end, and a call for a new one")
    stage.note_expectation("a proposal")
    await game.end()
    began = trio.current_time()
    again = await stage.begin()
    again.broken_off = True
    stage.got = f"a proposal after {trio.current_time() - began:.3f} s"
