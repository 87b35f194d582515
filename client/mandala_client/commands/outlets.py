"""The standard streams of the process, whatever became of them: closed, full, or with no one at the other end.

Output that cannot be written is lost, and nothing else happens: no traceback, and no other verdict. Closed
outputs and closed pipes are someone's wish, and nothing is said about them; if what was asked for could not be written
for another reason, as on a full disk, the exit code is not 0.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, Final, TextIO

from mandala_client.ui.outlet import Outlet, outlet_of

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_STDIN, _STDOUT, _STDERR = range(3)
_STREAMS: Final = (_STDIN, _STDOUT, _STDERR)
_WISHED: Final = frozenset({errno.EPIPE, errno.ESHUTDOWN})
"""No one reads any more."""

FEWEST_FILES: Final = 64
"""The number of files and connections that may have to be open at a time; a machine allows 256 at least."""


def may_open_enough() -> bool:
    """Return whether the system lets this process open as many files as it may need, after it was asked to if need be.

    Libraries that run short of them in the midst of something do not always say so, and may wait for ever.
    """
    if sys.platform != "win32":
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if now == resource.RLIM_INFINITY or now >= FEWEST_FILES:
            return True
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (FEWEST_FILES, most))
        except (OSError, ValueError):
            return False
    return True


class _Keyboard(FileIO):
    """The terminal to read from. When it is gone the program is told to stop, as by the signal that is on its way."""

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        try:
            return super().readinto(buffer)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
        if sys.platform != "win32":  # where no such signal is, consoles are not read by this
            signal.raise_signal(signal.SIGHUP)
            if (
                threading.current_thread() is not threading.main_thread()
                and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN
            ):
                threading.Event().wait()  # there are no more lines, but that is not why the program ends
        return 0


def open_outlets() -> Outlet | None:
    """Put the standard streams of this process in order; what standard output is now.

    None where other streams are in their place, which stay as they are, as do the consoles of Windows.
    """
    if sys.stdin is sys.__stdin__ and sys.stdout is sys.__stdout__ and sys.stderr is sys.__stderr__:
        _close_gaps()
        if sys.stdin is None:
            sys.stdin = TextIOWrapper(BufferedReader(FileIO(_STDIN, closefd=False)), encoding="utf-8")
        elif os.name != "nt" and sys.stdin.isatty():
            keyboard = BufferedReader(_Keyboard(_STDIN, closefd=False))
            sys.stdin = TextIOWrapper(keyboard, encoding=sys.stdin.encoding, errors=sys.stdin.errors)
        stdout, sys.stdout = _forgiving(sys.stdout, _STDOUT)
        _stderr, sys.stderr = _forgiving(sys.stderr, _STDERR)
        return stdout
    return None


def is_heard() -> bool:
    """Return whether someone may still read standard output: as far as is known, all that was written was taken."""
    outlet = outlet_of(sys.stdout)
    return outlet is None or outlet.failed is None


def lost_of(outlet: Outlet) -> OSError | None:
    """Return why some output was not written; None if all was, or no one reads it."""
    return None if outlet.failed is None or outlet.failed.errno in _WISHED else outlet.failed


def _close_gaps() -> None:
    """Let no file that is opened later be taken for standard input or output because one of them was closed."""
    for descriptor in _STREAMS:
        try:
            os.fstat(descriptor)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != descriptor:
                os.dup2(opened, descriptor)
                os.close(opened)


def _forgiving(stream: TextIO | None, descriptor: int) -> tuple[Outlet | None, TextIO]:
    """Wrap a standard stream so that writing to it does not fail."""
    if stream is None:
        outlet = Outlet(descriptor, "w", closefd=False)
        return outlet, TextIOWrapper(BufferedWriter(outlet), encoding="utf-8", errors="replace")
    raw = getattr(stream.buffer, "raw", stream.buffer)  # unbuffered, as by PYTHONUNBUFFERED, there is nothing between
    if not isinstance(stream, TextIOWrapper) or not isinstance(raw, FileIO):
        return None, stream  # a console of Windows has ways of its own
    outlet = Outlet(descriptor, "w", closefd=False)
    return outlet, TextIOWrapper(
        outlet if raw is stream.buffer else BufferedWriter(outlet),
        encoding=stream.encoding,
        errors="replace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
