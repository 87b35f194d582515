"""Whole runs of the tester against programs in which it must find nothing: ours, and the second peer in JavaScript.

``make conformance`` calls this, and ``make soak`` ends with it. Each run is the command that an author types, against a
program that is started for it. The exit code is 1 if anything was found that is not as the standard requires.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import click
from attrs import frozen

from mandala_conformance.case import EVERY_GAME
from mandala_conformance.findings import CaseVerdict
from tests.foreign.foreign_players import FOLDER, NODE, reason_to_skip

ROOT: Final = Path(__file__).parents[2]
TESTER: Final = (sys.executable, "-m", "mandala_client", "conformance")
LONGEST_SECONDS: Final = 3_600
PORT_SECONDS: Final = 60

ANOTHER_GAME: Final = ("RS9/", "RS10/", "RS11/", "RS12/", "RS13/", "RS14/")
"""Cases about another game after one: a program that plays with anyone goes on without waiting for one."""

MAY_BE_SKIPPED: Final = ("EN2/their-", "EN8/their-", "EN11/draw", "EN11/tie", "EN13/", "EN15/", *ANOTHER_GAME)
"""Cases that need consent: these programs agree to no offer either."""

Result = Mapping[str, Any]
"""A result in the JSON report of the tester."""


@frozen
class Peer:
    """A program to test: the games that it hosts, each in a run of its own, and its options for both commands."""

    name: str
    command: tuple[str, ...]
    hosted: tuple[str, ...]
    hosting: tuple[str, ...]
    joining: tuple[str, ...]


_BY_ITSELF: Final = ("--linear", "--local", "--player", "random", "--forever")

PEERS: Final = (
    Peer(
        "ours",
        (sys.executable, "-m", "mandala_client"),
        EVERY_GAME,
        (*_BY_ITSELF, "--unlisted", "--any"),
        (*_BY_ITSELF, "--test-games"),
    ),
    Peer(
        "foreign",
        (NODE or "node", str(FOLDER / "main.js")),
        EVERY_GAME,
        ("--forever",),
        ("--forever", "--test-games"),
    ),
    Peer(
        "mandala-only",
        (sys.executable, "-m", "tests.conformance.broken_peer", "plays-mandala-only"),
        (),
        (),
        (*_BY_ITSELF, "--test-games"),
    ),
)
"""The programs. As a host every program plays one game, so what is special in one of Mandala only is its guest."""


def faults_in(results: Sequence[Result]) -> list[Result]:
    """Return the results that are not as the standard requires, and those that were skipped without need."""
    good = (CaseVerdict.OK.value, CaseVerdict.INFORMATIONAL.value)
    skipped = CaseVerdict.SKIPPED.value
    return [
        one
        for one in results
        if one["verdict"] not in good and not (one["verdict"] == skipped and one["case"].startswith(MAY_BE_SKIPPED))
    ]


@frozen
class Outcome:
    """The outcome of one run of the tester: its results and its exit code.

    ``seconds``: how long it took; ``computing``: the seconds in which the tester or the program computed.
    """

    results: Sequence[Result]
    seconds: float
    computing: float
    code: int

    @property
    def is_clean(self) -> bool:
        """Return whether nothing was found."""
        return self.code == 0 and bool(self.results) and not faults_in(self.results)


@contextmanager
def _started(command: Sequence[str], home: Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A program with a home of its own, whose words go to a file; it is killed at the end of the block."""
    home.mkdir(parents=True, exist_ok=True)
    surroundings = {**os.environ, "MANDALA_LAN_HOME": str(home), "LANGUAGE": "en", "PYTHONUNBUFFERED": "1"}
    with log.open("wb") as words:
        program = subprocess.Popen(
            command, cwd=ROOT, env=surroundings, stdin=subprocess.DEVNULL, stdout=words, stderr=subprocess.STDOUT
        )
        try:
            yield program
        finally:
            program.kill()
            program.wait()


def _port_in(log: Path) -> str:
    """The port that a program names in its first words."""
    until = time.monotonic() + PORT_SECONDS
    while (said := re.search(r"port (\d+)", log.read_text(errors="replace"))) is None:
        if time.monotonic() > until:
            raise TimeoutError(f"no port within {PORT_SECONDS} s in {log}")
        time.sleep(0.05)
    return said[1]


