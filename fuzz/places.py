"""The folders of the fuzzer, and the length of its game: results in build/fuzz, temporary files in memory."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Final

BUILD: Final = Path(__file__).parent.parent / "build" / "fuzz"
ESCAPES: Final = BUILD / "escapes"

SHORT_GAME: Final = 6
"""The moves of the game in the short form, in which every kind of entry is said."""

_IN_MEMORY: Final = Path("/dev/shm")


class _Moment:
    """The choices of one process: the folder of states and temporary files, and the length of its game."""

    states: Path | None = None
    moves: int | None = SHORT_GAME
    scratch: Path | None = None


def settle(scratch: Path | None = None) -> None:
    """Keep the states of a conversation, and play its game to the end; ``scratch`` is for files of the moment."""
    _Moment.states, _Moment.moves, _Moment.scratch = BUILD / "states", None, scratch


def states() -> Path:
    """Return the folder for the states of a conversation, there as long as this process at least."""
    return _Moment.states if _Moment.states is not None else scratch()


def moves() -> int | None:
    """Return after how many moves the game of the conversation is ended; None for never."""
    return _Moment.moves


def scratch() -> Path:
    """Return a folder for files of this process."""
    return _Moment.scratch if _Moment.scratch is not None else Path(_own_scratch().name)


@cache
def _own_scratch() -> tempfile.TemporaryDirectory[str]:
    return new_scratch()


def new_scratch() -> tempfile.TemporaryDirectory[str]:
    """Make a folder for files of the moment, in memory where there is such a place."""
    where = _IN_MEMORY if _IN_MEMORY.is_dir() else None
    return tempfile.TemporaryDirectory(prefix="mandala-fuzz-", dir=where, ignore_cleanup_errors=True)
