"""Cases about leaving: with a goodbye or an error, after the last entry, and as one who has waited in vain."""

from __future__ import annotations

from typing import Final

import trio

from mandala_conformance.case import CaseBook, Kind
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.end_cases import early, play_to_end
from mandala_conformance.expectations import expect_end
from mandala_conformance.findings import Unmet
from mandala_conformance.probe_line import LineEnd, answer_text
from mandala_conformance.puppet import at, never
from mandala_net.link.handshake import Role
from mandala_protocol.wire.messages import Bye, End, EntryMessage, Error, Move, Resume

LEAVING = CaseBook()

_GRACE: Final = 3_600
_SETTLED_SECONDS: Final = 5.0
_LEAVES_SECONDS: Final = 20.0
_NO_CODE: Final = 65_535
_NO_REQUIREMENT: Final = "ZZ99"


@LEAVING.case("MS20/unknown-code", "An error with a code and a requirement that nobody knows")
async def unknown_code(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note(f"error with the code {_NO_CODE} and the requirement {_NO_REQUIREMENT}")
    stage.note_expectation("no answer, and the connection closed")
    game.spoilt = True
    await game.line.send(Error(_NO_CODE, _NO_REQUIREMENT, "what a later version says"))
    stage.got = await expect_end(game.line, silent=True)
    if stage.role is Role.HOST:
        game.broken_off = True  # it need not call again
        return
    await stage.resume(game)
    await game.say_next()
    stage.got += "; the game goes on on the next one"


@LEAVING.case("EN12/bye-and-back", "A bye in the middle of a game, and the game resumed")
async def bye_and_back(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("bye before a move, and came back")
    stage.note_expectation("no error, and the game played on")
    game.spoilt = True
    await game.line.send(Bye("later"))
    await expect_end(game.line, silent=True)
    await stage.resume(game)
    await game.say_next()
    if not game.puppet.over and not game.puppet.is_to_speak:
        await game.hear_entry()
    stage.got = f"the game goes on at entry {game.puppet.number}"


@LEAVING.case(
    "TR13/where-the-other-is-due",
    "A game called abandoned where the implementation is to speak",
    roles=(Role.HOST,),
    also=("EN14", "RS3"),
)
async def abandoned_where_the_other_is_due(stage: Stage) -> None:
    """The entry before it is the tester's, and comes together with it: so the implementation could not speak."""
    game = await stage.play_to(early, grace=_GRACE)
    puppet = game.puppet
    known = puppet.number
    stage.note("cut the connection; came back with the entry that was due, and end, abandoned, where the other is due")
    stage.note_expectation("no error, and nothing more of this game: either seat can sign such an end")
    await game.line.raw.cut()
    said = []
    while puppet.is_to_speak:
        said.append(await trio.to_thread.run_sync(puppet.say_next))
    said.append(puppet.say(End("abandoned", puppet.referee.moves_made, b"")))
    line = await stage.come_back(game)
    await line.send(puppet.past)
    heard = await line.next()
    if not isinstance(heard, Resume) or heard.length != known:
        raise Unmet(f"a resume of {known} entries", answer_text(heard))
    await line.send(*said)
    heard = await line.next(_SETTLED_SECONDS)
    if isinstance(heard, Error | EntryMessage):
        raise Unmet(stage.expected, answer_text(heard))
    stage.got = answer_text(heard, _SETTLED_SECONDS)


@LEAVING.case(
    "MS15/after-the-last",
    "Who signed the last entry leaves first, with bye",
    roles=(Role.HOST,),
    also=("LK18",),
    kind=Kind.SHOULD,
)
async def bye_after_the_last(stage: Stage) -> None:
    game = await play_to_end(stage, never)
    stage.note("nothing but pongs after the last entry, which is the implementation's")
    stage.note_expectation("bye, and then the end of the connection")
    heard = await game.line.next(_LEAVES_SECONDS)
    if not isinstance(heard, Bye):
        raise Unmet(stage.expected, answer_text(heard, _LEAVES_SECONDS))
    after = await game.line.next(_LEAVES_SECONDS)
    if not isinstance(after, LineEnd):
        raise Unmet(stage.expected, answer_text(after, _LEAVES_SECONDS))
    stage.got = answer_text(heard)
