"""The signals by which this program is told to end."""

from __future__ import annotations

import signal
from typing import Final

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")


def ending_signals() -> list[int]:
    """The signals that end this program; not those that it was started to ignore, as by ``nohup``."""
    numbers = [number for name in _NAMES if (number := getattr(signal, name, None)) is not None]
    return [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
