"""The bot that takes what looks best one move ahead."""

from __future__ import annotations

import random

from mandala_net.bots.mandala.evaluation import Evaluation, Evaluator
from mandala_net.bots.mandala.weights import Weights
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala.colours import COLOURS
from mandala_protocol.games.mandala.legality import legal_moves
from mandala_protocol.games.mandala.moves import MandalaMove
from mandala_protocol.games.mandala.state import MandalaState


class GreedyBot:
    """A bot that evaluates every legal move of Mandala and makes the best.

    The seed gives it a taste in colours, which settles equal moves. It keeps nothing in mind: the same view gets the
    same move again.
    """

    name = "greedy"

    def __init__(self, seed: int, weights: Weights = Weights()) -> None:  # noqa: B008 - immutable
        source = random.Random(seed)  # noqa: S311 - a taste is no secret
        self._taste = source.sample(range(len(COLOURS)), len(COLOURS))
        self._weights = weights

    def choose(self, view: View[MandalaState]) -> MandalaMove:
        """The best move. Raises ``ValueError`` if the seat of the view is not to move."""
        return self.ranked(view)[0].move

    def ranked(self, view: View[MandalaState]) -> tuple[Evaluation, ...]:
        """Every legal move as the bot evaluates it, the one that it makes first.

        Raises ``ValueError`` if the seat of the view is not to move.
        """
        moves = legal_moves(view)
        if not moves:
            raise ValueError("the seat of this view is not to move")
        evaluator = Evaluator(view, self._weights)
        return tuple(sorted(map(evaluator.evaluate, moves), key=self._preference, reverse=True))

    def _preference(self, evaluation: Evaluation) -> tuple[float, int]:
        return evaluation.total, self._taste[evaluation.move.colour]
