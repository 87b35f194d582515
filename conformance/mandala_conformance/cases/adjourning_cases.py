"""Cases of chapter 9 that need the implementation's agreement: to adjourn, to a draw, and its wish as a statement.

They are tried if the implementation agrees to an offer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import trio

from mandala_conformance.case import ANY_GAME, CaseBook
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.end_cases import FALSE_STATEMENT, early
from mandala_conformance.expectations import Refusal
from mandala_conformance.findings import NotTried, Unmet
from mandala_conformance.mandala_tie import is_tie_by_cup, is_worth_an_offer, is_worth_an_offer_or_late, towards_a_tie
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.probe_line import SMALL_TALK, LineEnd, answer_text
from mandala_conformance.puppet import Puppet, never
from mandala_protocol.errors import Code
from mandala_protocol.wire.messages import Adjourn, Body, Bye, Decline, End, Offer

ADJOURNING = CaseBook()

_DECIDING_SECONDS: Final = 10
_CLOSING_SECONDS: Final = 20

_MOST_GAMES: Final = 40
"""The most games on the way to a tie: against a player by chance one of five or six comes to it."""

_TIE_SECONDS: Final = 400.0
"""The seconds after which no more game is begun on the way to a tie."""


async def _agreed(stage: Stage, wish: str) -> tuple[ProbeGame, Offer]:
    """A game in which the tester is to speak, and the implementation's own wish, by which it agrees to an offer.

    Raises ``NotTried`` if it does not agree, as is its right.
    """
    game = await stage.play_to(early)
    return game, await _agree(stage, game, wish)


async def _agree(stage: Stage, game: ProbeGame, wish: str) -> Offer:
    """Make an offer, and return the wish by which the implementation agrees. Raises ``NotTried`` if it does not."""
    stage.note(f"an offer: {wish}")
    await game.line.send(game.puppet.wish(wish))
    heard = await game.line.next(_DECIDING_SECONDS)
    if isinstance(heard, Offer) and heard.wish == wish:
        return heard
    if heard is None or isinstance(heard, Decline | Offer):
        raise NotTried(f"the implementation does not agree to an offer: {wish}")
    raise Unmet("the same offer, or decline", answer_text(heard))


def _resigned(wish: Offer) -> Body:
    return End("resigned", wish.turn, wish.signature)


def _ended(wish: Offer) -> Body:
    return End("agreed", wish.turn, wish.signature)


def _adjourned(wish: Offer) -> Body:
    return Adjourn(wish.turn, wish.signature)


# Adjourning.


async def _expect_closed(stage: Stage, game: ProbeGame) -> None:
    """Expect the connection closed behind an adjournment; wishes can have crossed with it."""
    heard = await game.line.next(_CLOSING_SECONDS, without=(*SMALL_TALK, Offer, Decline, Bye))
    if not isinstance(heard, LineEnd) or heard.fault:
        raise Unmet(stage.expected or "the connection closed", answer_text(heard, _CLOSING_SECONDS))


@ADJOURNING.case("EN15/adjourned", "A game that both adjourn, and play on", games=ANY_GAME, also=("EN13",))
async def adjourned(stage: Stage) -> None:
    game, wish = await _agreed(stage, "adjourn")
    stage.note("adjourn with the other's wish")
    stage.note_expectation("nothing more, the connection closed, and the game goes on with the next one")
    await game.say(_adjourned(wish))
    await _expect_closed(stage, game)
    await stage.resume(game)
    entry = await game.say_and_hear()
    stage.got = f"the connection closed; on the next one entry {entry.number}"


@ADJOURNING.case("EN15/entry-behind", "An entry behind an adjournment, on the same connection", games=ANY_GAME)
async def entry_behind(stage: Stage) -> None:
    game, wish = await _agreed(stage, "adjourn")
    stage.note("adjourn with the other's wish, and the entry that is due behind it")
    game.spoilt = True
    message = game.puppet.say(_adjourned(wish))
    due = game.puppet.sealed(await game.next_body())
    await game.line.send(message, due.message())
    await stage.expect_refusal(game.line, Refusal(Code.OUT_OF_TURN, "EN15"), passing=(Offer, Decline))


@ADJOURNING.case("EN13/twice-in-a-turn", "A second adjournment in one turn, with the same wish", games=ANY_GAME)
async def twice_in_a_turn(stage: Stage) -> None:
    game, wish = await _agreed(stage, "adjourn")
    stage.note("adjourn, and the game resumed")
    await game.say(_adjourned(wish))
    await _expect_closed(stage, game)
    await stage.resume(game)
    again = game.puppet.sealed(_adjourned(wish))
    await stage.cheat(game, again, "the same adjournment again", Refusal(Code.NOT_AGREED, "EN13"))


# A draw, and a tie.


@ADJOURNING.case("EN11/draw", "A game that both end before anyone has a point", also=("EN5",))
async def draw(stage: Stage) -> None:
    game, wish = await _agreed(stage, "end")
    stage.note("end, agreed, with the other's wish")
    stage.note_expectation("both keys, and results without a winner: points and cups are equal (E7, G4)")
    await game.say(_ended(wish))
    await game.go_to(never)
    stage.got = "the game ended in a draw"


async def _end_agreed(stage: Stage, game: ProbeGame, wish: Offer) -> None:
    """End the game with the other's wish, and play to its result."""
    stage.note(f"entry {game.puppet.number}: end, agreed, with the other's wish")
    await game.say(_ended(wish))
    await game.go_to(never)
    await game.end()


