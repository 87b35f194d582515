"""The presence of the other player, from the first connection of a match to the last: what a loss and a return mean.

All of it is decided here, without I/O: a match says what becomes of its lines, and looks again when that is due.
To find the other player again is the matter of ``reconnect``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import trio
from attrs import evolve, frozen

from mandala_net.link.timeouts import Timeouts
from mandala_net.match.news import (
    Declined,
    LineLost,
    News,
    Outcome,
    PeerAway,
    PeerBack,
    PeerHeard,
    PeerLeft,
    PeerQuiet,
    WeLeft,
    end_of,
)
from mandala_net.match.talk_limit import AbsenceLimit
from mandala_protocol.conversation.session import Session
from mandala_protocol.record.referee import ACCEPTANCE
from mandala_protocol.seats import Seat

away_clock: Callable[[], float] = trio.current_time
"""Counts the seconds of an absence."""

_SILENT: Final = "nothing is heard"
"""The only reason for which someone on a line is quiet."""


@frozen
class AbsenceStep:
    """The next step in an absence, and the seconds until the next look.

    ``news``: it lasts; ``outcome``: the match is over.
    """

    seconds: float
    news: PeerAway | None = None
    outcome: Outcome | None = None


class Presence:
    """The other player of one match, here or away.

    ``follows``: the match comes after another game of the same two. ``latest``: when the latest entry of the game was
    saved, in Unix seconds, if that was before this program runs. ``clock`` counts seconds (``away_clock`` if there is
    none), ``wall`` Unix seconds.
    """

    def __init__(
        self,
        session: Session,
        timeouts: Timeouts,
        *,
        follows: bool = False,
        latest: int | None = None,
        clock: Callable[[], float] | None = None,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.was_there = False
        """Both have been heard on one line since this program runs."""
        self.leaving = False
        """Our player has said to leave: no one waits for another line then."""
        self.absence = 0
        """The most seconds without a line, by our own clock, when the last one was taken."""
        clock = clock or away_clock
        self._session, self._timeouts, self._follows = session, timeouts, follows
        self._latest, self._clock, self._wall = latest, clock, wall
        self._away_since: float | None = clock()
        self._away_reason = ""
        self._reported_seconds: int | None = None
        self._alone_since = clock()
        self._absences, self._silences = AbsenceLimit(clock), AbsenceLimit(clock)

    @property
    def begun(self) -> bool:
        """Return whether the other side can come back to this game: for a host, once the guest has accepted."""
        return self._session.referee.transcript.length > (1 if self._session.seat is Seat.HOST else 0)

    @property
    def accepted(self) -> bool:
        """Return whether both have agreed to play: for a guest only once it has said so itself."""
        return self._session.referee.transcript.length > ACCEPTANCE

    @property
    def over(self) -> Outcome:
        """The outcome for a player who leaves now: the end of the game if it is over."""
        return end_of(self._session.referee.abandoned, self._session.referee.result) or WeLeft()

    # The lines.

    def take_line(self) -> None:
        """Take up a new connection; it is not known yet whether both will be heard on it."""
        self.absence = self._longest_absence

    def come_back(self) -> PeerBack | None:
        """Note that both are heard on the line. Return the news of it, None if there is none."""
        was_away, self._away_since = self._away_since is not None and self.begun, None
        returning, self.was_there = not self.was_there, True
        if not was_away:
            return None
        return PeerBack(quietly=not self._absences.ends(), returning=returning)

    def lose_line(self, outcome: Outcome) -> tuple[Outcome | None, PeerAway | None]:
        """End the line: the match's outcome, None if the other is waited for, and the news of an absence, if any."""
        self._silences.ends()
        waits_for_next = self._follows and not self.begun
        match outcome:
            case LineLost() if self.leaving:
                return self.over, None
            case Declined(by_us=True):
                return outcome, None  # also if a proposal was there before our decision: nobody is to come back to it
            case LineLost(reason=reason) | PeerLeft(reason=reason) | Declined(reason=reason) if self.begun:
                return None, self._go_away(reason)
            case LineLost() if waits_for_next:
                self._alone_since = self._clock()
                return None, None
            case Declined() if waits_for_next:
                return None, None  # not ready yet, or it has nothing to do with us any more: a while will tell
            case _:
                return outcome, None

    def _go_away(self, reason: str) -> PeerAway | None:
        before, self._away_reason = self._away_reason, reason
        if self._away_since is None:
            self._away_since = self._clock()
            return None  # the next look tells it
        return self._away() if reason != before else None

    def heard_of(self, news: News) -> News:
        """Mark news that is not announced aloud: a silence is announced no more often than a lost connection."""
        match news:
            case PeerQuiet():
                return evolve(news, quietly=not self._silences.allows(_SILENT))
            case PeerHeard():
                return evolve(news, quietly=not self._silences.ends())
            case _:
                return news

    # Absences.

    @property
    def alone_until(self) -> float | None:
        """The time after which there is no one for another game; None once it has begun, or in any other match.

        A player who turns us away does not count as being there.
        """
        waits = self._follows and not self.begun
        return self._alone_since + self._timeouts.rematch if waits else None

    def look(self) -> AbsenceStep | None:
        """The next step in the other player's absence; None if the other player is there."""
        if self._away_since is None or not self.begun:
            self._reported_seconds = None
            return None
        seconds, referee = self._clock() - self._away_since, self._session.referee
        again = 1 - seconds % 1
        if referee.due is None and seconds >= self._timeouts.confirm and self.was_there:
            return AbsenceStep(again, outcome=self.over)
        if self._reported_seconds == int(seconds):
            return AbsenceStep(again)
        self._reported_seconds = int(seconds)
        return AbsenceStep(again, news=self._away())

    def _away(self) -> PeerAway:
        assert self._away_since is not None
        seconds, grace, referee = int(self._clock() - self._away_since), self._grace, self._session.referee
        return PeerAway(
            seconds,
            self._away_reason,
            None if grace is None else max(grace - seconds, 0),
            referee.grace if referee.due is not None else 0,
            quietly=not self._absences.allows(self._away_reason),
            returning=not self.was_there,
        )

    @property
    def overdue(self) -> bool:
        """Return whether the other player has been away for as long as both agreed on, so the game may be called
        abandoned.
        """
        grace = self._grace
        return grace is not None and self._away_since is not None and self._clock() - self._away_since >= grace

    @property
    def _grace(self) -> int | None:
        """The time that the other player may be away, whoever came first, even if both left on purpose."""
        referee = self._session.referee
        return referee.grace if referee.grace and referee.abandonable and self.was_there else None

    @property
    def _longest_absence(self) -> int:
        if self._away_since is None:
            return 0
        if self._latest is not None and not self.was_there:
            return max(int(self._wall()) - self._latest, 0)
        return int(self._clock() - self._away_since)
