"""``mandala-lan list``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.sentences.failures import plain_sentences
from mandala_client.text.language import _
from mandala_client.text.lines import print_line
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from mandala_net.discovery.listing import Listing
    from mandala_net.trust.known_players import KnownPlayers


@click.command(
    "list",
    epilog=_("Example:  mandala-lan list"),
    help=_(
        "Show the games that are open on the local network.\n\n"
        "A player who is waiting to resume a game is shown too. Only the other player of that game "
        "can join it, with resume."
    ),
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.5, 60),
    default=3.0,
    show_default=True,
    metavar=_("SECONDS"),
    help=_("The number of seconds to listen."),
)
@click.option("--local", is_flag=True, help=_("Look on this computer only."))
@fingerprints
def command(seconds: float, local: bool, printer: Printer) -> None:
    """Listen for a while, then show what was heard."""
    import trio

    from mandala_client.screens.heard_games import more_announced
    from mandala_net.discovery.browser import Favoured
    from mandala_net.discovery.dns_sd import Reach, find

    known = _known_players()
    favoured = Favoured(frozenset(() if known is None else known.fingerprints.values()))
    heard = trio.run(find, seconds, Reach.kept(local=local), favoured)
    for listing in heard.listings:
        printer.say(line_of(listing, known))
    if heard.hides_some:
        printer.say(more_announced())
    if not heard.listings:
        printer.say(_("No open game was found."))


def line_of(listing: Listing, known: KnownPlayers | None = None) -> str:
    """An open game in a line; or that its host waits for one player alone, is blocked, or only seems to be known."""
    from mandala_client.sentences import outcomes, status_text
    from mandala_net.trust.warnings import careful_about

    heard = status_text.listing(listing)
    if known is not None and listing.announcement.fingerprint in known.blocked:
        return _("{listing}; you have blocked this player").format(listing=heard)
    if listing.announcement.resume is not None:
        return _("{listing}; waiting to resume a game, not open to others").format(listing=heard)
    caution = None if known is None else careful_about(known.fingerprints, listing.announcement)
    return heard if caution is None else f"{heard}. {outcomes.fact(caution)}"


def _known_players() -> KnownPlayers | None:
    """The players known to this player; None before anything was kept here, as looking around leaves nothing behind.

    None too, and that is told, if what is kept cannot be read: games can be seen without it.
    """
    from mandala_client.settings.own import own_home
    from mandala_net.player.paths import find_paths

    paths = find_paths()
    try:
        with plain_sentences():
            if not paths.games.exists():
                return None
            with own_home(paths=paths) as profile:
                return profile.players
    except Sorry as error:
        not_known = _("{reason} So no one in this list is compared with the players whom you know.")
        print_line(not_known.format(reason=error.message), aside=True)
        return None
