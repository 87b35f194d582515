"""The limit on messages besides the entries of a game: each has a weight, and time gives room for more (MS18, MS19).

It has no clock: its user gives the time, in seconds from any start.
"""

from __future__ import annotations

import math
from typing import Final

from attrs import frozen

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.sentence import Sentence

MESSAGE_WEIGHT: Final = 250
"""The weight of a message beyond its length."""

FRAME_WEIGHT: Final = 18
"""The weight of a frame of the link, whatever it carries: its length and its tag."""

DELAY: Final = 30
"""The seconds of which all that was sent may arrive at once."""

_ENTRY: Final = b"\x92\x02"
_PONG: Final = b"\x92\x03"
"""The beginning of every pong: it has one encoding."""


@frozen
class Pace:
    """A weight that may be sent at once, and another one each second after that."""

    at_once: int
    a_second: int

    @property
    def borne(self) -> int:
        """The burst that a receiver accepts: messages sent at this rate may have been delayed on their way."""
        return self.at_once + DELAY * self.a_second


STRANGER: Final = Pace(4_000, 250)
"""Before two play with each other: on a line that is about no game of theirs, until an entry has been said."""

PLAYER: Final = Pace(64_000, 2_000)
"""The pace between two who play with each other: a largest message at once, and more than two people ever say."""


class Allowance:
    """The limit for messages received on a connection or, with ``sending``, sent. It starts at a stranger's rate."""

    def __init__(self, now: float, *, sending: bool = False) -> None:
        self._sending, self._then = sending, now
        self._pongs_due = 0
        self._wide = False
        self._set(STRANGER)

    def _set(self, pace: Pace) -> None:
        self._pace = pace
        self._most = pace.at_once if self._sending else pace.borne
        self._left = float(self._most)

    @property
    def left(self) -> float:
        """The weight that may still come, or be sent, at the time that was given last."""
        return self._left

    def widen(self) -> None:
        """Widen the limit for two who play with each other from now on; it counts again, once."""
        if not self._wide:
            self._wide = True
            self._set(PLAYER)

    def pass_time(self, now: float) -> None:
        """Add to the allowance what the time until ``now`` gives."""
        self._left = min(self._most, self._left + (now - self._then) * self._pace.a_second)
        self._then = now

    def seconds_until(self, weight: int) -> float:
        """The wait in seconds, in whole milliseconds, until ``weight`` may be sent, or the most that ever may."""
        missing = max(0.0, min(weight, self._most) - self._left)
        return math.ceil(1000 * missing / self._pace.a_second) / 1000

    def ask_for_pong(self) -> None:
        """Note that a ``ping`` was sent: the ``pong`` that answers it weighs nothing."""
        self._pongs_due += 1

    def count_frames(self, count: int) -> None:
        """Count frames that have come; whether that was too much is seen when their content is read."""
        self._left -= FRAME_WEIGHT * count

    def count_sent(self, size: int) -> None:
        """Count a message of ``size`` bytes that was sent, in a frame of its own."""
        self._left -= MESSAGE_WEIGHT + FRAME_WEIGHT + size

    def count_message(self, packed: bytes) -> None:
        """Count a message that has come, without its length. Raises ``RemoteProtocolError`` if that is too much."""
        if packed.startswith(_ENTRY):
            return
        if self._pongs_due and packed.startswith(_PONG):
            self._pongs_due -= 1
            return
        self._left -= MESSAGE_WEIGHT + len(packed)
        self.require()

    def require(self) -> None:
        """Require that no more has come than may. Raises ``RemoteProtocolError``."""
        if self._left < 0:
            raise RemoteProtocolError(
                Code.FLOOD, "MS19", Sentence("more messages came, and faster, than two players ever send")
            )
