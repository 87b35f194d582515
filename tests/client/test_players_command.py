"""A name comes from a stranger: what a person is told to type about it does that and nothing else."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mandala_client.main import main
from mandala_net.match.admission import NoGame, introduce
from mandala_net.player.paths import find_paths
from mandala_net.player.profile import open_home

OLD_KEY, NEW_KEY = bytes(range(32)), bytes(range(1, 33))
STRANGE_NAMES = [
    "Ben",
    "Uncle Ben",
    "O'Neil",
    "O'Neil said 'hi'",
    "$(touch owned)",
    "`touch owned`",
    "Ben; touch owned",
    "Ben && touch owned | cat > owned",
    "Ben \\",
    "$HOME !! ~ *",
    "{command}",
    "#Ben",
    "Jürgen 🦊",
    "-",
    "--",
    "-h",
    "--help",
    "-rf /",
]


@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_the_command_that_forgets_a_changed_key_does_so_whatever_the_name_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("MANDALA_LAN_HOME", str(tmp_path))
    with open_home(find_paths(), "Anna") as profile:
        profile.players.remember(name, OLD_KEY)
        told = introduce(profile.players, name, NEW_KEY)
    assert isinstance(told, NoGame)
    _, found, command = told.for_us.partition("forget the old key with: ")
    assert found, told.for_us
    program, *words = shlex.split(command)
    assert (program, words[-1]) == ("mandala-lan", name)
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    with open_home(find_paths(), "Anna") as profile:
        assert not len(profile.players)
