"""Files: small private ones that are there whole or not at all, and any other read without being led astray.

A reader of a file here waits for no one and takes no more memory than was meant: it opens only a regular file,
and how much of it is read is settled before. A file that a person names may also be a pipe that someone writes to.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from io import BufferedReader, FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from mandala_net.shell import ON_WINDOWS
from mandala_protocol.sentence import Sentence

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

PIPE_SECONDS: Final = 10
"""The longest that a pipe may be silent, in seconds."""

_Given = ParamSpec("_Given")
_Got = TypeVar("_Got")

_PATIENCE_SECONDS: Final = 2
_PAUSE_SECONDS: Final = 0.05

# Where a system has these: nothing is waited for while a file is opened, and no terminal becomes ours by it.
_OPEN_FLAGS: Final = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_NONBLOCK", "O_NOCTTY", "O_BINARY"))


class NotAFile(OSError):
    """The path leads to a folder, a pipe, a socket or a device."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, Sentence("it is not a file"), str(path))


class TooLarge(OSError):
    """The file holds more than may be read of it; ``most`` is in bytes."""

    def __init__(self, path: Path, most: int) -> None:
        super().__init__(errno.EFBIG, Sentence("File too large"), str(path))
        self.most = most


class SilentPipe(OSError):
    """A pipe that no one writes to, or nothing for long."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EAGAIN, Sentence("nothing is written to this pipe"), str(path))


def open_file(path: Path, *, pipes: bool = False) -> BufferedReader:
    """A regular file, opened for reading; with ``pipes`` also one that someone writes to.

    Nothing is waited for, but on Windows a program that has the file open for itself alone, as in ``patiently``. A pipe
    that is silent for ``PIPE_SECONDS`` is ``SilentPipe`` when it is read. Raises ``OSError``, of which ``NotAFile`` is
    one.
    """
    if path.is_dir():  # opening one is forbidden on Windows, and would be tried again there
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    handle = patiently(os.open, path, _OPEN_FLAGS)
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISREG(mode):
            return BufferedReader(FileIO(handle))
        if pipes and stat.S_ISFIFO(mode):
            return BufferedReader(_Pipe(handle, path))
        raise NotAFile(path)
    except BaseException:
        os.close(handle)
        raise


def read_file(path: Path, most: int, *, pipes: bool = False) -> bytes:
    """Read all of a file, at most ``most`` bytes; ``pipes`` as in ``open_file``.

    Raises ``OSError``, of which ``NotAFile`` and ``TooLarge`` are two.
    """
    with open_file(path, pipes=pipes) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise TooLarge(path, most)
    return data


def require_regular(path: Path) -> None:
    """Refuse what others would open and wait at: anything but a regular file. Raises ``OSError``, as ``NotAFile``."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise NotAFile(path)


def require_no_pipe(path: Path) -> None:
    """Refuse a pipe, which would block; a missing file is not refused. Raises ``OSError``, as ``NotAFile``."""
    with contextlib.suppress(FileNotFoundError):
        if stat.S_ISFIFO(path.stat().st_mode):
            raise NotAFile(path)


class _Pipe(FileIO):
    """A pipe that is opened without waiting, and waited for within bounds."""

    def __init__(self, handle: int, path: Path) -> None:
        super().__init__(handle)
        self._path, self._began = path, False

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        count = super().readinto(buffer)
        if count is None and sys.platform != "win32":  # someone is at the other end, and has written nothing yet
            poll = select.poll()
            poll.register(self.fileno(), select.POLLIN)
            if not poll.poll(PIPE_SECONDS * 1000):
                raise SilentPipe(self._path)
            count = super().readinto(buffer)
        if not count and not self._began:
            raise SilentPipe(self._path)  # no one is at the other end
        self._began = True
        return count or 0


def replace_file(path: Path, data: bytes) -> None:
    """Put ``data`` in place of whatever ``path`` holds, for this user only (mode 0600). Raises ``OSError``."""
    with _written_beside(path, data) as temporary:
        patiently(temporary.replace, path)
        sync(path.parent)


def create_file(path: Path, data: bytes) -> None:
    """Create ``path`` with ``data``, for this user only (mode 0600); what is there stays.

    Raises ``FileExistsError`` if something is there, other kinds of ``OSError`` for other failures.
    """
    with _written_beside(path, data) as temporary:
        put_in_place(temporary, path)


def put_in_place(temporary: Path, path: Path) -> None:
    """Let a finished file of the same folder be known as ``path``, for good; what is there stays.

    Raises ``FileExistsError`` if something is there, other kinds of ``OSError`` for other failures.
    """
    try:
        # Unlike a rename, a link never takes the place of a file that came in between.
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links, as on many memory cards.
        if path.exists():
            raise FileExistsError(path) from None
        patiently(temporary.replace, path)
    sync(path.parent)


def patiently(act: Callable[_Given, _Got], *given: _Given.args, **named: _Given.kwargs) -> _Got:
    """Open, rename or remove a file, as ``act`` does: on Windows again and again for two seconds, if it is forbidden.

    There a file stays as it is while another program has it open, and a virus scanner opens each new one for a moment.
    Raises ``OSError``.
    """
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            return act(*given, **named)
        except PermissionError:
            if not ON_WINDOWS or time.monotonic() >= until:
                raise
        time.sleep(_PAUSE_SECONDS)


@contextlib.contextmanager
def _written_beside(path: Path, data: bytes) -> Iterator[Path]:
    """A temporary file in the same folder, holding ``data`` safely on disk; removed if it is still there."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)  # mode 0600
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield temporary
    finally:
        patiently(temporary.unlink, missing_ok=True)


def sync(path: Path) -> None:
    """Make a file, or the names in a folder, last through a power cut, where folders can be opened at all."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
