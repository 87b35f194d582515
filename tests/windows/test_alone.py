"""One person on Windows alone: the demonstration, a game against a bot in text mode, and the tests."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

import pytest

from tests.e2e.programs import discard, leave_unread, read_until
from tests.pace import ROOT
from tests.windows.players import WindowsPlayer
from tests.windows.wine import SECONDS, Wine, installed, on_windows

SUITE_SECONDS: Final = 3_600
"""For all tests that only compute, one after the other."""


SOURCES: Final = ";".join(on_windows(ROOT / folder) for folder in (".", "protocol", "client", "conformance"))
"""The path of all modules; some tests read what is in no wheel, such as the texts of the catalogues."""

PREPARED: Final = """
import os, sys
from contextlib import ExitStack
from pathlib import Path
from tests import surroundings
with ExitStack() as held:
    surroundings.prepare(Path(sys.argv[1]), held)
    print(os.environ.get("PYTEST_DEBUG_TEMPROOT"))
"""


class Developer(WindowsPlayer):
    """Someone who runs tests on Windows."""

    program: ClassVar[Sequence[str]] = [*installed().python, "-u", "-m", "pytest"]
    seconds: ClassVar[float] = SUITE_SECONDS

    @property
    def _environment(self) -> dict[str, str]:
        return installed().environment(PYTHONIOENCODING="utf-8", PYTHONPATH=SOURCES)


def test_the_folders_of_tests_there_are_not_among_those_of_this_system(wine: Wine, tmp_path: Path) -> None:
    assert wine.run("-c", PREPARED, on_windows(tmp_path), PYTHONPATH=SOURCES).strip() == "None"


def test_the_tests_that_only_compute_pass_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Each is named as it begins: however the run ends, it says which tests failed, or hung.
    options = ["-v", "--fast", "-p", "no:cacheprovider", "--rootdir", on_windows(ROOT)]
    with Developer(tmp_path).start(*options) as running:
        told = [line for line in running.stdout if " PASSED " not in line]
        assert running.wait() == 0, "".join(told)
    with capsys.disabled():
        print(told[-1])  # how many they are


@pytest.mark.parametrize("game", ["mandala", "patterns"])
def test_the_demonstration_ends_with_a_valid_record(anna: WindowsPlayer, game: str) -> None:
    shown = anna.run("demo", "--game", game)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert "VALID" in shown.stdout.split("NOT ")[0]


def test_a_game_against_a_bot_is_killed_and_resumed_in_text_mode(anna: WindowsPlayer) -> None:
    with anna.start("play", "--linear") as alone:
        read_until(alone, "Your turn")
        discard(alone)
        alone.kill()
        alone.wait()
    assert "since" in anna.run("resume", "--list").stdout
    with anna.start("resume", "--linear") as again:
        read_until(again, "Your turn")
        again.stdin.write("resign\nyes\nno\n")
        read_until(again, "You resigned")
        leave_unread(again)
        assert again.wait(SECONDS) == 0
    assert "You have no open games" in anna.run("resume", "--list").stdout


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "cp850"])
def test_german_goes_through_pipes_of_every_code_page(anna: WindowsPlayer, encoding: str) -> None:
    anna.encoding = encoding
    played = anna.run("play", "--practice", "--linear", "--language", "de", "--seed", "3", stdin="zug\naufgeben\nja\n")
    assert played.returncode == 0, played.stdout + played.stderr
    assert "aufgegeben" in played.stdout
    assert not re.search(r"\w\?\w|\N{REPLACEMENT CHARACTER}", played.stdout)
    assert "Traceback" not in played.stderr


def test_the_command_for_the_record_can_be_pasted_as_it_is_shown(anna: WindowsPlayer, wine: Wine) -> None:
    anna.home = anna.home.with_name("Änne's folder")
    played = anna.run("play", "--linear", "--game", "patterns", stdin="resign\nyes\nno\n")
    (command,) = (line for line in played.stdout.splitlines() if ".mandala" in line and " verify " in line)
    pasted = subprocess.run(
        ["wine", "cmd"],
        env=wine.environment(MANDALA_LAN_HOME=anna.folder, PYTHONIOENCODING="utf-8"),
        input=f"{command}\nexit\n",
        capture_output=True,
        encoding="cp437",
        timeout=SECONDS,
        check=False,
    )
    assert "VALID" in pasted.stdout, command
