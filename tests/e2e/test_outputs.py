"""Outputs that are closed or full, a terminal that goes, too few files: no traceback, and no other verdict."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
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
    """The variables of a program that keeps its things in ``home``."""
    return {**os.environ, "MANDALA_LAN_HOME": str(home), "LANGUAGE": "en"}


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


FULL_DISK = "/dev/full"
IN_CLOSED_STREAMS = """
import os, runpy, sys
import mandala_client.records.past_games, mandala_client.records.replay_document, mandala_client.records.verdict
import mandala_client.main, mandala_client.settings.start, mandala_client.text.lines
for number, command in enumerate(sys.argv[1:]):
    child = os.fork()
    if child == 0:
        for stream, name in ((1, "stdout"), (2, "stderr")):
            file = os.open(f"{number}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            if getattr(sys, name) is not None:
                os.dup2(file, stream)
            os.close(file)
        sys.argv[1:] = command.split()
        runpy.run_module("mandala_client", run_name="__main__", alter_sys=True)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with open(f"{number}.code", "w") as file:
        file.write(str(code))
"""
"""A program that runs several commands, each in a child, with what it says in files, as far as its streams are open.

A closed stream is nothing that the starter's programs could have: their Python has begun with one.
"""


def in_closed_streams(home: Path, streams: str, commands: Sequence[str]) -> list[tuple[int, str, str]]:
    """The exit code of each command, and what it says, where the shell has closed these streams."""
    shell(home, f"{shlex.join([sys.executable, '-c', IN_CLOSED_STREAMS, *commands])} {streams}")
    said = [
        [(home / f"{number}.{part}").read_text() for part in ("code", "stdout", "stderr")]
        for number, _ in enumerate(commands)
    ]
    return [(int(code), output, errors) for code, output, errors in said]


def test_a_closed_output_is_somebodys_wish(home: Path, usual: Usual) -> None:
    for command, done in zip(COMMANDS, in_closed_streams(home, ">&-", COMMANDS), strict=True):
        assert done == (usual(command).returncode, "", usual(command).stderr), command


def test_where_no_errors_are_wanted_nothing_else_changes(home: Path, usual: Usual) -> None:
    for command, done in zip(COMMANDS, in_closed_streams(home, "2>&-", COMMANDS), strict=True):
        assert done == (usual(command).returncode, usual(command).stdout, ""), command


@pytest.mark.parametrize("command", COMMANDS)
def test_where_errors_find_no_room_nothing_else_changes(home: Path, usual: Usual, command: str) -> None:
    with Path(FULL_DISK).open("w") as full:
        done = ran(home, command, stderr=full)
    assert (done.returncode, done.stdout) == (usual(command).returncode, usual(command).stdout)


@pytest.mark.parametrize("command", COMMANDS)
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


def test_with_all_streams_closed_the_verdict_stays_and_no_file_is_taken_for_one_of_them(home: Path) -> None:
    export = f"export {short_game()[1].head.hex()[:8]} out"
    commands = ("verify right", "verify wrong", export)
    assert in_closed_streams(home, "<&- >&- 2>&-", commands) == [(0, "", ""), (1, "", ""), (0, "", "")]
    assert (home / "out").read_bytes() == (home / "right").read_bytes()
    assert ran(home, "history").returncode == 0


# Too few files.


@pytest.mark.parametrize(("command", "most"), [("list", 8), ("history", 63)])
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
