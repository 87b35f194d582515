"""The clock by which a program of a test counts an absence: the test says when time passes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

CLOCK_VARIABLE: Final = "MANDALA_TEST_CLOCK"
"""The file with the seconds that have passed beside the real ones; where there is none, none have."""


def replace_clock() -> None:
    """Let absences be counted by the clock of the test, if it has one."""
    if CLOCK_VARIABLE in os.environ:
        from mandala_net.match import presence

        presence.away_clock = _now


def let_pass(clock: Path, seconds: int) -> None:
    """Let so many seconds pass for the program with this clock."""
    written = clock.with_suffix(".new")
    written.write_text(str(_passed(clock) + seconds))
    written.replace(clock)


def _now() -> float:
    import trio

    return trio.current_time() + _passed(Path(os.environ[CLOCK_VARIABLE]))


def _passed(clock: Path) -> int:
    return int(clock.read_text()) if clock.exists() else 0
