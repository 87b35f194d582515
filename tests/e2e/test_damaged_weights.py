"""Bots that cannot play: weights that are damaged or of another version, and names that no game knows.

Where a program starts others, all of them run from a copy of the package in which these weights are.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest

import mandala_net
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import read
from tests import published
from tests.e2e.programs import HOSTING, JOINING, PROGRAM, SECONDS, Player, port_of, read_until

WEIGHTS = Path("bots", "mandala", "win_chance.json")
DAMAGED = "The weights of the bots for Mandala are damaged. Reinstall mandala-lan."
OTHER = "The weights of the bots for Mandala are of another version. Reinstall mandala-lan."
ALONE = ("--linear", "--local", "--unlisted", "--port", "0")


def of_another_version(text: str) -> str:
    """The file as a later program would have written it."""
    document = {**json.loads(text), "version": 999}
    del document["digest"]
    digest = hashlib.sha256(json.dumps(document, separators=(",", ":")).encode()).hexdigest()
    return json.dumps({**document, "digest": digest})


class WithWeights(Player):
    """A player whose program has these weights."""

    program: ClassVar = [sys.executable, "-m", "tests.e2e.with_weights"]

    def says(self, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        file = self.home.with_name("weights.json")
        file.write_text(text)
        return self.run(str(file), *arguments)


def said_by_all(home: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The words of a program whose weights are these, as are those of what it starts."""
    package = home / "packages" / "mandala_net"
    shutil.copytree(Path(mandala_net.__file__).parent, package)
    (package / WEIGHTS).write_text(text)
    environment = {
        **os.environ,
        "MANDALA_LAN_HOME": str(home),
        "PYTHONPATH": os.pathsep.join(filter(None, (str(package.parent), os.environ.get("PYTHONPATH")))),
        "LANGUAGE": "en",
    }
    command = [*PROGRAM, *arguments]
    return subprocess.run(
        command, cwd=home, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )


@pytest.fixture
def ben(tmp_path: Path) -> WithWeights:
    return WithWeights(tmp_path / "ben")


def shipped() -> str:
    return (Path(mandala_net.__file__).parent / WEIGHTS).read_text()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_batch_is_refused_in_one_sentence(ben: WithWeights, jobs: str) -> None:
    batch = ("bots", "hard", "random", "--games", "4", "--jobs", jobs)
    done = ben.says(shipped()[:-20], *batch) if jobs == "1" else said_by_all(ben.home, shipped()[:-20], *batch)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1] == DAMAGED
    assert "Traceback" not in done.stderr


def test_a_host_whose_bot_cannot_play_opens_nothing(ben: WithWeights) -> None:
    done = ben.says(of_another_version(shipped()), "host", "--player", "hard", *ALONE)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{OTHER}\n")


def test_a_bot_that_cannot_play_joins_no_game_by_address(anna: Player, ben: WithWeights) -> None:
    """The host still waits: nothing was begun."""
    with anna.start(*HOSTING, "--player", "random") as host:
        address = f"127.0.0.1:{port_of(host)}"
        done = ben.says("{}", *JOINING, "--player", "hard", address)
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1] == DAMAGED
        assert "Traceback" not in done.stderr
        read_until(host, "Still waiting")


def test_who_plays_against_such_a_bot_is_told_at_once(tmp_path: Path) -> None:
    done = said_by_all(tmp_path, "{}", "play", "--against", "hard", "--linear")
    assert done.returncode == 1
    assert done.stderr == f"The other program did not start: {DAMAGED}\n"


def test_a_record_is_not_reviewed_and_one_sentence_says_why(ben: WithWeights, tmp_path: Path) -> None:
    record = tmp_path / "game.mandala"
    record.write_bytes(verification.write([read(message) for message in published.ENTRIES]))
    done = ben.says("{}", "review", str(record))
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{DAMAGED}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("host", "--player", "clever", *ALONE),
        ("join", "--player", "clever", "127.0.0.1:1"),
        ("play", "--against", "clever"),
        ("bots", "clever", "random"),
        ("demo", "--host", "clever"),
    ],
)
def test_a_bot_that_no_game_knows_is_a_wrong_command_line(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    refused = Player(tmp_path).run(*arguments)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "'clever' is not one of " in refused.stderr
