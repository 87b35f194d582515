"""The log file: what went wrong, with the evidence. Nothing of it goes to the screen, and no secret into it."""

from __future__ import annotations

import logging
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from mandala_client.text.escaping import written_out
from mandala_client.text.language import _, said
from mandala_client.text.lines import print_line
from mandala_net.files import require_no_pipe
from mandala_net.os_errors import reason_of

_MOST_BYTES = 2_000_000
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class _OwnFile(RotatingFileHandler):
    """Every file of it, the one begun when it was full too, can be read by its owner alone."""

    def _open(self) -> TextIOWrapper:
        path = Path(self.baseFilename)
        require_no_pipe(path)
        path.touch(mode=0o600, exist_ok=True)
        return super()._open()

    def doRollover(self) -> None:  # noqa: N802 - logging's name
        """Begin a new file; go on in this one while another program of ours has it open, where that forbids it."""
        try:
            super().doRollover()
        except OSError:
            self.stream = self._open()


class _Lines(logging.Formatter):
    """A line for each record, in which nothing steers the terminal of someone who reads the file; tracebacks follow."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        return written_out(super().formatMessage(record))


def log_to(path: Path) -> None:
    """Append warnings and worse to a file that only its owner can read; to no other file from now on.

    If that cannot be, a sentence on standard error says so: a game does not depend on it.
    """
    try:
        handler = _OwnFile(path, maxBytes=_MOST_BYTES, backupCount=1, encoding="utf-8")
    except OSError as error:
        no_log = _("No log is kept, because {file} cannot be written: {reason}.")
        logging.getLogger().addHandler(logging.NullHandler())  # without any, they would go to standard error
        print_line(no_log.format(file=path, reason=said(reason_of(error))), aside=True)
        return
    logging.raiseExceptions = False  # a disk that is full later on is no reason for a traceback on the screen
    handler.setFormatter(_Lines(_FORMAT))
    root = logging.getLogger()
    for before in [each for each in root.handlers if isinstance(each, RotatingFileHandler)]:
        root.removeHandler(before)  # from the lobby there is a game after the other, each with a log
        before.close()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    # A machine without a way to the network is told of where someone looks for a game; no log needs its tracebacks.
    logging.getLogger("zeroconf").setLevel(logging.ERROR)
