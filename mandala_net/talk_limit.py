"""How much of what the other says is told: a flood of it would bury the table."""

from __future__ import annotations

from typing import Final

import trio

MOST_A_MINUTE: Final = 30
"""More than anybody types."""


class TalkLimit:
    """Counts lines of chat and offers over all lines of a match: whoever calls again has said them all the same."""

    def __init__(self) -> None:
        self._told: list[float] = []

    def allows(self) -> bool:
        """Whether one more may be told now; it counts in any case."""
        now = trio.current_time()
        recent = [told for told in self._told if told > now - 60]
        self._told = [*recent[-MOST_A_MINUTE:], now]
        return len(self._told) <= MOST_A_MINUTE
