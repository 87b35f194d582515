"""``mandala-lan list``."""

from __future__ import annotations

import click


@click.command("list", epilog="Example:  mandala-lan list")
@click.option("--seconds", type=click.FloatRange(0.5, 60), default=3.0, show_default=True, help="How long to listen.")
@click.option("--local", is_flag=True, help="Look on this machine only.")
def command(seconds: float, local: bool) -> None:
    """Show the games that are open on the local network."""
    import trio

    from mandala_client import telling
    from mandala_client.sorry import plain_sentences
    from mandala_net.discovery import Reach, find

    with plain_sentences():
        listings = trio.run(find, seconds, Reach.THIS_MACHINE if local else Reach.NETWORK)
    for listing in listings:
        click.echo(telling.listing(listing))
    if not listings:
        click.echo("No open game was found.")
