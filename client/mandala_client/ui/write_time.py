"""The time that a terminal takes to accept what is written: how a slow line shows itself, such as one by SSH."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from prompt_toolkit.output import Output

SLOW_WRITE_SECONDS: Final = 0.1
"""A write that takes so long has waited for the line: that is more than a frame of a movement has."""


def watch_writes(terminal: Output, slow: Callable[[], object], now: Callable[[], float] = time.monotonic) -> None:
    """Call ``slow`` from now on after each write to this terminal that took long, in seconds of ``now``."""
    flush = terminal.flush

    def measured() -> None:
        begun = now()
        flush()
        if now() - begun >= SLOW_WRITE_SECONDS:
            slow()

    terminal.flush = measured  # type: ignore[method-assign]
