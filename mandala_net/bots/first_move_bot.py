"""The bot of test games."""

from __future__ import annotations

from typing import Generic

from mandala_protocol.games.game import Game, MoveT, StateT, View
from mandala_protocol.games.test_games.fixed_chance import first_by_notation


class FirstMoveBot(Generic[StateT, MoveT]):
    """The legal move that comes first by its notation, as whoever plays a test game by itself must make it."""

    name = "first"

    def __init__(self, game: Game[StateT, MoveT]) -> None:
        self._game = game

    def choose(self, view: View[StateT]) -> MoveT:
        """A legal move. Raises ``ValueError`` if the seat of the view is not to move."""
        return first_by_notation(self._game, self._game.legal_moves(view))
