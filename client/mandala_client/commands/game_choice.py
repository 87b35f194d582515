"""The game on the command line, where a command can be about any of them."""

from __future__ import annotations

import click

from mandala_client.commands.options import CommandDecorator
from mandala_client.games.catalogue import GAMES, USUAL_GAME


def game_option(text: str, default: str | None = USUAL_GAME) -> CommandDecorator:
    """Declare ``--game``, which is shown if there are several games; ``text`` is its help."""
    return click.option("--game", type=click.Choice(tuple(GAMES)), default=default, hidden=len(GAMES) == 1, help=text)
