"""The signals by which this program is told to end or to stop for a while (Ctrl-Z, which Windows has not)."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from prompt_toolkit.input import Input

SUSPENDS: Final[int | None] = getattr(signal, "SIGTSTP", None)
"""The signal by which a program is told to stop for a while; None where there is none."""

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")


def suspend_all(keyboard: Input) -> None:
    """Suspend this program and those started with it, as a terminal does itself; not for a ``keyboard`` without one."""
    if SUSPENDS is not None and os.isatty(keyboard.fileno()):
        os.kill(0, SUSPENDS)


def stop_here() -> None:
    """Stop, until the shell lets the program go on; go on at once where no shell could do that."""
    if SUSPENDS is not None:
        before = signal.signal(SUSPENDS, signal.SIG_DFL)
        signal.raise_signal(SUSPENDS)
        signal.signal(SUSPENDS, before)


def write_from_background() -> None:
    """From now on, let a program that the shell has put into the background restore its terminal without a stop."""
    if sys.platform != "win32":
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)


def ending_signals() -> list[int]:
    """The signals that end this program; not those that it was started to ignore, as by ``nohup``."""
    numbers = [number for name in _NAMES if (number := getattr(signal, name, None)) is not None]
    return [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
