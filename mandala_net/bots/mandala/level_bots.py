"""The bots of Mandala in three levels: all judge by the chance to win, and the strongest looks further."""

from __future__ import annotations

from typing import Final

from mandala_net.bots.mandala.look_ahead import Effort, chances_after
from mandala_net.bots.mandala.trained_weights import win_chance
from mandala_net.bots.mandala.win_chance import WinChance
from mandala_net.bots.mandala.worlds import world
from mandala_net.bots.repeatable import chance_at
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MANDALA, MandalaMove, MandalaState
from mandala_protocol.games.mandala.moves import ALL_MOVES

EASY: Final = Effort(noise=0.25)
MEDIUM: Final = Effort()
HARD: Final = Effort(candidates=6, worlds=12, turns=3)


def level_bot(name: str, effort: Effort, seed: int) -> MandalaLevelBot:
    """The bot of a level, with the weights that come with the program. Raises ``BadWeights``."""
    return MandalaLevelBot(name, effort, win_chance(), seed)


class MandalaLevelBot:
    """A bot that makes the move with the best chance to win, as far as its effort goes. It keeps nothing in mind."""

    def __init__(self, name: str, effort: Effort, win_chance: WinChance, seed: int) -> None:
        self.name = name
        self._effort = effort
        self._win_chance = win_chance
        self._seed = seed

    def choose(self, view: View[MandalaState]) -> MandalaMove:
        """The best move. Raises ``ValueError`` if the seat of the view is not to move."""
        if not MANDALA.legal_moves(view):
            raise ValueError("the seat of this view is not to move")
        chance = chance_at(MANDALA, self._seed, view)
        found = self._win_chance.candidates(world(view, chance))
        if self._effort.noise:
            found.sort(key=lambda candidate: candidate.odds + chance.gauss(0, self._effort.noise), reverse=True)
        best = found[: self._effort.candidates]
        if len(best) == 1:
            return ALL_MOVES[best[0].move]
        means = chances_after(self._win_chance, view, [candidate.move for candidate in best], self._effort, chance)
        return ALL_MOVES[best[max(range(len(best)), key=lambda place: means[place])].move]
