"""Cases of chapter 8: moves that the rules forbid, one for each condition of each of their points (PL3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import Final

from attrs import frozen

from mandala_conformance.case import CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.card_cases import shares_of
from mandala_conformance.expectations import Refusal
from mandala_conformance.findings import NotStrict, NotTried, Unmet
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.puppet import Puppet, Until, by_chance
from mandala_protocol.errors import Code
from mandala_protocol.games.colours import COLOUR_BY_LETTER
from mandala_protocol.games.game import IllegalMove, Moved
from mandala_protocol.games.test_games.test_game_names import played_in
from mandala_protocol.record.move_effect import MoveEffect, effect_of
from mandala_protocol.wire.messages import Move, Share

RULES = CaseBook()

FORBIDDEN: Final = Refusal(Code.ILLEGAL_MOVE, "PL3")

MOST_GAMES: Final = {"mandala": 6, "patterns": 24}
"""The most games played to find a place, by game: those without hidden cards cost little."""


@cache
def notations(game: str) -> tuple[str, ...]:
    """Every text that is a move of this game."""
    colours = "roygpk"
    if game == "patterns":
        return (*(f"S{colour}" for colour in colours), *(f"{kind}{place}" for kind in "OFX" for place in range(52)))
    builds = [f"A{mandala}{colour}" for mandala in "01" for colour in colours]
    grows = [f"B{mandala}{colour}{count}" for mandala in "01" for colour in colours for count in range(1, 9)]
    discards = [f"C{colour}{count}" for colour in colours for count in range(1, 9)]
    return (*builds, *grows, *discards, *(f"K{colour}" for colour in colours))


def effect_now(puppet: Puppet, notation: str) -> MoveEffect:
    """The effect of this move of the tester, were it made now. Raises ``IllegalMove``."""
    rules = puppet.referee.rules
    return effect_of(rules, puppet.referee.state, Moved(puppet.seat, rules.parse_move(notation)))


@frozen
class Breach:
    """A condition under which a point of the rules forbids a move.

    ``reason``: a pattern of what the rules say then; ``is_so``: whether it is this condition and no other, where the
    rules say the same of several; ``moves``: a pattern of the moves that are tried.
    """

    point: str
    reason: str = ""
    moves: str = ""
    is_so: Callable[[Puppet, str], bool] = lambda _puppet, _notation: True

    def move(self, puppet: Puppet) -> str | None:
        """A move that is forbidden by this condition now, whatever cards are held; None if there is none."""
        for notation in notations(puppet.referee.rules.name):
            if not re.match(self.moves, notation):
                continue
            try:
                effect_now(puppet, notation)
            except IllegalMove as error:
                is_meant = error.point == self.point and re.search(self.reason, error.reason)
                if is_meant and self.is_so(puppet, notation):
                    return notation
        return None

    def reason_of(self, puppet: Puppet) -> str:
        """The words of this program for the rule that this move breaks."""
        notation = self.move(puppet)
        assert notation is not None, "the game is at such a place"
        try:
            effect_now(puppet, notation)
        except IllegalMove as error:
            return str(error.reason)
        raise AssertionError(f"{notation} is forbidden")

    def is_there(self, puppet: Puppet) -> bool:
        """Return whether the tester is to move, and a move is forbidden so."""
        return puppet.pending(Move) and self.move(puppet) is not None


def in_own_field_only(puppet: Puppet, notation: str) -> bool:
    """Return whether the colour of a build lies in the field of the tester, and not in the other one."""
    own, other = _in_fields(puppet, notation)
    return own and not other


def in_other_field_only(puppet: Puppet, notation: str) -> bool:
    """Return whether the colour of a build lies in the field of the implementation, and not in the other one."""
    own, other = _in_fields(puppet, notation)
    return other and not own


def _in_fields(puppet: Puppet, notation: str) -> tuple[bool, bool]:
    fields, colour = puppet.referee.state.mandalas[int(notation[1])].fields, COLOUR_BY_LETTER[notation[2]]
    return bool(fields[puppet.seat][colour]), bool(fields[puppet.seat.other][colour])


def with_cards(puppet: Puppet, notation: str) -> Share | None:
    """Truly opened cards for this move, as many as it plays and the hand has, whatever their faces are."""
    rules = puppet.referee.rules
    count = len(rules.played(puppet.referee.state, rules.parse_move(notation)))
    hand = puppet.referee.cards.held(puppet.seat)[:count]
    return shares_of(puppet, dict(enumerate(hand))) if count else None


async def game_with(stage: Stage, until: Until) -> ProbeGame:
    """A game at a place that not every game comes to. Raises ``NotTried`` if some games do not."""
    for seed in range(MOST_GAMES[played_in(stage.game)]):
        with suppress(NotTried):
            return await stage.play_to(until, choose=by_chance(seed))
    raise NotTried(f"none of {MOST_GAMES[played_in(stage.game)]} games came to that place")


async def _break_rule(stage: Stage, breach: Breach, title: str) -> None:
    game = await game_with(stage, breach.is_there)
    notation = breach.move(game.puppet)
    assert notation is not None, "the game is at such a place"
    wrong = Move(notation, with_cards(game.puppet, notation), bytes(32))
    referee = game.puppet.referee
    stage.note(f"played up to the position: {referee.rules.position(referee.state)}")
    what = f"the move {notation}, with zeros for the digest: {title}. {breach.point}: {breach.reason_of(game.puppet)}"
    try:
        await stage.cheat(game, game.puppet.sealed(wrong), what, FORBIDDEN)
    except NotStrict:
        raise
    except Unmet as error:
        if 'requirement="PL6"' not in error.got:
            raise
        raise Unmet(
            error.expected, f"{error.got}: so the move was taken as legal, and only its digest refused"
        ) from error


_BREACHES: Final[tuple[tuple[str, str, str, Breach, Extent], ...]] = (
    ("mandala", "K1", "a claim while no mandala is complete", Breach("K1"), Extent.QUICK),
    (
        "mandala",
        "G2-own-field",
        "onto a mountain, in one's own field already",
        Breach("G2", is_so=in_own_field_only),
        Extent.STANDARD,
    ),
    (
        "mandala",
        "G2-other-field",
        "onto a mountain, in the other's field already",
        Breach("G2", is_so=in_other_field_only),
        Extent.STANDARD,
    ),
    ("mandala", "G3-mountain", "into a field, in the mountain already", Breach("G3", "mountain"), Extent.STANDARD),
    (
        "mandala",
        "G3-other-field",
        "into a field, in the other's field already",
        Breach("G3", "other player's field"),
        Extent.STANDARD,
    ),
    ("mandala", "B2", "all cards of the hand into a field", Breach("B2"), Extent.STANDARD),
    ("mandala", "B3", "a single card into a field", Breach("B3"), Extent.ALL),
    ("mandala", "C1", "more cards discarded than are held", Breach("C1"), Extent.STANDARD),
    (
        "mandala",
        "K3-absent",
        "a claim of a colour that is not in the mountain",
        Breach("K3", "lies in"),
        Extent.STANDARD,
    ),
    ("mandala", "K3-build", "a build while a mountain is shared out", Breach("K3", moves="A"), Extent.STANDARD),
    ("mandala", "K3-grow", "cards into a field while a mountain is shared out", Breach("K3", moves="B"), Extent.ALL),
    ("mandala", "K3-discard", "a discard while a mountain is shared out", Breach("K3", moves="C"), Extent.ALL),
    ("patterns", "T2", "a start tile when it is none, or none is due", Breach("T2"), Extent.STANDARD),
    ("patterns", "N1", "a tile that has been turned", Breach("N1"), Extent.STANDARD),
    ("patterns", "O0", "a second group of one colour", Breach("O0"), Extent.STANDARD),
    ("patterns", "O5", "a group next to the other's of its colour", Breach("O5"), Extent.STANDARD),
    ("patterns", "F1-no-group", "a flip without a group", Breach("F1", "no .* group"), Extent.STANDARD),
    ("patterns", "F1", "a flip that is not next to one's group", Breach("F1", "not next"), Extent.QUICK),
    ("patterns", "F2", "a flip next to the other's group of its colour", Breach("F2"), Extent.STANDARD),
    ("patterns", "X1-no-group", "a swap without a group", Breach("X1", "no .* group"), Extent.STANDARD),
    ("patterns", "X1", "a swap that is not next to one's group", Breach("X1", "not next"), Extent.STANDARD),
    (
        "patterns",
        "X2",
        "a swap next to the other's group of the colour that was in the bowl",
        Breach("X2"),
        Extent.STANDARD,
    ),
    ("patterns", "X3", "a swap of one colour with itself", Breach("X3"), Extent.STANDARD),
)
"""The game, a word for the case, what the move is, the condition, and the extent."""

for _game, _word, _title, _breach, _extent in _BREACHES:
    RULES.case(f"PL3/{_word}", f"A move against {_breach.point}: {_title}", games=(_game,), extent=_extent)(
        partial(_break_rule, breach=_breach, title=_title)
    )
