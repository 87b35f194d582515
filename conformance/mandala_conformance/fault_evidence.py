"""Evidence of a fault in an entry: the entry, the position before it, digests and hashes."""

from __future__ import annotations

from mandala_protocol.conversation.trace import described
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.poker.deck_errors import FailedProof
from mandala_protocol.record.referee import Referee
from mandala_protocol.wire.messages import EntryMessage


def evidence_of(referee: Referee, heard: EntryMessage, error: RemoteProtocolError) -> tuple[tuple[str, str], ...]:
    """All that is public about an entry that is not right, each with its name; ``referee`` has not taken it."""
    lines = [("heard", described(heard)), ("head", f"{referee.transcript.head.hex()} before it")]
    if referee.state is not None:
        lines.append(("position", f"{referee.rules.position(referee.state)} before it"))
    if isinstance(error.__cause__, FailedProof) and error.__cause__.statement:
        lines.append(("statement", f"{error.__cause__.statement.hex()}, by the record of the tester"))
    if error.compared:
        lines.append(("compared", error.compared))
    return tuple(lines)
