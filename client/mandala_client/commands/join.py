"""``mandala-lan join``."""

from __future__ import annotations

import click

from mandala_client.options import table_options


@click.command(
    "join",
    epilog="Examples:  mandala-lan join   or   mandala-lan join 192.168.1.20:28108",
    short_help="Join a game on the local network.",
)
@click.argument("address", required=False, metavar="[HOST[:PORT]]")
@click.option(
    "--port", type=click.IntRange(1, 65_535), default=None, help="TCP port of HOST, if it is not the usual one."
)
@click.option("--of", "of_player", default=None, metavar="PLAYER", help="Join the game of this player only.")
@click.option("--otherwise", default=None, metavar="HOST[:PORT]", help="Try this address if no game is found.")
@click.option("--local", is_flag=True, help="Look for games on this machine only.")
@table_options
def command(
    address: str | None,
    port: int | None,
    of_player: str | None,
    otherwise: str | None,
    local: bool,
    name: str | None,
    player: str,
    seed: int | None,
    linear: bool,
    only_ascii: bool,
) -> None:
    """Join a game on the local network.

    Without an address the game is looked for; if there are several, you are asked which.
    """
    from mandala_client.flows import Joining, Seating, join_flow
    from mandala_client.run import Look, run_at_desk
    from mandala_client.sorry import plain_sentences
    from mandala_net.connect import parse_address

    with plain_sentences():
        how = Joining(
            address=None if address is None else parse_address(address, port),
            player=of_player,
            otherwise=None if otherwise is None else parse_address(otherwise),
            local=local,
            seating=Seating(player, seed),
        )
    run_at_desk(lambda desk, home: join_flow(desk, home, how), name, Look(linear, only_ascii, player == "human"))
