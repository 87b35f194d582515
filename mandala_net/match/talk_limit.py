"""The limit on what is shown of others' messages and visits: a flood would bury the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

MOST_A_MINUTE: Final = 30
"""More than anyone types."""

MOST_ABSENCES_A_MINUTE: Final = 3
"""So often is told aloud that a line was lost, and why, and that it is silent: one that comes and goes fills no log."""


class TalkLimit:
    """Count chat and offers over all connections of a match: a new connection does not reset the count.

    Another one counts those who knock at the door of a host.
    """

    def __init__(self) -> None:
        self._told: list[float] = []

    def allows(self) -> bool:
        """Return whether one more may be told now; it counts in any case."""
        now = trio.current_time()
        recent = [told for told in self._told if told > now - 60]
        self._told = [*recent[-MOST_A_MINUTE:], now]
        return len(self._told) <= MOST_A_MINUTE


class AbsenceLimit:
    """The limit on announced absences and silences of the other player, over all connections of a match."""

    def __init__(self, clock: Callable[[], float] = trio.current_time) -> None:
        self._clock = clock
        self._told: list[float] = []
        self._reason: str | None = None
        self._aloud = False

    def allows(self, reason: str) -> bool:
        """Return whether an absence for this reason is told aloud: one that is told stays so while it lasts.

        One that is too soon is told later, if it lasts.
        """
        if reason == self._reason:
            return True
        now = self._clock()
        self._told = [told for told in self._told if told > now - 60]
        if len(self._told) >= MOST_ABSENCES_A_MINUTE:
            self._reason = None  # the reason before this one would be told again too
            return False
        self._told.append(now)
        self._reason, self._aloud = reason, True
        return True

    def ends(self) -> bool:
        """The absence is over; whether it had been told aloud."""
        aloud, self._aloud, self._reason = self._aloud, False, None
        return aloud
