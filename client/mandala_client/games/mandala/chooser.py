"""Choosing a move with the mouse or the arrow keys: a cursor that only ever stands on a legal move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from mandala_client.ui.clicks import TableClick
from mandala_protocol.games.mandala import Build, Claim, Colour, Discard, Grow, MandalaMove

THEIRS: Final = "theirs"
"""Stands for the letter of an action at a place where no action leads: the other player's field."""


@frozen
class CardClick(TableClick):
    """Cards of a colour, in hand or in a mountain that is being shared out."""

    colour: Colour


@frozen
class Target(TableClick):
    """A place for cards: the letter of the action, and the mandala if it matters."""

    action: str
    mandala: int | None = None


PLACES: Final = (Target("A", 0), Target("A", 1), Target("B", 0), Target("B", 1), Target("C"))
"""Every place where cards of the hand can ever go, in the order in which they are offered."""


def target_of(move: MandalaMove) -> Target:
    """The place to which this move puts its cards."""
    match move:
        case Build(mandala=mandala):
            return Target("A", mandala)
        case Grow(mandala=mandala):
            return Target("B", mandala)
        case Discard():
            return Target("C")
        case Claim():
            return Target("K")


def count_of(move: MandalaMove) -> int:
    """The number of cards that it plays from the hand; 1 where there is no choice."""
    return move.count if isinstance(move, (Grow, Discard)) else 1


def colours(moves: Sequence[MandalaMove]) -> tuple[Colour, ...]:
    """The colours with which something can be done, in canonical order."""
    return tuple(sorted({move.colour for move in moves}))


def targets(moves: Sequence[MandalaMove], colour: Colour) -> tuple[Target, ...]:
    """The places to which cards of this colour may go, mountains first."""
    return tuple(dict.fromkeys(target_of(move) for move in moves if move.colour is colour))


def to_colour(moves: Sequence[MandalaMove], now: MandalaMove, steps: int) -> MandalaMove | None:
    """The next colour (``steps`` 1) or the one before (-1), to the same place if it may go there."""
    offered = colours(moves)
    return at_colour(moves, now, offered[(offered.index(now.colour) + steps) % len(offered)])


def at_colour(moves: Sequence[MandalaMove], now: MandalaMove | None, colour: Colour) -> MandalaMove | None:
    """The move with this colour at the place of ``now`` if it may go there, else at the first that is possible."""
    places = targets(moves, colour)
    if not places:
        return None
    place = target_of(now) if now is not None and target_of(now) in places else places[0]
    return _at(moves, colour, place, count_of(now) if now is not None else 1)


def to_target(moves: Sequence[MandalaMove], now: MandalaMove, steps: int) -> MandalaMove | None:
    """The move with its colour at the next place.

    A colour of a mountain to be shared out has only one place, so the next colour.
    """
    if isinstance(now, Claim):
        return to_colour(moves, now, steps)
    places = targets(moves, now.colour)
    place = places[(places.index(target_of(now)) + steps) % len(places)]
    return _at(moves, now.colour, place, count_of(now))


def at_target(moves: Sequence[MandalaMove], now: MandalaMove, place: Target) -> MandalaMove | None:
    """The move with its colour at this place, if it may go there."""
    return _at(moves, now.colour, place, count_of(now)) if place in targets(moves, now.colour) else None


def imagined(colour: Colour, place: Target) -> MandalaMove:
    """One card of this colour to this place, allowed or not."""
    match place:
        case Target("A", int(mandala)):
            return Build(mandala, colour)
        case Target("B", int(mandala)):
            return Grow(mandala, colour, 1)
        case Target("K"):
            return Claim(colour)
        case _:
            return Discard(colour, 1)


def to_count(moves: Sequence[MandalaMove], now: MandalaMove | None, count: int) -> MandalaMove | None:
    """The move with ``count`` cards, or as near to it as is legal."""
    return None if now is None else _at(moves, now.colour, target_of(now), count)


def _at(moves: Sequence[MandalaMove], colour: Colour, place: Target, count: int) -> MandalaMove:
    there = [move for move in moves if move.colour is colour and target_of(move) == place]
    return min(there, key=lambda move: (abs(count_of(move) - count), count_of(move)))
