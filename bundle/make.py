"""Build all that can be downloaded, and try each: ``python -m bundle.make``, or ``make dist``.

In ``dist``: the wheel, the source, and for the system on which this runs a folder, packed, and one file, both of which
need no Python. What is made on the way is in ``build/dist``, with a Python of its own, so that nothing else gets in.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Final

TOP: Final = Path(__file__).parents[1]
DIST: Final = TOP / "dist"
WORK: Final = TOP / "build" / "dist"
SPEC: Final = Path(__file__).with_name("mandala-lan.spec")
BESIDE: Final = (TOP / "LICENSE", TOP / "LICENSE-UNICODE", TOP / "docs" / "mandala-lan.1")
"""The files that are put into the folder for people to find, beside the program."""


class Python:
    """A virtual environment, made in a folder."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=True, symlinks=sys.platform != "win32")
        self._programs = folder / ("Scripts" if sys.platform == "win32" else "bin")

    def program(self, name: str) -> Path:
        """Return the path of a program in it."""
        return self._programs / _file_name(name)

    def run(self, *arguments: str | Path) -> None:
        """Run its Python in the folder of the project. Raises ``CalledProcessError``."""
        variables = {**os.environ, "SHIV_ROOT": str(WORK / "shiv")}
        line = [self.program("python"), *arguments]
        subprocess.run(line, cwd=TOP, env=variables, check=True)  # noqa: S603 - our own steps

    def install(self, *wanted: str | Path) -> None:
        """Install packages in it."""
        self.run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted)


def _file_name(program: str) -> str:
    return f"{program}.exe" if sys.platform == "win32" else program


def make() -> None:
    """Build all, and try each. Raises ``CalledProcessError`` at the first that is not as it should be."""
    for folder in (DIST, WORK):
        shutil.rmtree(folder, ignore_errors=True)
    python = Python(WORK / "python")
    python.install("--upgrade", "pip>=25.1")
    python.install("--group", "dist")
    python.run("-m", "build", "--outdir", DIST)
    (wheel,) = DIST.glob("*.whl")
    python.install(wheel)
    for what, path, command in _forms(python, wheel):
        print(f"{what}: {path.name}, {path.stat().st_size / 1e6:.1f} MB", flush=True)
        python.run("-m", "bundle.smoke", *command)


def _forms(python: Python, wheel: Path) -> Iterator[tuple[str, Path, list[str | Path]]]:
    """Build each form of the program; what it is, its file, and the command that starts it."""
    fresh = Python(WORK / "fresh")
    fresh.install(wheel)
    yield "wheel", wheel, [fresh.program("mandala-lan")]

    places = ("--distpath", WORK, "--workpath", WORK / "pyinstaller")
    python.run("-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *places, SPEC)
    folder = WORK / "mandala-lan"
    for path in BESIDE:
        shutil.copy2(path, folder)
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    name = f"mandala-lan-{wheel.name.split('-')[1]}-{system}-{platform.machine().lower()}"
    packed = shutil.make_archive(str(DIST / name), "zip" if system == "windows" else "gztar", WORK, folder.name)
    yield "folder", Path(packed), [folder / _file_name("mandala-lan")]
    one_file = Path(shutil.copy2(WORK / _file_name("mandala-lan-one-file"), DIST / _file_name(name)))
    yield "one file", one_file, [one_file]

    zipped = WORK / "mandala-lan.pyz"  # only for this system and version of Python, so it is tried and not given away
    python.run("-m", "shiv", "-c", "mandala-lan", "-p", "/usr/bin/env python3", "-o", zipped, "--quiet", wheel)
    yield "zip for Python, by shiv", zipped, [python.program("python"), zipped]


if __name__ == "__main__":
    make()
