"""``mandala-lan whoami``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mandala_client.commands.options import speech_options
from mandala_client.text.language import _

if TYPE_CHECKING:
    from mandala_client.settings.start import GivenOptions


@click.command(
    "whoami",
    epilog=_("Example:  mandala-lan whoami"),
    short_help=_("Show your own name and key."),
    help=_("Show your own name and the fingerprint of your key. Other players see both."),
)
@click.option("--name", default=None, metavar=_("NAME"), help=_("The name to use instead of your usual one."))
@speech_options
def command(wishes: GivenOptions) -> None:
    """Show the name and the fingerprint of the key, and where the key is."""
    from mandala_client.commands.printing import begin_to_print
    from mandala_client.settings.own import own_home
    from mandala_client.text.sorry import plain_sentences
    from mandala_net.trust.identity import fingerprint

    with plain_sentences():
        printer = begin_to_print(wishes)
        with own_home(printer.settings.name) as home:
            printer.say(f"{home.name} {fingerprint(home.identity.public)}")
            printer.say(_("Your key is in {file}. Keep it to yourself.").format(file=home.paths.identity))
