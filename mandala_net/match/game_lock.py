"""The lock on a saved game: one program at a time plays it, because two would sign contradicting entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from mandala_net.os_errors import reason_of
from mandala_net.store.store import StoreError
from mandala_protocol.sentence import Sentence

_FOLDER_MODE: Final = 0o700
_FILE_MODE: Final = 0o600
_PATIENCE: Final = 0.05
"""In seconds: someone who looks on has a lock for an instant, to see whether it is held."""


class GameInUse(StoreError):
    """Another program resumes this game just now."""


@contextmanager
def lock_game(folder: Path, row: int) -> Iterator[None]:
    """Have the game in this row of the store to oneself, until the end of the block or of the process.

    ``folder`` holds the locks of one store and is made if it is missing. The system itself releases what a killed
    process held; the empty files that are left mean nothing. Raises ``GameInUse``, or ``StoreError`` if nothing can
    be locked there.
    """
    try:
        folder.mkdir(mode=_FOLDER_MODE, exist_ok=True)
        lock = FileLock(_file(folder, row), timeout=_PATIENCE, mode=_FILE_MODE, thread_local=False)
        lock.acquire(poll_interval=_PATIENCE / 5)
    except Timeout as error:
        raise GameInUse(
            Sentence("This game is already open in another program of yours. Close that one first.")
        ) from error
    except OSError as error:
        raise StoreError(
            Sentence("The game cannot be locked in {folder}: {reason}.", folder=folder, reason=reason_of(error))
        ) from error
    try:
        yield
    finally:
        lock.release()


def is_played(folder: Path, row: int) -> bool:
    """Return whether a program of this player plays the game in this row of the store now."""
    file = _file(folder, row)
    if not file.exists():
        return False
    lock = FileLock(file, timeout=0, mode=_FILE_MODE, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return True
    except OSError:
        return False
    lock.release()
    return False


def forget_claims(folder: Path, rows: Iterable[int]) -> None:
    """Remove the files of games that are in the store no longer."""
    for row in rows:
        with suppress(OSError):
            _file(folder, row).unlink(missing_ok=True)


def _file(folder: Path, row: int) -> Path:
    return folder / f"game-{row}.lock"
