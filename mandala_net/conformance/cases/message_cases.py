"""Cases of chapter 3: the messages."""

from __future__ import annotations

from mandala_net.conformance.case import NO_GAME, CaseBook, Extent
from mandala_net.conformance.case_stage import Stage
from mandala_net.conformance.expectations import Refusal, expect_alive
from mandala_net.conformance.probe_line import packed_message, with_length
from mandala_protocol.errors import Code

MESSAGES = CaseBook()


@MESSAGES.case("MS3/not-msgpack", "A message that is not one msgpack value", games=NO_GAME, extent=Extent.QUICK)
async def not_msgpack(stage: Stage) -> None:
    line = await stage.greet()
    stage.note("a message of the byte c1, which msgpack does not use")
    await line.send_raw(with_length(b"\xc1"))
    await stage.expect_refusal(line, Refusal(Code.MALFORMED, "MS3"))


@MESSAGES.case("MS7/unknown-even-kind", "A message of an even kind that does not exist", games=NO_GAME)
async def unknown_even_kind(stage: Stage) -> None:
    line = await stage.greet()
    stage.note("a message of kind 200")
    await line.send_raw(packed_message(200, {}))
    await stage.expect_refusal(line, Refusal(Code.UNKNOWN_MESSAGE, "MS7"))


@MESSAGES.case("MS11/unknown-odd-kind", "A message of an odd kind that does not exist", extent=Extent.QUICK)
async def unknown_odd_kind(stage: Stage) -> None:
    game = await stage.begin()
    stage.note("a message of kind 201 with a map of one field")
    await game.line.send_raw(packed_message(201, {"later": 1}))
    stage.note_expectation("the message ignored: a pong, and no error")
    stage.got = await expect_alive(game.line)
