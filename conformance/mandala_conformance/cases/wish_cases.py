"""Cases of chapter 9.1: wishes, whether they hold, and how they are declined."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import trio
from attrs import evolve, frozen

from mandala_conformance.case import CaseBook, Extent, Kind
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.end_cases import early, play_to_end
from mandala_conformance.expectations import Refusal, expect_alive, expect_silence
from mandala_conformance.findings import Unmet
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.probe_line import answer_text
from mandala_conformance.puppet import Puppet, Until, at, never
from mandala_net.trust.identity import Identity
from mandala_protocol.errors import Code
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.record.transcript import Entry
from mandala_protocol.wire.messages import (
    RESIGN,
    Commit,
    Decline,
    End,
    Key,
    Message,
    Move,
    Offer,
    Shuffle,
    name_of_kind,
)

WISHES = CaseBook()

_DECIDING_SECONDS: Final = 10.0

_WITH_CARDS: Final = ("mandala",)
"""Games in which an entry that needs no decision of the implementation's follows one of the tester's in one turn."""


async def _say_behind(game: ProbeGame, *messages: Message) -> None:
    """Say the honest entry that is due behind these messages, in one piece."""
    message = await trio.to_thread.run_sync(game.puppet.say_next)
    await game.line.send(*messages, message)


def _wish(puppet: Puppet, wish: str, later: int = 0) -> Offer:
    """A rightly signed wish, at a turn that need not be this one."""
    turn = puppet.referee.moves_made + later
    return Offer(wish, turn, puppet.identity.sign(offer_statement(puppet.referee.game_id, wish, turn)))


# Wishes that are wrong.


@frozen
class _FalseWish:
    """A wish of this turn with a signature that is not right. ``make`` changes the right one."""

    name: str
    title: str
    wish: str
    make: Callable[[Puppet, Offer], Offer]
    extent: Extent = Extent.STANDARD


def _signed_for(
    wish: str | None = None, later: int = 0, game_id: bytes | None = None
) -> Callable[[Puppet, Offer], Offer]:
    """The signature of another wish, turn or game."""

    def made(puppet: Puppet, right: Offer) -> Offer:
        referee = puppet.referee
        statement = offer_statement(game_id or referee.game_id, wish or right.wish, right.turn + later)
        return evolve(right, signature=puppet.identity.sign(statement))

    return made


def _signed_by_another(puppet: Puppet, right: Offer) -> Offer:
    return puppet.wish(right.wish, Identity.generate())


def _with_changed_bit(_: Puppet, right: Offer) -> Offer:
    return evolve(right, signature=right.signature[:-1] + bytes([right.signature[-1] ^ 1]))


_FALSE_WISHES: Final = (
    _FalseWish("EN6/changed-bit", "A wish to resign with a changed bit", RESIGN, _with_changed_bit, Extent.QUICK),
    _FalseWish("EN6/another-identity", "A wish to resign, signed by somebody else", RESIGN, _signed_by_another),
    _FalseWish("EN6/another-game", "A wish to end, signed for another game", "end", _signed_for(game_id=bytes(32))),
    _FalseWish("EN6/another-turn", "A wish to end, signed for another turn", "end", _signed_for(later=1)),
    _FalseWish("EN6/another-wish", "A wish to resign, signed as an offer to end", RESIGN, _signed_for("end")),
    _FalseWish("EN6/adjourn", "An offer to adjourn, signed as one to end", "adjourn", _signed_for("end")),
)


async def _send_false_wish(false: _FalseWish, stage: Stage) -> None:
    game = await stage.play_to(early)
    stage.note(false.title)
    game.spoilt = True
    await game.line.send(false.make(game.puppet, game.puppet.wish(false.wish)))
    await stage.expect_refusal(game.line, Refusal(Code.BAD_SIGNATURE, "EN6"))


for _false in _FALSE_WISHES:
    WISHES.case(_false.name, _false.title, extent=_false.extent)(partial(_send_false_wish, _false))


# Wishes that are void.


@frozen
class _VoidWish:
    """A wish to resign that does not hold: said ``behind`` the entry that is due at this place, or before it."""

    name: str
    title: str
    until: Until
    later: int = 0
    behind: bool = False
    ended: bool = False


_VOID_WISHES: Final = (
    _VoidWish("EN7/in-opening", "A wish to resign in the opening", at(Commit)),
    _VoidWish("EN7/at-the-end", "A wish to resign when the keys are due", at(Key), ended=True),
    _VoidWish("EN8/later-turn", "A wish to resign at a later turn", early, later=1),
    _VoidWish("EN8/before-a-move", "A wish to resign, and a move in the same frame", at(Move)),
    _VoidWish("EN8/behind-a-move", "A wish to resign at the turn before, behind a move", at(Move), behind=True),
)


async def _send_void_wish(void: _VoidWish, stage: Stage) -> None:
    game = await play_to_end(stage, void.until) if void.ended else await stage.play_to(void.until)
    referee, wish = game.puppet.referee, _wish(game.puppet, RESIGN, void.later)
    moves = referee.moves_made
    message = await trio.to_thread.run_sync(game.puppet.say_next)
    entry = referee.transcript.entries[-1]
    said = f"entry {entry.number}, {name_of_kind(type(entry.body))}"
    wished = f"the wish resign of turn {wish.turn}, with {referee.moves_made if void.behind else moves} moves made"
    stage.note("in one frame " + ", then ".join((said, wished) if void.behind else (wished, said)))
    stage.note_expectation("the wish ignored: the game goes on, and nobody has resigned")
    await game.line.send(*((message, wish) if void.behind else (wish, message)))
    if void.ended:
        await game.go_to(never)
        stage.got = "the game ended as it was to end"
        return
    if game.puppet.is_to_speak:
        stage.got = await expect_alive(game.line)
        return
    entry = await game.hear_entry()
    if isinstance(entry.body, End):
        raise Unmet(stage.expected, f"entry {entry.number}: end, {entry.body.reason}, at turn {entry.body.turn}")
    stage.got = f"{name_of_kind(type(entry.body))}, and the game goes on"


for _void in _VOID_WISHES:
    WISHES.case(_void.name, _void.title, also=("EN8",))(partial(_send_void_wish, _void))


# Wishes to resign that hold.


async def _hear_resignation(stage: Stage, game: ProbeGame) -> None:
    """Expect that the implementation ends the game with the tester's wish, and play to the result."""
    entry: Entry = await game.hear_entry()
    if not isinstance(entry.body, End) or entry.body.reason != "resigned":
        raise Unmet(stage.expected, f"entry {entry.number}: {name_of_kind(type(entry.body))}")
    await game.go_to(never)
    stage.got = "end, resigned, and results"


