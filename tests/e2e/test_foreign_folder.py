"""The real program in a folder full of code that is not its own, such as downloads: none of it is ever run.

Each module of Python's own and each package that the program needs lies in the folder under its name, and leaves a
mark there if it is run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

import pytest

from mandala_net.interpreter import python_again
from tests.e2e.programs import HOSTING, SECONDS, Running, leave_unread, port_of, read_until
from tests.narrowing import found

SCRIPT: Final = str(Path(sys.executable).with_name("mandala-lan"))
MARK: Final = "it-ran"
POISON: Final = f"from pathlib import Path\nPath(__file__).with_name('{MARK}').touch()\n"

BOT: Final = """#!/usr/bin/env python3
import json
import sys

import own_words

for line in sys.stdin:
    print(json.dumps({own_words.MOVE: json.loads(line)["moves"][0]}), flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a false module of every name."""
    made = tmp_path / "downloads"
    made.mkdir()
    for name in {
        *sys.stdlib_module_names,
        *packages_distributions(),
        "mandala_client",
        "mandala_net",
        "mandala_conformance",
    }:
        (made / f"{name}.py").write_text(POISON)
    return made


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[Running]:
    """The program, started in the folder as a person does; killed at the end of the block."""
    environment = {**os.environ, "MANDALA_LAN_HOME": str(folder.parent / "home"), "PYTHONIOENCODING": "utf-8"}
    process = Running(
        [SCRIPT, *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        bufsize=1,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def said(folder: Path, *arguments: str, typed: str = "", after: str | None = None) -> str:
    """Return what the program says once ``typed`` is typed, ``after`` this was said; it ends well and runs no code of
    the folder."""
    with started(folder, *arguments) as process:
        if after is not None:
            read_until(process, after)
        text, _none = process.communicate(typed, SECONDS)
    assert not (folder / MARK).exists(), text
    assert process.returncode == 0, text
    return text


RESIGNED: Final = "resign\nyes\nno\n"


def test_the_lobby_runs_no_code_of_the_folder_it_is_started_in(folder: Path) -> None:
    assert "alone" in said(folder, "--linear", typed="leave\n")


def test_a_game_with_a_bot_is_begun_and_resumed_without_it(folder: Path) -> None:
    with started(folder, "play", "--linear", "--game", "patterns") as alone:
        read_until(alone, "Your turn|Choose your start tile")
        alone.stdin.write("moves\n")
        alone.stdin.write(found(r"\w+", read_until(alone, r"^[A-Z]\w+(, |: )"))[0] + "\n")
        read_until(alone, "^You |^Your bowl")
    text = said(folder, "resume", "--linear", typed=RESIGNED, after="Your turn|is thinking|'s turn")
    assert "You resigned; Bot wins." in text, text


def test_another_program_is_tested_without_it(folder: Path) -> None:
    with started(folder, *HOSTING, "--unlisted", "--player", "random", "--forever") as host:
        port = port_of(host)
        leave_unread(host)
        assert "LK2" in said(folder, "conformance", f"127.0.0.1:{port}", "LK2/version-2")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_of_the_user_still_finds_what_is_beside_it(folder: Path, jobs: str) -> None:
    bot = folder.parent / "bots" / "mybot"
    bot.parent.mkdir()
    bot.write_text(BOT)
    bot.chmod(0o755)
    bot.with_name("own_words.py").write_text('MOVE = "move"\n')
    batch = ("bots", str(bot), "random", "--game", "patterns", "--games", "4", "--jobs", jobs, "--seed", "1")
    played = json.loads(said(folder, *batch, "--bot-seconds", str(SECONDS), "--json"))
    assert [bot["failures"] for bot in played["bots"]] == [[], []]


def test_the_modules_that_the_user_adds_are_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = folder.parent / "own"
    own.mkdir()
    (own / "added.py").write_text("import random, sys; print(random.Random.__name__, sys.flags.no_user_site)\n")
    monkeypatch.setenv("PYTHONPATH", str(own))
    finished = subprocess.run(
        [*python_again(), "-m", "added"], cwd=folder, capture_output=True, text=True, check=True, timeout=SECONDS
    )
    assert finished.stdout == f"Random {sys.flags.no_user_site}\n"
    assert not (folder / MARK).exists()
