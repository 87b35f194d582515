"""The command that starts this program again."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from mandala_client.text.lines import LineToCopy
from mandala_net.interpreter import OwnFile, own_file
from mandala_net.shell import ON_WINDOWS, joined, quoted

NAME: Final = "mandala-lan"


def program(
    called: str | None = None,
    interpreter: str | None = None,
    *,
    file: OwnFile | None = None,
    windows: bool = ON_WINDOWS,
) -> str:
    """The program as it can be typed here: its name if that finds it, else the path by which it was called.

    ``called`` is how it was called, ``interpreter`` what runs it, and ``file`` the one file from which all of it comes,
    if there is one: those of this process unless given. Where it was started as a module, the program beside its
    interpreter is meant, and without one that module.
    """
    called, interpreter, file = called or sys.argv[0], interpreter or sys.executable, file or own_file()
    file_name = f"{NAME}.exe" if windows else NAME
    if file is not None:
        called = file.path
        if not os.access(called, os.X_OK):
            return joined([interpreter, called], windows=windows)
    elif Path(called).stem != NAME:
        beside = Path(interpreter).with_name(file_name)
        if windows and not beside.exists():
            beside = beside.parent / "Scripts" / file_name  # where pip puts it, outside of a virtual environment
        if not beside.exists():
            # Without -P, Python would look for modules in the folder where this is typed.
            return f"{quoted(interpreter, windows=windows)} -P -m mandala_client"
        called = str(beside)
    found = shutil.which(file_name)
    # On Windows, pip's launcher calls the program by the path without ".exe".
    itself = Path(called).with_name(file_name) if Path(called).name == NAME else Path(called)
    with suppress(OSError):
        if found is not None and Path(found).samefile(itself):
            return NAME
    return quoted(called, windows=windows)


def command(arguments: str, *words: str) -> LineToCopy:
    """A command of this program as it can be typed here; the last ``words`` are quoted where they need it."""
    return LineToCopy(f"{program()} {' '.join([arguments, *map(quoted, words)])}")