@WISHES.case("EN9/resigned-by-wish", "A wish to resign", games=_WITH_CARDS, extent=Extent.QUICK, also=("EN10",))
async def resigned_by_wish(stage: Stage) -> None:
    game = await stage.play_to(at(Shuffle))
    stage.note("a wish to resign, and a shuffle in the same frame")
    stage.note_expectation("end, resigned, with the wish, instead of what is due")
    await _say_behind(game, game.puppet.wish(RESIGN))
    await _hear_resignation(stage, game)


@WISHES.case("EN8/not-replaced", "A wish to resign that another wish does not replace", games=_WITH_CARDS)
async def not_replaced(stage: Stage) -> None:
    game = await stage.play_to(at(Shuffle))
    stage.note("a wish to resign, one to end, and a shuffle in the same frame")
    stage.note_expectation("end, resigned, with the first wish")
    await _say_behind(game, game.puppet.wish(RESIGN), game.puppet.wish("end"))
    await _hear_resignation(stage, game)


@WISHES.case("EN8/again", "A wish to resign, said twice", games=_WITH_CARDS)
async def said_twice(stage: Stage) -> None:
    game = await stage.play_to(at(Shuffle))
    stage.note("a wish to resign, the same once more, and a shuffle in the same frame")
    stage.note_expectation("end, resigned, with the wish")
    await _say_behind(game, game.puppet.wish(RESIGN), game.puppet.wish(RESIGN))
    await _hear_resignation(stage, game)


