"""Evidence of a fault in an entry: the entry, the position before it, digests and hashes."""

from __future__ import annotations

from contextlib import suppress

from mandala_protocol.conversation.trace import described
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.game import IllegalMove
from mandala_protocol.poker.deck_errors import FailedProof
from mandala_protocol.record.move_effect import effect_said
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage, Move


def evidence_of(referee: Referee, heard: EntryMessage, error: RemoteProtocolError) -> tuple[tuple[str, str], ...]:
    """All that is public about an entry that is not right, each with its name; ``referee`` has not taken it."""
    lines = [("heard", described(heard)), ("head", f"{referee.transcript.head.hex()} before it")]
    if referee.state is not None:
        lines.append(("position", f"{referee.rules.position(referee.state)} before it"))
    if isinstance(error.__cause__, FailedProof) and error.__cause__.statement:
        lines.append(("statement", f"{error.__cause__.statement.hex()}, by the record of the tester"))
    if error.requirement == "PL6":
        lines += _digests(referee, heard)
    return tuple(lines)


def _digests(referee: Referee, heard: EntryMessage) -> list[tuple[str, str]]:
    """The digest that came with a move, and the position and the digest that the move leads to."""
    entry, due = read(heard), referee.due
    if not isinstance(entry.body, Move) or due is None:
        return []
    with suppress(RemoteProtocolError, IllegalMove):
        effect = effect_said(referee.rules, referee.state, Seat(due.speaker), entry.body.move, entry)
        return [
            ("position", f"{referee.rules.position(effect.after)} after it, by the rules"),
            ("digest", f"{effect.digest.hex()} by the rules, {entry.body.digest.hex()} in the entry"),
        ]
    return []
