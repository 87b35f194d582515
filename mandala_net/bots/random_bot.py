"""The bot that plays anything."""

from __future__ import annotations

from typing import Generic

from mandala_net.bots.repeatable import chance_at
from mandala_protocol.games.game import Game, MoveT, StateT, View


class RandomBot(Generic[StateT, MoveT]):
    """A bot to which every legal move is as likely as any other, in any game.

    It keeps nothing in mind: with one seed the same view gets the same move again, also after a new start.
    """

    name = "random"

    def __init__(self, game: Game[StateT, MoveT], seed: int) -> None:
        self._game = game
        self._seed = seed

    def choose(self, view: View[StateT]) -> MoveT:
        """A legal move. Raises ``ValueError`` if the seat of the view is not to move."""
        moves = self._game.legal_moves(view)
        if not moves:
            raise ValueError("the seat of this view is not to move")
        return chance_at(self._game, self._seed, view).choice(moves)
