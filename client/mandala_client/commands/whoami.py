"""``mandala-lan whoami``."""

from __future__ import annotations

import click


@click.command("whoami", epilog="Example:  mandala-lan whoami")
@click.option("--name", default=None, help="The name to show instead of your usual one.")
def command(name: str | None) -> None:
    """Show your own name and the fingerprint of your key. Other players see both."""
    from mandala_client.own import own_home
    from mandala_client.sorry import plain_sentences
    from mandala_net.identity import fingerprint

    with plain_sentences(), own_home(name) as home:
        click.echo(f"{home.name} {fingerprint(home.identity.public)}")
        click.echo(f"Your key is in {home.paths.identity}; keep it to yourself.")
