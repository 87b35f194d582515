"""``mandala-lan whoami``."""

from __future__ import annotations

import click

from mandala_client.commands.options import OwnName
from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _


@click.command(
    "whoami",
    epilog=_("Example:  mandala-lan whoami"),
    help=_("Show your own name and the fingerprint of your key. Other players see both."),
)
@click.option(
    "--name", type=OwnName(), default=None, metavar=_("NAME"), help=_("The name to use instead of your usual one.")
)
@fingerprints
def command(printer: Printer) -> None:
    """Show the name and the fingerprint of the key, and where the key is."""
    from mandala_net.trust.identity import fingerprint

    with printer.profile() as profile:
        printer.say(f"{profile.name} {fingerprint(profile.identity.public)}")
        printer.say(_("Your key is in {file}. Keep it to yourself.").format(file=profile.paths.identity))
