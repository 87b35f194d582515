"""``mandala-lan whoami``."""

from __future__ import annotations

import click

from mandala_client.language import _


@click.command(
    "whoami",
    epilog=_("Example:  mandala-lan whoami"),
    short_help=_("Show your own name and key."),
    help=_("Show your own name and the fingerprint of your key. Other players see both."),
)
@click.option("--name", default=None, metavar=_("NAME"), help=_("The name to show instead of your usual one."))
def command(name: str | None) -> None:
    """Show the name and the fingerprint of the key, and where the key is."""
    from mandala_client.own import own_home
    from mandala_client.sorry import plain_sentences
    from mandala_net.identity import fingerprint

    with plain_sentences(), own_home(name) as home:
        click.echo(f"{home.name} {fingerprint(home.identity.public)}")
        click.echo(_("Your key is in {file}; keep it to yourself.").format(file=home.paths.identity))
