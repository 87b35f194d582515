"""The state of one connection of a session; the next connection starts with a new one."""

from __future__ import annotations

from attrs import define, field

from mandala_protocol.conversation.resuming import CatchUp
from mandala_protocol.conversation.trace import Trace
from mandala_protocol.record.transcript import Entry
from mandala_protocol.wire.messages import MessageReader
from mandala_protocol.wire.rate_limit import Allowance


class Receipt:
    """Counts the ``ping`` and ``pong`` messages of one connection.

    Our last message is confirmed by them: the peer sends ``pong`` only once all before the ``ping`` is saved (LK18).
    """

    def __init__(self) -> None:
        self._asked = self._answered = self._asked_before = 0

    def begin(self) -> None:
        """Note that something was said: only what is asked for from now on confirms that it has arrived."""
        self._asked_before = self._asked

    def ask(self) -> None:
        """Note that a sign of life is asked for."""
        self._asked += 1

    def hear_answer(self) -> None:
        """Note that a sign of life has come."""
        self._answered += 1

    @property
    def is_asked_for(self) -> bool:
        """True if one was asked for after what was said last."""
        return self._asked > self._asked_before

    @property
    def confirmed(self) -> bool:
        """Return whether a ``pong`` has come for a ``ping`` that followed our last message."""
        return self._answered > self._asked_before


@define
class Line:
    """The state of one connection.

    ``name`` is what the peer called itself in its hello; ``allowance`` how much may come beside entries, None for
    anything; ``again`` a proposal of ours that the peer may not have heard, to be said before anything else.
    """

    name: str
    catch_up: CatchUp
    allowance: Allowance | None = None
    again: Entry | None = None
    trace: Trace | None = None
    reader: MessageReader = field(init=False)
    receipt: Receipt = field(init=False, factory=Receipt)

    def __attrs_post_init__(self) -> None:
        self.reader = MessageReader(self.allowance)
