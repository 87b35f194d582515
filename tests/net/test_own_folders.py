"""The folders of a player: none that another user owns, or may write, is used, and the refusal says what to do."""

from __future__ import annotations

import grp
import os
import pwd
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

from mandala_net.player.paths import HOME_VARIABLE, FolderError, find_paths
from mandala_net.player.profile import open_home
from tests.limits import SECONDS

SOMEONE_ELSE: Final = 65_534
ME: Final = os.geteuid()
as_root = pytest.mark.skipif(ME != 0, reason="only root can give a file away")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the variable names, in which a player has played already."""
    home = tmp_path / "games" / "anna"
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    with open_home(find_paths()):
        pass
    return home


def refused() -> str:
    with pytest.raises(FolderError) as caught:
        find_paths()
    return str(caught.value)


@pytest.mark.parametrize("place", [".", "data", "config", "log", ".."])
def test_a_folder_that_others_may_write_is_refused_until_the_advice_is_followed(home: Path, place: str) -> None:
    folder = (home / place).resolve()
    folder.chmod(0o777)
    text, _, advice = refused().partition(" Forbid it with: ")
    assert text == f"Other users can write to {folder} and could replace your key."
    subprocess.run(advice, shell=True, check=True, timeout=SECONDS)
    assert find_paths().create().data == home / "data"


@pytest.mark.parametrize("place", [".", "data", "config", "log"])
def test_a_folder_in_which_everyone_may_make_files_is_refused_although_they_cannot_replace_any(
    home: Path, place: str
) -> None:
    folder = (home / place).resolve()
    folder.chmod(0o1777)
    text = f"Other users can write to {folder} and could replace your key. Choose another folder with {HOME_VARIABLE}."
    assert refused() == text


def test_a_folder_within_one_such_as_tmp_is_ones_own(home: Path) -> None:
    home.parent.chmod(0o1777)
    assert find_paths().create().data == home / "data"


def test_what_is_above_the_home_folder_is_not_for_the_player_to_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "all" / "anna"))
    (tmp_path / "all" / "anna").mkdir(parents=True)
    (tmp_path / "all").chmod(0o777)
    assert find_paths().create().data.is_dir()
    (tmp_path / "all" / "anna").chmod(0o777)
    assert str(tmp_path / "all" / "anna") in refused()


@pytest.mark.parametrize(
    ("members", "others", "accepted"),
    [([], [], True), (["anna"], [], True), (["anna", "ben"], [], False), ([], ["ben"], False)],
)
def test_a_group_may_write_if_no_one_else_is_in_it(
    home: Path, monkeypatch: pytest.MonkeyPatch, members: list[str], others: list[str], accepted: bool
) -> None:
    group = home.stat().st_gid
    anna = SimpleNamespace(pw_name="anna", pw_gid=group)
    all_users = [anna, *(SimpleNamespace(pw_name=name, pw_gid=group) for name in others)]
    monkeypatch.setattr(grp, "getgrgid", lambda _: SimpleNamespace(gr_mem=members))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: anna)
    monkeypatch.setattr(pwd, "getpwall", lambda: all_users)
    home.chmod(0o770)
    if accepted:
        assert find_paths().create().data == home / "data"
    else:
        assert f"chmod go-w {home}" in refused()


@as_root
@pytest.mark.parametrize("place", [".", "data", "log", ".."])
def test_a_folder_of_another_user_is_refused(home: Path, place: str) -> None:
    folder = (home / place).resolve()
    os.chown(folder, SOMEONE_ELSE, -1)
    text = f"{folder} belongs to another user, who could replace your key. Choose another folder with MANDALA_LAN_HOME."
    assert refused() == text


@as_root
def test_a_symbolic_link_of_another_user_is_refused(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = tmp_path / "link"
    link.symlink_to(home)
    monkeypatch.setenv(HOME_VARIABLE, str(link))
    assert find_paths().create().data == link / "data"
    os.chown(link, SOMEONE_ELSE, -1, follow_symlinks=False)
    assert refused().startswith(f"{link} belongs to another user")


@as_root
@pytest.mark.parametrize("name", ["identity.pem", "games.sqlite", "games.sqlite.lock"])
def test_a_file_of_another_user_is_refused_until_the_advice_is_followed(home: Path, name: str) -> None:
    file = home / "data" / name
    os.chown(file, SOMEONE_ELSE, -1)
    with pytest.raises(FolderError) as caught, open_home(find_paths()):
        pass
    text, _, advice = str(caught.value).partition(". If it should be yours, take it back with: ")
    assert text == f"{file} belongs to another user"
    subprocess.run(advice.removeprefix("sudo "), shell=True, check=True, timeout=SECONDS)
    with open_home(find_paths()):
        pass


def test_without_a_home_folder_the_variable_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_account(_: int) -> None:
        raise KeyError

    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    monkeypatch.delenv("HOME", raising=False)
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", no_account)
    assert refused() == (
        "Your account has no home folder. Set MANDALA_LAN_HOME to the absolute path of a folder of yours."
    )
