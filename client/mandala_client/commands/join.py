"""``mandala-lan join``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mandala_client.commands.kept_values import PlayerName
from mandala_client.commands.options import game_command, game_options, table_options
from mandala_client.commands.tester_options import tester_options
from mandala_client.text.language import _

if TYPE_CHECKING:
    from mandala_client.commands.run import Flow
    from mandala_client.play.seating import Seating
    from mandala_client.settings.start import Started


@click.command(
    "join",
    help=_(
        "Join a game on the local network.\n\n"
        "Without an address, the program looks for games. If there are several, you choose one."
    ),
    epilog=_("Examples:  mandala-lan join   or   mandala-lan join 192.168.1.20:28108"),
)
@click.argument("address", required=False, metavar="[HOST[:PORT]]")
@click.option(
    "--port", type=click.IntRange(1, 65_535), default=None, help=_("The TCP port of HOST, if it is not the usual one.")
)
@click.option(
    "--of",
    "of_player",
    type=PlayerName(),
    default=None,
    metavar=_("PLAYER"),
    help=_("Join only a game of this player."),
)
@click.option("--otherwise", default=None, metavar="HOST[:PORT]", help=_("Try this address if no game is found."))
@click.option("--local", is_flag=True, help=_("Look for games on this computer only."))
@game_options
@game_command(table_options)
@tester_options
def command(
    address: str | None,
    port: int | None,
    of_player: str | None,
    otherwise: str | None,
    local: bool,
    seating: Seating,
    linear: bool,
    started: Started,
) -> None:
    """Find a game, play it, and exit."""
    from mandala_client.commands.run import run_with_frontend

    def make_flow() -> Flow:
        from mandala_client.play.flows import join_flow
        from mandala_client.play.joining import Joining, guest_setup
        from mandala_client.play.own_player import is_at_terminal
        from mandala_net.link.address import parse_address

        how = Joining(
            guest_setup(started.settings, local=local),
            address=None if address is None else parse_address(address, port),
            player=of_player,
            otherwise=None if otherwise is None else parse_address(otherwise),
            waits=otherwise is None and is_at_terminal(seating),
            seating=seating,
        )
        return lambda frontend, profile: join_flow(frontend, profile, how)

    run_with_frontend(make_flow, started, linear=linear, person=seating.is_person, asks_name=True)
