"""The games that this program plays, by their names on the wire. Nothing else imports the folder of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from mandala_protocol.games.fixed_chance import WithTestGames
from mandala_protocol.games.game import Game
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.patterns import PATTERNS

if TYPE_CHECKING:
    from mandala_protocol.games.rules_log import GameLog

GAMES: Final[dict[str, Game[Any, Any]]] = {MANDALA.name: MANDALA, PATTERNS.name: PATTERNS}
"""The rules."""

GAMES_AND_TESTS: Final[Mapping[str, Game[Any, Any]]] = WithTestGames(GAMES)
"""The rules, and those of test games, for whoever reads records or was asked to play such games."""


def _mandala_log() -> GameLog[Any, Any]:
    from mandala_protocol.games.mandala.rules_log_form import MANDALA_LOG

    return MANDALA_LOG


def _patterns_log() -> GameLog[Any, Any]:
    from mandala_protocol.games.patterns.rules_log_form import PATTERNS_LOG

    return PATTERNS_LOG


LOGS: Final[dict[str, Callable[[], GameLog[Any, Any]]]] = {
    MANDALA.name: _mandala_log,
    PATTERNS.name: _patterns_log,
}
"""The form of each game in rules logs, imported when it is asked for. A game without one cannot be compared."""
