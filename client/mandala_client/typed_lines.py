"""Lines that somebody types, read in a thread of its own so that the game goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final, TextIO

import outcome
import trio

LONGEST: Final = 1000
"""The characters of a line that are read; what goes beyond is left out."""


class TypedLines:
    """Gives line by line to whoever waits.

    A line that comes when nobody waits any more, as the game has ended meanwhile, is kept for whoever asks next; unless
    somebody heeds what is typed ``meanwhile``.
    """

    def __init__(self, lines: TextIO) -> None:
        self._lines = lines
        self._reading = False
        self._read: outcome.Outcome[str] | None = None
        self._came = trio.Event()
        self._heed: Callable[[str], bool] | None = None

    async def next(self) -> str | None:
        """The next line, without white space around it; None when there is no more. Raises what reading raises."""
        self.keep()
        self._read_on()
        await self._came.wait()
        assert self._read is not None, "what was read is there when it has come"
        self._reading = False
        line = self._read.unwrap()
        return line.strip() if line else None

    def meanwhile(self, heed: Callable[[str], bool]) -> None:
        """Until somebody waits for a line, tell ``heed`` of each; those that it does not take (False) are kept."""
        self._heed = heed
        self._read_on()
        self._tell()

    def keep(self) -> None:
        """From now on a line is kept for whoever asks next, and nobody else is told."""
        self._heed = None

    def _read_on(self) -> None:
        """Begin to read a line, unless one is being read or has come already."""
        if self._reading:
            return
        self._reading = True
        self._came = trio.Event()
        token = trio.lowlevel.current_trio_token()

        def deliver(read: outcome.Outcome[str]) -> None:
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(self._take, read)

        trio.lowlevel.start_thread_soon(lambda: _one_line(self._lines), deliver, "typed lines")

    def _take(self, read: outcome.Outcome[str]) -> None:
        self._read = read
        self._came.set()
        self._tell()

    def _tell(self) -> None:
        """Offer the line that has come to whoever heeds it; the end of all lines is for those who ask."""
        if self._heed is None or not self._came.is_set() or not isinstance(self._read, outcome.Value):
            return
        if self._read.value and self._heed(self._read.value.strip()):
            self._reading = False
            self._read_on()


def _one_line(lines: TextIO) -> str:
    """A line with its end, cut if it is too long; "" at the end of all lines."""
    line = rest = lines.readline(LONGEST)
    while rest and not rest.endswith("\n"):
        rest = lines.readline(LONGEST)
    return line
