"""A file in which each message and each change of state is one line, to find a fault in a peer.

A line has the seconds since the file was opened, the number of the connection, or a word for what lives through many,
what it is about (``>`` said, ``<`` heard, ``=`` a change of state, ``!`` why it failed), and what was said, in clear.
Secrets are never in it.
"""

from __future__ import annotations

import logging
import os
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from mandala_net.files import NotAFile
from mandala_net.os_errors import reason_of
from mandala_net.version import VERSION
from mandala_protocol.conversation.trace import Mark, Trace
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import PROTOCOL_VERSION

MOST_BYTES: Final = 20_000_000
"""A whole game has about 130,000: whoever floods us fills no disk."""

_OPEN_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)

log = logging.getLogger(__name__)


class TraceError(Exception):
    """The file cannot be written; the text is one sentence for a person."""


class TraceFile:
    """A trace being written: private, each line on its way as soon as it is there, and no larger than ``most`` bytes.

    What is there already stays, and is added to. Raises ``TraceError``.
    """

    def __init__(self, path: Path, most: int = MOST_BYTES) -> None:
        self._path = path
        try:
            self._file: int | None = _open(path)
            self._left = most - os.fstat(self._file).st_size
        except OSError as error:
            raise TraceError(
                Sentence("{file} cannot be written: {reason}.", file=path, reason=reason_of(error))
            ) from error
        self._began = time.monotonic()
        self._connections = 0
        began = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self._write(f"# mandala-lan {VERSION}, protocol {PROTOCOL_VERSION}, {began}")

    def connection(self) -> Trace:
        """The trace of one more connection."""
        self._connections += 1
        return self.whole(str(self._connections))

    def whole(self, subject: str) -> Trace:
        """The trace of something that lives through many connections, such as a match."""

        def trace(mark: Mark, text: str) -> None:
            self._write(f"{time.monotonic() - self._began:.3f} {subject} {mark.value} {text}")

        return trace

    def close(self) -> None:
        """Write nothing more; what cannot be written even now is lost."""
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                os.close(file)

    def _write(self, line: str) -> None:
        """Write a line; where that is not possible the game goes on without a trace."""
        data = line.replace("…", "...").encode("ascii", "backslashreplace") + b"\n"
        if self._file is None or self._left < 0:
            return
        self._left -= len(data)
        try:
            os.write(self._file, data if self._left >= 0 else b"# the trace ends here: it is as large as it may be\n")
        except OSError as error:
            log.error("the trace cannot be written to %s: %s", self._path, reason_of(error))
            self.close()


def _open(path: Path) -> int:
    """A regular file of one's own. Raises ``OSError``; nothing is waited for."""
    file = os.open(path, _OPEN_FLAGS, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise NotAFile(path)
        if hasattr(os, "fchmod"):
            os.fchmod(file, 0o600)
    except BaseException:
        os.close(file)
        raise
    return file
