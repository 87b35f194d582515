"""The surroundings of every test, wherever it was started: the same signals, and no chance.

A program that a test starts, by whatever means, inherits it all.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from tests.seeding.seeded_secrets import SEED_VARIABLE, STARTS_VARIABLE, replace_secrets

_SEEDING: Final = Path(__file__).with_name("seeding")

_USUAL: Final = ("SIGINT", "SIGHUP", "SIGTERM", "SIGPIPE", "SIGQUIT")
"""Signals that a program which is started by a person at a terminal does not ignore."""

_MEMORY: Final = Path("/dev/shm")
"""The folder that Linux keeps in memory."""

_ROOM: Final = 2 * 10**9
"""So many bytes must be free in it; a whole run needs some hundred million."""

_FOLDERS_VARIABLE: Final = "PYTEST_DEBUG_TEMPROOT"
"""What tells pytest where to make the folders of tests."""

LANGUAGE_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""What tells a program which language the system speaks; the tests begin without, so in English."""


def prepare(starts: Path, locks: ExitStack) -> None:
    """Set up this process and those that it will start. ``starts`` is an empty folder for counting them.

    The seed belongs to this process until ``claims`` is closed.
    """
    _hand_on_usual_signals()
    _keep_what_is_compiled()
    _buffer_what_is_written()
    _keep_files_in_memory()
    for variable in LANGUAGE_VARIABLES:
        os.environ.pop(variable, None)
    if SEED_VARIABLE not in os.environ:
        os.environ[SEED_VARIABLE] = str(_free_seed(locks))
    os.environ[STARTS_VARIABLE] = str(starts)
    os.environ["PYTHONHASHSEED"] = str(int(os.environ[SEED_VARIABLE]) % 2**32)
    elsewhere = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path not in ("", str(_SEEDING))]
    os.environ["PYTHONPATH"] = os.pathsep.join([str(_SEEDING), *elsewhere])
    remove_chance("the beginning")


def _free_seed(locks: ExitStack) -> int:
    """0, or the next number, if tests run with 0 on this machine already: the programs of both would meet."""
    for seed in itertools.count():
        try:
            locks.enter_context(FileLock(Path(tempfile.gettempdir()) / f"mandala-lan-tests-{seed}.lock", timeout=0))
        except (Timeout, OSError):  # the file of another user cannot be opened
            continue
        return seed
    raise AssertionError("there is always another number")


def remove_chance(test: str) -> None:
    """Let all secrets of this process follow from the seed and the name of a test."""
    replace_secrets(f"{os.environ[SEED_VARIABLE]} {test}")


def _keep_what_is_compiled() -> None:
    """Let Python keep it, whatever the shell says: each process of tests would compile all of them again."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def _buffer_what_is_written() -> None:
    """Let Python do so, whatever the shell says: programs of tests write as those of a person do."""
    os.environ.pop("PYTHONUNBUFFERED", None)


def _keep_files_in_memory() -> None:
    """Let the folders of tests be in memory where the system has room for them: nothing waits for a disk there.

    Wine has the folder too, with those of Linux's own tests in it: to tidy it up, pytest there would remove them.
    """
    if sys.platform != "linux":
        return
    with suppress(OSError):
        if shutil.disk_usage(_MEMORY).free > _ROOM and os.access(_MEMORY, os.W_OK):
            os.environ.setdefault(_FOLDERS_VARIABLE, str(_MEMORY))


def _hand_on_usual_signals() -> None:
    """Let programs have their usual signals, also where this process ignores them, as in the background or by nohup.

    What a process ignores is ignored by all that it starts; what it catches is not. So it catches them, and does
    nothing.
    """
    usual = [getattr(signal, name) for name in _USUAL if hasattr(signal, name)]
    for number in usual:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda _number, _frame: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, usual)
