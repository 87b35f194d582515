"""The name of a player is asked for once, at a terminal, or kept as it was given first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from mandala_net.trust.identity import default_name
from tests.e2e.programs import PROGRAM, Player, Screen
from tests.limits import SECONDS

LOBBY = ("lobby", "--local")
GREETING = "Welcome to Mandala. The other player sees you by your name; you can change it at any time."
QUESTION = f"Your name? Enter keeps “{default_name()}”:"


def own_name(home: Path) -> str:
    """The name that ``whoami`` shows."""
    return Player(home).run("whoami").stdout.partition("\n")[0].rpartition(" ")[0]


def answered(home: Path, arguments: Sequence[str], answer: str, then: str) -> None:
    """Start the program at a terminal for the first time, answer its question, and see it go on."""
    with Screen([*PROGRAM, *arguments], home, named=False) as terminal:
        asked = terminal.wait_for(lambda text: QUESTION in text, SECONDS)
        assert GREETING in " ".join(asked.split())
        terminal.type(answer)
        terminal.wait_for(lambda text: then in text, SECONDS)


@pytest.mark.parametrize(
    ("arguments", "then"),
    [
        ((), "Host a game"),
        (LOBBY, "Host a game"),
        ((*LOBBY, "--linear"), "in the lobby"),
        (("host", "--local", "--port", "0"), "is open on port"),
        (("host", "--local", "--port", "0", "--linear"), "You are Anna"),
        (("join", "--local"), "Looking for"),
    ],
    ids=" ".join,
)
def test_a_name_is_asked_for_once_at_a_terminal(arguments: tuple[str, ...], then: str, tmp_path: Path) -> None:
    answered(tmp_path, arguments, "Anna\r", then)
    assert own_name(tmp_path) == "Anna"
    with Screen([*PROGRAM, *LOBBY], tmp_path, named=False) as again:
        assert QUESTION not in again.wait_for(lambda text: "Host a game" in text, SECONDS)


@pytest.mark.parametrize("answer", ["\r", "  \r"], ids=["enter", "spaces"])
def test_a_line_that_shows_nothing_keeps_the_name_of_the_account(answer: str, tmp_path: Path) -> None:
    answered(tmp_path, LOBBY, answer, "Host a game")
    assert f'name = "{default_name()}"' in (tmp_path / "config" / "settings.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("arguments", [("learn",), ("play", "--practice"), ("play",)], ids=" ".join)
def test_whoever_meets_only_a_bot_needs_no_name(arguments: tuple[str, ...], tmp_path: Path) -> None:
    with Screen([*PROGRAM, *arguments], tmp_path, named=False) as terminal:
        assert QUESTION not in terminal.wait_for(
            lambda text: "F1 help" in text or "Enter: to the table" in text, SECONDS
        )


def test_the_end_of_what_is_typed_keeps_nothing(tmp_path: Path) -> None:
    answered(tmp_path, LOBBY, "\x04", "Host a game")
    assert not (tmp_path / "config" / "settings.toml").exists()


def test_control_c_at_the_question_leaves(tmp_path: Path) -> None:
    with Screen([*PROGRAM, *LOBBY], tmp_path, named=False) as terminal:
        terminal.wait_for(lambda text: QUESTION in text, SECONDS)
        terminal.type("\x03")
        assert terminal.process.wait(SECONDS) == 0


def test_nothing_is_asked_in_a_pipe(tmp_path: Path) -> None:
    said = Player(tmp_path).run(*LOBBY, "--linear", stdin="whoami\nleave\n").stdout
    assert "Your name?" not in said
    assert f"Other players see you as “{default_name()}”, like your account." in said
    assert not (tmp_path / "config" / "settings.toml").exists()


def test_the_first_name_on_a_command_line_is_kept_and_a_later_one_holds_for_once(tmp_path: Path) -> None:
    for name in ("Anna", "Ben"):
        assert f"You are {name}" in Player(tmp_path).run(*LOBBY, "--linear", "--name", name, stdin="leave\n").stdout
    assert own_name(tmp_path) == "Anna"


def test_the_name_of_a_bot_is_not_that_of_its_owner(tmp_path: Path) -> None:
    Player(tmp_path).run("join", "127.0.0.1:1", "--player", "random", "--name", "Robot")
    assert own_name(tmp_path) == default_name()


def test_nobody_is_asked_where_the_settings_have_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir(parents=True)
    (tmp_path / "config" / "settings.toml").write_text('theme = "pink"\n', encoding="utf-8")
    with Screen([*PROGRAM, *LOBBY], tmp_path, named=False) as terminal:
        assert QUESTION not in terminal.wait_for(lambda text: "Host a game" in text, SECONDS)
