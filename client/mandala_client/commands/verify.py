"""``mandala-lan verify``."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command("verify", epilog="Example:  mandala-lan verify Anna-Ben-1f2e3d4c.mandala")
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--quiet", is_flag=True, help="Print the verdict alone, not the game.")
def command(record: Path, quiet: bool) -> None:
    """Check the record of a game: every signature, every proof, every card, every move, and the score.

    The exit code is 0 if the game is proven from start to end, else 1.
    """
    from mandala_client.sorry import Sorry
    from mandala_client.verdict import told_game, verdict_lines
    from mandala_net.workers import shared_workers
    from mandala_protocol.games.catalogue import GAMES
    from mandala_protocol.record import NotARecord, verify

    try:
        verdict = verify(record.read_bytes(), GAMES, shared_workers())
    except NotARecord as error:
        raise Sorry(f"{record}: {error}.") from error
    except OSError as error:
        raise Sorry(f"{record} cannot be read: {error.strerror}.") from error
    for line in [] if quiet else told_game(verdict):
        click.echo(line)
    for line in verdict_lines(verdict):
        click.echo(line)
    sys.exit(0 if verdict.complete else 1)
