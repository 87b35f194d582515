"""A test game, in which nothing is secret, is called one wherever it is seen, and counts nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.e2e.programs import PROGRAM, SECONDS, Player, Screen, port_of

GAME = "patterns-test-73"
HOSTING = ("host", "--any", "--local", "--port", "0", "--name", "Anna", "--test-games", "--game", GAME)
JOINING = ("join", "--local", "--name", "Ben", "--test-games", "--player", "random")
NOTHING_SECRET = f"This is the test game {GAME}: its cards follow from its name, and nothing was secret."
AT_THE_TABLE = "This is a test game: its cards follow from its name, and nothing is secret."


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Player, str]:
    """Ben, who has played a test game with Anna, and what his program said."""
    folder = tmp_path_factory.mktemp("homes")
    anna, ben = Player(folder / "anna"), Player(folder / "ben")
    with anna.start(*HOSTING, "--linear", "--player", "random") as host:
        port = port_of(host)
        listed = ben.run("list", "--local").stdout
        joined = ben.run(*JOINING, "--linear", f"127.0.0.1:{port}")
        host.communicate(timeout=SECONDS)
    assert joined.returncode == 0, joined.stdout + joined.stderr
    assert "plays Patterns (test)" in listed
    return ben, joined.stdout


def test_text_mode_says_so_in_place_of_authentication_words(played: tuple[Player, str]) -> None:
    _ben, said = played
    assert said.count(AT_THE_TABLE) == 1
    assert "Authentication words:" not in said


def test_history_names_it(played: tuple[Player, str]) -> None:
    ben, _said = played
    assert "Patterns (test)" in ben.run("history").stdout


def test_it_is_in_no_statistics(played: tuple[Player, str]) -> None:
    ben, _said = played
    assert ben.run("stats").stdout == "1 test game is not counted.\n"


@pytest.mark.parametrize("command", [("verify",), ("verify", "--quiet"), ("replay", "--text")], ids=" ".join)
def test_TG8_whatever_reads_the_record_says_so(played: tuple[Player, str], command: tuple[str, ...]) -> None:
    ben, _said = played
    (record,) = ben.records
    done = ben.run(*command, str(record))
    assert re.sub(r"\s+", " ", done.stdout).count(NOTHING_SECRET) == 1
    assert done.returncode == 0


def test_the_full_screen_says_so_at_the_table_and_at_its_end(tmp_path: Path) -> None:
    anna = Player(tmp_path / "anna")
    with anna.start(*HOSTING, "--linear", "--player", "random") as host:
        port = port_of(host)
        command = [*PROGRAM, "join", "--local", "--test-games", "--name", "Ben", f"127.0.0.1:{port}"]
        with Screen(command, tmp_path / "ben") as terminal:
            table = terminal.wait_for(lambda text: "F3 actions" in text, SECONDS)
            assert "Patterns (test)" in table.splitlines()[0]
            terminal.type_until(":resign\r", lambda text: "Resign" in text)
            end = terminal.type_until("y", lambda text: "You resigned" in text)
            assert "Patterns (test)" in end.splitlines()[0]
