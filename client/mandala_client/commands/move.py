"""``mandala-lan move``."""

from __future__ import annotations

from pathlib import Path

import click


@click.group(
    "move",
    epilog="Examples:  mandala-lan move out me.mandala-move   and there   mandala-lan move in me.mandala-move",
    short_help="Take all that is yours to another machine, in one file.",
)
def command() -> None:
    """Take all that is yours to another machine, in one file: your key, the players you know, and all games."""


@command.command("out", epilog="Example:  mandala-lan move out me.mandala-move")
@click.argument("file", type=click.Path(path_type=Path))
def move_out(file: Path) -> None:
    """Write all that is yours into one file.

    Whoever has the file can play in your name: bring it to the new machine yourself, and then delete it.
    """
    from mandala_client import telling
    from mandala_client.library import open_games
    from mandala_client.own import own_home
    from mandala_client.sorry import Sorry, plain_sentences
    from mandala_net import moving
    from mandala_net.identity import fingerprint
    from mandala_net.paths import find_paths

    with plain_sentences():
        paths = find_paths()
        if not paths.identity.exists() and not paths.games.exists():
            raise Sorry("There is nothing to take along: no key of yours is on this machine yet.")
        with own_home(paths=paths) as home:
            moving.move_out(home, file)
            going_on = open_games(home)
            click.echo(f"{file} holds all that is yours: {_contents(len(home.store.games()), len(home.players))}.")
            click.echo(f"Your key is {fingerprint(home.identity.public)}.")
    click.echo("The key itself is in the file: bring it over yourself, let nobody have it, and delete it afterwards.")
    click.echo("On the new machine type: mandala-lan move in FILE")
    click.echo("From then on play there only: two machines with one key could contradict each other, which is a fork.")
    if going_on:
        click.echo("These games are open. Go on with them on the new machine only, never here again:")
        for game in going_on:
            click.echo(f"  {telling.stored_game(game)}")


@command.command("in", epilog="Example:  mandala-lan move in me.mandala-move")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--set-aside", is_flag=True, help="Move what is here into a folder beside, named by the date.")
def move_in(file: Path, set_aside: bool) -> None:
    """Take in all that is yours from a file that move out has written on the old machine.

    If games or players of yours are on this machine already, nothing happens without --set-aside.
    """
    from mandala_client.sorry import plain_sentences
    from mandala_net import moving
    from mandala_net.identity import fingerprint
    from mandala_net.paths import find_paths

    with plain_sentences():
        moved = moving.move_in(find_paths(), file, set_aside=set_aside)
    if moved.aside is not None:
        click.echo(f"What was here before is in {moved.aside}.")
    click.echo(f"Taken in: {_contents(moved.games, moved.players)}.")
    click.echo(f"Your key is {fingerprint(moved.identity)}.")
    click.echo("From now on play on this machine only: two with one key could contradict each other, which is a fork.")
    click.echo(f"Delete {file} when you no longer need it: your key is in it.")


def _contents(games: int, players: int) -> str:
    counted = "1 game" if games == 1 else f"{games} games"
    known = "1 player you know" if players == 1 else f"{players} players you know"
    return f"your key, {counted}, {known}"
