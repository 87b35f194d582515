"""``mandala-lan play``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mandala_client.commands.bot_choice import BotChoice, require_bots
from mandala_client.commands.options import (
    HIGHEST_SEED,
    game_command,
    linear_option,
    opening_options,
    program_options,
    wishes_options,
)
from mandala_client.play.alone import Alone
from mandala_client.text.language import _
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from mandala_client.settings.start import Started
    from mandala_net.bots.programs.program_options import ProgramOptions


@click.command(
    "play",
    help=_(
        "Play alone against a bot.\n\n"
        "The bot is a separate program on this computer. You play against it over the same "
        "protocol as against a person. In a practice game you can take moves back, and nothing is "
        "kept. Afterwards you can play the same set-up with the seats swapped, to see who scores "
        "more with it."
    ),
    epilog=_("Examples:  mandala-lan play --against random   or   mandala-lan play --practice"),
)
@click.option(
    "--against",
    type=BotChoice(),
    default=None,
    show_default=_("the easiest but random"),
    help=_("The bot to play against."),
)
@click.option("--practice", is_flag=True, help=_("Play a practice game, in which you can take moves back."))
@click.option(
    "--seed",
    type=click.IntRange(0, HIGHEST_SEED),
    default=None,
    metavar=_("NUMBER"),
    help=_("Make the bot's play repeatable. In a practice game, the set-up is the same too."),
)
@click.option("--swapped", is_flag=True, help=_("With --practice and --seed: take the other seat."))
@linear_option
@opening_options
@game_command(wishes_options)
@program_options
def command(
    against: str | None,
    practice: bool,
    seed: int | None,
    swapped: bool,
    program: ProgramOptions,
    linear: bool,
    started: Started,
) -> None:
    """Play against a bot, and exit."""
    from mandala_client.commands.run import against_bot, run_with_frontend
    from mandala_client.sentences.bot_names import usual_bot

    if swapped and not practice:
        raise Sorry(_("You can swap seats only in a practice game: use --swapped with --practice."))
    bot = usual_bot(started.settings.game) if against is None else against
    require_bots(started.settings.game, bot)
    alone = Alone(started.settings.game, bot, seed, swapped, program)
    run_with_frontend(against_bot(alone, started.settings, practice=practice), started, linear=linear)