@WISHES.case("EN9/resigned-before-a-cut", "A wish to resign on the next connection", games=_WITH_CARDS, also=("RS3",))
async def resigned_on_the_next(stage: Stage) -> None:
    game = await stage.play_to(at(Shuffle))
    stage.note("cut the connection, came back, and sent a wish to resign and a shuffle")
    stage.note_expectation("end, resigned, with the wish")
    await game.line.raw.cut()
    await stage.resume(game)
    await _say_behind(game, game.puppet.wish(RESIGN))
    await _hear_resignation(stage, game)


# Offers.


async def _offer(stage: Stage, wish: str) -> ProbeGame:
    """Make an offer while the tester is to move: the implementation can only decline, or say that it agrees."""
    game = await stage.play_to(at(Move))
    offer = game.puppet.wish(wish)
    stage.note(f"an offer: {wish}")
    stage.note_expectation(f"decline, or the same wish, within {_DECIDING_SECONDS:g} s")
    await game.line.send(offer)
    heard = await game.line.next(_DECIDING_SECONDS)
    if not isinstance(heard, Decline | Offer) or (heard.wish, heard.turn) != (offer.wish, offer.turn):
        raise Unmet(stage.expected, answer_text(heard, _DECIDING_SECONDS))
    stage.got = answer_text(heard)
    return game


@WISHES.case("EN16/end", "An offer to end the game", kind=Kind.SHOULD)
async def offer_to_end(stage: Stage) -> None:
    await _offer(stage, "end")


@WISHES.case("EN16/adjourn", "An offer to adjourn the game", kind=Kind.SHOULD)
async def offer_to_adjourn(stage: Stage) -> None:
    await _offer(stage, "adjourn")


@WISHES.case("EN16/once", "An offer that is made again, is one offer", kind=Kind.SHOULD)
async def offer_again(stage: Stage) -> None:
    game = await _offer(stage, "end")
    stage.note("the same offer again")
    stage.note_expectation("nothing: each wish is declined once")
    await game.line.send(game.puppet.wish("end"))
    await expect_alive(game.line)
    stage.got = await expect_silence(game.line, 1)


@WISHES.case("EN8/offers-do-not-stop-the-game", "Offers, and a move in the same frame", extent=Extent.QUICK)
async def offers_and_a_move(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    stage.note("an offer to end, one to adjourn, and a move in the same frame")
    stage.note_expectation("the game goes on, and nobody ends or adjourns it by an offer that is void")
    await _say_behind(game, game.puppet.wish("end"), game.puppet.wish("adjourn"))
    while not game.puppet.is_to_speak:
        await game.hear_entry()
    if not game.puppet.referee.playing:
        raise Unmet(stage.expected, "the game ended")
    stage.got = await expect_alive(game.line)


# Declines.


@frozen
class _OddDecline:
    """Declines that name no offer of the implementation's."""

    name: str
    title: str
    until: Until
    make: Callable[[int], tuple[Decline, ...]]


_ODD_DECLINES: Final = (
    _OddDecline("EN17/no-offer", "A decline of an offer that nobody made", early, lambda turn: (Decline("end", turn),)),
    _OddDecline("EN17/twice", "Two declines", early, lambda turn: (Decline("adjourn", turn),) * 2),
    _OddDecline("EN17/another-turn", "A decline at another turn", early, lambda turn: (Decline("end", turn + 7),)),
    _OddDecline("EN17/in-opening", "A decline in the opening", at(Commit), lambda _: (Decline("end", 0),)),
)


async def _send_odd_declines(odd: _OddDecline, stage: Stage) -> None:
    game = await stage.play_to(odd.until)
    stage.note(odd.title)
    stage.note_expectation("nothing: it is ignored")
    await game.line.send(*odd.make(game.puppet.referee.moves_made))
    stage.got = await expect_alive(game.line)


for _odd in _ODD_DECLINES:
    WISHES.case(_odd.name, _odd.title)(partial(_send_odd_declines, _odd))
