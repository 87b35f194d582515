"""The thinking time of the player to move. It is counted here alone: nothing of it is sent, and it decides nothing."""

from __future__ import annotations

from collections.abc import Callable

from mandala_client.settings.settings import Clock
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.record.order import Occasion
from mandala_protocol.seats import Seat


class Thinking:
    """Counts how long the player to move has been thinking, in seconds of ``now``; one reminder for each own turn.

    While the other player is away, no move can be made, and nothing is counted.
    """

    def __init__(self, clock: Clock, now: Callable[[], float]) -> None:
        self._reminds_after, self._now = clock.reminds_after, now
        self._turn: tuple[Seat, int] | None = None
        self._since, self._ours, self._reminded = now(), False, False
        self._stopped: float | None = None
        self.is_awaited = False
        """True while it is the other player who is to move."""

    def show(self, snapshot: Snapshot) -> None:
        """Begin to count anew if another turn has begun; stop, or go on, if a player has gone or come back."""
        due, now = snapshot.due, self._now()
        turn = None if due is None or due.occasion is not Occasion.TURN else (due.speaker, len(snapshot.steps))
        if turn != self._turn:
            self._turn, self._since, self._reminded, self._stopped = turn, now, False, None
        if not snapshot.connected:
            self._stopped = now if self._stopped is None else self._stopped
        elif self._stopped is not None:
            self._since, self._stopped = self._since + now - self._stopped, None
        self._ours = snapshot.pending is Pending.MOVE
        self.is_awaited = turn is not None and turn[0] is not snapshot.seat

    @property
    def seconds(self) -> int | None:
        """The whole seconds of the turn; None while no one is to move."""
        if self._turn is None:
            return None
        return int((self._now() if self._stopped is None else self._stopped) - self._since)

    @property
    def minutes(self) -> int:
        """The whole minutes since then."""
        return (self.seconds or 0) // 60

    @property
    def left(self) -> float | None:
        """The seconds until the reminder of our own turn; None if there is none to come."""
        if not self._ours or self._reminded or self._turn is None or self._reminds_after is None:
            return None
        return max(self._since + self._reminds_after - self._now(), 0)

    def is_to_remind(self) -> bool:
        """Return whether to remind now; not again in the same turn."""
        if self.left != 0:
            return False
        self._reminded = True
        return True
