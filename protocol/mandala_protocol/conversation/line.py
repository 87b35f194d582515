"""The state of one connection of a session; the next connection starts with a new one."""

from __future__ import annotations

from attrs import define, field

from mandala_protocol.conversation.receipt import Receipt
from mandala_protocol.conversation.resuming import CatchUp
from mandala_protocol.conversation.trace import Trace
from mandala_protocol.record.transcript import Entry
from mandala_protocol.wire.messages import MessageReader
from mandala_protocol.wire.rate_limit import Allowance


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
