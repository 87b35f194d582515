"""Keys pressed while something is computed and no one asks for any: neither written on the terminal nor kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def keys_swallowed(keyboard: TextIO | None = None) -> Iterator[None]:
    """Swallow what is typed within the block, but for the keys that stop a program.

    ``keyboard`` is standard input unless it is given; where it is no terminal nothing is swallowed. What the terminal
    was set to before holds again afterwards.
    """
    keyboard = keyboard or sys.stdin
    if not keyboard.isatty():
        yield
    elif sys.platform == "win32":
        yield  # a console writes nothing before it is asked for
        forget_what_waits(keyboard)
    else:
        with _unheard(keyboard.fileno()):
            yield


if sys.platform == "win32":
    import msvcrt

    def forget_what_waits(_keyboard: TextIO) -> None:
        """Forget what was typed at a terminal and has not been read."""
        while msvcrt.kbhit():
            msvcrt.getwch()

else:
    import termios

    _LOCAL_FLAGS = 3
    """The place of the line discipline's flags among the attributes of a terminal."""

    def forget_what_waits(keyboard: TextIO) -> None:
        """Forget what was typed at a terminal and has not been read."""
        termios.tcflush(keyboard.fileno(), termios.TCIFLUSH)

    @contextmanager
    def _unheard(descriptor: int) -> Iterator[None]:
        before = termios.tcgetattr(descriptor)
        quiet = termios.tcgetattr(descriptor)
        quiet[_LOCAL_FLAGS] &= ~termios.ECHO
        termios.tcsetattr(descriptor, termios.TCSADRAIN, quiet)
        try:
            yield
        finally:
            termios.tcsetattr(descriptor, termios.TCSAFLUSH, before)  # what was typed and not read is forgotten
