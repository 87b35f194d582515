"""The presence of the other player, from the first connection of a match to the last: what a loss and a return mean.

All of it is decided here, by the table of ``states`` and without I/O: a match says what becomes of its connections, and
looks again when that is due. To find the other player again is the matter of ``reconnect``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import trio
from attrs import evolve, frozen

from mandala_net.link.address import Address
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.match_outcome import outcome_of
from mandala_net.match.news import Declined, LineLost, News, Outcome, PeerAway, PeerBack, PeerHeard, PeerLeft, PeerQuiet
from mandala_net.match.states import MatchCause, MatchState, MatchStatus, cause_of
from mandala_net.match.talk_limit import AbsenceLimit
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.trace import Trace, trace_moved
from mandala_protocol.record.referee import ACCEPTANCE
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence

away_clock: Callable[[], float] = trio.current_time
"""Counts the seconds of an absence."""

_SILENT: Final = "nothing is heard"
"""The only reason for which someone on a line is quiet."""

_ABSENT: Final = (MatchState.SEEKING, MatchState.AWAY)


@frozen
class AbsenceStep:
    """The next step in an absence: the seconds until the next look, and the news that it lasts, if it is to be told."""

    seconds: float
    news: PeerAway | None = None


class Presence:
    """The other player of one match, here or away.

    ``follows``: the match comes after another game of the same two. ``latest``: when the latest entry of the game was
    saved, in Unix seconds, if that was before this program runs. ``address``: where the other was last reached, if that
    is known. ``trace`` hears of each change of state. ``clock`` counts seconds (``away_clock`` if there is none),
    ``wall`` Unix seconds.
    """

    def __init__(
        self,
        session: Session,
        timeouts: Timeouts,
        *,
        follows: bool = False,
        latest: int | None = None,
        address: Address | None = None,
        trace: Trace | None = None,
        clock: Callable[[], float] | None = None,
        wall: Callable[[], float] = time.time,
    ) -> None:
        clock = clock or away_clock
        self._session, self._timeouts, self._trace = session, timeouts, trace
        self._latest, self._clock, self._wall = latest, clock, wall
        not_begun = MatchState.BETWEEN_GAMES if follows else MatchState.ASKING
        self.status = MatchStatus(MatchState.SEEKING if self.begun else not_begun, clock(), address=address)
        self._reported_seconds: int | None = None
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
    def over(self) -> bool:
        """Return whether the match is over."""
        return self.status.state is MatchState.OVER

    def leave(self) -> None:
        """Note that our player wants to leave: no one waits for another connection then."""
        self._move(MatchCause.LEAVING)

    def give_up(self) -> None:
        """Wait no longer for the other player, who has stayed away too long."""
        self._end(MatchCause.GONE, LineLost(Sentence("The other player is no longer there.")))

    def end(self, end: Outcome) -> None:
        """Note this end of a connection, or of the match where there is no connection."""
        self._end(cause_of(end), end)

    def _end(self, cause: MatchCause, end: Outcome) -> None:
        self._note_beginning()
        before = self.status
        self._move(cause)
        if self.over and before.state is not MatchState.OVER:
            self.status = evolve(self.status, outcome=outcome_of(self._session, before, end))

    def _note_beginning(self) -> None:
        if self.begun:
            self._move(MatchCause.BEGUN)

    def _move(self, cause: MatchCause) -> None:
        before = self.status
        self.status = before.after(cause, self._clock())
        if self.status.state is not before.state:
            trace_moved(self._trace, before.state, self.status.state, cause)

    # The connections.

    def reached_at(self, address: Address) -> None:
        """Note the address at which the other player was reached."""
        self.status = evolve(self.status, address=address)

    def take_line(self) -> None:
        """Take up a new connection; it is not known yet whether both will be heard on it."""
        self.status = evolve(self.status, absence=self._longest_absence)

    def go_on(self) -> PeerBack | None:
        """Note how far the two have come on their connection. Return the news of a return, if it is one."""
        if not self._session.was_open:
            return None
        before = self.status
        self._move(MatchCause.MET)
        self._note_beginning()
        if before.state not in _ABSENT:
            return None
        self._reported_seconds = None
        return PeerBack(quietly=not self._absences.ends(), returning=not before.met)

    def lose_line(self, end: Outcome) -> PeerAway | None:
        """End the connection. Return the news of an absence, if any is to be told."""
        self._silences.ends()
        before = self.status
        self.end(end)
        if self.status.state not in _ABSENT:
            return None
        match end:
            case LineLost(reason=reason) | PeerLeft(reason=reason) | Declined(reason=reason):
                self.status = evolve(self.status, reason=reason)
            case _:
                raise AssertionError("after any other end no one is waited for")
        if before.state not in _ABSENT:
            return None  # the next look tells it
        return self._away() if reason != before.reason else None

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
        between = self.status.state is MatchState.BETWEEN_GAMES
        return self.status.since + self._timeouts.rematch if between else None

    @property
    def unconfirmed(self) -> bool:
        """Return whether the game is over, and the other player has not come back in time to confirm it."""
        return (
            self.status.state is MatchState.AWAY
            and self._session.referee.due is None
            and self._seconds_away >= self._timeouts.confirm
        )

    def look(self) -> AbsenceStep | None:
        """The next step in the other player's absence; None if the other player is there."""
        if self.status.state not in _ABSENT:
            return None
        again = 1 - self._seconds_away % 1
        if self._reported_seconds == int(self._seconds_away):
            return AbsenceStep(again)
        self._reported_seconds = int(self._seconds_away)
        return AbsenceStep(again, self._away())

    def _away(self) -> PeerAway:
        seconds, grace, referee = int(self._seconds_away), self._grace, self._session.referee
        return PeerAway(
            seconds,
            self.status.reason,
            None if grace is None else max(grace - seconds, 0),
            referee.grace if referee.due is not None else 0,
            quietly=not self._absences.allows(self.status.reason),
            returning=not self.status.met,
        )

    @property
    def overdue(self) -> bool:
        """Return whether the other player has been away for as long as both agreed on, so the game may be called
        abandoned.
        """
        grace = self._grace
        return grace is not None and self._seconds_away >= grace

    @property
    def _grace(self) -> int | None:
        """The time that the other player may be away, whoever came first, even if both left on purpose."""
        referee, away = self._session.referee, self.status.state is MatchState.AWAY
        return referee.grace if away and referee.grace and referee.abandonable else None

    @property
    def _seconds_away(self) -> float:
        return self._clock() - self.status.since

    @property
    def _longest_absence(self) -> int:
        if self.status.state not in _ABSENT:
            return 0
        if self._latest is not None and not self.status.met:
            return max(int(self._wall()) - self._latest, 0)
        return int(self._seconds_away)
