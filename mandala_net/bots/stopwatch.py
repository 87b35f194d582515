"""A measure of how long a bot thinks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import field, frozen

from mandala_net.bots.player import Bot
from mandala_protocol.games.game import View


@frozen
class Stopwatch:
    """A bot whose thinking is timed. ``now`` gives seconds; ``times`` has those of each move, in order."""

    bot: Bot
    now: Callable[[], float]
    times: list[float] = field(factory=list)

    @property
    def name(self) -> str:
        """The name of the bot."""
        return self.bot.name

    def choose(self, view: View[Any]) -> Any:
        """The bot's choice. Raises ``ValueError`` if the seat of the view is not to move."""
        begun = self.now()
        move = self.bot.choose(view)
        self.times.append(self.now() - begun)
        return move
