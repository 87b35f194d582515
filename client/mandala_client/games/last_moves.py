"""The other player's moves since our last one, which stay in sight until we move."""

from __future__ import annotations

from typing import Any, Final

from mandala_client.games.game_words import GameWords
from mandala_client.text.language import _
from mandala_client.text.player_names import player_name
from mandala_client.ui.rows import shortened, width_of
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Moved
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


def told_shortly(snapshot: Snapshot, words: GameWords[Any], width: int, ellipsis: str) -> str | None:
    """These moves in notation, such as "Ben: A1g, drew 3"; None if there are none.

    The name leaves the moves room in so many columns.
    """
    moves = last_moves(snapshot)
    if not moves:
        return None
    name = player_name(snapshot.seat.other, snapshot.names)
    told, notation = _("{name} played {moves}"), "; ".join(map(words.briefly, moves))
    room = max(width - width_of(told.format(name="", moves=notation)), _LEAST_OF_A_NAME)
    return told.format(name=shortened(name, room, ellipsis), moves=notation)
