"""Cheats late in a game, and within rare phases. To most of these test games lead, if the implementation takes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from attrs import evolve, frozen

from mandala_conformance.case import CaseBook
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.deck_cases import CARD_GAMES, FALSE_SHARES, FALSE_SHUFFLE, TWICE, with_row
from mandala_conformance.cases.rare_cases import begin_rare_game
from mandala_conformance.cases.rule_cases import FORBIDDEN, Breach, game_with, with_cards
from mandala_conformance.expectations import Refusal
from mandala_conformance.item_changes import OTHER_POINTS, OTHER_SCALARS, with_last_item
from mandala_conformance.puppet import Puppet, Until, at, at_move_with_cards
from mandala_conformance.rare_games import RARE_GAMES
from mandala_net.link.handshake import Role
from mandala_protocol.errors import Code
from mandala_protocol.poker.group import SIZE
from mandala_protocol.wire.messages import Body, Key, Mix, Move, ResultBody, Share, Shuffle

RARE_CHEATS = CaseBook()

_WRONG_RESULT: Final = Refusal(Code.WRONG_RESULT, "EN5")
_NO_MOVE_DUE: Final = Refusal(Code.OUT_OF_TURN, "OR1")

_SOME_MOVES: Final = 8


@frozen
class _RareCheat:
    """A wrong entry in a rare phase. ``make`` gets the honest one that is due at this place."""

    name: str
    title: str
    game: str
    phase: str
    until: Until
    make: Callable[[Puppet, Body], Body]
    refusal: Refusal


async def _cheat_there(cheat: _RareCheat, stage: Stage) -> None:
    game = await begin_rare_game(stage, RARE_GAMES[cheat.game][cheat.phase])
    await game.go_to(cheat.until)
    wrong = cheat.make(game.puppet, await game.next_body())
    await stage.cheat(game, game.puppet.sealed(wrong), cheat.title, cheat.refusal)


# Moves.


_LAST_CARD: Final = Breach("A6")


def _against(breach: Breach) -> Callable[[Puppet, Body], Body]:
    def made(puppet: Puppet, _: Body) -> Body:
        notation = breach.move(puppet)
        assert notation is not None, f"{breach.point} forbids a move here"
        return Move(notation, with_cards(puppet, notation), bytes(32))

    return made


def _a_move(puppet: Puppet, _: Body) -> Body:
    """A discard, as though the game were not over."""
    notation = "Cr1"
    return Move(notation, with_cards(puppet, notation), bytes(32))


# Shuffles.


def _reshuffle_in(phase: str, count: str | None = None) -> Until:
    """The moment when the tester is to shuffle within a draw or a refill, ``count`` cards before its end if given."""

    def reached(puppet: Puppet) -> bool:
        referee = puppet.referee
        if not puppet.pending(Shuffle) or referee.moves_made == 0:
            return False
        fields = referee.rules.position(referee.state).split(" ")[2].split(":")
        return fields[0] == phase and count in (None, fields[3])

    return reached


def _card_twice(_: Puppet, due: Body) -> Body:
    return with_row(due, "cards", TWICE.change(2 * SIZE))


# Results.


def _other_reason(_: Puppet, due: Body) -> Body:
    assert isinstance(due, ResultBody)
    return evolve(due, reason="agreed")


def _point_more(_: Puppet, due: Body) -> Body:
    assert isinstance(due, ResultBody)
    return evolve(due, scores=(due.scores[0] + 1, due.scores[1]))


_CHEATS: Final = (
    _RareCheat(
        "PL3/A6",
        "A build with the last card, when nothing is left to draw",
        "mandala",
        "A6: one card in the hand, and nothing left to draw",
        _LAST_CARD.is_there,
        _against(_LAST_CARD),
        FORBIDDEN,
    ),
    _RareCheat(
        "OR1/move-after-stalemate",
        "A discard after the one that ended the game",
        "mandala",
        "end: stalemate",
        at(Key),
        _a_move,
        _NO_MOVE_DUE,
    ),
    _RareCheat(
        "OR1/move-after-colour",
        "A discard when all cards of a colour are claimed",
        "mandala",
        "end: colour",
        at(Key),
        _a_move,
        _NO_MOVE_DUE,
    ),
    _RareCheat(
        "DK4/reshuffle-in-draw",
        "A card twice in a shuffle within a draw",
        "mandala",
        "reshuffle in draw",
        _reshuffle_in("draw"),
        _card_twice,
        FALSE_SHUFFLE,
    ),
    _RareCheat(
        "DK4/reshuffle-in-refill",
        "A card twice in a shuffle within a refill",
        "mandala",
        "reshuffle in refill",
        _reshuffle_in("refill"),
        _card_twice,
        FALSE_SHUFFLE,
    ),
    _RareCheat(
        "DK4/reshuffle-with-count-0",
        "A card twice in a shuffle after which nothing is drawn",
        "mandala",
        "refill with COUNT 0 and a shuffle",
        _reshuffle_in("refill", "0"),
        _card_twice,
        FALSE_SHUFFLE,
    ),
    *(
        _RareCheat(
            f"EN5/after-{end}",
            f"A result with another reason, where the end is “{end}”",
            game,
            f"end: {end}",
            at(ResultBody),
            _other_reason,
            _WRONG_RESULT,
        )
        for game, end in (
            ("mandala", "deck"),
            ("mandala", "river"),
            ("mandala", "colour"),
            ("mandala", "stalemate"),
            ("patterns", "stuck"),
        )
    ),
    _RareCheat(
        "EN5/after-final-flips",
        "A result with a point more after the final flips",
        "patterns",
        "final flips",
        at(ResultBody),
        _point_more,
        _WRONG_RESULT,
    ),
)

for _cheat in _CHEATS:
    RARE_CHEATS.case(
        _cheat.name,
        _cheat.title,
        also=("TG1",),
        roles=(Role.HOST,),
        games=(_cheat.game,),
    )(partial(_cheat_there, _cheat))


# Late in an ordinary game, for a peer that plays no test games.


def _later_shuffle(puppet: Puppet) -> bool:
    """Return whether the tester is to shuffle the discard pile."""
    return puppet.pending(Shuffle) and puppet.referee.moves_made > 0


def _share_in_refill(puppet: Puppet) -> bool:
    """Return whether the tester owes its shares of cards that go face up to a mountain again."""
    if not puppet.pending(Share):
        return False
    return puppet.referee.rules.position(puppet.referee.state).split(" ")[2].startswith("refill:")


def _later_move_with_cards(puppet: Puppet) -> bool:
    """Return whether the tester is to play cards after both have made some moves."""
    return puppet.referee.moves_made >= _SOME_MOVES and at_move_with_cards(puppet)


def _share_moved(_: Puppet, due: Body) -> Body:
    return with_row(due, "shares", partial(with_last_item, change=OTHER_POINTS[0].change))


def _response_larger(_: Puppet, due: Body) -> Body:
    return with_row(due, "response", OTHER_SCALARS[0].change)


@frozen
class _LateCheat:
    """A false proof long after the first deal. Most games come to its place."""

    name: str
    title: str
    until: Until
    make: Callable[[Puppet, Body], Body]
    refusal: Refusal


_LATE_CHEATS: Final = (
    _LateCheat(
        "DK4/later-shuffle",
        "The discard pile shuffled, with one card twice",
        _later_shuffle,
        _card_twice,
        FALSE_SHUFFLE,
    ),
    _LateCheat("DK4/later-mix", "A fifth mix with one card twice", at(Mix, 5), _card_twice, FALSE_SHUFFLE),
    _LateCheat("DK5/later-share", "A fourth share with its last point moved", at(Share, 4), _share_moved, FALSE_SHARES),
    _LateCheat(
        "DK5/share-in-refill",
        "Shares of cards that go face up to a mountain again, with the last point moved",
        _share_in_refill,
        _share_moved,
        FALSE_SHARES,
    ),
    _LateCheat(
        "DK5/later-move",
        f"A move after {_SOME_MOVES} others, with the response of its shares made one larger",
        _later_move_with_cards,
        _response_larger,
        FALSE_SHARES,
    ),
)


async def _cheat_late(late: _LateCheat, stage: Stage) -> None:
    game = await game_with(stage, late.until)
    wrong = late.make(game.puppet, await game.next_body())
    await stage.cheat(game, game.puppet.sealed(wrong), late.title, late.refusal)


for _late in _LATE_CHEATS:
    RARE_CHEATS.case(_late.name, _late.title, games=CARD_GAMES)(partial(_cheat_late, _late))
