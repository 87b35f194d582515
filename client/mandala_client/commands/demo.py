"""``mandala-lan demo``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mandala_client.language import _
from mandala_client.options import BOTS, speech_options

if TYPE_CHECKING:
    from mandala_client.start import Wishes


@click.command(
    "demo",
    help=_(
        "Watch two bots play a whole game.\n\n"
        "Two programs find each other on the network, shuffle a deck that neither can see, play over TCP with all "
        "proofs, and leave a record that is then verified. Needs no terminal."
    ),
    epilog=_("Example:  mandala-lan demo --seed 7"),
    short_help=_("Watch two bots play a whole game."),
)
@click.option(
    "--seed", type=int, default=None, help=_("Let the bots play the same way each time; the cards still differ.")
)
@click.option(
    "--host", "host_bot", type=click.Choice(BOTS), default="greedy", show_default=True, help=_("The bot that hosts.")
)
@click.option(
    "--guest", "guest_bot", type=click.Choice(BOTS), default="greedy", show_default=True, help=_("The bot that joins.")
)
@speech_options
def command(seed: int | None, host_bot: str, guest_bot: str, wishes: Wishes) -> None:
    """Run the demonstration, and exit with 0 if all went well."""
    from mandala_client.demonstration import demonstrate
    from mandala_client.sorry import plain_sentences
    from mandala_client.start import start
    from mandala_client.terminal.style import as_written

    with plain_sentences(), tempfile.TemporaryDirectory(prefix="mandala-lan-demo-") as folder:
        started = start(wishes)

        def say(text: str, *, aside: bool = False) -> None:
            click.echo(as_written(text), err=aside)

        for sentence in started.told:
            say(sentence, aside=True)
        sys.exit(demonstrate(Path(folder), host_bot, guest_bot, seed, say))
