"""Cases of chapter 8: moves that the rules forbid, one for each condition of each of their points (PL3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import Any, Final

from attrs import frozen

from mandala_conformance.case import CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.card_cases import shares_of
from mandala_conformance.expectations import Refusal
from mandala_conformance.findings import NotStrict, NotTried, Unmet
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.puppet import Chooser, Puppet, Until, by_chance
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

    ``reason``: a pattern of what the rules say then; ``moves``: a pattern of the moves that are tried; ``is_so``:
    whether it is this condition and no other, so that whoever does not know it takes the move; ``choose`` leads a game
    to such a place, given a seed.
    """

    point: str
    reason: str = ""
    moves: str = ""
    is_so: Callable[[Puppet, str], bool] = lambda _puppet, _notation: True
    choose: Callable[[int], Chooser] = by_chance

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


# Mandala: the conditions that its points do not tell apart, and those that hide behind another one.


def lies_in_a_mountain(puppet: Puppet, notation: str) -> bool:
    """Return whether there are cards of the colour of a claim in either mountain."""
    colour = COLOUR_BY_LETTER[notation[1]]
    return any(mandala.mountain[colour] for mandala in puppet.referee.state.mandalas)


def was_taken(puppet: Puppet, notation: str) -> bool:
    """Return whether the colour of a claim was in the mountain, and has been claimed. Else it lies in a field."""
    state, colour = puppet.referee.state, COLOUR_BY_LETTER[notation[1]]
    return not any(field[colour] for field in state.mandalas[state.phase.mandala].fields)


def was_never_there(puppet: Puppet, notation: str) -> bool:
    """Return whether the colour of a claim lies in a field, so that it was never in the mountain."""
    return not was_taken(puppet, notation)


def is_due_to_the_claim(puppet: Puppet, notation: str) -> bool:
    """Return whether this move would be legal if no mountain were shared out."""
    if notation.startswith("C"):
        return not is_more_than_held(puppet, notation)
    own, other = _in_fields(puppet, notation)
    if notation.startswith("A"):
        return not own and not other
    state = puppet.referee.state
    in_mountain = state.mandalas[int(notation[1])].mountain[COLOUR_BY_LETTER[notation[2]]]
    return not other and not in_mountain and int(notation[-1]) < state.players[puppet.seat].hand


def is_more_than_held(puppet: Puppet, notation: str) -> bool:
    """Return whether a move plays more cards than the hand has."""
    return bool(int(notation[-1]) > puppet.referee.state.players[puppet.seat].hand)


def has_more_cards(puppet: Puppet, _notation: str) -> bool:
    """Return whether there is more than one card in the hand, so that B3 forbids nothing."""
    return bool(puppet.referee.state.players[puppet.seat].hand > 1)


def by_emptying_the_hand(seed: int) -> Chooser:
    """Choose a move that puts as many cards as possible into a field; without any, a discard or a claim by chance."""
    chance = by_chance(seed)

    def choose(puppet: Puppet, moves: tuple[Any, ...]) -> Any:
        format_move = puppet.referee.rules.format_move
        grows = [move for move in moves if format_move(move).startswith("B")]
        if grows:
            return max(grows, key=lambda move: int(format_move(move)[-1]))
        keeping = tuple(move for move in moves if not format_move(move).startswith("A"))
        return chance(puppet, keeping or moves)

    return choose


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


# Patterns, where several conditions can forbid one move.


def breaks_nothing_else(puppet: Puppet, notation: str) -> bool:
    """Return whether one condition alone forbids this move on the board."""
    state, kind, bit = puppet.referee.state, notation[0], 1 << int(notation[1:])
    player, other_player = state.players[puppet.seat], state.players[puppet.seat.other]
    colour = _colour(puppet, bit) if kind == "F" else player.bowl
    group, other = player.groups[colour], other_player.groups[colour]
    conditions = (
        not any(fields & bit for fields in state.front_up),  # N1
        kind == "O" and group.tiles,  # O0
        kind != "O" and not group.border & bit,  # F1, X1
        other.border & bit,  # O5, F2, X2
        kind == "X" and state.front_up[colour] & bit,  # X3
    )
    return sum(map(bool, conditions)) == 1


def _colour(puppet: Puppet, bit: int) -> int:
    """The colour of the tile on a field, front up or turned."""
    state = puppet.referee.state
    groups = [player.groups for player in state.players]
    return next(
        colour
        for colour, fields in enumerate(state.front_up)
        if (fields | groups[0][colour].tiles | groups[1][colour].tiles) & bit
    )


def is_own_tile(puppet: Puppet, notation: str) -> bool:
    """Return whether nothing but N1 forbids this move, and the turned tile belongs to the tester."""
    groups = puppet.referee.state.players[puppet.seat].groups
    is_own = any(group.tiles >> int(notation[1:]) & 1 for group in groups)
    return is_own and breaks_nothing_else(puppet, notation)


def is_other_tile(puppet: Puppet, notation: str) -> bool:
    """Return whether nothing but N1 forbids this move, and the turned tile belongs to the implementation."""
    return breaks_nothing_else(puppet, notation) and not is_own_tile(puppet, notation)


