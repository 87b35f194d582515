"""The progress of a worker, in a file that it shares with its starter: it is there even if the worker is not."""

from __future__ import annotations

import mmap
import struct
from pathlib import Path
from types import TracebackType
from typing import Final

from attrs import frozen

_FORM: Final = struct.Struct("<QQQQQ")
_INPUT: Final = 1 << 18


@frozen
class Progress:
    """The numbers of inputs that were run, escaped and came from the sweep, and the input that is being run."""

    inputs: int
    escapes: int
    swept: int
    running: bytes | None


class Status:
    """The file, for the worker to write and its parent to read."""

    def __init__(self, path: Path, *, new: bool) -> None:
        if new:
            path.write_bytes(bytes(_FORM.size + _INPUT))
        self._file = path.open("r+b")
        self._map = mmap.mmap(self._file.fileno(), 0)
        self.inputs = self.escapes = self.swept = 0

    def __enter__(self) -> Status:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self._map.close()
        self._file.close()

    def begin(self, data: bytes) -> None:
        """An input is about to be run."""
        size = min(len(data), _INPUT)
        self._map[_FORM.size : _FORM.size + size] = data[:size]
        _FORM.pack_into(self._map, 0, self.inputs, self.escapes, self.swept, 1, size)

    def end(self) -> None:
        """It has been run."""
        self.inputs += 1
        _FORM.pack_into(self._map, 0, self.inputs, self.escapes, self.swept, 0, 0)

    def progress(self) -> Progress:
        """The progress that the worker has written."""
        inputs, escapes, swept, running, size = _FORM.unpack_from(self._map, 0)
        return Progress(inputs, escapes, swept, self._map[_FORM.size : _FORM.size + size] if running else None)
