"""Chance that a bot may use and still be repeatable: it follows from the seed and from what the bot sees."""

from __future__ import annotations

import random
from typing import Any

from mandala_protocol.games.game import Game, View


def chance_at(game: Game[Any, Any], seed: int, view: View[Any]) -> random.Random:
    """The chance of a bot at this view: with one seed the same view has the same again, also after a new start."""
    held = [[name, *counts] for name, counts in sorted(view.holdings.items())]
    return random.Random(f"{seed} {game.digest(view.state).hex()} {held}")  # noqa: S311 - it keeps no secret
