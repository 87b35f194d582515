"""The bots of Mandala in three levels: all judge by the chance to win, and the strongest looks further."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from mandala_net.bots.mandala.core import MandalaCore
from mandala_net.bots.mandala.trained_weights import win_chance
from mandala_net.bots.mandala.win_chance import Candidate, WinChance, chance_of
from mandala_net.bots.mandala.worlds import world
from mandala_net.bots.repeatable import chance_at
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MANDALA, MandalaMove, MandalaState
from mandala_protocol.games.mandala.moves import ALL_MOVES


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


EASY: Final = Effort(noise=0.25)
MEDIUM: Final = Effort()
HARD: Final = Effort(candidates=6, worlds=12, turns=3)


def level_bot(name: str, effort: Effort, seed: int) -> MandalaLevelBot:
    """The bot of a level, with the weights that come with the program. Raises ``BadWeights``."""
    return MandalaLevelBot(name, effort, win_chance(), seed)


class MandalaLevelBot:
    """It makes the move with the best chance to win, as far as its effort goes. It keeps nothing in mind."""

    def __init__(self, name: str, effort: Effort, judge: WinChance, seed: int) -> None:
        self.name = name
        self._effort = effort
        self._judge = judge
        self._seed = seed

    def choose(self, view: View[MandalaState]) -> MandalaMove:
        """The best move. Raises ``ValueError`` if the seat of the view is not to move."""
        if not MANDALA.legal_moves(view):
            raise ValueError("the seat of this view is not to move")
        chance = chance_at(MANDALA, self._seed, view)
        found = self._judge.candidates(world(view, chance))
        if self._effort.noise:
            found.sort(key=lambda candidate: candidate.odds + chance.gauss(0, self._effort.noise), reverse=True)
        best = found[: self._effort.candidates]
        if len(best) == 1:
            return ALL_MOVES[best[0].move]
        return ALL_MOVES[self._tried(view, best, chance).move]

    def _tried(self, view: View[MandalaState], best: Sequence[Candidate], chance: random.Random) -> Candidate:
        """The candidate with the best mean chance to win in the same worlds for all."""
        seat = int(view.seat)
        sums = [0.0] * len(best)
        for _ in range(self._effort.worlds):
            one = world(view, chance)
            for place, candidate in enumerate(best):
                core = one.copy()
                core.play(candidate.move)
                sums[place] += self._played_on(core, seat)
        return best[max(range(len(best)), key=lambda place: sums[place])]

    def _played_on(self, core: MandalaCore, seat: int) -> float:
        """The chance to win for this seat, after some more turns in which both make the move that looks best."""
        turns = self._effort.turns
        while not core.reason:
            if core.shared < 0:
                if not turns:
                    return chance_of(self._judge.odds(core, seat))
                turns -= 1
            core.play(self._judge.candidates(core)[0].move)
        winner = core.winner()
        return 0.5 if winner is None else float(winner == seat)
