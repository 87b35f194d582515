"""One person on Windows alone: the demonstration, a game against a bot in text mode, and the tests."""

from __future__ import annotations

import re
import subprocess
from typing import Final

import pytest

from tests.e2e.programs import complete, discard, leave_unread, read_until
from tests.pace import ROOT
from tests.windows.players import WindowsPlayer
from tests.windows.wine import SECONDS, Wine, on_windows

SUITE_SECONDS: Final = 3_600
"""For all tests that only compute, one after the other."""


def test_the_tests_that_only_compute_pass_there(wine: Wine) -> None:
    options = ["-q", "--fast", "-p", "no:cacheprovider", "--rootdir", on_windows(ROOT)]
    command = [*wine.python, "-m", "pytest", *options]
    # Some of them read what is in no wheel, such as the texts of the catalogues.
    sources = ";".join(on_windows(ROOT / folder) for folder in (".", "protocol", "client", "conformance"))
    environment = wine.environment(PYTHONIOENCODING="utf-8", PYTHONPATH=sources)
    done = complete(command, environment, timeout=SUITE_SECONDS)
    print(done.stdout[-20_000:])
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]


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