def was_a_start_tile(puppet: Puppet, notation: str) -> bool:
    """Return whether a start tile had this colour."""
    return COLOUR_BY_LETTER[notation[1]] in puppet.referee.state.start


def with_cards(puppet: Puppet, notation: str) -> Share | None:
    """Truly opened cards for this move, as many as it plays and the hand has, whatever their faces are."""
    rules = puppet.referee.rules
    count = len(rules.played(puppet.referee.state, rules.parse_move(notation)))
    hand = puppet.referee.cards.held(puppet.seat)[:count]
    return shares_of(puppet, dict(enumerate(hand))) if count else None


async def game_with(stage: Stage, until: Until, choose: Callable[[int], Chooser] = by_chance) -> ProbeGame:
    """A game at a place that not every game comes to. Raises ``NotTried`` if some games do not."""
    for seed in range(MOST_GAMES[played_in(stage.game)]):
        with suppress(NotTried):
            return await stage.play_to(until, choose=choose(seed))
    raise NotTried(f"none of {MOST_GAMES[played_in(stage.game)]} games came to that place")


async def _break_rule(stage: Stage, breach: Breach, title: str) -> None:
    game = await game_with(stage, breach.is_there, breach.choose)
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


BREACHES: Final[tuple[tuple[str, str, str, Breach], ...]] = (
    ("mandala", "K1", "a claim while no mandala is complete", Breach("K1", is_so=lies_in_a_mountain)),
    ("mandala", "G2-own-field", "onto a mountain, in one's own field already", Breach("G2", is_so=in_own_field_only)),
    (
        "mandala",
        "G2-other-field",
        "onto a mountain, in the other's field already",
        Breach("G2", is_so=in_other_field_only),
    ),
    (
        "mandala",
        "G3-mountain",
        "into a field, in the mountain already",
        Breach("G3", "mountain", is_so=has_more_cards),
    ),
    (
        "mandala",
        "G3-other-field",
        "into a field, in the other's field already",
        Breach("G3", "other player's field", is_so=has_more_cards),
    ),
    ("mandala", "B2", "all cards of the hand into a field", Breach("B2")),
    ("mandala", "B2-more", "more cards into a field than are held", Breach("B2", is_so=is_more_than_held)),
    ("mandala", "B3", "a single card into a field", Breach("B3", choose=by_emptying_the_hand)),
    ("mandala", "C1", "more cards discarded than are held", Breach("C1")),
    (
        "mandala",
        "K3-absent",
        "a claim of a colour that was never in the mountain",
        Breach("K3", "lies in", is_so=was_never_there),
    ),
    ("mandala", "K3-taken", "a claim of a colour that has been claimed", Breach("K3", "lies in", is_so=was_taken)),
    *(
        ("mandala", f"K3-{word}", f"{what} while a mountain is shared out", Breach("K3", "", kind, is_due_to_the_claim))
        for kind, word, what in (
            ("A", "build", "a build"),
            ("B", "grow", "cards into a field"),
            ("C", "discard", "a discard"),
        )
    ),
    ("patterns", "T2-first", "a group opened where a start tile is due", Breach("T2", "first", "O")),
    ("patterns", "T2-colour", "a start tile of a colour that neither has", Breach("T2", "no start tile")),
    (
        "patterns",
        "T2-again",
        "a start tile when both are in the bowls",
        Breach("T2", "in the bowls", is_so=was_a_start_tile),
    ),
    ("patterns", "N1-open-own", "a group opened on a turned tile of one's own", Breach("N1", "", "O", is_own_tile)),
    (
        "patterns",
        "N1-open-other",
        "a group opened on a turned tile of the other's",
        Breach("N1", "", "O", is_other_tile),
    ),
    ("patterns", "N1-flip", "a flip of a tile that has been turned", Breach("N1", "", "F", breaks_nothing_else)),
    ("patterns", "N1-swap-own", "a swap with a turned tile of one's own", Breach("N1", "", "X", is_own_tile)),
    ("patterns", "N1-swap-other", "a swap with a turned tile of the other's", Breach("N1", "", "X", is_other_tile)),
    *(
        ("patterns", word, what, Breach(point, reason, is_so=breaks_nothing_else))
        for word, point, reason, what in (
            ("O0", "O0", "", "a second group of one colour"),
            ("O5", "O5", "", "a group next to the other's of its colour"),
            ("F1", "F1", "not next", "a flip that is not next to one's group"),
            ("F1-no-group", "F1", "no .* group", "a flip without a group"),
            ("F2", "F2", "", "a flip next to the other's group of its colour"),
            ("X1", "X1", "not next", "a swap that is not next to one's group"),
            ("X1-no-group", "X1", "no .* group", "a swap without a group"),
            ("X2", "X2", "", "a swap next to the other's group of the colour that was in the bowl"),
            ("X3", "X3", "", "a swap of one colour with itself"),
        )
    ),
)
"""The game, a word for the case, what the move is, and the condition."""

_QUICK: Final = ("K1", "F1")

for _game, _word, _title, _breach in BREACHES:
    RULES.case(
        f"PL3/{_word}",
        f"A move against {_breach.point}: {_title}",
        games=(_game,),
        extent=Extent.QUICK if _word in _QUICK else Extent.STANDARD,
    )(partial(_break_rule, breach=_breach, title=_title))
