"""This program and Python started once more: never to run code of the folder in which they happen to be started.

By itself ``python -m`` and ``python -c`` look for modules in the current folder first, before the standard library.
The user's own ``PYTHONPATH`` and packages keep working.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from zipimport import zipimporter

from attrs import frozen

_SAFE_PATH: Final = "PYTHONSAFEPATH"
_OURS: Final = "for processes of mandala-lan"
"""The value that this program gives to the variable; to Python all values but the empty one mean the same."""

# A program that is started so gets no Ctrl-C that is meant for this one: on Windows what a new session is elsewhere.
if sys.platform == "win32":
    import subprocess

    OWN_GROUP: Final = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    OWN_GROUP: Final = 0


@frozen
class OwnFile:
    """The path of the one file from which all of this program comes: a zip for Python, or if ``is_frozen`` a program.

    A frozen program has Python inside, but is none: it takes no options and no modules, only our own arguments.
    """

    path: str
    is_frozen: bool


def own_file() -> OwnFile | None:
    """Return the file from which this program comes; None if its packages are installed.

    PyInstaller sets ``sys.frozen``. Zips are made by zipapp and shiv, and by pip for its launchers on Windows.
    """
    if getattr(sys, "frozen", False):
        return OwnFile(sys.executable, is_frozen=True)
    loader = getattr(sys.modules["__main__"].__spec__, "loader", None)
    return OwnFile(loader.archive, is_frozen=False) if isinstance(loader, zipimporter) else None


def program_again(module: str, file: OwnFile | None) -> list[str]:
    """Return the command that starts this program once more, to be followed by its arguments.

    ``file`` is the one from which it comes. Without one, it is ``module`` that Python starts.
    """
    if file is None:
        return [*python_again(), "-m", module]
    return [file.path] if file.is_frozen else [*python_again(), file.path]


def python_again() -> list[str]:
    """Return the command that starts Python once more, to be followed by ``-m``, a module and its arguments."""
    chosen = {
        "-I": sys.flags.isolated,
        "-E": sys.flags.ignore_environment,
        "-s": sys.flags.no_user_site,
    }
    return [sys.executable, "-P", *(option for option, is_set in chosen.items() if is_set)]


@contextmanager
def safe_children() -> Iterator[None]:
    """Start the processes of ``multiprocessing`` in this block, which takes options for Python from a variable only.

    They inherit the variable, and call ``forget_safe_path`` so that programs of the user do not.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = before or _OURS
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def forget_safe_path() -> None:
    """Take the variable out of the environment, in a process of ``safe_children``, unless it is the user's own."""
    if os.environ.get(_SAFE_PATH) == _OURS:
        del os.environ[_SAFE_PATH]
