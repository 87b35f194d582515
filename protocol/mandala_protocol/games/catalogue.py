"""The games that this program plays, by their names on the wire. Nothing else imports the folder of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mandala_protocol.games.game import Game
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.games.test_games.fixed_chance import WithTestGames

GAMES: Final[dict[str, Game[Any, Any]]] = {MANDALA.name: MANDALA, PATTERNS.name: PATTERNS}
"""The rules."""

GAMES_AND_TESTS: Final[Mapping[str, Game[Any, Any]]] = WithTestGames(GAMES)
"""The rules, and those of test games, for whoever reads records or was asked to play such games."""
