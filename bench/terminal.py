"""A real terminal for a real program: what it draws is kept as a screen, what is typed goes to it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, ClassVar, Final, Self

import pyte

AT_THE_TERMINAL: Final = 'exec "$@" <"$0" >"$0" 2>&1'
"""Becomes a program whose terminal this is: the first one that the leader of a session opens."""
SHELL: Final = "/bin/sh"


class Terminal:
    """One program in a terminal of its own, of these columns and lines. Killed at the end of the block."""

    popen: ClassVar[Callable[..., subprocess.Popen[Any]]] = subprocess.Popen
    """The constructor that starts the program."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], columns: int = 80, lines: int = 24
    ) -> None:
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self.written = bytearray()
        """All that the program has written, as far as it was taken in."""
        self._rows = [""] * lines
        self.is_open = True
        """Something can still be drawn."""
        self.read_at = 0.0
        """The time of the program's last drawing, by ``time.perf_counter``, before this terminal drew it."""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.process = type(self).popen(
            [SHELL, "-c", AT_THE_TERMINAL, os.ttyname(slave), *command],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", **environment},
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    @property
    def text(self) -> str:
        """The screen as lines of text."""
        return "\n".join(row.rstrip() for row in self.rows)

    @property
    def rows(self) -> list[str]:
        """The rows of the screen, each as long as it is wide; only those that have changed are put together anew."""
        screen = self._screen
        for number in screen.dirty.intersection(range(screen.lines)):
            line = screen.buffer[number]
            self._rows[number] = "".join(line[column].data for column in range(screen.columns))
        screen.dirty.clear()
        return self._rows

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._master, keys.encode())

    def resize(self, columns: int, lines: int) -> None:
        """Give the window another size, of which a signal tells the program."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self._screen.resize(lines, columns)
        self._rows = [""] * lines
        self._screen.dirty.update(range(lines))

    def fileno(self) -> int:
        """The end of the terminal on which there is something to read when the program draws."""
        return self._master

    def read(self, seconds: float) -> bool:
        """Take in what the program draws, for at most ``seconds``. Return False if nothing came or it has ended.

        Once the program has let go of its terminal, its end is waited for instead.
        """
        if not self.is_open:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
            return False
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self._master, 65_536)
        except OSError:
            self.is_open = False
            return False
        self.read_at = time.perf_counter()
        self.written += data
        self._stream.feed(data)
        return bool(data)

    def wait_for(self, shown: Callable[[str], bool], seconds: float = 20.0) -> str:
        """The screen once ``shown`` holds for it. Raises ``TimeoutError`` with the screen as it is then."""
        deadline = time.monotonic() + seconds
        while not shown(self.text):
            left = deadline - time.monotonic()
            if left <= 0 or not (self.read(min(left, 0.5)) or self.process.poll() is None):
                raise TimeoutError(f"this was not shown in time, but:\n{self.text}")
        return self.text
