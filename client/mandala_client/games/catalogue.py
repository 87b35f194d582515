"""The games that this client shows, by their names on the wire. Nothing else imports the folder of a game.

A game is imported when it is asked for: nothing of it is needed for the first page.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Final

from mandala_client.text.language import pgettext
from mandala_protocol.games.test_games.test_game_names import is_test_game, played_in
from mandala_protocol.names import clean_name

if TYPE_CHECKING:
    from mandala_client.games.game_ui import AnyGameUI

USUAL_GAME: Final = "mandala"
"""The game that is played if no other is asked for."""


@cache
def _mandala() -> AnyGameUI:
    from mandala_client.games.mandala.mandala_ui import MandalaUI

    return MandalaUI()


@cache
def _patterns() -> AnyGameUI:
    from mandala_client.games.patterns.patterns_ui import PatternsUI

    return PatternsUI()


GAMES: Final[dict[str, Callable[[], AnyGameUI]]] = {"mandala": _mandala, "patterns": _patterns}
"""The client's side of each game: the same value each time it is asked for."""


def ui_of(name: str) -> AnyGameUI:
    """The client's side of the game of this name; of a test game, that of the game it plays, with a title that says so.

    Raises ``KeyError`` for a game that is not here.
    """
    return _titled(played_in(name), title_of(name)) if is_test_game(name) else GAMES[name]()


@cache
def _titled(name: str, title: str) -> AnyGameUI:
    ui = copy(GAMES[name]())
    vars(ui)["title"] = title
    return ui


def in_a_command(name: str) -> str:
    """The option that names a game, to stand in a command; nothing where there is no other game."""
    return f" --game {name}" if len(GAMES) > 1 else ""


def title_of(name: str) -> str:
    """The title of the game of this name, which says so of a test game; the name itself if the game is not here."""
    if played_in(name) not in GAMES:
        return clean_name(name)
    title = GAMES[played_in(name)]().title
    return pgettext("title of a test game", "{title} (test)").format(title=title) if is_test_game(name) else title
