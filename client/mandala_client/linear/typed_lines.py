"""Lines that someone types, read in a thread of its own so that all else goes on meanwhile."""

from __future__ import annotations

import io
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TextIO

import outcome
import trio

LONGEST: Final = 1000
"""The characters of a line that are read; what goes beyond is left out."""

MOST_PUT_OFF: Final = 1000
"""The number of lines that are put off at a time; then no others are read until one of them is wanted."""


class TypedLines:
    """Typed lines, one by one for whatever waits for them.

    A line that comes when no one waits any more, as the game has ended meanwhile, is kept for the next question; unless
    someone heeds what is typed ``meanwhile``, who may also put it off to hear what comes after it. It is kept also
    from one run of trio to the next, so that what is typed ahead is lost nowhere: whatever asks for lines in this
    program must ask the same ``TypedLines``.
    """

    def __init__(self, lines: TextIO) -> None:
        self._lines = lines
        self._reading = False
        self._read: outcome.Outcome[str] | None = None
        self._run: trio.lowlevel.TrioToken | None = None
        self._has_come, self._arrived = False, trio.lowlevel.ParkingLot()
        self._heed: Callable[[str], bool] | None = None
        self._put_off: deque[str] = deque()
        self._waiting: deque[str] = deque()
        """Lines that were put off once, and have been offered to no one since; they come before the one read last."""

    async def next(self) -> str | None:
        """The next line, without white space around it; None when there is no more. Raises what reading raises."""
        self.keep()
        if self._waiting:
            await trio.lowlevel.checkpoint()
            return self._waiting.popleft()
        read = await self._next_read()
        self._reading = False
        line = read.unwrap()
        return line.strip() if line else None

    async def is_more(self) -> bool:
        """Wait until a line has come, and leave it there; False if there is none, or none can be read."""
        self.keep()
        if self._waiting:
            await trio.lowlevel.checkpoint()
            return True
        read = await self._next_read()
        return isinstance(read, outcome.Value) and bool(read.value)

    def meanwhile(self, heed: Callable[[str], bool]) -> None:
        """Pass each line to ``heed`` until someone waits for one; lines that it does not take (False) are kept."""
        self.keep()
        self._heed = heed
        self._read_on()
        self._tell()

    def keep(self) -> None:
        """Hold incoming lines for the next question."""
        self._heed = None
        self._waiting.extendleft(reversed(self._put_off))
        self._put_off.clear()

    def put_off(self, line: str) -> bool:
        """For a listener to lines: keep this one for the next question, and go on to those after it.

        False if ``MOST_PUT_OFF`` are put off, so that this one is not to be taken either.
        """
        if len(self._put_off) == MOST_PUT_OFF:
            return False
        self._put_off.append(line)
        return True

    def put_back(self, line: str) -> None:
        """Keep this line, which was the next one, for the next question."""
        self._waiting.appendleft(line)

    @property
    def count_put_off(self) -> int:
        """The number of deferred lines."""
        return len(self._put_off)

    def forget(self, count: int) -> None:
        """Drop the first ``count`` deferred lines."""
        for _line in range(count):
            self._put_off.popleft()

    async def _next_read(self) -> outcome.Outcome[str]:
        self._read_on()
        if self._has_come:
            await trio.lowlevel.checkpoint()
        while not self._has_come:
            await self._arrived.park()
        assert self._read is not None, "what was read is there when it has come"
        return self._read

    def _read_on(self) -> None:
        """Begin to read a line, unless one is being read or has come already; and tell it to this run of trio."""
        run = trio.lowlevel.current_trio_token()
        if run is not self._run:
            # It may have come when no run was there to be told.
            self._run, self._has_come = run, self._read is not None
        if self._reading:
            return
        self._reading, self._read, self._has_come = True, None, False
        trio.lowlevel.start_thread_soon(lambda: _one_line(self._lines), self._take, "typed lines")

    def _take(self, read: outcome.Outcome[str]) -> None:
        """Read lines in a thread.

        What is read is there before anyone is told of it, so a run that begins just now sees it.
        """
        self._read = read
        if self._run is not None:
            with suppress(trio.RunFinishedError):
                self._run.run_sync_soon(self._arrive)

    def _arrive(self) -> None:
        self._has_come = self._read is not None
        self._arrived.unpark_all()
        self._tell()

    def _tell(self) -> None:
        """Offer the lines that have come to the listener; the end of all lines is for questions."""
        while self._heed is not None and self._waiting:
            if not self._heed(self._waiting[0]):
                return
            self._waiting.popleft()
        if self._heed is None or not self._has_come or not isinstance(self._read, outcome.Value):
            return
        if self._read.value and self._heed(self._read.value.strip()):
            self._reading = False
            self._read_on()


def standard_input() -> TypedLines:
    """Return the typed input of this program; ask for it once. Bytes that are no text are never an error."""
    if sys.stdin is None:
        return TypedLines(io.StringIO())  # closed before the program began
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return TypedLines(sys.stdin)


def _one_line(lines: TextIO) -> str:
    """A line with its end, cut if it is too long; "" at the end of all lines."""
    line = rest = lines.readline(LONGEST)
    while rest and not rest.endswith("\n"):
        rest = lines.readline(LONGEST)
    return line
