"""What the other player has done since our last move: it stays marked until we move."""

from __future__ import annotations

from typing import Final

from mandala_client.games.mandala.board import Cells, changed_cells
from mandala_client.games.mandala.notation import written
from mandala_client.text import status_text
from mandala_client.text.language import _
from mandala_client.ui.rows import shortened, width_of
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Moved
from mandala_protocol.games.mandala import Build, Discard
from mandala_protocol.games.mandala.outlook import drawable
from mandala_protocol.games.mandala.state import Drawing
from mandala_protocol.record.steps import Step

_LEAST_OF_A_NAME: Final = 8
"""A name is not shortened further than that."""


def last_moves(snapshot: Snapshot) -> tuple[Step, ...]:
    """The moves of the other player since our last one, the oldest first."""
    moves: list[Step] = []
    for step in reversed(snapshot.steps):
        if isinstance(step.event, Moved):
            if step.event.seat is snapshot.seat:
                break
            moves.append(step)
    return tuple(reversed(moves))


def fresh_cells(snapshot: Snapshot) -> Cells:
    """What these moves changed in the mandalas."""
    moves = last_moves(snapshot)
    if not moves or snapshot.view is None:
        return frozenset()
    return changed_cells(moves[0].before, snapshot.view.state)


def told_shortly(snapshot: Snapshot, width: int, ellipsis: str) -> str | None:
    """These moves in notation, such as "Ben: A1g, drew 3"; None if there are none.

    The name leaves the moves room in so many columns.
    """
    moves = last_moves(snapshot)
    if not moves:
        return None
    name = status_text.player_name(snapshot.seat.other, snapshot.names)
    told, notation = _("{name}: {moves}"), "; ".join(map(_move, moves))
    room = max(width - width_of(told.format(name="", moves=notation)), _LEAST_OF_A_NAME)
    return told.format(name=shortened(name, room, ellipsis), moves=notation)


def _move(step: Step) -> str:
    assert isinstance(step.event, Moved)
    move = step.event.move
    match move:
        case Build() if isinstance(step.after.phase, Drawing):
            drawn = min(step.after.phase.count, drawable(step.after))
        case Discard(count=count):
            drawn = count
        case _:
            drawn = 0
    notation = written(move)
    return _("{move}, drew {count}").format(move=notation, count=drawn) if drawn else notation
