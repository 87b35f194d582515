"""Names that standard output cannot write: something is shown in their place, and nothing ends by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.programs import PROGRAM, SECONDS, SHORT, Player, Screen, port_of
from tests.e2e.watched import INTERRUPT, RESIGN

ANNA, BEN = "王小明", "Бен “ü”"
HOSTING = ("host", "--linear", "--local", "--any", "--port", "0", "--name", ANNA, *SHORT, "--seed", "1")
JOINING = ("join", "--linear", "--local", "--name", BEN, "--player", "random", "--seed", "2")
ENCODINGS = ("latin-1", "ascii")


@pytest.fixture(scope="module", params=ENCODINGS)
def players(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Player, Player, str]:
    """Anna and Ben, who have played a game, and all that both said."""
    folder = tmp_path_factory.mktemp("homes")
    anna, ben = Player(folder / "anna", request.param), Player(folder / "ben", request.param)
    with anna.start(*HOSTING) as host:
        joined = ben.run(*JOINING, f"127.0.0.1:{port_of(host)}")
        said, _ = host.communicate(timeout=SECONDS)
    assert (joined.returncode, host.returncode) == (0, 0), joined.stdout + joined.stderr + said
    return anna, ben, said + joined.stdout + joined.stderr


def test_two_players_whose_names_cannot_be_written_play_a_game(players: tuple[Player, Player, str]) -> None:
    *_, said = players
    assert "??? wants" in said or "Found ???" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    "command",
    [
        ("whoami", "--name", ANNA),
        ("players",),
        ("players", "rename", ANNA, f"{ANNA}!"),
        ("players", "rename", f"{ANNA}!", ANNA),
        ("history",),
        ("stats",),
        ("resume", "--list"),
        ("rules",),
    ],
    ids=" ".join,
)
def test_every_command_that_prints_a_name_prints_something(
    command: tuple[str, ...], players: tuple[Player, Player, str]
) -> None:
    _, ben, _ = players
    done = ben.run(*command)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_record_is_verified_replayed_and_exported(players: tuple[Player, Player, str], tmp_path: Path) -> None:
    _, ben, _ = players
    (record,) = ben.records
    for command, code in (
        (("verify", str(record)), 0),
        (("replay", "--text", str(record)), 0),
        (("verify", "\udcff王"), 1),
    ):
        done = ben.run(*command)
        assert done.returncode == code
        assert "Traceback" not in done.stderr
    digits = record.stem.rpartition("-")[2][:8]
    done = ben.run("export", digits, str(tmp_path / "王.mandala"))
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_game_with_such_a_name_that_is_on_the_network_is_listed(encoding: str, tmp_path: Path) -> None:
    anna, ben = Player(tmp_path / "anna", encoding), Player(tmp_path / "ben", encoding)
    with anna.start(*HOSTING) as host:
        port_of(host)
        listed = ben.run("list", "--local")
    assert listed.returncode == 0, listed.stderr
    assert "Traceback" not in listed.stderr


def test_what_stays_to_be_read_when_the_screen_is_gone_ends_nothing(tmp_path: Path) -> None:
    """The record is in a folder whose name cannot be written."""
    command = [*PROGRAM, "play", "--game", "patterns", "--against", "random", "--name", ANNA]
    with Screen(command, tmp_path / "王", PYTHONIOENCODING="ascii") as terminal:
        terminal.type_until("\t", lambda text: "[Enter] plays" in text)
        terminal.type("\r")  # a game in which one has not moved is not kept
        terminal.wait_for(lambda text: "Your turn" in text and "[Enter] plays" not in text, SECONDS)
        terminal.type(RESIGN)
        terminal.wait_for(lambda text: "Resign" in text, SECONDS)
        terminal.type("y")
        terminal.wait_for(lambda text: "wants to play again" in text, SECONDS)
        terminal.type(INTERRUPT)
        terminal.wait_for(lambda text: "Leave anyway?" in text, SECONDS)
        terminal.type("y")
        text = terminal.wait_for(lambda text: "mandala-lan verify" in text, SECONDS)
        while terminal.process.poll() is None:
            terminal.read(1)
    assert "You resigned" in text
    assert "Traceback" not in text
    assert terminal.process.returncode == 0
