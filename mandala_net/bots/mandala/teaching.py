"""The teacher of Mandala: the search of the hard level, in fewer worlds, and the weights by which all levels judge.

No move is blamed before it was tried again in many fresh worlds: a few of them always have a move that looks better.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from mandala_net.bots.forecast import Forecast
from mandala_net.bots.forecast_scale import ForecastScale, read_scale
from mandala_net.bots.mandala.blame import proof_of
from mandala_net.bots.mandala.features import FIRST_PILE
from mandala_net.bots.mandala.level_bots import HARD, level_bot
from mandala_net.bots.mandala.line_of_play import expected_after
from mandala_net.bots.mandala.look_ahead import CUT, Effort, SeatProspect, prospects_after, prospects_from_here
from mandala_net.bots.mandala.reasons import MoveReason
from mandala_net.bots.mandala.taught_reasons import taught_reason
from mandala_net.bots.mandala.trained_weights import FOLDER, MAKERS, win_chance
from mandala_net.bots.mandala.win_chance import WinChance
from mandala_net.bots.mandala.worlds import world
from mandala_net.bots.move_review import TASTE
from mandala_net.bots.repeatable import chance_at
from mandala_net.bots.sealed_file import SealedFile
from mandala_net.bots.teacher import LINE, ForeseenMove, Leaning
from mandala_protocol.games.game import Moved, View
from mandala_protocol.games.mandala import MANDALA, MandalaMove, MandalaState
from mandala_protocol.games.mandala.moves import ALL_MOVES

TAUGHT_WITH: Final = Effort(candidates=3, worlds=4, turns=3)
"""A whole game is looked at in about a second; a hint has the time for the hard level."""

FORECAST_VERSION: Final = 2

TERMS: Final = 1
"""The chance weighs one more term: whether it is that of the best of a few moves, which has been lucky, too."""

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
    return MandalaTeacher(win_chance(), read_scale(FORECAST_FILE, FORECAST_FILE.read(), TERMS, len(CUT)))


class MandalaTeacher:
    """It judges by the chance to win. The methods are documented at ``Teacher``."""

    name = "hard"
    finest = 2

    def __init__(self, judge: WinChance, scale: ForecastScale) -> None:
        self._judge = judge
        self._scale = scale

    def leaning(self, view: View[MandalaState]) -> Leaning:
        if MANDALA.legal_moves(view):
            tried = self._tried(view).values()
            return _leaning(view, max(tried, key=_chance), is_best_of_some=len(tried) > 1)
        chance = chance_at(MANDALA, TASTE, view)
        return _leaning(view, SeatProspect.mean(prospects_from_here(self._judge, view, TAUGHT_WITH, chance)))

    def forecast(self, view: View[MandalaState]) -> Forecast:
        return self._scale.forecast(self.leaning(view))

    def advise(self, view: View[MandalaState]) -> MandalaMove:
        return level_bot(self.name, HARD, TASTE).choose(view)

    def line(self, view: View[MandalaState]) -> tuple[Moved[MandalaMove], ...]:
        """The best move and those expected after it, at most ``LINE``. Raises ``ValueError`` as ``advise``."""
        best = self.advise(view)
        return Moved(view.seat, best), *expected_after(self._judge, view, _NUMBERS[best], LINE - 1)

    def compared(
        self, view: View[MandalaState], made: MandalaMove
    ) -> tuple[ForeseenMove[MandalaMove], ForeseenMove[MandalaMove]]:
        tried = self._tried(view, made)
        best = max(tried, key=lambda move: tried[move].chance)
        shown = self._scale.forecast(_leaning(view, tried[best], is_best_of_some=len(tried) > 1))
        as_good = ForeseenMove(made, shown), ForeseenMove(made, shown)
        if best == made or shown.in_100 - self._scale.forecast(_leaning(view, tried[made])).in_100 < self.finest:
            return as_good
        proof = proof_of(self._judge, view, _NUMBERS[best], _NUMBERS[made])
        if proof is None:
            return as_good
        after_best, after_made = (self._scale.forecast(_leaning(view, prospect)) for prospect in proof)
        return ForeseenMove(best, after_best), ForeseenMove(made, after_made)

    def reason(self, view: View[MandalaState], best: MandalaMove, made: MandalaMove | None = None) -> MoveReason:
        return taught_reason(self._judge, view, best, made)

    def _tried(self, view: View[MandalaState], made: MandalaMove | None = None) -> dict[MandalaMove, SeatProspect]:
        """The few moves that look best, and the one that was made, with the prospects after each."""
        chance = chance_at(MANDALA, TASTE, view)
        found = [candidate.move for candidate in self._judge.candidates(world(view, chance))]
        moves = found[: TAUGHT_WITH.candidates]
        if made is not None and _NUMBERS[made] not in moves:
            moves.append(_NUMBERS[made])
        prospects = prospects_after(self._judge, view, moves, TAUGHT_WITH, chance)
        return {ALL_MOVES[move]: SeatProspect.mean(worlds) for move, worlds in zip(moves, prospects, strict=True)}


def _chance(prospect: SeatProspect) -> float:
    return prospect.chance


def _leaning(view: View[MandalaState], prospect: SeatProspect, *, is_best_of_some: bool = False) -> Leaning:
    """The chance as odds, how much of the draw pile is left, and the margin."""
    sure = min(max(prospect.chance, 1 - _SUREST), _SUREST)
    early = 0.0 if view.state.triggered else min(view.state.draw_pile / FIRST_PILE, 1.0)
    return Leaning(
        math.log(sure / (1 - sure)),
        early,
        (float(is_best_of_some),),
        prospect.settled,
        prospect.open,
        prospect.chance if prospect.is_counted else None,
    )
