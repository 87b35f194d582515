"""The command that starts this program again."""

from __future__ import annotations

import shlex
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

NAME: Final = "mandala-lan"


def program(called: str | None = None, interpreter: str | None = None) -> str:
    """The program as it can be typed here: its name if that finds it, else the path by which it was called.

    ``called`` is how it was called, and ``interpreter`` what runs it, those of this process unless given. Where it was
    started as a module, the program beside its interpreter is meant, and without one that module.
    """
    called, interpreter = called or sys.argv[0], interpreter or sys.executable
    if Path(called).stem != NAME:
        beside = Path(interpreter).with_name(NAME)
        if not beside.exists():
            # Without -P, Python would look for modules in the folder where this is typed.
            return f"{shlex.quote(interpreter)} -P -m mandala_client"
        called = str(beside)
    found = shutil.which(NAME)
    with suppress(OSError):
        if found is not None and Path(found).samefile(called):
            return NAME
    return shlex.quote(called)


def command(arguments: str) -> str:
    """A command of this program as it can be typed here, its ``arguments`` quoted where they need it."""
    return f"{program()} {arguments}"
