"""The teacher of Patterns: the search of the levels, and what its results have meant in many games."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

from attrs import frozen

from mandala_net.bots.forecast import Forecast
from mandala_net.bots.forecast_scale import ForecastScale, read_scale
from mandala_net.bots.move_review import TASTE
from mandala_net.bots.patterns.core import PatternsCore
from mandala_net.bots.patterns.level_bots import HARD
from mandala_net.bots.patterns.motives import Motive
from mandala_net.bots.patterns.taught_motives import taught_motive
from mandala_net.bots.patterns.tree_search import most_tried, reward, tried
from mandala_net.bots.repeatable import chance_at
from mandala_net.bots.sealed_file import SealedFile
from mandala_net.bots.teacher import LINE, ForeseenMove, Leaning, foreseen
from mandala_protocol.games.game import Moved, View
from mandala_protocol.games.patterns import ALL_MOVES, PATTERNS, PatternsMove, PatternsState
from mandala_protocol.games.patterns.board import FIELDS
from mandala_protocol.seats import Seat

ROUNDS: Final = 1000
"""The rounds of search for a position: a whole game is reviewed in about two seconds."""

KEPT: Final = 256
"""So many positions that were searched are kept: those of a game are asked for more than once."""

FORECAST_VERSION: Final = 3

TERMS: Final = 2
"""The terms that the chance weighs besides the lead."""

OF_MARGIN: Final = 2
"""The numbers that the margin weighs: the lead, and the lead early in the game."""

_CLOSE: Final = 0.1
"""In 90 positions of easy's games, no move that was tried less often than that was the hint's and looked worse."""

_FEWEST_ROUNDS: Final = 100
"""A reply that was tried less often is not expected: that says little."""

_LATEST: Final = 0.1
"""From this share of the game on it is not told how late it is."""

_WON: Final = 0.6
"""The lead of a game that is surely won, by about five points; with more points it is up to 0.7."""

_SUREST: Final = 0.995
"""No share of that lead says more."""

_FOLDER: Final = Path(str(resources.files("mandala_net.bots.patterns")))

FORECAST_FILE: Final = SealedFile(
    _FOLDER / "forecast.json",
    PATTERNS.name,
    PATTERNS.title,
    FORECAST_VERSION,
    tuple(_FOLDER / name for name in ("core.py", "tree_search.py", "teaching.py")),
)
"""The map from the search to forecasts."""

_EVEN: Final = 0.5
"""The result of an even game, in the search."""


@cache
def patterns_teacher() -> PatternsTeacher:
    """The teacher with the data that come with the program. Raises ``BadWeights``."""
    return PatternsTeacher(read_scale(FORECAST_FILE, FORECAST_FILE.read(), TERMS, OF_MARGIN))


class PatternsTeacher:
    """It judges by many games played on from a position. The methods are documented at ``Teacher``."""

    name = "hard"
    finest = 4

    def __init__(self, scale: ForecastScale) -> None:
        self._scale = scale

    def leaning(self, view: View[PatternsState]) -> Leaning:
        found = _searched(view.state)
        sign = 1.0 if found.seat == view.seat else -1.0
        lead = sign * found.lead
        odds, late = _as_odds(lead), 1 / max(found.early, _LATEST)
        # The search is too hopeful for whoever is to move, so there is a term for that.
        return Leaning(odds, found.early, (sign, odds * late), open=(lead, lead * found.early))

    def forecast(self, view: View[PatternsState]) -> Forecast:
        return self._scale.forecast(self.leaning(view))

    def advise(self, view: View[PatternsState]) -> PatternsMove:
        return self.line(view)[0].move

    def line(self, view: View[PatternsState]) -> tuple[Moved[PatternsMove], ...]:
        """The best move and those expected after it, at most ``LINE``. Raises ``ValueError`` as ``advise``."""
        if not PATTERNS.legal_moves(view):
            raise ValueError("the seat of this view is not to move")
        return _line(view.state)

    def compared(
        self, view: View[PatternsState], made: PatternsMove
    ) -> tuple[ForeseenMove[PatternsMove], ForeseenMove[PatternsMove]]:
        found, expected = _searched(view.state), self.forecast(view)
        as_good = ForeseenMove(made, expected), ForeseenMove(made, expected)
        if found.move == made:
            return as_good
        after = PATTERNS.apply(view.state, Moved(view.seat, made))
        follows = foreseen(PATTERNS, self, View(after, view.seat, view.holdings))
        assert follows is not None, "nothing is dealt in Patterns"
        if expected.in_100 - follows.in_100 < self.finest:
            return as_good
        # What came close may be the move of the hint, whose longer search has the last word.
        best = self.advise(view) if made in found.close else found.move
        return as_good if best == made else (ForeseenMove(best, expected), ForeseenMove(made, follows))

    def reason(self, view: View[PatternsState], best: PatternsMove, made: PatternsMove | None = None) -> Motive:
        return taught_motive(view, best, made)


@frozen
class Searched:
    """A position that was searched. ``lead``: the mean result for the ``seat`` to move, above that of an even game.

    ``move``: that which was tried most often. ``early``: the share of the fields whose tile is front up. ``close``: the
    moves that came close to that, which were tried at least ``_CLOSE`` times as often.
    """

    seat: int
    lead: float
    move: PatternsMove
    early: float
    close: frozenset[PatternsMove] = frozenset()


def _as_odds(lead: float) -> float:
    """The lead as the logarithm of odds, so that the last bit of a lead says more than the first."""
    share = min(max(lead / _WON, -_SUREST), _SUREST)
    return math.log((1 + share) / (1 - share))


@lru_cache(maxsize=KEPT)
def _line(state: PatternsState) -> tuple[Moved[PatternsMove], ...]:
    """The line of play that the search of the hard level expects: the moves that it tried most often."""
    core = PatternsCore(state)
    chance = chance_at(PATTERNS, TASTE, View(state, state.to_move, {}))
    position = tried(core, HARD, chance, until_decided=True)
    line: list[Moved[PatternsMove]] = []
    while position.after and len(line) < LINE:
        position = most_tried(position)
        if line and position.visits < _FEWEST_ROUNDS:
            break
        line.append(Moved(Seat(core.seat), ALL_MOVES[position.move]))
        core.play(position.move)
    return tuple(line)


@lru_cache(maxsize=KEPT)
def _searched(state: PatternsState) -> Searched:
    """The search from a position in which a seat is to move; what is forced is played first."""
    core = PatternsCore(state)
    seat, early = core.seat, core.up.bit_count() / len(FIELDS)
    first = ALL_MOVES[core.legal_moves()[0]]
    chance = chance_at(PATTERNS, TASTE, View(state, state.to_move, {}))
    forced = False
    while len(moves := core.legal_moves()) == 1:
        core.play(moves[0])
        forced = True
    if core.over:
        return Searched(seat, reward(core, seat) - _EVEN, first, early)
    root = tried(core, ROUNDS, chance)
    best = most_tried(root)
    lead = best.total / best.visits - _EVEN
    lead = lead if core.seat == seat else -lead
    if forced:
        return Searched(seat, lead, first, early)
    close = frozenset(ALL_MOVES[one.move] for one in root.after if one.visits >= _CLOSE * best.visits)
    return Searched(seat, lead, ALL_MOVES[best.move], early, close)
