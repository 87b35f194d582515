"""A bot that never makes a mistake in Nim, and judges the moves of others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Final

from attrs import frozen

from mandala_net.bots.game_bots import GameBots
from mandala_net.bots.repeatable import chance_at
from mandala_protocol.games.game import View
from tests.nim.rules import NIM, NimState, Take


@frozen
class ValuedTake:
    """A move and its worth: 1 point if it wins against every answer, else 0."""

    move: Take
    total: float


class PerfectBot:
    """It leaves heaps whose sizes cancel out in binary, if it can; among equal moves its taste decides."""

    name = "perfect"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: View[NimState]) -> Take:
        """The best move. Raises ``ValueError`` if the seat of the view is not to move."""
        return self.ranked(view)[0].move

    def ranked(self, view: View[NimState]) -> Sequence[ValuedTake]:
        """Every legal move, the best first. Raises ``ValueError`` if the seat of the view is not to move."""
        moves = list(NIM.legal_moves(view))
        if not moves:
            raise ValueError("the seat of this view is not to move")
        chance_at(NIM, self._seed, view).shuffle(moves)
        valued = [ValuedTake(move, float(_cancels_out(NIM.after(view.state, move).heaps))) for move in moves]
        return sorted(valued, key=lambda one: -one.total)

    def reason(self, view: View[NimState], best: ValuedTake, made: ValuedTake) -> tuple[int, ...]:
        """The heaps that the best move leaves."""
        return NIM.after(view.state, best.move).heaps


def _cancels_out(heaps: Sequence[int]) -> bool:
    return reduce(xor, heaps) == 0


NIM_BOTS: Final = GameBots(makers={PerfectBot.name: PerfectBot}, judge=PerfectBot(0))
