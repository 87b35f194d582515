"""The search of Mandala: moves tried in worlds that fit what is seen, each played on for some turns.

Where a world comes to its end, the other player's starting cards are still unknown there: all that they can be counts,
as often as it is likely.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations_with_replacement
from operator import mul
from typing import Final

from attrs import frozen

from mandala_net.bots.mandala.core import MandalaCore, MoveNumber
from mandala_net.bots.mandala.features import FIRST_PILE, known_lead
from mandala_net.bots.mandala.win_chance import WinChance, chance_of
from mandala_net.bots.mandala.worlds import hidden_cards, world
from mandala_protocol.games.game import Counts, View
from mandala_protocol.games.mandala import MandalaState
from mandala_protocol.games.mandala.flow import CUP_START


@frozen
class Effort:
    """The thought that a level gives to a move, in counts, so that the same move follows on every computer.

    ``noise``: the standard deviation of an error added to the odds of each move. ``candidates``: how many of the best
    moves are tried in ``worlds`` that fit what is seen, each played on for so many ``turns``; 1: none is tried.
    """

    noise: float = 0.0
    candidates: int = 1
    worlds: int = 0
    turns: int = 0


@frozen
class SeatProspect:
    """The prospects of a seat in one world, or in several on average.

    ``chance`` to win, from 0 to 1. ``settled``: the margin in points where the game has ended, else 0. ``open``: what a
    margin is weighed by where it has not (``CUT``), else zeros. ``is_counted``: only claims led to the end, so that
    nothing but the starting cards of the other player is unknown, and each of these was looked at.
    """

    chance: float
    settled: float
    open: tuple[float, ...]
    is_counted: bool

    @classmethod
    def mean(cls, worlds: Sequence[SeatProspect]) -> SeatProspect:
        """The mean of these."""
        number = len(worlds)
        return cls(
            sum(world.chance for world in worlds) / number,
            sum(world.settled for world in worlds) / number,
            tuple(sum(values) / number for values in zip(*(world.open for world in worlds), strict=True)),
            all(world.is_counted for world in worlds),
        )


CUT: Final = ("lead", "lead early", "odds", "odds early")
"""The numbers that the margin weighs at a cut: the points ahead, the odds, and both early in the game."""

LIKELIHOOD: Final = (0.75, 0.27, 0.8, 1.0, 1.5, 1.6, 1.4)
"""By the points that a card brings in the other player's cup: how often it is a starting card there, by chance 1.

