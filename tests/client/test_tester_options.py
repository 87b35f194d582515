"""The options for a tester: no other option, setting, file or command leads to a test game (TG2)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from mandala_client.games.catalogue import GAMES
from mandala_client.main import main
from mandala_client.play.seating import Seating, UnderTest
from mandala_client.settings.settings_file import load_settings
from mandala_net.player.paths import HOME_VARIABLE

NAME = "mandala-test-7"
ASKED = "--test-games"


def commands(
    group: click.Command = main, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command of the program, with the words by which it is called."""
    if not isinstance(group, click.Group):
        yield path, group
        return
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from commands(command, (*path, name))


COMMANDS = {" ".join(path): command for path, command in commands()}
OF_A_GAME = {path for path, command in COMMANDS.items() if any("--game" in one.opts for one in command.params)}
OF_A_TESTER = {path for path, command in COMMANDS.items() if any(one.name == "test_games" for one in command.params)}
OF_THE_PAST = {"history", "stats"}
"""Commands that read what was played."""

NEEDED = {"bots": ("random", "random")}
"""Arguments that are looked at before the game."""


def refused(*words: str) -> str:
    done = CliRunner().invoke(main, ["--language", "en", *words])
    assert done.exit_code == 2, done.output
    return " ".join(done.output.split())


def test_only_host_and_join_can_be_asked_for_test_games() -> None:
    assert {"host", "join"} == OF_A_TESTER
    assert {"host", "play", "bots", "demo"} <= OF_A_GAME


def test_TG2_nobody_asks_unless_it_is_said() -> None:
    assert UnderTest() == UnderTest(test_games=False, forever=False, tireless=False)
    assert Seating().under_test == UnderTest()
    for path in OF_A_TESTER:
        (option,) = (one for one in COMMANDS[path].params if one.name == "test_games")
        assert isinstance(option, click.Option)
        assert (option.is_flag, option.envvar, option.opts) == (True, None, [ASKED])


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("path", sorted(OF_A_GAME - OF_A_TESTER - OF_THE_PAST))
def test_TG2_no_other_command_takes_a_test_game(path: str) -> None:
    words = path.split()
    assert f"'{NAME}' is not one of" in refused(*words, *NEEDED.get(path, ()), "--game", NAME)
    assert "No such option" in refused(*words, *NEEDED.get(path, ()), "--game", NAME, ASKED)


def test_TG2_a_test_game_is_hosted_only_by_whoever_asks_for_test_games() -> None:
    assert "Add --test-games" in refused("host", "--game", NAME)
    for name in ("mandala-test-07", "chess-test-7"):
        assert f"'{name}' is not one of" in refused("host", "--game", name, ASKED)


def test_TG2_no_setting_leads_to_a_test_game(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for line in (f'game = "{NAME}"', "test_games = true", "test-games = true", '"test games" = true'):
        path.write_text(f"{line}\n")
        loaded = load_settings(path)
        assert loaded.settings.game in GAMES
        assert not any("test" in name for name in vars(type(loaded.settings)) if not name.startswith("_"))
        assert loaded.sentences, "what is not known in the file is named"


def test_a_person_does_not_play_for_ever() -> None:
    assert "--forever is for bots" in refused("host", "--forever")
