"""The bot that takes what looks best one move ahead."""

from __future__ import annotations

import random

from mandala_net.bots.patterns.appraisal import Appraisal, Appraiser
from mandala_net.bots.patterns.weights import PatternsWeights
from mandala_protocol.games.game import View
from mandala_protocol.games.patterns import ALL_MOVES, PATTERNS, PatternsMove, PatternsState


class PatternsGreedyBot:
    """A bot that appraises every legal move of Patterns and makes the best.

    The seed gives it a taste in moves, which settles equal ones. It keeps nothing in mind: the same view gets the
    same move again.
    """

    name = "greedy"

    def __init__(self, seed: int, weights: PatternsWeights = PatternsWeights()) -> None:  # noqa: B008 - immutable
        source = random.Random(seed)  # noqa: S311 - a taste is no secret
        order = source.sample(range(len(ALL_MOVES)), len(ALL_MOVES))
        self._taste = dict(zip(ALL_MOVES, order, strict=True))
        self._weights = weights

    def choose(self, view: View[PatternsState]) -> PatternsMove:
        """The best move. Raises ``ValueError`` if the seat of the view is not to move."""
        return self.ranked(view)[0].move

    def ranked(self, view: View[PatternsState]) -> tuple[Appraisal, ...]:
        """Every legal move as the bot appraises it, the one that it makes first.

        Raises ``ValueError`` if the seat of the view is not to move.
        """
        moves = PATTERNS.legal_moves(view)
        if not moves:
            raise ValueError("the seat of this view is not to move")
        appraiser = Appraiser(view, self._weights)
        return tuple(sorted(map(appraiser.appraise, moves), key=self._preference, reverse=True))

    def _preference(self, appraisal: Appraisal) -> tuple[float, int]:
        return appraisal.total, self._taste[appraisal.move]
