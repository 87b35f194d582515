"""The other player's moves since our last one, which are marked until we move."""

from __future__ import annotations

from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Moved
from mandala_protocol.record.steps import Step


def last_moves(snapshot: Snapshot) -> tuple[Step, ...]:
    """The moves of the other player since our last one, the oldest first."""
    moves: list[Step] = []
    for step in reversed(snapshot.steps):
        if isinstance(step.event, Moved):
            if step.event.seat is snapshot.seat:
                break
            moves.append(step)
    return tuple(reversed(moves))
