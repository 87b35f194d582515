"""``mandala-lan list``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from mandala_net.listing import Listing


@click.command("list", epilog="Example:  mandala-lan list")
@click.option("--seconds", type=click.FloatRange(0.5, 60), default=3.0, show_default=True, help="How long to listen.")
@click.option("--local", is_flag=True, help="Look on this machine only.")
def command(seconds: float, local: bool) -> None:
    """Show the games that are open on the local network.

    A player who waits to go on with a game is shown too; only the other player of that game can come, with resume.
    """
    import trio

    from mandala_client.sorry import plain_sentences
    from mandala_net.discovery import Reach, find

    with plain_sentences():
        listings = trio.run(find, seconds, Reach.kept(local=local))
    for listing in listings:
        click.echo(line_of(listing))
    if not listings:
        click.echo("No open game was found.")


def line_of(listing: Listing) -> str:
    """An open game in a line; or that its host waits for one player alone."""
    from mandala_client import telling

    if listing.announcement.resume is None:
        return telling.listing(listing)
    return f"{telling.listing(listing)}; waits to go on with a game, and cannot be joined"
