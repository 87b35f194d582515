"""The game in a record: its players, the events with their entries, and how it was broken off."""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen

from mandala_protocol.games.game import Face, GameEvent
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Body, End

ABANDONED: Final = "abandoned"
"""The reason of an ``End`` by which no result is reached, as the other is gone."""


def is_abandonment(body: Body) -> bool:
    """Return whether a game is called abandoned by this."""
    return isinstance(body, End) and body.reason == ABANDONED


@frozen
class Step:
    """A step of a game: the event, the entry that caused it, and the states around it."""

    number: int
    speaker: Seat
    event: GameEvent[Any]
    before: Any
    after: Any


@frozen
class Drawn:
    """Cards that the step of this number, counted from 0, brought to the hand at a seat, as far as they are known."""

    step: int
    seat: Seat
    faces: tuple[Face, ...]


@frozen
class Adjourned:
    """An adjournment that both agreed to: the number of its entry, and the turn."""

    number: int
    turn: int


@frozen
class Abandoned:
    """An abandonment: the number of its entry, and the seat of the player who had waited."""

    number: int
    waited: Seat


@frozen
class SeatedPlayer:
    """The player at a seat."""

    identity: bytes
    name: str
