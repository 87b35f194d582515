"""``mandala-lan report``."""

from __future__ import annotations

from pathlib import Path

import click

from mandala_client.commands.kept_values import GameId
from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _
from mandala_client.text.sorry import Sorry


@click.command(
    "report",
    epilog=_("Example:  mandala-lan report 1f2e3d4c --trace trace.txt"),
    help=_(
        "Write all that helps to find the fault in a game to one file: its record, the evidence, every entry "
        "in clear, and a trace if you give one.\n\n"
        "ID is the first characters of a game's ID, as history lists it. Send the file to whoever wrote the "
        "other program. It has the names of both players, their keys and the moves, and no secret of an "
        "unfinished game; a trace also has the chat."
    ),
)
@click.argument("game", type=GameId(), metavar="ID")
@click.argument("file", type=click.Path(path_type=Path), metavar="[" + _("FILE") + "]", required=False)
@click.option(
    "--trace",
    type=click.Path(path_type=Path),
    metavar=_("FILE"),
    help=_("Add this trace, as host, join or resume has written it."),
)
@click.option("--force", is_flag=True, help=_("Replace the file if it exists."))
@fingerprints
def command(game: str, file: Path | None, trace: Path | None, force: bool, printer: Printer) -> None:
    """Write the archive and tell where it is."""
    from mandala_client.records.fault_report import SUFFIX, report_of
    from mandala_client.records.library import stored_game
    from mandala_client.records.written import write_file
    from mandala_client.sentences import status_text
    from mandala_net.player.profile import record_name

    traced = None if trace is None else _trace(trace)
    with printer.profile() as profile:
        stored = stored_game(profile, game)
        saved = profile.store.take_up(stored.row)
        usual = f"{record_name(stored.names, stored.game_id or stored.proposal or b'')}{SUFFIX}"
        path = Path(usual) if file is None else file / usual if file.is_dir() else file
        write_file(path, report_of(saved, stored, traced), replace=force)
    digits = status_text.game_digits(stored)
    printer.say(_("The report of game {game} is in {file}.").format(game=digits, file=path))
    printer.say(_("It names both players. Read it before you send it to anyone."))


def _trace(path: Path) -> bytes:
    from mandala_client.records.fault_report import TRACE_BEGINS
    from mandala_client.records.library import reading
    from mandala_net.files import read_file
    from mandala_net.trace_file import MOST_BYTES

    with reading(path):
        data = read_file(path, MOST_BYTES)
    if not data.startswith(TRACE_BEGINS):
        raise Sorry(_("{file} is not a trace of this program.").format(file=path))
    return data
