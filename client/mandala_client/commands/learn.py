"""``mandala-lan learn``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mandala_client.commands.options import game_command, linear_option, opening_options, wishes_options
from mandala_client.text.language import _
from mandala_client.text.own_command import program
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from mandala_client.games.lesson import Lesson
    from mandala_client.settings.start import Started


@click.command(
    "learn",
    help=_(
        "Learn the game by playing a lesson.\n\n"
        "The lesson is a practice game that explains each move before you make it. It takes about "
        "five minutes. Then you can play the game to its end."
    ),
    epilog=_("Examples:  mandala-lan learn   or   mandala-lan learn --game patterns"),
)
@linear_option
@opening_options
@game_command(wishes_options)
def command(linear: bool, started: Started) -> None:
    """Play the lesson of a game, and exit."""
    from mandala_client.commands.run import run_with_frontend, taught

    game = started.settings.game
    run_with_frontend(taught(game, lesson_of(game)), started, linear=linear)


def lesson_of(game: str) -> Lesson:
    """The lesson of the game of this name. Raises ``Sorry`` for a game without one."""
    from mandala_client.games.catalogue import in_a_command, ui_of

    ui = ui_of(game)
    if ui.lesson is not None:
        return ui.lesson
    text = _("{game} has no lesson. To read its rules, type: {command}")
    raise Sorry(text.format(game=ui.title, command=f"{program()} rules{in_a_command(game)}"))
