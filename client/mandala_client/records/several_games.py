"""Lists in which there may be several games: each row says then which it is."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from mandala_client.ui.blocks.tables import Layout
from mandala_protocol.games.test_games.test_game_names import is_test_game


def naming_games(layouts: tuple[Layout, ...], games: Iterable[str | None]) -> tuple[Layout, ...]:
    """Return the layouts with the column "title" before the opponent; as they are if the rows are all of one game.

    ``games`` are the names of the games on the wire, one for each row. A test game is always named.
    """
    named = set(games)
    if len(named) < 2 and not any(map(is_test_game, named)):
        return layouts
    return tuple(evolve(layout, keys=_with_title(layout.keys)) for layout in layouts)


def _with_title(keys: tuple[str, ...]) -> tuple[str, ...]:
    place = keys.index("opponent")
    return (*keys[:place], "title", *keys[place:])
