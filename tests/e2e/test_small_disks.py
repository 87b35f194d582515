"""The real programs on a disk that is full, or cannot be written, or holds something in the way of a file."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.programs import HOSTING, JOINING, Player, discard, port_of, read_until
from tests.narrowing import found


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
        anna.start(*HOSTING, "--first", "host") as host,
        ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest,
    ):
        read_until(host, "Your turn")
        disk.fill()
        host.stdin.write("moves\n")
        move = found("C[a-z][1-8]", read_until(host, "Discard and redraw"))[0]
        host.stdin.write(f"{move}\n")
        told = read_until(host, "could not be saved")
        assert told.startswith("The game is kept as it was before the first move")
        assert told.rstrip().endswith(" resume")
        read_until(host, "Try to save it again")
        assert "since" in anna.run("resume", "--list").stdout
        disk.make_room()
        host.stdin.write("yes\n")
        read_until(host, "Ben is there too")
        discard(host)
        read_until(guest, "Your turn")
        guest.stdin.write("resign\nyes\nno\n")
        read_until(host, "Ben resigned; you win")


def test_a_record_that_cannot_be_written_takes_neither_the_result_nor_another_game(anna: Player, ben: Player) -> None:
    (anna.home / "data").mkdir(parents=True, mode=0o700)
    (anna.home / "data" / "records").touch()
    with anna.start(*HOSTING) as host, ben.start(*JOINING, f"127.0.0.1:{port_of(host)}") as guest:
        read_until(host, "Your turn|is thinking")
        host.stdin.write("resign\nyes\n")
        read_until(host, "You resigned")
        read_until(host, "The record cannot be written to .* The game itself is kept")
        read_until(host, "Play again")
        read_until(guest, "Play again")
        for program in (host, guest):
            program.stdin.write("yes\n")
        read_until(host, "Your turn|is thinking")
