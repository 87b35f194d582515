"""Cases of chapter 9.6: games that both adjourn. They are tried if the implementation agrees to adjourn."""

from __future__ import annotations

from mandala_conformance.case import ANY_GAME, CaseBook
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.end_cases import early
from mandala_conformance.expectations import Refusal
from mandala_conformance.findings import NotTried, Unmet
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.probe_line import SMALL_TALK, LineEnd, answer_text
from mandala_protocol.errors import Code
from mandala_protocol.wire.messages import Adjourn, Body, Bye, Decline, Offer

ADJOURNING = CaseBook()

_DECIDING_SECONDS = 10
_CLOSING_SECONDS = 20
_WISH = "adjourn"


async def _agreed_adjournment(stage: Stage) -> tuple[ProbeGame, Adjourn]:
    """A game in which the tester is to speak, and an adjournment to which the implementation has agreed."""
    game = await stage.play_to(early)
    stage.note("an offer to adjourn")
    await game.line.send(game.puppet.wish(_WISH))
    heard = await game.line.next(_DECIDING_SECONDS)
    if heard is None or isinstance(heard, Decline):
        raise NotTried("the implementation does not agree to adjourn a game")
    if not isinstance(heard, Offer) or heard.wish != _WISH:
        raise Unmet("the same offer, or decline", answer_text(heard))
    return game, Adjourn(heard.turn, heard.signature)


async def _expect_closed(stage: Stage, game: ProbeGame) -> None:
    """Expect the connection closed behind an adjournment; wishes can have crossed with it."""
    heard = await game.line.next(_CLOSING_SECONDS, without=(*SMALL_TALK, Offer, Decline, Bye))
    if not isinstance(heard, LineEnd) or heard.fault:
        raise Unmet(stage.expected or "the connection closed", answer_text(heard, _CLOSING_SECONDS))


@ADJOURNING.case("EN15/adjourned", "A game that both adjourn, and play on", games=ANY_GAME, also=("EN13",))
async def adjourned(stage: Stage) -> None:
    game, adjournment = await _agreed_adjournment(stage)
    stage.note("adjourn with the other's wish")
    stage.note_expectation("nothing more, the connection closed, and the game goes on with the next one")
    await game.say(adjournment)
    await _expect_closed(stage, game)
    await stage.resume(game)
    entry = await game.say_and_hear()
    stage.got = f"the connection closed; on the next one entry {entry.number}"


@ADJOURNING.case("EN15/entry-behind", "An entry behind an adjournment, on the same connection", games=ANY_GAME)
async def entry_behind(stage: Stage) -> None:
    game, adjournment = await _agreed_adjournment(stage)
    stage.note("adjourn with the other's wish, and the entry that is due behind it")
    game.spoilt = True
    message = game.puppet.say(adjournment)
    due = game.puppet.sealed(await game.next_body())
    await game.line.send(message, due.message())
    await stage.expect_refusal(game.line, Refusal(Code.OUT_OF_TURN, "EN15"), passing=(Offer, Decline))


@ADJOURNING.case("EN13/twice-in-a-turn", "A second adjournment in one turn, with the same wish", games=ANY_GAME)
async def twice_in_a_turn(stage: Stage) -> None:
    game, adjournment = await _agreed_adjournment(stage)
    stage.note("adjourn, and the game resumed")
    await game.say(adjournment)
    await _expect_closed(stage, game)
    await stage.resume(game)
    again: Body = adjournment
    await stage.cheat(game, game.puppet.sealed(again), "the same adjournment again", Refusal(Code.NOT_AGREED, "EN13"))
