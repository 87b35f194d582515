"""Files on Windows: those that another program has open, and homes on other drives and in the network."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.windows.players import WindowsPlayer
from tests.windows.wine import Wine, on_windows

HELD: Final = """
import ctypes, sys, time
from ctypes import wintypes
from pathlib import Path
from mandala_net import files
from mandala_net.store.store import Store, StoreError

path, waits = Path(sys.argv[2]), int(sys.argv[3])

def store():
    with Store(path) as opened:
        assert not opened.is_read_only and opened.aside is None

acts = {
    "replace": lambda: files.replace_file(path, b"new"),
    "read": lambda: files.read_file(path, 10**6),
    "store": store,
}
store()
kernel = ctypes.WinDLL("kernel32", use_last_error=True)
kernel.CreateFileW.restype = wintypes.HANDLE
kernel.CreateFileW.argtypes = [
    wintypes.LPCWSTR, wintypes.DWORD, wintypes.DWORD, wintypes.LPVOID, wintypes.DWORD, wintypes.DWORD, wintypes.HANDLE,
]
kernel.CloseHandle.argtypes = [wintypes.HANDLE]
READING, SHARED_WITH_NO_ONE, EXISTING = 0x80000000, 0, 3
held = kernel.CreateFileW(str(path), READING, SHARED_WITH_NO_ONE, None, EXISTING, 0, None)
assert held != wintypes.HANDLE(-1).value, ctypes.get_last_error()

def wait(seconds, sleep=time.sleep):
    global waits
    waits -= 1
    if waits == 0:
        kernel.CloseHandle(held)
    sleep(seconds)

time.sleep = wait
try:
    acts[sys.argv[1]]()
    print("done", end=" ")
except (PermissionError, StoreError):
    kernel.CloseHandle(held)
    print("refused", end=" ")
print("new" if path.read_bytes() == b"new" else "old", [each.name for each in path.parent.glob(".*")])
"""
"""Uses a file that is open without being shared, as virus scanners do it, until so many waits have passed."""


@pytest.mark.parametrize(
    ("act", "waits", "said"),
    [
        ("replace", 10, "done new []"),
        ("replace", 0, "refused old []"),
        ("read", 10, "done old []"),
        ("store", 10, "done old []"),
        ("store", 0, "refused old []"),
    ],
)
def test_a_file_that_a_virus_scanner_holds_for_a_moment_is_waited_for(
    wine: Wine, tmp_path: Path, act: str, waits: int, said: str
) -> None:
    script, folder = tmp_path / "script.py", tmp_path / "folder"
    script.write_text(HELD, encoding="utf-8")
    folder.mkdir()
    assert wine.run(on_windows(script), act, on_windows(folder / "held"), str(waits)).strip() == said


class Elsewhere(WindowsPlayer):
    """A player whose home Windows knows by a path of its own."""

    def __init__(self, home: Path, folder: str) -> None:
        super().__init__(home)
        self._folder = folder

    @property
    def folder(self) -> str:
        return self._folder


@pytest.fixture(params=["drive with a letter", "network drive", "path without a letter"])
def elsewhere(request: pytest.FixtureRequest, wine: Wine, tmp_path: Path) -> Iterator[Elsewhere]:
    """A player with a home on C:, on a drive N: that Windows takes for one in the network, or without a letter."""
    name = "Anna Müller's Spiele"
    match request.param:
        case "drive with a letter":
            yield Elsewhere(wine.drive_c / name, f"C:\\{name}")
            shutil.rmtree(wine.drive_c / name)
        case "network drive":
            drive = wine.folder / "wine" / "dosdevices" / "n:"
            drive.unlink(missing_ok=True)
            drive.symlink_to(tmp_path)
            _registry(wine, "add", "/v", "n:", "/d", "network", "/f")
            yield Elsewhere(tmp_path / name, f"N:\\{name}")
            _registry(wine, "delete", "/v", "n:", "/f")
            drive.unlink()
        case _:
            path = str(tmp_path / name).replace("/", "\\")
            yield Elsewhere(tmp_path / name, f"\\\\?\\unix{path}")


def _registry(wine: Wine, act: str, *arguments: str) -> None:
    command = ["wine", "reg", act, r"HKLM\Software\Wine\Drives", *arguments]
    subprocess.run(command, env=wine.environment(), check=True, input="", capture_output=True, encoding="utf-8")
    wine.stop()  # drives are looked at when wine begins


def test_a_home_in_any_place_keeps_games_and_settings(elsewhere: Elsewhere) -> None:
    played = elsewhere.run("play", "--linear", "--game", "patterns", stdin="resign\nyes\nno\n")
    assert played.returncode == 0, played.stdout + played.stderr
    assert "You resigned" in played.stdout
    listed = elsewhere.run("history")
    assert listed.returncode == 0, listed.stderr
    game = listed.stdout.splitlines()[-1].split()[0]
    checked = elsewhere.run("verify", game)
    assert "VALID" in checked.stdout.split("NOT ")[0], checked.stdout + checked.stderr
    assert (elsewhere.home / "data" / "games.sqlite").is_file()
