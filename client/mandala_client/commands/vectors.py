"""``mandala-lan vectors``."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _, error_text, ngettext, said
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mandala_conformance.vectors.form.vector_case import VectorFile


@click.group(
    "vectors",
    epilog=_("Example:  mandala-lan vectors check"),
    help=_("The test vectors of the protocol, for programs in any language."),
)
def command() -> None:
    """Gather what can be done with vectors."""


@command.command(
    "list",
    epilog=_("Example:  mandala-lan vectors list"),
    short_help=_("Show the files of test vectors."),
    help=_("Show the files of test vectors that come with this program, and where they are."),
)
@fingerprints
def list_files(printer: Printer) -> None:
    """Show the files."""
    from mandala_conformance.vectors.shipped import shipped_files

    for path in shipped_files():
        cases = len(_read(path).cases)
        printer.say(ngettext("{file}: {number} case", "{file}: {number} cases", cases).format(file=path, number=cases))


@command.command(
    epilog=_("Examples:  mandala-lan vectors check   or   mandala-lan vectors check own.json"),
    short_help=_("Check test vectors against this program."),
    help=_(
        "Check test vectors against this program, and show what differs, case by case.\n\n"
        "Without a file, all test vectors that come with the program are checked. Your own files have the same "
        "form. The exit code is 1 if something differs."
    ),
)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar=_("[FILE]..."))
@fingerprints
def check(files: Sequence[Path], printer: Printer) -> None:
    """Check these files, or all; exit with 1 if there is a difference."""
    from mandala_conformance.vectors.shipped import shipped_files

    agrees = [_agrees(path, printer) for path in files or shipped_files()]
    sys.exit(0 if all(agrees) else 1)


def _agrees(path: Path, printer: Printer) -> bool:
    from mandala_client.ui.progress import shown_progress, vectors_checked
    from mandala_conformance.vectors import vector_checker

    file = _read(path)
    with shown_progress(partial(vectors_checked, path.name)) as progress:
        differing = [checked for checked in vector_checker.check(file, progress) if checked.differences]
    for report in differing:
        for difference in report.differences:
            printer.say(f"{path.name}, {report.id}: {said(difference)}")
    agreeing = len(file.cases) - len(differing)
    agree = ngettext("{file}: {number} case agrees.", "{file}: {number} cases agree.", agreeing)
    printer.say(agree.format(file=path.name, number=agreeing))
    if differing:
        differ = ngettext("{file}: {number} case differs.", "{file}: {number} cases differ.", len(differing))
        printer.say(differ.format(file=path.name, number=len(differing)))
    return not differing


def _read(path: Path) -> VectorFile:
    """The file, not yet checked. Raises ``Sorry``."""
    from mandala_client.records.library import reading
    from mandala_conformance.vectors.vector_file import MOST_FILE_BYTES, NotVectors, parse, too_large
    from mandala_net.files import read_file

    try:
        with reading(path, said(too_large())):
            return parse(read_file(path, MOST_FILE_BYTES, pipes=True))
    except NotVectors as error:
        raise Sorry(_("{file}: {reason}.").format(file=path, reason=error_text(error))) from error
