"""The options under which a program plays as a bot."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import frozen


@frozen
class ProgramOptions:
    """The most that a program may use, and where its log goes.

    ``seconds`` for a move, ``megabytes`` of memory where the system has limits. ``log``: a file to which all that it
    writes to standard error is added.
    """

    seconds: float = 10.0
    megabytes: int = 1000
    log: Path | None = None


USUAL_OPTIONS: Final = ProgramOptions()
