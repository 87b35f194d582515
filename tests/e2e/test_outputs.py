"""Outputs that are closed or full, a terminal that goes, too few files: no traceback, and no other verdict."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import IO, TypeAlias

import pytest

from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_net.trust.identity import Identity
from mandala_protocol.record import verification
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage
from tests.client.sessions import short_game
from tests.e2e.programs import PROGRAM, SECONDS, Running, Screen

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="speaks of /dev/full and of descriptors")

FULL = "The output cannot be written: No space left on device.\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one finished game in its store, and with record files, one of them of a wrong game."""
    root, entries = tmp_path_factory.mktemp("home"), short_game()
    with open_home(Paths.under(root)) as own:
        own.store.begin(Seat.HOST, Identity.generate().public, bytes(32)).append(entries)
        own.players.remember("Ben", Identity.generate().public)
    (root / "right").write_bytes(verification.write(entries))
    messages = [entry.message() for entry in entries]
    wrong = [*messages[:5], EntryMessage(messages[5].payload, bytes(64)), *messages[6:]]
    (root / "wrong").write_bytes(verification.write(wrong))
    return root


def surroundings(home: Path) -> dict[str, str]:
    """The variables of a program that keeps its things in ``home``, whose outputs are buffered as usual."""
    environment = {**os.environ, "MANDALA_LAN_HOME": str(home), "LANGUAGE": "en"}
    environment.pop("PYTHONUNBUFFERED", None)
    return environment


def shell(home: Path, line: str) -> subprocess.CompletedProcess[str]:
    """The result of this line in a shell in which ``mandala-lan`` is the program; run within ``home``."""
    program = " ".join(map(shlex.quote, PROGRAM))
    return subprocess.run(
        ["bash", "-c", f'mandala-lan() {{ {program} "$@"; }}; {line}'],
        cwd=home,
        env=surroundings(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


Output: TypeAlias = int | IO[str]


def start(home: Path, command: str, stdout: Output = subprocess.PIPE, stderr: Output = subprocess.PIPE) -> Running:
    """The program with this command, run within ``home``."""
    return Running(
        [*PROGRAM, *command.split()],
        cwd=home,
        env=surroundings(home),
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        text=True,
    )


def ran(
    home: Path, command: str, stdout: Output = subprocess.PIPE, stderr: Output = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """The result of a program that ``start`` begins."""
    with start(home, command, stdout, stderr) as program:
        said, also_said = program.communicate(timeout=SECONDS)
    return subprocess.CompletedProcess(program.args, program.returncode, said, also_said)


COMMANDS = [
    "--help",
    "history",
    "verify right --quiet",
    "verify wrong --quiet",
    "replay right --json",
    "check-rules nothing",
    "whoami",
]
"""Those that say something and do nothing."""


Usual: TypeAlias = Callable[[str], subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def usual(home: Path) -> Usual:
    """The output of a command, and its exit code, under usual conditions."""

    return cache(partial(ran, home))


def every_second(first: int) -> pytest.MarkDecorator:
    """A test for each command, of which every second one is left to the soak."""
    return pytest.mark.parametrize(
        "command",
        [
            pytest.param(command, marks=() if number % 2 == first else pytest.mark.soak)
            for number, command in enumerate(COMMANDS)
        ],
    )


@every_second(0)
def test_a_closed_output_is_somebodys_wish(home: Path, usual: Usual, command: str) -> None:
    done = shell(home, f"mandala-lan {command} >&-")
    assert (done.returncode, done.stderr) == (usual(command).returncode, usual(command).stderr)


CLOSED, FULL_DISK = "2>&-", "/dev/full"
"""A closed output is nothing that a forked program could have: its Python has begun with one."""


@pytest.mark.parametrize(
    ("command", "nowhere"),
    [
        pytest.param(command, nowhere, marks=() if (one + other) % 2 == 0 else pytest.mark.soak)
        for one, command in enumerate(COMMANDS)
        for other, nowhere in enumerate((CLOSED, FULL_DISK))
    ],
)
def test_where_no_errors_are_wanted_nothing_else_changes(home: Path, usual: Usual, command: str, nowhere: str) -> None:
    if nowhere == CLOSED:
        done = shell(home, f"mandala-lan {command} {nowhere}")
    else:
        with Path(nowhere).open("w") as full:
            done = ran(home, command, stderr=full)
    assert (done.returncode, done.stdout) == (usual(command).returncode, usual(command).stdout)


@every_second(1)
def test_a_full_output_is_told_in_a_sentence_and_is_no_success(home: Path, usual: Usual, command: str) -> None:
    with Path(FULL_DISK).open("w") as full:
        done = ran(home, command, stdout=full)
    assert done.returncode == (usual(command).returncode or 1)
    assert done.stderr in (FULL, usual(command).stderr + FULL, usual(command).stderr)
    assert FULL in done.stderr or not usual(command).stdout


def test_whoever_reads_no_further_is_told_nothing_and_the_verdict_stays(home: Path) -> None:
    with start(home, "replay right --text") as program:
        assert program.stdout.readline()
        program.stdout.close()
        assert (program.stderr.read(), program.wait(SECONDS)) == ("", 0)
    with start(home, "verify wrong") as program:
        program.stdout.close()
        assert (program.stderr.read(), program.wait(SECONDS)) == ("", 1)


def test_with_all_streams_closed_the_verdict_stays(home: Path) -> None:
    done = shell(home, "mandala-lan verify right <&- >&- 2>&-; echo $?; mandala-lan verify wrong <&- >&- 2>&-; echo $?")
    assert done.stdout == "0\n1\n"


def test_no_file_is_taken_for_an_output_that_was_closed(home: Path) -> None:
    game = short_game()[1].head.hex()[:8]
    for streams in (">&-", ">&- 2>&-", "<&- >&- 2>&-"):
        done = shell(home, f"mandala-lan export {game} out --force {streams}; echo $?")
        assert done.stdout == "0\n"
        assert (home / "out").read_bytes() == (home / "right").read_bytes()
    assert ran(home, "history").returncode == 0


# Too few files.


@pytest.mark.parametrize("command", ["history", "list"])
@pytest.mark.parametrize("most", [8, 63])
def test_too_few_files_are_told_in_a_sentence(home: Path, command: str, most: int) -> None:
    done = shell(home, f"ulimit -n {most}; mandala-lan {command}")
    text = "This program may open too few files. Allow at least 64, for example with: ulimit -n 64\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", text)


def test_where_more_files_may_be_allowed_they_are(home: Path) -> None:
    done = shell(home, "ulimit -Sn 12; mandala-lan history")
    assert (done.returncode, done.stderr) == (0, "")


# A terminal that goes.


@pytest.mark.parametrize(
    ("command", "awaited"),
    [
        (["--linear"], b"help"),
        (["play", "--practice", "--linear"], b"Your turn"),
        (["host", "--linear", "--local", "--port", "0"], b"open on port"),
        (["host", "--local", "--port", "0"], b"\x1b[?25l"),
        (["replay", "{home}/right"], b"flip"),
    ],
)
def test_a_terminal_that_is_closed_ends_the_program_as_its_signal_does(
    home: Path, command: list[str], awaited: bytes
) -> None:
    words = [word.format(home=home) for word in command]
    with Screen([*PROGRAM, *words], home) as terminal, Path(os.devnull).open() as nothing:
        terminal.wait_for(lambda _text: awaited in terminal.written, SECONDS)
        os.dup2(nothing.fileno(), terminal.fileno())  # so the terminal is closed
        # A program that the signal itself has ended is 129 to a shell as well.
        assert terminal.process.wait(SECONDS) in (129, -signal.SIGHUP)
