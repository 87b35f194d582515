"""The most that a bot may use that is a program of its own."""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen
class BotLimits:
    """The most that a program may use: ``seconds`` for a move, ``megabytes`` of memory where the system has limits."""

    seconds: float = 10.0
    megabytes: int = 1000


USUAL_LIMITS: Final = BotLimits()
