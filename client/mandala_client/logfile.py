"""The log file: what went wrong, with the evidence. Nothing of it goes to the screen, and no secret into it."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

_MOST_BYTES = 2_000_000
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_to(path: Path) -> None:
    """Append warnings and worse to a file that only its owner can read."""
    path.touch(mode=0o600, exist_ok=True)
    handler = RotatingFileHandler(path, maxBytes=_MOST_BYTES, backupCount=1, encoding="utf-8")
    handler.setFormatter(logging.Formatter(_FORMAT))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
