"""The log file: what went wrong, with the evidence. Nothing of it goes to the screen, and no secret into it."""

from __future__ import annotations

import logging
from pathlib import Path

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_to(path: Path) -> None:
    """Append warnings and worse to a file that only its owner can read."""
    path.touch(mode=0o600, exist_ok=True)
    handler = logging.FileHandler(path, encoding="utf-8")
    handler.setFormatter(logging.Formatter(_FORMAT))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
