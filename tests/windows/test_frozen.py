"""The programs to download for Windows, as PyInstaller makes them there, in all trials that every form passes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import pytest

from bundle.make import SPEC
from tests.e2e.programs import complete
from tests.pace import ROOT
from tests.windows.wine import Wine, on_windows

BUILDING_SECONDS: Final = 3_600
TRYING_SECONDS: Final = 3_600


@pytest.fixture(scope="module")
def built(wine: Wine) -> Path:
    """The folder in which both programs are."""
    folder = wine.folder / "frozen"
    places = ("--distpath", on_windows(folder), "--workpath", on_windows(folder / "work"))
    wine.run("-m", "PyInstaller", "--noconfirm", *places, on_windows(SPEC), seconds=BUILDING_SECONDS)
    return folder


@pytest.mark.parametrize("program", ["mandala-lan/mandala-lan.exe", "mandala-lan-one-file.exe"])
def test_a_frozen_program_passes_the_trials_of_every_form(wine: Wine, built: Path, program: str) -> None:
    """One of them is a whole game with the program of this system, in which each is killed once."""
    command = [sys.executable, "-m", "bundle.smoke", "wine", str(built / program)]
    done = complete(command, {**wine.environment(), "PYTHONPATH": str(ROOT)}, timeout=TRYING_SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr
