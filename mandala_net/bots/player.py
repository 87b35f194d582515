"""The interface of a bot."""

from __future__ import annotations

from typing import Any, Protocol

from mandala_protocol.games.game import View


class Bot(Protocol):
    """A player that needs nothing but its view. Equal seeds and equal views, in the same order, give equal moves."""

    @property
    def name(self) -> str:
        """The name to ask for it by, such as "greedy"."""

    def choose(self, view: View[Any]) -> Any:
        """A legal move of the game.

        Raises ``ValueError`` if the seat of the view is not to move, and ``BotFailed`` if the bot has none to offer.
        """
