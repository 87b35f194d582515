"""The Python for Windows that ``make windows`` has made, run by wine."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

import pytest
from attrs import frozen

FOLDER_VARIABLE: Final = "MANDALA_TEST_WINDOWS"
"""The folder in which it is. The tests of this folder are collected only where it is named."""

PACKAGES: Final = "Lib/site-packages"

SECONDS: Final = 300
"""For one thing that a program under wine does, however busy the machine is."""

_OF_THIS_SYSTEM: Final = ("PYTHON", "PYTEST", "MANDALA_", "LC_", "LANG")


@frozen
class Wine:
    """A Python for Windows in this folder, which wine runs as if it were on a computer of its own."""

    folder: Path

    @property
    def python(self) -> list[str]:
        """The command that starts it."""
        return ["wine", str(self.folder / "python" / "python.exe")]

    @property
    def program(self) -> list[str]:
        """The command that starts our program."""
        return [*self.python, "-P", "-m", "mandala_client"]

    @property
    def drive_c(self) -> Path:
        """The drive C: of that computer."""
        return self.folder / "wine" / "drive_c"

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of its programs: that of the tests, but for what is meant for another Python."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_OF_THIS_SYSTEM)}
        own = {
            "WINEPREFIX": str(self.folder / "wine"),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",  # neither .NET nor a browser is offered to be fetched
            "LC_ALL": "C.UTF-8",  # by which wine knows how names of files are written
            "LANGUAGE": "en",
        }
        return {**kept, **own, **more}

    def run(self, *arguments: str, seconds: float = SECONDS, **more: str) -> str:
        """Run Python there to its end, and return what it says. Raises ``CalledProcessError`` if it fails."""
        return subprocess.run(
            [*self.python, *arguments],
            env=self.environment(**more),
            # Wine cannot use files in place of these.
            input="",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=True,
        ).stdout

    def stop(self) -> None:
        """End all of its programs."""
        for option in ("--kill", "--wait"):
            subprocess.run(["wineserver", option], env=self.environment(), check=False, timeout=SECONDS)


def on_windows(path: Path) -> str:
    """Return the path by which Windows knows a file of this system: all of them are on the drive Z:."""
    return "Z:" + str(path).replace("/", "\\")


def installed() -> Wine:
    """Return the one that ``make windows`` has made. Raises ``pytest.UsageError`` if there is none."""
    if FOLDER_VARIABLE not in os.environ:
        raise pytest.UsageError("these tests are run by make windows")
    return Wine(Path(os.environ[FOLDER_VARIABLE]).resolve())
