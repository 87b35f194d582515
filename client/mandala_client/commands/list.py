"""``mandala-lan list``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mandala_client.language import _
from mandala_client.options import speech_options

if TYPE_CHECKING:
    from mandala_client.start import Wishes
    from mandala_net.listing import Listing


@click.command(
    "list",
    epilog=_("Example:  mandala-lan list"),
    short_help=_("Show the games that are open on the local network."),
    help=_(
        "Show the games that are open on the local network.\n\n"
        "A player who waits to go on with a game is shown too; only the other player of that game can come, with "
        "resume."
    ),
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.5, 60),
    default=3.0,
    show_default=True,
    metavar=_("SECONDS"),
    help=_("How long to listen."),
)
@click.option("--local", is_flag=True, help=_("Look on this machine only."))
@speech_options
def command(seconds: float, local: bool, wishes: Wishes) -> None:
    """Listen for a while, then show what was heard."""
    import trio

    from mandala_client.printing import begin_to_print
    from mandala_client.sorry import plain_sentences
    from mandala_net.discovery import Reach, find

    with plain_sentences():
        printer = begin_to_print(wishes)
        listings = trio.run(find, seconds, Reach.kept(local=local))
    for listing in listings:
        printer.say(line_of(listing))
    if not listings:
        printer.say(_("No open game was found."))


def line_of(listing: Listing) -> str:
    """An open game in a line; or that its host waits for one player alone."""
    from mandala_client.words import telling

    heard = telling.listing(listing)
    if listing.announcement.resume is None:
        return heard
    return _("{listing}; waits to go on with a game, and cannot be joined").format(listing=heard)
