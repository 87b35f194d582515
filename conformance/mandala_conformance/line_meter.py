"""The measures of one connection: whether more comes than MS18 allows, and how long no ping comes (LK23).

It has no clock: its user gives the time, in seconds from any start.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.wire.messages import LENGTH_BYTES, EntryMessage, Hello, Message, Ping, UnknownMessage, encode
from mandala_protocol.wire.rate_limit import Allowance


class LineMeter:
    """A meter of what comes on one connection since ``now``, when its handshake was finished.

    What was sent in time can have been delayed on its way, so only what a receiver must not accept (MS19) is too much.
    """

    def __init__(self, now: float) -> None:
        self.has_too_much = False
        """More has come at some time than a receiver may accept."""
        self.pings = 0
        self._allowance = Allowance(now)
        self._has_said_hello = self._has_heard_hello = False
        self._signs: list[float] = []
        """The time when both had said hello, and that of each ping after it."""

    def say(self, messages: Sequence[Message], now: float) -> None:
        """Note that the tester says these messages."""
        for message in messages:
            if isinstance(message, Ping):
                self._allowance.ask_for_pong()
            if isinstance(message, Hello):
                self._has_said_hello = True
            self._widen_by(message)
        self._begin_to_wait(now)

    def hear_frame(self, now: float) -> None:
        """Count a frame that has come."""
        self._allowance.pass_time(now)
        self._allowance.count_frames(1)

    def hear(self, message: Message | UnknownMessage, now: float) -> None:
        """Count a message that has come, in the frame that came last."""
        if not isinstance(message, UnknownMessage):
            self._widen_by(message)
        packed = message.packed if isinstance(message, UnknownMessage) else encode(message)[LENGTH_BYTES:]
        try:
            self._allowance.count_message(packed)
            self._allowance.require()
        except RemoteProtocolError:
            self.has_too_much = True
        if isinstance(message, Hello):
            self._has_heard_hello = True
            self._begin_to_wait(now)
        if isinstance(message, Ping):
            self.pings += 1
            if self._signs:
                self._signs.append(now)

    def longest_without_ping(self, now: float) -> float:
        """The longest time without a ping, in seconds, from when both had said hello until now."""
        return max((later - earlier for earlier, later in pairwise((*self._signs, now))), default=0.0)

    def _widen_by(self, message: Message) -> None:
        """Widen the allowance for two who play with each other: after an entry, or a hello about a game of theirs."""
        if isinstance(message, EntryMessage) or (isinstance(message, Hello) and message.game):
            self._allowance.widen()

    def _begin_to_wait(self, now: float) -> None:
        if self._has_said_hello and self._has_heard_hello and not self._signs:
            self._signs.append(now)
