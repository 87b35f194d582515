"""Lines that somebody types, read in a thread of its own so that the game goes on meanwhile."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, TextIO

import outcome
import trio

LONGEST: Final = 1000
"""The characters of a line that are read; what goes beyond is left out."""


class TypedLines:
    """Gives line by line to whoever waits.

    A line that comes when nobody waits any more, as the game has ended meanwhile, is kept for whoever asks next.
    """

    def __init__(self, lines: TextIO) -> None:
        self._lines = lines
        self._reading = False
        self._read: outcome.Outcome[str] | None = None
        self._came = trio.Event()

    async def next(self) -> str | None:
        """The next line, without white space around it; None when there is no more. Raises what reading raises."""
        if not self._reading:
            self._reading = True
            self._came = trio.Event()
            token = trio.lowlevel.current_trio_token()

            def deliver(read: outcome.Outcome[str]) -> None:
                with suppress(trio.RunFinishedError):
                    token.run_sync_soon(self._take, read)

            trio.lowlevel.start_thread_soon(lambda: _one_line(self._lines), deliver, "typed lines")
        await self._came.wait()
        assert self._read is not None, "what was read is there when it has come"
        self._reading = False
        line = self._read.unwrap()
        return line.strip() if line else None

    def _take(self, read: outcome.Outcome[str]) -> None:
        self._read = read
        self._came.set()


def _one_line(lines: TextIO) -> str:
    """A line with its end, cut if it is too long; "" at the end of all lines."""
    line = rest = lines.readline(LONGEST)
    while rest and not rest.endswith("\n"):
        rest = lines.readline(LONGEST)
    return line
