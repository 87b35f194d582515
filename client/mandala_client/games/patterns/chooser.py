"""Choosing a move of Patterns: first a field, then what to do there, if several things are possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mandala_protocol.games.patterns import FlipTile, OpenGroup, PatternsMove, SwapTile, TakeStart
from mandala_protocol.games.patterns.board import PLACES

_KINDS: Final = (FlipTile, SwapTile, OpenGroup, TakeStart)
"""The kinds of moves in the order in which they are chosen on a field: a flip shows its gain at once."""

_STEPS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
"""The step of each arrow key, by its name: rows down and columns to the right."""


def field_of(move: PatternsMove) -> int | None:
    """The field of a move; None if it is for a start tile."""
    return None if isinstance(move, TakeStart) else move.field


def kind_of(move: PatternsMove) -> str:
    """The letter of the action."""
    match move:
        case TakeStart():
            return "S"
        case OpenGroup():
            return "O"
        case FlipTile():
            return "F"
        case SwapTile():
            return "X"


def on_field(moves: Sequence[PatternsMove], field: int) -> list[PatternsMove]:
    """The moves on a field, the one that is chosen first at the front."""
    there = [move for move in moves if field_of(move) == field]
    return sorted(there, key=lambda move: _KINDS.index(type(move)))


def following(moves: Sequence[PatternsMove], now: PatternsMove | None, steps: int) -> PatternsMove:
    """The next or the last move, field by field; from the end it goes on at the beginning."""
    ordered = sorted(moves, key=lambda move: (field_of(move) or 0, _KINDS.index(type(move))))
    if now not in ordered:
        return ordered[0 if steps > 0 else -1]
    return ordered[(ordered.index(now) + steps) % len(ordered)]


def beside(moves: Sequence[PatternsMove], now: PatternsMove, key: str) -> PatternsMove | None:
    """The move on the nearest field in this direction, of the same kind if there is one; None if there is no field."""
    field = field_of(now)
    if field is None:
        return following(moves, now, 1 if key in ("right", "down") else -1)
    down, right = _STEPS[key]
    row, column = PLACES[field]

    def distance(other: int) -> tuple[int, int] | None:
        """The weighted distance of a field, and the part of it across the direction; None if it is not that way."""
        there, across = PLACES[other][0] - row, PLACES[other][1] - column
        along, aside = (there * down, abs(across)) if down else (across * right, abs(there))
        return (along + 3 * aside, aside) if along > 0 else None

    fields = {other for move in moves if (other := field_of(move)) is not None}
    reached = {field: far for field in fields if (far := distance(field)) is not None}
    if not reached:
        return None
    nearest = min(reached, key=lambda other: (reached[other], other))
    there = on_field(moves, nearest)
    return next((move for move in there if type(move) is type(now)), there[0])


def nearest_to_centre(moves: Sequence[PatternsMove]) -> PatternsMove:
    """The move on the field nearest to the centre of the board."""

    def far(move: PatternsMove) -> tuple[int, int]:
        field = field_of(move)
        if field is None:
            return 0, 0
        row, column = PLACES[field]
        return abs(2 * row - 7) + abs(2 * column - 7), field

    nearest = min(moves, key=far)
    field = field_of(nearest)
    return nearest if field is None else on_field(moves, field)[0]
