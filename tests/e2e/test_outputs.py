"""Outputs that are closed or full, a terminal that goes, too few files: no traceback, and no other verdict."""

from __future__ import annotations

import os
import pty
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_net.trust.identity import Identity
from mandala_protocol.record import verification
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage
from tests.client.sessions import short_game
from tests.e2e.programs import PROGRAM, SECONDS, keep_name

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


def shell(home: Path, line: str) -> subprocess.CompletedProcess[str]:
    """The result of this line in a shell in which ``mandala-lan`` is the program; run within ``home``."""
    program = " ".join(map(shlex.quote, PROGRAM))
    environment = {**os.environ, "MANDALA_LAN_HOME": str(home), "LANGUAGE": "en"}
    environment.pop("PYTHONUNBUFFERED", None)
    return subprocess.run(
        ["bash", "-c", f'mandala-lan() {{ {program} "$@"; }}; {line}'],
        cwd=home,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


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

    @cache
    def run(command: str) -> subprocess.CompletedProcess[str]:
        return shell(home, f"mandala-lan {command}")

    return run


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


NOWHERE = ("2>&-", "2>/dev/full")


@pytest.mark.parametrize(
    ("command", "nowhere"),
    [
        pytest.param(command, nowhere, marks=() if (one + other) % 2 == 0 else pytest.mark.soak)
        for one, command in enumerate(COMMANDS)
        for other, nowhere in enumerate(NOWHERE)
    ],
)
def test_where_no_errors_are_wanted_nothing_else_changes(home: Path, usual: Usual, command: str, nowhere: str) -> None:
    done = shell(home, f"mandala-lan {command} {nowhere}")
    assert (done.returncode, done.stdout) == (usual(command).returncode, usual(command).stdout)


@every_second(1)
def test_a_full_output_is_told_in_a_sentence_and_is_no_success(home: Path, usual: Usual, command: str) -> None:
    done = shell(home, f"mandala-lan {command} >/dev/full")
    assert done.returncode == (usual(command).returncode or 1)
    assert done.stderr in (FULL, usual(command).stderr + FULL, usual(command).stderr)
    assert FULL in done.stderr or not usual(command).stdout


def test_whoever_reads_no_further_is_told_nothing_and_the_verdict_stays(home: Path) -> None:
    done = shell(home, 'mandala-lan replay right --text | head -n 1; echo "${PIPESTATUS[0]}"')
    assert done.stderr == ""
    assert done.stdout.splitlines()[1:] == ["0"]
    wrong = shell(home, 'mandala-lan verify wrong | true; echo "${PIPESTATUS[0]}"')
    assert (wrong.stdout, wrong.stderr) == ("1\n", "")


def test_with_all_streams_closed_the_verdict_stays(home: Path) -> None:
    done = shell(home, "mandala-lan verify right <&- >&- 2>&-; echo $?; mandala-lan verify wrong <&- >&- 2>&-; echo $?")
    assert done.stdout == "0\n1\n"


def test_no_file_is_taken_for_an_output_that_was_closed(home: Path) -> None:
    game = short_game()[1].head.hex()[:8]
    for streams in (">&-", ">&- 2>&-", "<&- >&- 2>&-"):
        done = shell(home, f"mandala-lan export {game} out --force {streams}; echo $?")
        assert done.stdout == "0\n"
        assert (home / "out").read_bytes() == (home / "right").read_bytes()
    assert shell(home, "mandala-lan history").returncode == 0


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
        (["replay", "right"], b"flip"),
    ],
)
def test_a_terminal_that_is_closed_ends_the_program_as_its_signal_does(
    home: Path, command: list[str], awaited: bytes
) -> None:
    keep_name(home)
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(home)
        os.environ.update(MANDALA_LAN_HOME=str(home), TERM="xterm-256color", LANGUAGE="en", LINES="24", COLUMNS="80")
        os.execv(PROGRAM[0], [*PROGRAM, *command])
    said, end = b"", time.monotonic() + SECONDS
    while awaited not in said and time.monotonic() < end and select.select([terminal], [], [], SECONDS)[0]:
        said += os.read(terminal, 65_536)
    os.close(terminal)
    assert awaited in said
    _, status = os.waitpid(pid, 0)
    # A program that the signal itself has ended is 129 to a shell as well.
    assert os.waitstatus_to_exitcode(status) in (129, -1)