@ADJOURNING.case(
    "EN11/tie", "A game that both end at equal points, with cups that are not equal", games=("mandala",), also=("EN5",)
)
async def tie(stage: Stage) -> None:
    """Two cards of the other cup are hidden, so it takes some games. Who agrees to no offer is asked only once."""
    await _end_agreed(stage, *await _agreed(stage, "end"))
    stage.note_expectation("results in which the player with fewer cards in the cup has won (E6)")
    until = trio.current_time() + _TIE_SECONDS * stage.slowness
    for number in range(_MOST_GAMES):
        if trio.current_time() > until:
            break
        try:
            game = await stage.play_to(is_worth_an_offer_or_late, choose=towards_a_tie(number))
        except NotTried:
            continue
        if not is_worth_an_offer(game.puppet):
            await game.end()
            continue
        await _end_agreed(stage, game, await _agree(stage, game, "end"))
        if is_tie_by_cup(game.puppet):
            stage.got = f"the fewer cards have won: {game.puppet.referee.rules.position(game.puppet.referee.state)}"
            return
    raise NotTried(f"no game came to a tie, in {_MOST_GAMES} games or {_TIE_SECONDS:g} s")


# Its wish as the statement of something else (EN2).

_OTHER_STATEMENTS: Final[tuple[tuple[str, str, str, Callable[[Offer], Body]], ...]] = (
    ("their-adjourn-as-resigned", "The other's resignation, with its offer to adjourn", "adjourn", _resigned),
    ("their-adjourn-as-agreed", "An end by agreement with the other's offer to adjourn", "adjourn", _ended),
    ("their-end-as-resigned", "The other's resignation, with its offer to end", "end", _resigned),
    ("their-end-as-adjourned", "An adjournment with the other's offer to end", "end", _adjourned),
)


async def _state_otherwise(stage: Stage, title: str, wish: str, make: Callable[[Offer], Body]) -> None:
    game, agreed = await _agreed(stage, wish)
    await stage.cheat(game, game.puppet.sealed(make(agreed)), title, FALSE_STATEMENT, passing=(Offer, Decline))


for _word, _title, _wish, _make in _OTHER_STATEMENTS:
    ADJOURNING.case(f"EN2/{_word}", _title, games=ANY_GAME, also=("EN6",))(
        partial(_state_otherwise, title=_title, wish=_wish, make=_make)
    )


@ADJOURNING.case(
    "EN2/their-earlier-end", "An end by agreement with the other's offer of an earlier turn", games=ANY_GAME
)
async def of_an_earlier_turn(stage: Stage) -> None:
    game, wish = await _agreed(stage, "end")
    stage.note("played on, so that the wish is void")

    def later(puppet: Puppet) -> bool:
        return early(puppet) and puppet.referee.moves_made > wish.turn

    await game.go_to(later)
    old = End("agreed", game.puppet.referee.moves_made, wish.signature)
    what = "end, agreed, with the wish of before"
    await stage.cheat(game, game.puppet.sealed(old), what, FALSE_STATEMENT, passing=(Offer, Decline))


@ADJOURNING.case(
    "EN8/their-first-wish",
    "An end by agreement with the other's offer to end, when it has been offered to adjourn since",
    also=("EN2", "EN9"),
    games=ANY_GAME,
)
async def their_first_wish(stage: Stage) -> None:
    game, wish = await _agreed(stage, "end")
    stage.note("an offer to adjourn, and then end, agreed, with the wish of before")
    stage.note_expectation("the end taken, as what was signed stays signed, and both keys and results")
    await game.line.send(game.puppet.wish("adjourn"))
    heard = await game.line.next(_DECIDING_SECONDS)
    if not isinstance(heard, Offer | Decline | None):
        raise Unmet("the same offer, or decline", answer_text(heard))
    await game.say(_ended(wish))
    await game.go_to(never)
    stage.got = "the game ended by agreement"
