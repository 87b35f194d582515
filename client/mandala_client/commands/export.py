"""``mandala-lan export``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from mandala_net.store import SavedGame


@click.command(
    "export",
    epilog="Example:  mandala-lan export 1f2e3d4c against-ben.mandala",
    short_help="Write the record of a game into a file.",
)
@click.argument("game", metavar="ID")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--fork", is_flag=True, help="Write the proof that a player said two different things instead.")
@click.option("--force", is_flag=True, help="Replace the file if there is one.")
def command(game: str, file: Path, fork: bool, force: bool) -> None:
    """Write the record of a game into a file, by which anybody can check the game.

    ID is the first digits of one that history lists. Any game can be exported; the record of one that goes on ends
    where the game is now. In a folder the file gets its usual name. Nothing secret of a game is in it.
    """
    import shlex

    from mandala_client import telling
    from mandala_client.evidence import record_of
    from mandala_client.library import find_game
    from mandala_client.own import own_home
    from mandala_client.sorry import plain_sentences
    from mandala_net.home import record_name
    from mandala_protocol import forks, record

    with plain_sentences(), own_home() as home:
        saved = find_game(home, game)
        stored = home.store.game(saved.row)
        suffix = forks.SUFFIX if fork else record.SUFFIX
        path = file / f"{record_name(stored.names, stored.game_id or b'')}{suffix}" if file.is_dir() else file
        _write(path, _proof(saved, game) if fork else record_of(saved), force)
    what = "The proof of the fork" if fork else "The record"
    click.echo(f"{what} of game {telling.game_digits(stored)} is in {path}.")
    click.echo("Anybody can check it with:")
    click.echo(f"mandala-lan verify {shlex.quote(str(path))}")


def _proof(saved: SavedGame, game: str) -> bytes:
    from mandala_client.evidence import fork_proof
    from mandala_client.sorry import Sorry

    proof = fork_proof(saved)
    if proof is None:
        raise Sorry(f"In the game {game} nobody is known to have said two different things.")
    return proof.data


def _write(path: Path, data: bytes, force: bool) -> None:
    from mandala_client.sorry import Sorry
    from mandala_net.files import create_file, replace_file

    try:
        if force:
            replace_file(path, data)
        else:
            create_file(path, data)
    except FileExistsError as error:
        raise Sorry(f"{path} is there already; to replace it: --force") from error
    except OSError as error:
        raise Sorry(f"{path} cannot be written: {error.strerror}.") from error
