"""The real programs on a disk that is full, or cannot be written, or holds something in the way of a file."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.programs import (
    CHEAP,
    HOSTING,
    JOINING,
    PROGRAM,
    SECONDS,
    SHORT,
    Player,
    complete,
    port_of,
    read_until,
    take_start_tile,
)
from tests.e2e.test_resume_programs import begin
from tests.pace import ROOT


class Disk:
    """A small file system of its own, in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def fill(self) -> None:
        """Leave no room."""
        with (self.path / "fill").open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                return

    def make_room(self) -> None:
        (self.path / "fill").unlink()

    def remount(self, how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", self.path], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    path = tmp_path / "disk"
    path.mkdir(mode=0o700)
    mount = shutil.which("mount")
    tmpfs = [mount or "mount", "-t", "tmpfs", "-o", "size=2m,mode=700", "none", str(path)]
    if mount is None or subprocess.run(tmpfs, capture_output=True, check=False).returncode:
        pytest.skip("a file system of one's own can be mounted by root alone, on Linux")
    yield Disk(path)
    subprocess.run(["umount", "--lazy", path], check=True)


def test_on_a_full_disk_a_game_is_kept_and_goes_on_when_there_is_room(disk: Disk, ben: Player) -> None:
    anna = Player(disk.path)
    with (
        anna.start(*HOSTING, "--game", "patterns", "--first", "guest") as host,
        ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest,
    ):
        take_start_tile(host)
        read_until(guest, "Your turn")  # all that Anna has said is saved
        disk.fill()
        guest.stdin.write("O0\n")
        text = read_until(host, "could not be saved")
        assert text.startswith("The game is kept up to move 1, but")
        assert text.rstrip().endswith(" resume")
        read_until(host, "Try to save it again")
        assert "since" in anna.run("resume", "--list").stdout
        disk.make_room()
        host.stdin.write("yes\n")
        read_until(host, "Ben is there too")
        read_until(host, "Your turn")
        host.stdin.write("resign\nyes\n")
        read_until(guest, "Anna resigned; you win")


def test_a_record_that_cannot_be_written_takes_neither_the_result_nor_another_game(anna: Player, ben: Player) -> None:
    (anna.home / "data").mkdir(parents=True, mode=0o700)
    (anna.home / "data" / "records").touch()
    with anna.start(*HOSTING, *CHEAP) as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        take_start_tile(guest)
        read_until(host, "Your turn")
        host.stdin.write("resign\nyes\n")
        read_until(host, "You resigned")
        read_until(host, "The record cannot be written to .* The game itself is kept")
        read_until(host, "Play again")
        read_until(guest, "Play again")
        for program in (host, guest):
            program.stdin.write("yes\n")
        take_start_tile(host)


CANNOT_BE_WRITTEN = "cannot be written: you may only read the file or its folder."


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Anna's home, with a game that is over after a few moves, and one that is open, as both programs were killed."""
    folder = tmp_path_factory.mktemp("homes")
    anna, ben = Player(folder / "anna"), Player(folder / "ben")
    with (
        anna.start(*HOSTING, *SHORT, "--first", "guest") as host,
        ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest,
    ):
        read_until(guest, "Your turn")
        guest.stdin.write("O0\n")
        read_until(guest, "Your turn")
        guest.stdin.write("resign\nyes\nno\n")
        assert (guest.stdout.read(), host.stdout.read(), guest.wait(SECONDS), host.wait(SECONDS))[2:] == (0, 0)
    begin(anna, ben)
    return anna.home


@pytest.fixture
def read_only(disk: Disk, home: Path) -> Iterator[Player]:
    """Anna on a disk that cannot be written any more."""
    shutil.copytree(home, disk.path, dirs_exist_ok=True)
    yield Player(disk.path)
    disk.remount("rw")


def test_on_a_read_only_disk_everything_can_be_looked_at(disk: Disk, read_only: Player, tmp_path: Path) -> None:
    """As the program was killed, the newest moves are in the log, with its index."""
    assert (disk.path / "data" / "games.sqlite-wal").stat().st_size
    disk.remount("ro")
    _look_at_everything(read_only, tmp_path)


def test_a_store_that_was_closed_well_is_read_without_a_log(disk: Disk, read_only: Player, tmp_path: Path) -> None:
    assert read_only.run("history").returncode == 0  # the last program leaves all in the one file
    assert not (disk.path / "data" / "games.sqlite-wal").exists()
    disk.remount("ro")
    _look_at_everything(read_only, tmp_path)


def _look_at_everything(player: Player, folder: Path) -> None:
    open_game, over = (line.split()[0] for line in player.run("history").stdout.splitlines()[-2:])
    commands = [
        ["whoami"],
        ["stats"],
        ["players"],
        ["replay", over, "--text"],
        ["review", over],
        ["verify", over],
        ["replay", open_game, "--text"],
        ["resume", "--list"],
        ["list", "--seconds", "0.5", "--local"],
        ["export", over, str(folder / "copy.mandala")],
        ["move", "out", str(folder / "moved")],
    ]
    for command in commands:
        done = player.run(*command)
        assert (done.returncode, done.stderr) == (0, ""), command
    with player.start("watch", open_game, "--linear") as watching:
        read_until(watching, "No one has the game open")
    practising = ("play", "--practice", "--game", "patterns", "--linear")
    practised = player.run(*practising, stdin="resign\nyes\nno\n")
    assert (practised.returncode, "You resigned" in practised.stdout) == (0, True)
    writing = (["host", "--local", "--linear"], ["play", "--linear"], ["players", "forget", "Ben"])
    for command in (*writing, ["resume", open_game, "--linear"], ["resume", open_game, "--drop"]):
        refused = player.run(*command)
        assert refused.returncode == 1, command
        assert refused.stderr.rstrip().endswith(CANNOT_BE_WRITTEN), command


def test_a_log_without_its_index_cannot_be_read_there_and_that_is_told(disk: Disk, read_only: Player) -> None:
    """Without the index of its log, a store is refused: the file alone would show an older state of the games."""
    (disk.path / "data" / "games.sqlite-shm").unlink()
    disk.remount("ro")
    finished = read_only.run("history")
    assert finished.returncode == 1
    assert finished.stderr.startswith("The newest moves are in a log beside ")
    listed = read_only.run("list", "--seconds", "0.5", "--local")
    assert listed.returncode == 0
    assert "No open game was found." in listed.stdout
    assert "compared with the players whom you know" in listed.stderr


NOT_ALLOWED = 99
READ_ONLY = f"""
mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0" || exit {NOT_ALLOWED}
touch written && exit 1
exec "$@"
"""
"""A shell that runs a command where the folder named first can only be read."""


def test_an_installation_that_can_only_be_read_plays(anna: Player) -> None:
    shell = ["unshare", "--mount", "sh", "-c", READ_ONLY, str(ROOT)]
    environment = {**os.environ, "MANDALA_LAN_HOME": str(anna.home)}
    if shutil.which("unshare") is None or complete([*shell, "true"], environment).returncode == NOT_ALLOWED:
        pytest.skip("mounts of one's own are allowed to root alone, on Linux")
    playing = ["play", "--practice", "--game", "patterns", "--linear"]
    played = complete([*shell, *PROGRAM, *playing], environment, stdin="resign\nyes\nno\n")
    assert played.returncode == 0, played
    assert "You resigned" in played.stdout
