"""``mandala-lan host``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mandala_client.commands.options import game_command, opening_options, table_options
from mandala_client.commands.tester_options import tester_options
from mandala_client.text.language import _

if TYPE_CHECKING:
    from mandala_client.commands.run import Flow
    from mandala_client.play.seating import Seating
    from mandala_client.settings.start import Started


def _whole_seconds(_context: click.Context, _option: click.Parameter, minutes: float) -> int:
    """The grace in seconds; one that is too short, or no number, is refused."""
    from mandala_net.match.terms import SHORTEST_GRACE

    seconds = minutes * 60
    if seconds == 0 or seconds >= SHORTEST_GRACE:
        return round(seconds)
    raise click.BadParameter(_("A time limit is at least 1 minute. For no limit, leave --grace out."))


@click.command(
    "host",
    help=_("Open a game and wait for someone to join.\n\nYou decide whether a player you have not met may join."),
    epilog=_("Example:  mandala-lan host --name Anna --first guest"),
)
@click.option("--port", type=click.IntRange(0, 65_535), default=None, help=_("The TCP port; 0 means any free one."))
@click.option(
    "--first",
    type=click.Choice(["host", "guest", "lot"]),
    default="lot",
    show_default=True,
    help=_("The player who starts."),
)
@click.option(
    "--grace",
    type=click.FloatRange(0, 1440),
    default=0,
    callback=_whole_seconds,
    metavar=_("MINUTES"),
    help=_(
        "Minutes a player may be away before the other may call the game abandoned: at least 1. "
        "0 (the default) means no limit."
    ),
)
@click.option("--any", "anybody", is_flag=True, help=_("Let everyone in without asking."))
@click.option("--guest", hidden=True)  # for our own bots: the fingerprint of the only key that is let in
@click.option("--local", is_flag=True, help=_("Only for programs on this computer."))
@click.option("--unlisted", is_flag=True, help=_("Do not announce the game. Others join by its address."))
@opening_options
@game_command(table_options)
@tester_options
def command(
    port: int | None,
    first: str,
    grace: int,
    anybody: bool,
    guest: str | None,
    local: bool,
    unlisted: bool,
    seating: Seating,
    linear: bool,
    started: Started,
) -> None:
    """Open a game, play it, and exit."""
    from mandala_client.commands.run import run_with_frontend

    def make_flow() -> Flow:
        from mandala_client.play.flows import Hosting, host_flow
        from mandala_net.discovery.dns_sd import Reach
        from mandala_net.match.reconnect import Places
        from mandala_net.match.setup import MatchSetup
        from mandala_protocol.conversation.speaker import GameTerms
        from mandala_protocol.seats import First

        terms = GameTerms(started.settings.game, First(first), grace, started.settings.live_score)
        setup = MatchSetup(Places(Reach.kept(local=local), not unlisted), guest=guest)
        how = Hosting(terms, setup, port, anybody, seating)
        return lambda frontend, profile: host_flow(frontend, profile, how)

    run_with_frontend(make_flow, started, linear=linear, person=seating.is_person, asks_name=True)
