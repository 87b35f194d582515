"""The lock on a saved game: one program at a time plays it, because two would sign contradicting entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import trio
from filelock import FileLock, Timeout

from mandala_net.match.lock_holder import Holder, end, forget_note, holder_of, is_held, noted
from mandala_net.os_errors import reason_of
from mandala_net.store.store import StoreError
from mandala_protocol.sentence import Sentence

_FOLDER_MODE: Final = 0o700
_FILE_MODE: Final = 0o600
_WAIT_SECONDS: Final = 0.05
"""The wait for a lock: someone who looks whether it is held has it for an instant."""


TAKEN_OVER_SECONDS: Final = 5.0
"""The seconds that a program that is to end has to say goodbye, and then to be gone."""


class GameInUse(StoreError):
    """Another program resumes this game just now: the ``holder``, None if it has not said who it is."""

    def __init__(self, holder: Holder | None) -> None:
        super().__init__(Sentence("{what} Close that one first.", what=open_elsewhere(holder)))
        self.holder = holder


def open_elsewhere(holder: Holder | None) -> Sentence:
    """A sentence that says who has the game open, as far as it is known."""
    if holder is None:
        return Sentence("This game is already open in another program of yours.")
    if not holder.terminal:
        return Sentence(
            "This game is already open in another program of yours: process {pid}, since {since}.",
            pid=str(holder.pid),
            since=holder.since,
        )
    return Sentence(
        "This game is already open in another program of yours: process {pid} on {terminal}, since {since}.",
        pid=str(holder.pid),
        terminal=holder.terminal,
        since=holder.since,
    )


@contextmanager
def lock_game(folder: Path, row: int) -> Iterator[None]:
    """Have the game in this row of the store to oneself, until the end of the block or of the process.

    ``folder`` holds the locks of one store and is made if it is missing. The system itself releases what a killed
    process held; the files that are left mean nothing. Raises ``GameInUse``, or ``StoreError`` if nothing can
    be locked there.
    """
    try:
        folder.mkdir(mode=_FOLDER_MODE, exist_ok=True)
        lock = FileLock(_file(folder, row), timeout=_WAIT_SECONDS, mode=_FILE_MODE, thread_local=False)
        lock.acquire(poll_interval=_WAIT_SECONDS / 5)
    except Timeout as error:
        raise GameInUse(holder_of(_file(folder, row))) from error
    except OSError as error:
        raise StoreError(
            Sentence("The game cannot be locked in {folder}: {reason}.", folder=folder, reason=reason_of(error))
        ) from error
    try:
        with noted(_file(folder, row)):
            yield
    finally:
        note_absence(folder, row, away=False)
        lock.release()


def note_absence(folder: Path, row: int, *, away: bool) -> None:
    """Note beside the lock of a game, which we have, whether the other player is away. What fails is left unsaid."""
    with suppress(OSError):
        if away:
            _absence(folder, row).touch(_FILE_MODE)
        else:
            _absence(folder, row).unlink(missing_ok=True)


def is_other_away(folder: Path, row: int) -> bool:
    """Return whether a program of this player plays the game in this row of the store, and the other player is away."""
    return _absence(folder, row).exists() and is_played(folder, row)


async def take_over(folder: Path, row: int, holder: Holder) -> None:
    """End the program that has the game in this row of the store open, and wait until it has let go of it.

    It is asked to end first, and has time to say goodbye; then it is killed. Another program than the ``holder`` is
    left alone. The game is not locked for us by this.
    """
    for at_once in (False, True):
        if not is_played(folder, row) or holder_of(_file(folder, row)) != holder:
            return
        end(holder, at_once=at_once)
        with trio.move_on_after(TAKEN_OVER_SECONDS):
            while is_played(folder, row):  # noqa: ASYNC110 - another program lets go of it
                await trio.sleep(_WAIT_SECONDS)


def is_played(folder: Path, row: int) -> bool:
    """Return whether a program of this player plays the game in this row of the store now."""
    file = _file(folder, row)
    return file.exists() and is_held(FileLock(file, timeout=0, mode=_FILE_MODE, thread_local=False))


def forget_locks(folder: Path, rows: Iterable[int]) -> None:
    """Remove the files of games that are in the store no longer."""
    for row in rows:
        with suppress(OSError):
            _file(folder, row).unlink(missing_ok=True)
        note_absence(folder, row, away=False)
        forget_note(_file(folder, row))


def _file(folder: Path, row: int) -> Path:
    return folder / f"game-{row}.lock"


def _absence(folder: Path, row: int) -> Path:
    return _file(folder, row).with_suffix(".away")
