"""Evidence of a fault in an entry: the entry, the position before it, digests and hashes."""

from __future__ import annotations

from mandala_conformance.findings import Fault
from mandala_conformance.likely_mistakes import likely_mistake
from mandala_protocol.conversation.trace import described
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.poker.deck_errors import FailedProof
from mandala_protocol.record.referee import Referee
from mandala_protocol.wire.messages import EntryMessage


def entry_fault(referee: Referee, heard: EntryMessage, error: RemoteProtocolError) -> Fault:
    """The fault of an entry that is not right; ``referee`` has not taken it."""
    evidence = _evidence_of(referee, heard, error)
    also: tuple[str, ...] = ()
    mistake = likely_mistake(referee, heard, error)
    if mistake is not None:
        evidence, also = (("mistake", mistake.text), *evidence), mistake.requirements
    expected = f"a right entry {referee.transcript.length}"
    return Fault(error.requirement, expected, str(error.detail), evidence, also)


def _evidence_of(referee: Referee, heard: EntryMessage, error: RemoteProtocolError) -> tuple[tuple[str, str], ...]:
    """All that is public about an entry that is not right, each with its name; ``referee`` has not taken it."""
    lines = [("heard", described(heard)), ("head", f"{referee.transcript.head.hex()} before it")]
    if referee.state is not None:
        lines.append(("position", f"{referee.rules.position(referee.state)} before it"))
    if isinstance(error.__cause__, FailedProof) and error.__cause__.statement:
        lines.append(("statement", f"{error.__cause__.statement.hex()}, by the record of the tester"))
    if error.compared:
        lines.append(("compared", error.compared))
    return tuple(lines)
