"""``mandala-lan verify``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mandala_client.commands.kept_values import GameId
from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mandala_client.records.proof import Proof


@click.command(
    "verify",
    epilog=_("Example:  mandala-lan verify Anna-Ben-1f2e3d4c.mandala"),
    help=_(
        "Check the record of a game: every signature, every proof, every card, every move, and the "
        "score.\n\n"
        "Give a record file, or the first characters of a game's ID, as history lists it. You can "
        "also give a file of evidence, as export --evidence writes it.\n\n"
        "The exit code is 0 if the game is proven from start to end with no evidence against a "
        "player, or if a file of evidence proves what it says. Otherwise it is 1."
    ),
)
@click.argument("game", type=GameId(or_file=True), metavar=_("ID|FILE"))
@click.option("--quiet", is_flag=True, help=_("Print only the verdict, not the game."))
@fingerprints
def command(game: str, quiet: bool, printer: Printer) -> None:
    """Print what the record proves, and exit with 0 if that is all that it should."""
    from mandala_client.records.library import record_file

    path = record_file(game)
    proven = _verify_stored(game, quiet, printer) if path is None else _verify_file(path, quiet, printer)
    sys.exit(0 if proven else 1)


def _verify_file(path: Path, quiet: bool, printer: Printer) -> bool:
    from mandala_client.records.library import file_content
    from mandala_client.records.proof import proofs_beside
    from mandala_client.records.verdict import judgement_lines
    from mandala_client.text.language import error_text
    from mandala_client.ui.progress import checked, shown_progress
    from mandala_net.threads import shared_workers
    from mandala_protocol.conversation import evidence
    from mandala_protocol.games.catalogue import GAMES_AND_TESTS
    from mandala_protocol.record.verification import NotARecord, UnknownGame

    data = file_content(path)
    try:
        complete = _verify_record(data, quiet, printer)
        proofs = proofs_beside(path, data)
        _say_proofs(proofs, printer)
        return complete and not proofs
    except UnknownGame as unknown:
        raise Sorry(_("{file}: {reason}.").format(file=path, reason=error_text(unknown))) from unknown
    except NotARecord as no_record:
        try:
            with shown_progress(checked) as progress:
                judgement = evidence.judge(evidence.read_file(data), GAMES_AND_TESTS, shared_workers(), progress)
        except evidence.NotEvidence as no_evidence:
            meant = path.suffix in (evidence.SUFFIX, evidence.SUFFIX_OF_FORKS) or evidence.begins_as_one(data)
            why = no_evidence if meant else no_record
            raise Sorry(_("{file}: {reason}.").format(file=path, reason=error_text(why))) from no_evidence
    printer.say_all(judgement_lines(judgement))
    return not isinstance(judgement, evidence.Unproven)


def _verify_stored(digits: str, quiet: bool, printer: Printer) -> bool:
    from mandala_client.records.library import goes_on, stored_game
    from mandala_client.records.proof import proofs_of
    from mandala_client.sentences.status_text import game_digits
    from mandala_client.text.language import error_text
    from mandala_client.text.own_command import program
    from mandala_protocol.record.verification import UnknownGame, write

    with printer.profile() as profile:
        stored = stored_game(profile, digits)
        saved = profile.store.take_up(stored.row)
        try:
            complete = _verify_record(write(saved.messages()), quiet, printer, going_on=goes_on(stored))
        except UnknownGame as unknown:
            where = _("Game {id}").format(id=game_digits(stored))
            raise Sorry(_("{file}: {reason}.").format(file=where, reason=error_text(unknown))) from unknown
        proofs = proofs_of(saved)
    _say_proofs(proofs, printer)
    if proofs:
        shown = _("To show the evidence to others: {program} export {id} FILE --evidence")
        printer.say(shown.format(id=digits, program=program()))
    return complete and not proofs


def _say_proofs(proofs: Sequence[Proof], printer: Printer) -> None:
    from mandala_client.records.verdict import judgement_lines

    for proof in proofs:
        printer.say_all(judgement_lines(proof.proven))


def _verify_record(data: bytes, quiet: bool, printer: Printer, *, going_on: bool = False) -> bool:
    """Tell what a record says; whether all of it is proven.

    ``going_on``: the game is known not to be over. Raises ``NotARecord``.
    """
    from mandala_client.records.verdict import exposure_lines, told_game, verdict_lines
    from mandala_client.ui.progress import checked, shown_progress
    from mandala_net.threads import shared_workers
    from mandala_protocol.games.catalogue import GAMES_AND_TESTS
    from mandala_protocol.record.verification import verify

    with shown_progress(checked) as progress:
        verdict = verify(data, GAMES_AND_TESTS, shared_workers(), progress)
    printer.say_all([] if quiet else told_game(verdict))
    printer.say_all(verdict_lines(verdict, going_on=going_on, score=not quiet))
    printer.say_all(exposure_lines(verdict))
    return verdict.complete
