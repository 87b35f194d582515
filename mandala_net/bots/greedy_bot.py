"""The bot that takes what looks best now."""

from __future__ import annotations

import random

from mandala_net.bots.evaluation import Evaluator
from mandala_net.bots.weights import Weights
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import COLOURS, MANDALA, MandalaMove, MandalaState


class GreedyBot:
    name = "greedy"

    def __init__(self, seed: int, weights: Weights = Weights()) -> None:
        self._weights = weights
        self._taste = random.Random(seed).sample(range(len(COLOURS)), len(COLOURS))  # noqa: S311

    def choose(self, view: View[MandalaState]) -> MandalaMove:
        moves = MANDALA.legal_moves(view)
        ev = Evaluator(view, self._weights)
        return max(map(ev.evaluate, moves), key=lambda e: (e.total, self._taste[e.move.colour])).move