def examine(peer: Peer, game: str | None, options: Sequence[str], folder: Path) -> Outcome:
    """Test a program that hosts this game, or one that joins if there is none; reports and words go to the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    report, peer_home = folder / "report.json", folder / "peer"
    computed = _computed()
    home = ("--home", str(peer_home)) if peer.name == "foreign" else ()
    asked = (*TESTER, *options, "--json", str(report))
    with ExitStack() as running:

        def start(name: str, *command: str) -> subprocess.Popen[bytes]:
            return running.enter_context(_started(command, folder / name, folder / f"{name}.log"))

        if game is None:
            tester = start("tester", *asked, "--listen", "0", "--local")
            began = time.monotonic()
            address = f"127.0.0.1:{_port_in(folder / 'tester.log')}"
            start("peer", *peer.command, "join", *peer.joining, *home, address)
        else:
            start("peer", *peer.command, "host", *peer.hosting, *home, "--port", "0", "--game", game)
            address = f"127.0.0.1:{_port_in(folder / 'peer.log')}"
            began = time.monotonic()
            tester = start("tester", *asked, address)
        code = tester.wait(LONGEST_SECONDS)
        seconds = time.monotonic() - began
    results = json.loads(report.read_text())["results"] if report.is_file() else []
    return Outcome(results, seconds, _computed() - computed, code)


def _computed() -> float:
    """The seconds that all programs which were started and have ended have computed."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def _busy(count: int) -> Iterator[None]:
    """Load the machine with so many processes that compute without end."""
    with ExitStack() as running:
        for _number in range(count):
            process = running.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
            running.callback(process.kill)
        yield


_COLUMNS: Final = f"{'peer':<13} {'as':<5} {'game':<9} {'run':>3}"
_VERDICTS: Final = tuple(CaseVerdict)


def _heading() -> str:
    return " ".join(
        (
            _COLUMNS,
            *(f"{verdict.value:>{len(verdict.value)}}" for verdict in _VERDICTS),
            f"{'seconds':>8}",
            f"{'computing':>10}",
        )
    )


def _row(peer: Peer, game: str | None, run: int, outcome: Outcome) -> str:
    counts = Counter(result["verdict"] for result in outcome.results)
    begins = f"{peer.name:<13} {'guest' if game is None else 'host':<5} {game or 'all':<9} {run:>3}"
    numbers = (f"{counts[verdict.value]:>{len(verdict.value)}}" for verdict in _VERDICTS)
    return " ".join((begins, *numbers, f"{outcome.seconds:>8.1f}", f"{outcome.computing:>10.1f}"))


def _explain(outcome: Outcome, folder: Path) -> Iterator[str]:
    """The lines below a row: each fault, and where the words of both programs are."""
    for one in faults_in(outcome.results):
        yield f"    {one['verdict']} {one['case']} ({one['game'] or '-'}): expected {one['expected']}, got {one['got']}"
    if not outcome.is_clean:
        yield f"    exit code {outcome.code}; reports and words of both programs are in {folder}"


@click.command()
@click.option("--profile", default="standard", show_default=True)
@click.option("--runs", type=click.IntRange(1), default=1, show_default=True)
@click.option("--busy", type=click.IntRange(0), default=0, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("build") / "conformance", show_default=True)
@click.argument("names", nargs=-1, metavar="[PEER[:GAME|:guest]]...")
def main(profile: str, runs: int, busy: int, folder: Path, names: tuple[str, ...]) -> None:
    """Test each PEER (all without any), as the host of a game or as a guest, so many times, and print a table.

    BUSY: so many processes compute without end beside it.
    """
    chosen = list(_chosen(names))
    if not chosen:
        raise click.UsageError(f"There is nothing to test by these names: {' '.join(names)}")
    is_clean = True
    print(_heading(), flush=True)
    with _busy(busy):
        for peer, game in chosen:
            for run in range(1, runs + 1):
                at = folder.absolute() / f"{peer.name}-{'guest' if game is None else game}-{run}"
                outcome = examine(peer, game, ("--profile", profile), at)
                print(_row(peer, game, run, outcome), flush=True)
                for line in _explain(outcome, at):
                    print(line, flush=True)
                is_clean = is_clean and outcome.is_clean
    sys.exit(0 if is_clean else 1)


def _chosen(names: Sequence[str]) -> Iterator[tuple[Peer, str | None]]:
    """The programs that are to be tested, each with the game that it hosts, or None where it joins."""
    for peer in PEERS:
        if peer.name == "foreign" and (reason := reason_to_skip()) is not None:
            print(f"{peer.name} is left out: {reason}", flush=True)
            continue
        for game in (*peer.hosted, None):
            if not names or peer.name in names or f"{peer.name}:{'guest' if game is None else game}" in names:
                yield peer, game


if __name__ == "__main__":
    main()
