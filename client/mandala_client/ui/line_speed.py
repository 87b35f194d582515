"""The speed of the line to a terminal, as far as the system knows it."""

from __future__ import annotations

import sys
from typing import Final

from prompt_toolkit.output import Output

_SLOW_RATES: Final = tuple(
    f"B{rate}" for rate in (50, 75, 110, 134, 150, 200, 300, 600, 1200, 1800, 2400, 4800, 9600, 19200)
)
"""Slower than what a terminal without a line of its own claims to have, which is 38,400 baud."""


def is_on_slow_line(terminal: Output) -> bool:
    """Return whether the line to this terminal is slow; False for what is no terminal of the system."""
    try:
        return is_slow(terminal.fileno())
    except (NotImplementedError, OSError):
        return False


def is_slow(terminal: int) -> bool:
    """Return whether the line to the terminal of this descriptor is slow; False for whatever is no such line."""
    if sys.platform == "win32":
        return False
    else:  # noqa: RET505 - the types of the other systems are read only here
        import termios

        try:
            speed = termios.tcgetattr(terminal)[5]
        except (termios.error, OSError, ValueError):
            return False
        return speed in {getattr(termios, name, None) for name in _SLOW_RATES}
