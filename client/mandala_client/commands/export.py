"""``mandala-lan export``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mandala_client.commands.kept_values import GameId
from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from mandala_net.store.store import SavedGame


@click.command(
    "export",
    epilog=_("Example:  mandala-lan export 1f2e3d4c against-ben.mandala"),
    help=_(
        "Write the record of a game to a file, with which anyone can check the game.\n\n"
        "ID is the first characters of a game's ID, as history lists it. You can export any game; "
        "the record of an unfinished game ends at its current position. If FILE is a folder, the "
        "file gets its usual name. It contains no secrets of an unfinished game."
    ),
)
@click.argument("game", type=GameId(), metavar="ID")
@click.argument("file", type=click.Path(path_type=Path), metavar=_("FILE"))
@click.option(
    "--evidence",
    "as_evidence",
    is_flag=True,
    help=_("Write the proof that a player signed something against the protocol instead."),
)
@click.option("--force", is_flag=True, help=_("Replace the file if it exists."))
@fingerprints
def command(game: str, file: Path, as_evidence: bool, force: bool, printer: Printer) -> None:
    """Write the file and tell where it is."""
    from mandala_client.records.library import stored_game
    from mandala_client.records.written import write_file
    from mandala_client.sentences import status_text
    from mandala_client.text.own_command import command as typed
    from mandala_net.player.profile import record_name
    from mandala_protocol.conversation import evidence
    from mandala_protocol.record import verification

    with printer.profile() as profile:
        stored = stored_game(profile, game)
        saved = profile.store.take_up(stored.row)
        suffix = evidence.SUFFIX if as_evidence else verification.SUFFIX
        path = file / f"{record_name(stored.names, stored.game_id or b'')}{suffix}" if file.is_dir() else file
        if as_evidence:
            _require_known(stored.game)
        write_file(path, _proof(saved, game) if as_evidence else verification.write(saved.messages()), replace=force)
    digits = status_text.game_digits(stored)
    if as_evidence:
        printer.say(_("The evidence from game {game} is in {file}.").format(game=digits, file=path))
    else:
        printer.say(_("The record of game {game} is in {file}.").format(game=digits, file=path))
    printer.say(_("Anyone can check it with:"))
    printer.say(typed("verify", str(path)))


def _require_known(game: str | None) -> None:
    """Raise ``Sorry`` for a game that this program does not know: it cannot tell what is evidence there."""
    from mandala_client.text.quoting import quoted
    from mandala_protocol.games.catalogue import GAMES

    if game is not None and game not in GAMES:
        text = _("This program does not know the game {game}. Update it to look for evidence.")
        raise Sorry(text.format(game=quoted(game)))


def _proof(saved: SavedGame, game: str) -> bytes:
    from mandala_client.records.proof import proofs_of

    proofs = proofs_of(saved)
    if not proofs:
        raise Sorry(_("There is no evidence against a player of game {game}.").format(game=game))
    return proofs[0].data
