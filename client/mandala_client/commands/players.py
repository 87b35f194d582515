"""``mandala-lan players``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mandala_client.language import _
from mandala_client.options import speech_options

if TYPE_CHECKING:
    from mandala_client.start import Wishes


@click.group(
    "players",
    invoke_without_command=True,
    epilog=_("Examples:  mandala-lan players   or   mandala-lan players forget Ben"),
    short_help=_("Show, rename or forget the players you know."),
    help=_("Show, rename or forget the players you know."),
)
@speech_options
@click.pass_context
def command(context: click.Context, wishes: Wishes) -> None:
    """List the known players, without a command within."""
    from mandala_client.own import own_home
    from mandala_client.printing import begin_to_print
    from mandala_client.sorry import plain_sentences
    from mandala_net.identity import fingerprint

    if context.invoked_subcommand is not None:
        return
    with plain_sentences():
        printer = begin_to_print(wishes)
        with own_home() as home:
            for name, key in home.players:
                printer.say(f"{name} {fingerprint(key)}")
            if not len(home.players):
                printer.say(_("You know nobody yet."))


@command.command(
    epilog=_("Example:  mandala-lan players forget Ben"),
    short_help=_("Forget a player."),
    help=_("Forget a player: the next who comes by that name is let in as a stranger."),
)
@click.argument("player", metavar=_("NAME"))
@speech_options
def forget(player: str, wishes: Wishes) -> None:
    """Forget a player."""
    from mandala_client.own import own_home
    from mandala_client.printing import begin_to_print
    from mandala_client.sorry import plain_sentences
    from mandala_protocol.names import clean_name

    with plain_sentences():
        printer = begin_to_print(wishes)
        with own_home() as home:
            home.players.forget(player)
    printer.say(_("{name} is forgotten.").format(name=clean_name(player)))


@command.command(
    epilog=_("Example:  mandala-lan players rename Ben 'Uncle Ben'"),
    short_help=_("Keep a player under another name."),
    help=_("Keep a player under another name."),
)
@click.argument("player", metavar=_("NAME"))
@click.argument("new_name", metavar=_("NEW_NAME"))
@speech_options
def rename(player: str, new_name: str, wishes: Wishes) -> None:
    """Keep a player under another name."""
    from mandala_client.own import own_home
    from mandala_client.printing import begin_to_print
    from mandala_client.sorry import plain_sentences
    from mandala_protocol.names import clean_name

    with plain_sentences():
        printer = begin_to_print(wishes)
        with own_home() as home:
            home.players.rename(player, new_name)
    kept = _("{name} is now kept as {new_name}.")
    printer.say(kept.format(name=clean_name(player), new_name=clean_name(new_name)))
