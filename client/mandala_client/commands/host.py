"""``mandala-lan host``."""

from __future__ import annotations

import click

from mandala_client.options import table_options


@click.command(
    "host",
    epilog="Example:  mandala-lan host --name Anna --first guest",
    short_help="Open a game and wait for somebody to join it.",
)
@click.option("--port", type=click.IntRange(0, 65_535), default=None, help="TCP port; 0 is any free one.")
@click.option(
    "--first",
    type=click.Choice(["host", "guest", "lot"]),
    default="lot",
    show_default=True,
    help="Who plays first.",
)
@click.option(
    "--grace",
    type=click.FloatRange(0, 1440),
    default=0,
    metavar="MINUTES",
    help="After so long without the other player a game counts as abandoned; 0, the default, for never.",
)
@click.option("--any", "anybody", is_flag=True, help="Let everybody in without asking.")
@click.option("--local", is_flag=True, help="For programs on this machine only.")
@click.option("--unlisted", is_flag=True, help="Do not announce the game; it is joined by its address.")
@table_options
def command(
    port: int | None,
    first: str,
    grace: float,
    anybody: bool,
    local: bool,
    unlisted: bool,
    name: str | None,
    player: str,
    seed: int | None,
    linear: bool,
    only_ascii: bool,
) -> None:
    """Open a game and wait for somebody to join it.

    You are asked before a player whom you have not met is let in.
    """
    from mandala_client.flows import Hosting, Seating, host_flow
    from mandala_client.run import Look, run_at_desk
    from mandala_protocol.games.mandala import MANDALA
    from mandala_protocol.messages import First
    from mandala_protocol.speaker import Offer

    how = Hosting(
        Offer(MANDALA.name, First(first), round(grace * 60)), port, anybody, local, unlisted, Seating(player, seed)
    )
    run_at_desk(lambda desk, home: host_flow(desk, home, how), name, Look(linear, only_ascii, player == "human"))