Who knows the own starting cards lets them count. So it was at the end of 300 games of medium against itself, with
expected numbers of 66 to 200; in 300 games of easy each differs by less than 0.1.
"""

_NOTHING_OPEN: Final = (0.0,) * len(CUT)


def chances_after(
    judge: WinChance, view: View[MandalaState], moves: Sequence[MoveNumber], effort: Effort, chance: random.Random
) -> list[float]:
    """For each of these moves the mean chance to win after it, in the same worlds for all."""
    seat = int(view.seat)
    sums = [0.0] * len(moves)
    for _ in range(effort.worlds):
        one = world(view, chance)
        for place, move in enumerate(moves):
            core = one.copy()
            core.play(move)
            _play_on(judge, core, effort.turns)
            sums[place] += _chance(judge, core, seat)
    return [total / effort.worlds for total in sums]


def prospects_after(
    judge: WinChance, view: View[MandalaState], moves: Sequence[MoveNumber], effort: Effort, chance: random.Random
) -> list[list[SeatProspect]]:
    """For each of these moves the prospects after it in each of the worlds, which are the same for all."""
    hidden = hidden_cards(view)
    found: list[list[SeatProspect]] = [[] for _ in moves]
    for _ in range(effort.worlds):
        one = world(view, chance)
        for prospects, move in zip(found, moves, strict=True):
            core = one.copy()
            core.play(move)
            prospects.append(_prospect(judge, core, int(view.seat), effort, hidden))
    return found


def prospects_from_here(
    judge: WinChance, view: View[MandalaState], effort: Effort, chance: random.Random
) -> list[SeatProspect]:
    """The prospects from the position of the view in each of the worlds, whichever seat is to move."""
    hidden = hidden_cards(view)
    cores = (world(view, chance) for _ in range(effort.worlds))
    return [_prospect(judge, core, int(view.seat), effort, hidden) for core in cores]


def _play_on(judge: WinChance, core: MandalaCore, turns: int) -> bool:
    """Some more turns, in which both make the move that looks best; return whether there were only claims."""
    only_claims = True
    while not core.reason:
        if core.shared < 0:
            only_claims = False
            if not turns:
                break
            turns -= 1
        moves = core.legal_moves()
        core.play(moves[0] if len(moves) == 1 else judge.candidates(core)[0].move)
    return only_claims


def _chance(judge: WinChance, core: MandalaCore, seat: int) -> float:
    """The chance of this seat, in a world where a seat has its turn or the game is over."""
    if not core.reason:
        return chance_of(judge.odds(core, seat))
    winner = core.winner()
    return 0.5 if winner is None else float(winner == seat)


def _prospect(judge: WinChance, core: MandalaCore, seat: int, effort: Effort, hidden: Counts) -> SeatProspect:
    """The prospects of this seat once the world has been played on; ``hidden`` from it before that."""
    is_counted = _play_on(judge, core, effort.turns)
    if core.reason:
        chance, margin = _over_all_starting_cards(core, seat, hidden if is_counted else _still_hidden(core, seat))
        if not is_counted:  # a few worlds are never quite sure
            chance = (effort.worlds * chance + 0.5) / (effort.worlds + 1)
        return SeatProspect(chance, margin, _NOTHING_OPEN, is_counted)
    odds, early = judge.odds(core, seat), _early_in(core)
    worth = _worth_to_the_other(core, seat)
    likely = [count * LIKELIHOOD[points] for count, points in zip(_still_hidden(core, seat), worth, strict=True)]
    lead = known_lead(core, seat) - CUP_START * sum(map(mul, likely, worth)) / sum(likely)
    return SeatProspect(chance_of(odds), 0.0, (lead, early * lead, odds, early * odds), is_counted=False)


def _early_in(core: MandalaCore) -> float:
    """How much of the draw pile is left, from 1 to 0; none in the last round."""
    return 0.0 if core.triggered else min(len(core.pile) / FIRST_PILE, 1.0)


def _still_hidden(core: MandalaCore, seat: int) -> Counts:
    """The cards that this seat has not seen in a world: the draw pile, the other's hand and starting cards."""
    other = 1 - seat
    return tuple(
        core.pile.count(colour) + core.hands[other][colour] + core.sealed[6 * other + colour] for colour in range(6)
    )


def _worth_to_the_other(core: MandalaCore, seat: int) -> list[int]:
    """The points that a card of each colour brings in the other player's cup."""
    first = 6 * (1 - seat)
    return core.slots[first : first + 6]


def _over_all_starting_cards(core: MandalaCore, seat: int, hidden: Counts) -> tuple[float, float]:
    """The chance and the margin at the end, over every two starting cards that the other player can have (E5 to E7).

    ``hidden``: the cards among which they are.
    """
    worth, lead = _worth_to_the_other(core, seat), known_lead(core, seat)
    fewer = core.cup(1 - seat) - core.cup(seat)
    pairs = won = margin = 0.0
    for first, second in combinations_with_replacement(range(6), CUP_START):
        ways = hidden[first] * (hidden[first] - 1) / 2 if first == second else hidden[first] * hidden[second]
        ways *= LIKELIHOOD[worth[first]] * LIKELIHOOD[worth[second]]
        ahead = lead - worth[first] - worth[second]
        pairs += ways
        won += ways * (1.0 if (ahead, fewer) > (0, 0) else 0.5 if (ahead, fewer) == (0, 0) else 0.0)
        margin += ways * ahead
    return won / pairs, margin / pairs
