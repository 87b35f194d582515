"""The program that has a saved game open: what it says about itself, and how it is ended.

Beside the lock of a game is a note with the number of the process, and a second lock that is held by the program which
wrote the note. So a note counts only while its writer lives, and no process is ended that merely got the same number.
"""

from __future__ import annotations

import os
import platform
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from attrs import frozen
from filelock import FileLock, Timeout

from mandala_protocol.names import clean_line

_FILE_MODE: Final = 0o600
_WAIT_SECONDS: Final = 0.05
"""The wait for a lock: someone who reads the note has it for an instant."""

_MOST_BYTES: Final = 1000
_MOST_CHARACTERS: Final = 60
_LINES: Final = 4
_LEAST_PID: Final = 2
"""0 and negative numbers are groups of processes, and 1 is the system's own."""


@frozen
class Holder:
    """A program of this computer that has a game open: its process, its terminal ("" for none), and since when."""

    pid: int
    terminal: str
    since: str


@contextmanager
def noted(game: Path) -> Iterator[None]:
    """Within the block say beside the lock of this ``game``, which we have, who has it. What fails is left unsaid."""
    lock = _lock_of(game, _WAIT_SECONDS)
    now = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
    with suppress(OSError, Timeout):
        note = _note_of(game)
        note.write_text(f"{os.getpid()}\n{platform.node()}\n{_own_terminal()}\n{now}\n", encoding="utf-8")
        note.chmod(_FILE_MODE)
        lock.acquire(poll_interval=_WAIT_SECONDS / 5)
    try:
        yield
    finally:
        lock.release()


def holder_of(game: Path) -> Holder | None:
    """The program that holds the lock of this ``game``; None if there is none, or it has not said who it is."""
    return _read(_note_of(game)) if _note_of(game).exists() and is_held(_lock_of(game, 0)) else None


def is_held(lock: FileLock) -> bool:
    """Return whether a program has this lock now, which does not wait; what cannot be looked at is not held."""
    try:
        lock.acquire()
    except Timeout:
        return True
    except OSError:
        return False
    lock.release()
    return False


def end(holder: Holder, *, at_once: bool) -> None:
    """Ask a program to end, or end it ``at_once``. Windows always does the latter; what is not ours stays as it is."""
    with suppress(OSError):
        if sys.platform == "win32":
            os.kill(holder.pid, signal.SIGTERM)
        else:
            os.kill(holder.pid, signal.SIGKILL if at_once else signal.SIGTERM)
            os.kill(holder.pid, signal.SIGCONT)  # one that is stopped hears nothing else


def forget_note(game: Path) -> None:
    """Remove what is beside the lock of a ``game``."""
    for file in (_note_of(game), game.with_suffix(".noted")):
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _read(note: Path) -> Holder | None:
    try:
        with note.open("rb") as file:
            lines = file.read(_MOST_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return None
    if len(lines) != _LINES or lines[1] != platform.node() or not (lines[0].isascii() and lines[0].isdecimal()):
        return None
    pid, terminal, since = int(lines[0]), *(clean_line(line)[:_MOST_CHARACTERS] for line in lines[2:])
    return Holder(pid, terminal, since) if pid >= _LEAST_PID and pid != os.getpid() else None


def _own_terminal() -> str:
    if sys.platform == "win32":
        return ""
    else:  # noqa: RET505 - the types of the other systems are read only here
        try:
            name = os.ttyname(sys.__stdin__.fileno()) if sys.__stdin__ is not None else ""
        except (OSError, ValueError):
            return ""
        return name.removeprefix("/dev/")


def _note_of(game: Path) -> Path:
    return game.with_suffix(".holder")


def _lock_of(game: Path, timeout: float) -> FileLock:
    return FileLock(game.with_suffix(".noted"), timeout=timeout, mode=_FILE_MODE, thread_local=False)
