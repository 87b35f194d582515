"""Signs of life on one line: what silence means, and for how long what is due may be waited for. It does no I/O."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

from mandala_net.link.timeouts import Timeouts
from mandala_net.match.match_outcome import is_game_over
from mandala_net.match.news import LineLost, PeerHeard, PeerQuiet
from mandala_protocol.conversation.connection import SETTLING
from mandala_protocol.conversation.session import Session
from mandala_protocol.sentence import N_, Sentence
from mandala_protocol.wire.messages import Move, Propose

DECISIONS: Final = (Propose, Move)
"""A host decides whether to play, and both decide on their moves; for these a person may take any time.

That another game is wanted is decided with ``rematch``: then ``propose`` is due at once (RS11).
"""


class Liveness:
    """The signs of life of the other side of a connection.

    ``after_another``: the line is about a game after the last one.
    """

    def __init__(
        self,
        session: Session,
        timeouts: Timeouts,
        *,
        after_another: bool,
        clock: Callable[[], float] = trio.current_time,
    ) -> None:
        self._session, self._timeouts, self._clock = session, timeouts, clock
        self._decisions = (Move,) if after_another else DECISIONS
        self._last_heard = self._last_progress = clock()
        self._length = session.referee.transcript.length
        self._quiet = False

    def hear(self) -> PeerHeard | None:
        """Note that something has come. Return the news of it if the other was said to be quiet."""
        self._last_heard = self._clock()
        was_quiet, self._quiet = self._quiet, False
        return PeerHeard() if was_quiet else None

    def go_on(self) -> None:
        """Note that the conversation has come further: what is due from now on has its whole time."""
        self._last_progress = self._clock()

    def note_length(self) -> bool:
        """Return whether there are new entries; if so, the conversation has come further."""
        before, self._length = self._length, self._session.referee.transcript.length
        if before == self._length:
            return False
        self.go_on()
        return True

    def look(self, *, behind: bool) -> LineLost | PeerQuiet | None:
        """The meaning of the other side's silence. ``behind``: it has sent something that this side has not read."""
        silent = self._clock() - self._last_heard
        if silent >= self._timeouts.lost:
            silent_for = silence(N_("No word from the other program for {seconds} seconds."), self._timeouts.lost)
            return LineLost(silent_for, "LK13")
        limit = self._limit
        if not behind and limit is not None and self._clock() - self._last_progress >= limit:
            playing = self._session.was_open and not is_game_over(self._session) and self._session.state not in SETTLING
            return LineLost(Sentence("The other program did not send what was expected."), "OR6" if playing else "")
        if silent >= self._timeouts.quiet:
            self._quiet = True
            return PeerQuiet(round(silent))
        return None

    @property
    def seconds_left(self) -> float:
        """The seconds of silence that are left until the line counts as lost."""
        return max(self._last_heard + self._timeouts.lost - self._clock(), 0)

    @property
    def _limit(self) -> float | None:
        """The seconds that the other may take for what is due; None if its person may think about it."""
        session, due = self._session, self._session.referee.due
        if session.state in SETTLING:
            return self._timeouts.words
        if is_game_over(session):
            return self._timeouts.confirm
        if not session.was_open or due is None or due.speaker is session.seat or due.kind in self._decisions:
            return None
        return self._timeouts.words


def silence(template: str, seconds: float) -> Sentence:
    """Return a sentence that names these seconds."""
    return Sentence(template, seconds=f"{seconds:g}")
