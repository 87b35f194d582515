"""The bots of Patterns in three levels: the same search, with more rounds."""

from __future__ import annotations

from typing import Final

from mandala_net.bots.patterns.core import PatternsCore
from mandala_net.bots.patterns.tree_search import search
from mandala_net.bots.repeatable import chance_at
from mandala_protocol.games.game import View
from mandala_protocol.games.patterns import ALL_MOVES, PATTERNS, PatternsMove, PatternsState

EASY: Final = 30
MEDIUM: Final = 300
HARD: Final = 6000
"""The rounds of search for a move: counted, so that the same move follows on every computer."""


class PatternsLevelBot:
    """A bot that makes the move that its search tried most often. It keeps nothing in mind."""

    def __init__(self, name: str, rounds: int, seed: int) -> None:
        self.name = name
        self._seed = seed
        self._rounds = rounds

    def choose(self, view: View[PatternsState]) -> PatternsMove:
        """The best move. Raises ``ValueError`` if the seat of the view is not to move."""
        if not PATTERNS.legal_moves(view):
            raise ValueError("the seat of this view is not to move")
        return ALL_MOVES[search(PatternsCore(view.state), self._rounds, chance_at(PATTERNS, self._seed, view))]
