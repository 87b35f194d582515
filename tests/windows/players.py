"""Players whose programs run in a Python for Windows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from tests.e2e.programs import Player, Screen
from tests.windows.wine import SECONDS, installed, on_windows


class WindowsPlayer(Player):
    """A player on Windows. Files of this machine are on its drive Z:."""

    program: ClassVar[Sequence[str]] = installed().program
    seconds: ClassVar[float] = SECONDS

    @property
    def folder(self) -> str:
        """The folder of all that is the player's, as Windows knows it."""
        return on_windows(self.home)

    @property
    def _environment(self) -> dict[str, str]:
        return installed().environment(MANDALA_LAN_HOME=self.folder, PYTHONIOENCODING=self.encoding)


class Console(Screen):
    """A console of Windows with a program in it, in a terminal of this machine."""

    def __init__(self, command: Sequence[str], home: Path, columns: int = 80, lines: int = 24) -> None:
        # What the tests tell Python for their own programs is not for this one.
        nothing = {"PYTHONPATH": "", "PYTHONHASHSEED": ""}
        environment = installed().environment(MANDALA_LAN_HOME=on_windows(home), **nothing)
        super().__init__(command, home, columns, lines, named=True, **environment)
