"""``mandala-lan conformance``."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from mandala_client.commands.options import game_option
from mandala_client.commands.printing import Printer, fingerprints
from mandala_client.text.language import _, error_text, ngettext, said
from mandala_client.text.lines import print_line
from mandala_client.text.sorry import Sorry

if TYPE_CHECKING:
    from collections.abc import Sequence

    import trio

    from mandala_conformance.findings import Finding
    from mandala_conformance.reports import RunReport
    from mandala_conformance.runner import Job
    from mandala_conformance.testing import Assignment
    from mandala_net.link.address import Address

_STOPPED: Final = 130
"""The exit code of whoever was stopped by Ctrl-C: 128 and the number of the signal."""

_USUAL_PORT: Final = "usual"

_A_TEST_GAME: Final = "patterns-test-0"
"""It stands for any test game that a program hosts."""


@click.command(
    "conformance",
    help=_(
        "Test another program against the standard.\n\n"
        "With an address, this program plays the guest against a program that hosts. With --listen, it plays the "
        "host against a program that joins. That program must play by itself, again and again. Names of cases, or "
        "their beginnings, select cases. The reports are in English; docs/conformance.md explains them."
    ),
    epilog=_("Examples:  mandala-lan conformance 192.168.1.20   or   mandala-lan conformance --listen 28108 LK DK4/"),
)
@click.argument("arguments", nargs=-1, metavar="[HOST[:PORT]] [CASE]...")
@click.option(
    "--listen",
    is_flag=False,
    flag_value=_USUAL_PORT,
    default=None,
    metavar="[PORT]",
    help=_("Wait for a program that joins; 0 means any free port."),
)
@click.option("--local", is_flag=True, help=_("Listen only for programs on this computer."))
@click.option(
    "--also",
    "others",
    multiple=True,
    metavar="HOST[:PORT]",
    help=_("Test this program at the same time, to be done sooner."),
)
@click.option(
    "--profile",
    type=click.Choice(["quick", "standard"]),
    default=None,
    show_default="quick",
    help=_("How many cases to try."),
)
@click.option("--all", "everything", is_flag=True, help=_("Try all cases, however long they take."))
@game_option(_("Test this game only."), default=None)
@click.option("--exclude", "excluded", multiple=True, metavar="CASE", help=_("Leave these cases out."))
@click.option(
    "--slowness",
    type=click.FloatRange(min=1, max=100),
    default=1.0,
    metavar="FACTOR",
    help=_("Wait so many times longer than usual, for a slow machine or program."),
)
@click.option("--list", "listed", is_flag=True, help=_("List the cases and exit."))
@click.option(
    "--explain", "explained", metavar="NAME", help=_("Explain the case or requirement of this name and exit.")
)
@click.option("--json", "json_file", type=click.Path(path_type=Path), metavar=_("FILE"), help=_("Write a JSON report."))
@click.option(
    "--junit", "junit_file", type=click.Path(path_type=Path), metavar=_("FILE"), help=_("Write a JUnit report.")
)
@click.option(
    "--trace",
    "traces",
    type=click.Path(file_okay=False, path_type=Path),
    metavar=_("FOLDER"),
    help=_("Write down what the two programs say to each other, in a file for each case."),
)
@click.option(
    "--records",
    "record_folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar=_("FOLDER"),
    help=_("Write records with their verdicts, for a program that verifies records, and exit."),
)
@fingerprints
def command(
    arguments: tuple[str, ...],
    listen: str | None,
    local: bool,
    others: tuple[str, ...],
    profile: str | None,
    everything: bool,
    game: str | None,
    excluded: tuple[str, ...],
    slowness: float,
    listed: bool,
    explained: str | None,
    json_file: Path | None,
    junit_file: Path | None,
    traces: Path | None,
    record_folder: Path | None,
    printer: Printer,
) -> None:
    """Try the cases, print the report; exit with 1 if a case failed or could not be tried because the peer is gone."""
    from mandala_conformance.case import Extent
    from mandala_conformance.catalogue import CASES
    from mandala_conformance.testing import Assignment
    from mandala_net.link.address import parse_address

    extent = Extent.ALL if everything else Extent[(profile or "quick").upper()]
    has_address = listen is None and bool(arguments) and not _is_case(arguments[0])
    prefixes = arguments[1:] if has_address else arguments
    _require_cases((*prefixes, *excluded))
    if listed:
        narrowed = Extent.ALL if profile is None else extent
        printer.say_all(
            _listed(Assignment(CASES, narrowed, prefixes, game, None, excluded), is_host=listen is not None)
        )
        return
    if explained is not None:
        printer.say_all(_explained(explained))
        return
    if record_folder is not None:
        _write_records(record_folder, printer)
        return
    if listen is None and not has_address:
        raise click.UsageError(_("Give the address of a program that hosts, or --listen."))
    wanted = Assignment(CASES, extent, prefixes, game, traces, excluded, slowness)
    addresses = [] if listen is not None else [parse_address(argument) for argument in (arguments[0], *others)]
    _require_writable(json_file, junit_file, traces)
    tested, stopped = _run(printer, wanted, addresses, _port(listen), local=local)
    _write(tested, json_file, junit_file)
    from mandala_conformance.reports import summary_of

    printer.say_all(summary_of(tested))
    if stopped:
        sys.exit(_STOPPED)
    if tested.failed or tested.gone:
        sys.exit(1)


def _write_records(folder: Path, printer: Printer) -> None:
    """Write the folder of records. Raises ``Sorry`` if that is not possible."""
    from mandala_client.records.written import writing
    from mandala_client.ui.progress import records_written, shown_progress
    from mandala_conformance.made_games.records import write_records

    with writing(folder), shown_progress(records_written) as progress:
        count = write_records(folder, lambda done: progress(done, done))
    written = ngettext(
        "{number} record and its verdict are in {folder}.",
        "{number} records and their verdicts are in {folder}.",
        count,
    )
    printer.say(written.format(number=count, folder=folder))


def _listed(wanted: Assignment, *, is_host: bool) -> list[str]:
    """The cases that a run of this assignment tries; all of them, and the requirements without any, if it is all."""
    from mandala_conformance.case import EVERY_GAME
    from mandala_conformance.without_case import lines_without_case
    from mandala_net.link.handshake import Role

    roles = (Role.HOST,) if is_host else tuple(Role)
    games = (*EVERY_GAME, _A_TEST_GAME) if wanted.game is None else (wanted.game,)
    tried = {job.case.name for role in roles for job in wanted.jobs(role, games)}
    lines = []
    for case in wanted.cases:
        if case.name in tried:
            roles_text = "+".join(role.value for role in case.roles)
            lines.append(_row(case.name, case.extent.name.lower(), roles_text, "+".join(case.games) or "-", case.title))
    heading = _row("case", "profile", "tester as", "games", "what it is about")
    if len(lines) < len(wanted.cases):
        return [heading, *lines, "", f"{len(lines)} cases."]
    return [heading, *lines, "", "Requirements without a case:", *lines_without_case()]


def _row(name: str, extent: str, roles: str, games: str, title: str) -> str:
    return f"{name:<34} {extent:<9} {roles:<11} {games:<17} {title}"


def _is_case(argument: str) -> bool:
    """Return whether this is the name of a case, or its beginning, and not an address."""
    from mandala_protocol.requirements import REQUIREMENTS

    chapters = {number[:2] for number in REQUIREMENTS}
    return argument[:2] in chapters and re.fullmatch("[A-Z]{2}[0-9]*(/.*)?", argument) is not None


def _require_cases(beginnings: Sequence[str]) -> None:
    """Require that each of these begins the name of a case. Raises ``UsageError``."""
    from mandala_conformance.catalogue import CASES
    from mandala_conformance.runner import is_named

    for beginning in beginnings:
        if not any(is_named(case, (beginning,)) for case in CASES):
            raise click.UsageError(_("There is no case {name}; --list shows all cases.").format(name=beginning))


def _explained(name: str) -> list[str]:
    """The page of a case, or of a requirement. Raises ``UsageError`` if there is none by this name."""
    from mandala_conformance.catalogue import CASES
    from mandala_conformance.explanations import explanation_of, explanation_of_requirement
    from mandala_protocol.requirements import REQUIREMENTS

    if name in REQUIREMENTS:
        return explanation_of_requirement(name, CASES)
    found = next((case for case in CASES if case.name == name), None)
    if found is None:
        raise click.UsageError(_("There is no case or requirement {name}; --list shows all cases.").format(name=name))
    return explanation_of(found)


def _port(listen: str | None) -> int | None:
    from mandala_net.link.address import DEFAULT_PORT

    if listen is None:
        return None
    if listen == _USUAL_PORT:
        return DEFAULT_PORT
    if not (listen.isascii() and listen.isdigit() and len(listen) <= 5 and int(listen) <= 65_535):
        raise click.BadParameter(_("A port is a number from 0 to 65535."), param_hint="--listen")
    return int(listen)


def _run(
    printer: Printer, wanted: Assignment, addresses: list[Address], port: int | None, *, local: bool
) -> tuple[RunReport, bool]:
    """Run the cases, and show each finding as it comes; the results, and whether Ctrl-C stopped them."""
    import trio

    from mandala_client.ui.progress import ProgressLine
    from mandala_conformance.reports import details_of, line_of, time_left
    from mandala_conformance.testing import CONTACT, Watcher, examine_guest, examine_host

    cases, progress = {case.name: case for case in (CONTACT, *wanted.cases)}, ProgressLine()
    began = time.monotonic()

    def starting(job: Job, done: int, total: int) -> None:
        left = (time.monotonic() - began) / done * (total - done) if done else None
        told_left = "" if left is None else f"  {time_left(left)}"
        progress.tell(f"{done} / {total}  {job.case.name} {job.game}".rstrip() + told_left)

    def told_finding(finding: Finding) -> None:
        progress.clear()
        printer.say(line_of(finding, cases[finding.case]))
        printer.say_all(details_of(finding, cases[finding.case]))

    def opened(port: int) -> None:
        print_line(_("Waiting for a program that joins on port {port}.").format(port=port), aside=True)

    async def run() -> RunReport:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_stop_at_signal, watcher.stopping)
            if port is None:
                tested = await examine_host(addresses, wanted, watcher)
            else:
                tested = await examine_guest(port, "127.0.0.1" if local else None, wanted, watcher)
            nursery.cancel_scope.cancel()
        return tested

    watcher = Watcher(opened, starting, told_finding)
    try:
        tested = trio.run(run)
    except BaseExceptionGroup as group:
        sentence = _sentence(group, port)
        if sentence is None:
            raise
        raise Sorry(sentence) from group
    finally:
        progress.clear()
    return tested, watcher.stopping.is_set()


async def _stop_at_signal(stopping: trio.Event) -> None:
    import trio

    with trio.open_signal_receiver(signal.SIGINT) as signals:
        async for _number in signals:
            stopping.set()
            return


def _sentence(error: BaseException, port: int | None) -> str | None:
    """The sentence for what can go wrong here and nowhere else."""
    from mandala_conformance.testing import NoSuchCase, NotTestable
    from mandala_net.link.connect import ConnectError
    from mandala_net.os_errors import reason_of

    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    match error:
        case NoSuchCase():
            raise click.UsageError(error_text(error))
        case ConnectError() | NotTestable():
            return error_text(error)
        case OSError() if port is not None:
            cannot = _("TCP port {port} cannot be opened: {reason}.")
            return cannot.format(port=port, reason=said(reason_of(error)))
        case _:
            return None


def _require_writable(json_file: Path | None, junit_file: Path | None, traces: Path | None) -> None:
    """Refuse early what cannot be written at the end."""
    from mandala_client.records.written import writing

    if traces is not None:
        with writing(traces):
            traces.mkdir(parents=True, exist_ok=True)
            _try_to_write(traces / "trace")
    for file in (json_file, junit_file):
        if file is not None:
            with writing(file):
                _try_to_write(file)


def _try_to_write(path: Path) -> None:
    """Raise ``OSError`` if a file could not be put there. What is there stays."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    beside = path.with_name(f".{path.name}.trial")
    beside.touch()
    beside.unlink()


def _write(tested: RunReport, json_file: Path | None, junit_file: Path | None) -> None:
    """Write the reports that were asked for. Raises ``Sorry``."""
    from mandala_client.records.written import writing
    from mandala_conformance.reports import as_document, as_junit

    if json_file is not None:
        with writing(json_file):
            json_file.write_bytes(json.dumps(as_document(tested), indent=1).encode() + b"\n")
    if junit_file is not None:
        with writing(junit_file):
            junit_file.write_bytes(as_junit(tested))
