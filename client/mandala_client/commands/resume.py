"""``mandala-lan resume``."""

from __future__ import annotations

import click

from mandala_client.options import table_options


@click.command(
    "resume",
    epilog="Examples:  mandala-lan resume   or   mandala-lan resume 1f2e3d4c   or   mandala-lan resume --list",
    short_help="Go on with a game that is still open.",
)
@click.argument("game", required=False, metavar="[ID]")
@click.argument("address", required=False, metavar="[HOST[:PORT]]")
@click.option("--list", "only_list", is_flag=True, help="Show the games that are open, and do nothing.")
@click.option("--drop", is_flag=True, help="List this game no longer; nothing of it is deleted.")
@click.option("--port", type=click.IntRange(0, 65_535), default=None, help="TCP port to listen on; 0 is any free one.")
@click.option("--local", is_flag=True, help="With a program on this machine only.")
@table_options
def command(
    game: str | None,
    address: str | None,
    only_list: bool,
    drop: bool,
    port: int | None,
    local: bool,
    name: str | None,
    player: str,
    seed: int | None,
    linear: bool,
    only_ascii: bool,
) -> None:
    """Go on with a game that is still open: one that was left, adjourned, or cut off; also one that was put away.

    Both players type this, whoever is first waits for the other. Without an ID the only open game is taken, or you
    are asked which. Programs find each other on the network; if they do not, give the other's address too.
    """
    import sys

    import trio

    from mandala_client import telling
    from mandala_client.desk import Desk
    from mandala_client.flows import Resuming, Seating, resume_flow
    from mandala_client.library import goes_on, open_games, resumable_game, take_back
    from mandala_client.own import own_home
    from mandala_client.run import Look, run_at_desk
    from mandala_client.sorry import Sorry, plain_sentences
    from mandala_net.connect import parse_address
    from mandala_net.home import Home
    from mandala_net.news import Ended
    from mandala_net.store import State

    if only_list or drop:
        with plain_sentences(), own_home(name) as home:
            if drop:
                if game is None:
                    raise Sorry("Say which game:  mandala-lan resume ID --drop")
                dropped = resumable_game(home, game)
                saved = home.store.take_up(dropped.row)
                if goes_on(dropped):
                    saved.mark(State.DROPPED)
                else:
                    saved.settle()  # it is over here: only nobody waits for the other any more
                click.echo(f"{telling.stored_game(dropped)}: no longer listed. mandala-lan history still has it.")
                sys.exit(0)
            games = open_games(home)
        for open_game in games:
            click.echo(telling.stored_game(open_game))
        if not games:
            click.echo("No game of yours is open.")
        sys.exit(0)
    with plain_sentences():
        where = None if address is None else parse_address(address)
    how = Resuming(game, where, port, local, Seating(player, seed))

    async def flow(desk: Desk, home: Home) -> Ended:
        taken_back = None if game is None else await trio.to_thread.run_sync(take_back, home, game)
        if taken_back is not None:
            desk.status(f"The game was put away; it is open again: {telling.stored_game(taken_back)}.")
        return await resume_flow(desk, home, how)

    run_at_desk(flow, name, Look(linear, only_ascii, player == "human"))
