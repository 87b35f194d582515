"""An output of the process that stops nothing else: what its reader does not take at once is written in a thread."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

PATIENCE: Final = 0.1
"""The seconds that a write waits for its reader at most: more than a frame of a movement has."""

MOST_WAITING: Final = 2**20
"""The bytes that wait for a reader at most; before there are more, the oldest lines are dropped."""

LAST_SECONDS: Final = 1.0
"""Seconds that a program which was told to stop waits until its last words are written."""


class Outlet(FileIO):
    """A descriptor to write to. What it does not take is passed over; ``failed`` is the first reason why."""

    failed: OSError | None = None
    _beside: _Beside | None = None

    def write(self, data: ReadableBuffer, /) -> int:
        if self._beside is None:
            return self._write_now(data)
        self._beside.write(bytes(data))
        return memoryview(data).nbytes

    def write_beside(self) -> None:
        """From now on, let no write wait longer than ``PATIENCE``: the rest is written in a thread, in order."""
        self._beside = self._beside or _Beside(self._write_now)

    @property
    def is_behind(self) -> bool:
        """Return whether something is not written yet, because the reader does not take it."""
        return self._beside is not None and self._beside.is_behind

    def when_written(self, call: Callable[[], object]) -> None:
        """Call this once, from another thread, as soon as everything is written. It is behind now, or was just now."""
        if self._beside is not None:
            self._beside.when_written(call)

    def finish(self, seconds: float | None) -> None:
        """Wait until everything is written, at most this number of seconds; None waits as long as it takes."""
        if self._beside is not None:
            self._beside.finish(seconds)

    def _write_now(self, data: ReadableBuffer) -> int:
        try:
            return super().write(data)
        except OSError as error:
            self.failed = self.failed or error
            return memoryview(data).nbytes


class _Beside:
    """The thread that writes to one output, and what waits for it."""

    def __init__(self, write_now: Callable[[bytes], int]) -> None:
        self._write_now = write_now
        self._changed = threading.Condition()
        self._waiting = b""
        self._is_writing = False
        self._then: Callable[[], object] | None = None
        threading.Thread(target=self._run, name="output", daemon=True).start()

    @property
    def is_behind(self) -> bool:
        return self._is_writing or bool(self._waiting)

    def write(self, data: bytes) -> None:
        with self._changed:
            was_behind = self.is_behind
            self._waiting = _newest_of(self._waiting + data)
            self._changed.notify_all()
            if not was_behind:
                self.finish(PATIENCE)

    def when_written(self, call: Callable[[], object]) -> None:
        with self._changed:
            self._then = call
            self._changed.notify_all()

    def finish(self, seconds: float | None) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self.is_behind, seconds)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._then)
                data, self._waiting = self._waiting, b""
                self._is_writing = True
            while data:
                data = data[self._write_now(data) :]
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()
                then = None if self._waiting else self._then
                if then is not None:
                    self._then = None
            if then is not None:
                then()


def _newest_of(waiting: bytes) -> bytes:
    """Return the last lines of what waits, at most ``MOST_WAITING`` bytes."""
    if len(waiting) <= MOST_WAITING:
        return waiting
    return waiting[-MOST_WAITING:].partition(b"\n")[2]


def outlet_of(stream: object) -> Outlet | None:
    """Return the outlet to which a stream writes; None if it is another kind of stream, as a console of Windows is."""
    buffer = getattr(stream, "buffer", None)
    outlet = getattr(buffer, "raw", buffer)
    return outlet if isinstance(outlet, Outlet) else None


def write_beside() -> None:
    """From now on, let a reader that stops reading standard output and standard error stop nothing else."""
    for outlet in _outlets():
        outlet.write_beside()


def finish_writing(*, stopped: bool) -> None:
    """Wait until the last words are written; after a program that was ``stopped``, only for ``LAST_SECONDS``."""
    with suppress(KeyboardInterrupt):
        for outlet in _outlets():
            outlet.finish(LAST_SECONDS if stopped else None)


def _outlets() -> list[Outlet]:
    return [outlet for outlet in map(outlet_of, (sys.stdout, sys.stderr)) if outlet is not None]
