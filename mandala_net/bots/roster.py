"""Which bots there are."""

from __future__ import annotations

from typing import Any, Final

from mandala_net.bots.mandala.greedy_bot import GreedyBot
from mandala_net.bots.player import Bot
from mandala_net.bots.random_bot import RandomBot
from mandala_protocol.games.game import Game
from mandala_protocol.games.mandala import MANDALA

BOT_NAMES: Final = ("random", "greedy")
"""From the weakest to the strongest."""


def make_bot(name: str, seed: int, game: Game[Any, Any] = MANDALA) -> Bot:
    """The bot of this name, for this game; the same seed makes the same bot.

    Raises ``ValueError`` if there is no such bot: "random" plays every game, "greedy" Mandala alone.
    """
    match name:
        case "random":
            return RandomBot(game, seed)
        case "greedy" if game.name == MANDALA.name:
            return GreedyBot(seed)
        case _:
            raise ValueError(f"there is no bot {name[:16]!r} for {game.name}")
