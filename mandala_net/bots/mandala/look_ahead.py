"""The search of Mandala: moves tried in worlds that fit what is seen, each played on for some turns."""

from __future__ import annotations

import random
from collections.abc import Sequence

from attrs import frozen

from mandala_net.bots.mandala.core import MandalaCore, MoveNumber
from mandala_net.bots.mandala.win_chance import WinChance, chance_of
from mandala_net.bots.mandala.worlds import world
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MandalaState


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
            sums[place] += _played_on(judge, core, seat, effort.turns)
    return [total / effort.worlds for total in sums]


def chance_from_here(judge: WinChance, view: View[MandalaState], effort: Effort, chance: random.Random) -> float:
    """The mean chance to win from the position of the view, whichever seat is to move."""
    cores = (world(view, chance) for _ in range(effort.worlds))
    return sum(_played_on(judge, core, int(view.seat), effort.turns) for core in cores) / effort.worlds


def _played_on(judge: WinChance, core: MandalaCore, seat: int, turns: int) -> float:
    """The chance to win for this seat, after some more turns in which both make the move that looks best."""
    while not core.reason:
        if core.shared < 0:
            if not turns:
                return chance_of(judge.odds(core, seat))
            turns -= 1
        core.play(judge.candidates(core)[0].move)
    winner = core.winner()
    return 0.5 if winner is None else float(winner == seat)
