"""``mandala-lan check-rules``."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click


@click.command("check-rules", epilog="Example:  mandala-lan check-rules games.jsonl")
@click.argument("log", type=click.File("rb"))
def command(log: BinaryIO) -> None:
    """Compare these rules with another program's log of games, move by move.

    The first difference is reported with game, move, field and both values, and the exit code is 1 then.
    """
    from mandala_client.sorry import Sorry
    from mandala_protocol.games.log_fields import BadLog
    from mandala_protocol.games.logs import check_rules

    try:
        report = check_rules(log)
    except BadLog as error:
        raise Sorry(f"{log.name} is not a log of games: {error}") from error
    difference = report.difference
    if difference is None:
        click.echo(f"{report.games} games with {report.moves} moves agree.")
        return
    click.echo(
        f"Line {difference.line}: game {difference.game}, move {difference.move}, field {difference.field}: "
        f"this program has {difference.engine}, the log has {difference.log}."
    )
    click.echo(f"{report.games} games with {report.moves} moves agreed before that.")
    sys.exit(1)
