"""The bot that plays anything."""

from __future__ import annotations

import random
from typing import Generic

from mandala_protocol.games.game import Game, MoveT, StateT, View


class RandomBot(Generic[StateT, MoveT]):
    """Every legal move is as likely as any other, in any game."""

    name = "random"

    def __init__(self, game: Game[StateT, MoveT], seed: int) -> None:
        self._game = game
        self._random = random.Random(seed)  # noqa: S311 - it must be repeatable, and keeps no secret

    def choose(self, view: View[StateT]) -> MoveT:
        """A legal move. Raises ``ValueError`` if the seat of the view is not to move."""
        moves = self._game.legal_moves(view)
        if not moves:
            raise ValueError("the seat of this view is not to move")
        return self._random.choice(moves)
