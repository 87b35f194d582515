"""The teacher of Mandala: the search of the hard level, in fewer worlds, and the weights by which all levels judge."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from mandala_net.bots.forecast import Forecast
from mandala_net.bots.forecast_scale import ForecastScale, read_scale
from mandala_net.bots.mandala.features import FIRST_PILE
from mandala_net.bots.mandala.level_bots import HARD, level_bot
from mandala_net.bots.mandala.look_ahead import Effort, chance_from_here, chances_after
from mandala_net.bots.mandala.reasons import MoveReason
from mandala_net.bots.mandala.taught_reasons import taught_reason
from mandala_net.bots.mandala.trained_weights import FOLDER, MAKERS, win_chance
from mandala_net.bots.mandala.win_chance import WinChance
from mandala_net.bots.mandala.worlds import world
from mandala_net.bots.move_review import TASTE
from mandala_net.bots.repeatable import chance_at
from mandala_net.bots.sealed_file import SealedFile
from mandala_net.bots.teacher import ForeseenMove, Leaning
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MANDALA, MandalaMove, MandalaState
from mandala_protocol.games.mandala.moves import ALL_MOVES

TAUGHT_WITH: Final = Effort(candidates=3, worlds=4, turns=3)
"""A whole game is reviewed in about a second; a hint has the time for the hard level."""

FORECAST_VERSION: Final = 1

FORECAST_FILE: Final = SealedFile(
    FOLDER / "forecast.json",
    MANDALA.name,
    MANDALA.title,
    FORECAST_VERSION,
    tuple(FOLDER / name for name in (*MAKERS, "win_chance.json", "look_ahead.py", "teaching.py")),
)
"""The map from the search to forecasts."""

_SUREST: Final = 0.998
"""No search of a few worlds is surer."""

_NUMBERS: Final = {move: number for number, move in enumerate(ALL_MOVES)}


@cache
def mandala_teacher() -> MandalaTeacher:
    """The teacher with the data that come with the program. Raises ``BadWeights``."""
    return MandalaTeacher(win_chance(), read_scale(FORECAST_FILE, FORECAST_FILE.read()))


class MandalaTeacher:
    """It judges by the chance to win. The methods are documented at ``Teacher``."""

    name = "hard"
    finest = 2

    def __init__(self, judge: WinChance, scale: ForecastScale) -> None:
        self._judge = judge
        self._scale = scale

    def leaning(self, view: View[MandalaState]) -> Leaning:
        if MANDALA.legal_moves(view):
            return _leaning(view, max(self._tried(view).values()))
        chance = chance_at(MANDALA, TASTE, view)
        return _leaning(view, chance_from_here(self._judge, view, TAUGHT_WITH, chance))

    def forecast(self, view: View[MandalaState]) -> Forecast:
        return self._scale.forecast(self.leaning(view))

    def advise(self, view: View[MandalaState]) -> MandalaMove:
        return level_bot(self.name, HARD, TASTE).choose(view)

    def compared(
        self, view: View[MandalaState], made: MandalaMove
    ) -> tuple[ForeseenMove[MandalaMove], ForeseenMove[MandalaMove]]:
        tried = self._tried(view, made)
        best = max(tried, key=lambda move: tried[move])
        foreseen = {
            move: ForeseenMove(move, self._scale.forecast(_leaning(view, tried[move]))) for move in (best, made)
        }
        return foreseen[best], foreseen[made]

    def reason(self, view: View[MandalaState], best: MandalaMove, made: MandalaMove | None = None) -> MoveReason:
        return taught_reason(self._judge, view, best, made)

    def _tried(self, view: View[MandalaState], made: MandalaMove | None = None) -> dict[MandalaMove, float]:
        """The few moves that look best, and the one that was made, with the chance to win after each."""
        chance = chance_at(MANDALA, TASTE, view)
        found = [candidate.move for candidate in self._judge.candidates(world(view, chance))]
        moves = found[: TAUGHT_WITH.candidates]
        if made is not None and _NUMBERS[made] not in moves:
            moves.append(_NUMBERS[made])
        means = chances_after(self._judge, view, moves, TAUGHT_WITH, chance)
        return {ALL_MOVES[move]: mean for move, mean in zip(moves, means, strict=True)}


def _leaning(view: View[MandalaState], chance: float) -> Leaning:
    """The chance as odds, and how much of the draw pile is left."""
    sure = min(max(chance, 1 - _SUREST), _SUREST)
    early = 0.0 if view.state.triggered else min(view.state.draw_pile / FIRST_PILE, 1.0)
    return Leaning(math.log(sure / (1 - sure)), early)
