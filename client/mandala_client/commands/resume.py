"""``mandala-lan resume``."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, NoReturn

import click

from mandala_client.commands.kept_values import GameId
from mandala_client.commands.options import game_command, table_options
from mandala_client.text.language import _
from mandala_client.text.lines import print_line
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from mandala_client.commands.run import Flow
    from mandala_client.play.frontend import Frontend
    from mandala_client.play.seating import Seating
    from mandala_client.settings.start import Started
    from mandala_net.match.news import GameEnded
    from mandala_net.player.profile import Profile


@click.command(
    "resume",
    help=_(
        "Resume an unfinished game: one that was left, adjourned, cut off or put away.\n\n"
        "Both players type this, in any order. Without an ID, your only open game is resumed, or "
        "you choose one. The programs find each other on the network. If they do not, give the "
        "other player's address too."
    ),
    epilog=_("Examples:  mandala-lan resume   or   mandala-lan resume 1f2e3d4c   or   mandala-lan resume --list"),
)
@click.argument("game", type=GameId(open_only=True), required=False, metavar="[ID]")
@click.argument("address", required=False, metavar="[HOST[:PORT]]")
@click.option("--list", "only_list", is_flag=True, help=_("List the open games, and do nothing else."))
@click.option("--drop", is_flag=True, help=_("Hide this game from the list. Nothing is deleted."))
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=None, help=_("The TCP port to listen on; 0 means any free one.")
)
@click.option("--local", is_flag=True, help=_("Only with a program on this computer."))
@game_command(table_options)
def command(
    game: str | None,
    address: str | None,
    only_list: bool,
    drop: bool,
    port: int | None,
    local: bool,
    seating: Seating,
    linear: bool,
    started: Started,
) -> None:
    """Resume a game and exit; or list the open games, or put one away."""
    from mandala_client.commands.run import run_with_frontend

    if drop:
        _drop(game, started)
    if only_list:
        _list(started)

    def make_flow() -> Flow:
        import trio

        from mandala_client.play.flows import Resuming, resume_flow
        from mandala_client.records.library import take_back
        from mandala_client.sentences import status_text
        from mandala_net.link.address import parse_address

        where = None if address is None else parse_address(address)
        how = Resuming(game, where, port, local, seating)

        async def flow(frontend: Frontend, profile: Profile) -> GameEnded:
            taken_back = None if game is None else await trio.to_thread.run_sync(take_back, profile, game)
            if taken_back is not None:
                frontend.status(
                    _("The game was put away. It is open again: {game}.").format(
                        game=status_text.stored_game(taken_back)
                    )
                )
            return await resume_flow(frontend, profile, how)

        return flow

    run_with_frontend(make_flow, started, linear=linear, person=seating.is_person)


def _drop(game: str | None, started: Started) -> NoReturn:
    """List a game no longer, and exit. Raises ``Sorry`` and ``StoreError``."""
    from mandala_client.records.library import goes_on, resumable_game
    from mandala_client.sentences import status_text
    from mandala_client.settings.own import own_home
    from mandala_client.text.own_command import program
    from mandala_net.store.store import State

    with own_home(started.settings.name) as profile:
        if game is None:
            raise Sorry(_("Say which game:  {program} resume ID --drop").format(program=program()))
        dropped = resumable_game(profile, game)
        saved = profile.store.take_up(dropped.row)
        if goes_on(dropped):
            saved.mark(State.DROPPED)
        else:
            saved.settle()  # it is over here: only nobody waits for the other any more
    text = _("{game}: no longer in the list. {program} history still shows it.")
    print_line(text.format(game=status_text.stored_game(dropped), program=program()))
    sys.exit(0)


def _list(started: Started) -> NoReturn:
    """Show the games that are open, and exit. Raises ``StoreError``."""
    from mandala_client.records.library import open_games
    from mandala_client.sentences import status_text
    from mandala_client.settings.own import own_home

    with own_home(started.settings.name) as profile:
        games = open_games(profile)
    for game in games:
        print_line(status_text.stored_game(game))
        if (abandoned := status_text.perhaps_abandoned(game, time.time())) is not None:
            print_line(f"  {abandoned}")
    if not games:
        print_line(_("You have no open games."))
    sys.exit(0)
