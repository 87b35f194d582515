"""``mandala-lan check-rules``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _, error_text, ngettext
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


@click.command(
    "check-rules",
    epilog=_("Example:  mandala-lan check-rules games.jsonl"),
    help=_(
        "Check our rules against another program's game log, move by move.\n\n"
        "The first difference is reported with game, move, field and both values. The exit code is "
        "then 1."
    ),
)
@click.argument("log", type=click.Path(), metavar=_("FILE"))
@fingerprints
def command(log: str, printer: Printer) -> None:
    """Compare a log, and exit with 1 if there is a difference."""
    from mandala_client.records.library import reading
    from mandala_conformance.rules_logs.catalogue import LOGS
    from mandala_conformance.rules_logs.rules_log import MOST_LINE_BYTES, check_rules
    from mandala_conformance.rules_logs.rules_log_fields import BadLog

    try:
        with reading(log), _opened(log) as file:
            # A line is read no further than it takes to see that it is none.
            report = check_rules(iter(lambda: file.readline(MOST_LINE_BYTES + 1), b""), LOGS.values())
    except BadLog as error:
        raise Sorry(_("{file} is not a log of games: {error}").format(file=log, error=error_text(error))) from error
    difference = report.difference
    if difference is None:
        agree = ngettext(
            "{games} game with {moves} moves agrees.", "{games} games with {moves} moves agree.", report.games
        )
        printer.say(agree.format(games=report.games, moves=report.moves))
        return
    printer.say(
        _(
            "Line {line}: game {game}, move {move}, field {field}: this program has {ours}, the log has {theirs}."
        ).format(
            line=difference.line,
            game=difference.game,
            move=difference.move,
            field=difference.field,
            ours=difference.engine,
            theirs=difference.log,
        )
    )
    agreed = ngettext(
        "{games} game with {moves} moves agreed before that.",
        "{games} games with {moves} moves agreed before that.",
        report.games,
    )
    printer.say(agreed.format(games=report.games, moves=report.moves))
    sys.exit(1)


def _opened(log: str) -> AbstractContextManager[BinaryIO]:
    """The log of this name; "-" is standard input, which stays open. Raises ``OSError``."""
    from contextlib import nullcontext

    from mandala_net.files import open_file

    return nullcontext(sys.stdin.buffer) if log == "-" else open_file(Path(log), pipes=True)
