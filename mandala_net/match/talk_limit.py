"""The limit on what is shown of others' messages and visits: a flood would bury the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

MOST_A_MINUTE: Final = 30
"""The most messages a minute: more than anyone types."""

MOST_ABSENCES_A_MINUTE: Final = 3
"""The lost and silent lines of a minute that are announced, with the reason; later ones would fill a log."""


class TalkLimit:
    """Count chat and offers over all connections of a match: a new connection does not reset the count.

    Another one counts those who knock at the door of a host.
    """

    def __init__(self) -> None:
        self._times: list[float] = []

    def allows(self) -> bool:
        """Count one more, and return whether it may be shown now."""
        now = trio.current_time()
        recent = [time for time in self._times if time > now - 60]
        self._times = [*recent[-MOST_A_MINUTE:], now]
        return len(self._times) <= MOST_A_MINUTE


class AbsenceLimit:
    """The limit on announced absences and silences of the other player, over all connections of a match."""

    def __init__(self, clock: Callable[[], float] = trio.current_time) -> None:
        self._clock = clock
        self._times: list[float] = []
        self._reason: str | None = None
        self._aloud = False

    def allows(self, reason: str) -> bool:
        """Return whether an absence for this reason is announced; one that was announced stays so while it lasts.

        An absence that comes too soon is announced later, if it lasts.
        """
        if reason == self._reason:
            return True
        now = self._clock()
        self._times = [time for time in self._times if time > now - 60]
        if len(self._times) >= MOST_ABSENCES_A_MINUTE:
            self._reason = None  # the reason before this one would be announced again too
            return False
        self._times.append(now)
        self._reason, self._aloud = reason, True
        return True

    def ends(self) -> bool:
        """End the absence, and return whether it had been announced."""
        aloud, self._aloud, self._reason = self._aloud, False, None
        return aloud
