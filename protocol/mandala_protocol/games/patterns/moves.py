"""The moves of Patterns and their notation.

Every move that can be written exists once, in the tables at the end; whoever looks for moves takes them from there.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import Attribute, field, frozen

from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.game import BadNotation
from mandala_protocol.games.patterns.board import FIELDS


def _is_field(_move: object, attribute: Attribute[int], value: int) -> None:
    if value not in FIELDS:
        raise ValueError(f"{attribute.name} must be from 0 to {FIELDS[-1]}")


@frozen
class TakeStart:
    """Take the start tile of this colour (T2); the other one is the other player's."""

    colour: Colour


@frozen
class OpenGroup:
    """Open a group of the colour in the own bowl on this field (O)."""

    field: int = field(validator=_is_field)


@frozen
class FlipTile:
    """Turn back up the tile on this field, next to the own group of its colour (F)."""

    field: int = field(validator=_is_field)


@frozen
class SwapTile:
    """Swap the tile in the own bowl for the one on this field, next to the own group of the bowl's colour (X)."""

    field: int = field(validator=_is_field)


PatternsMove: TypeAlias = TakeStart | OpenGroup | FlipTile | SwapTile


def format_move(move: PatternsMove) -> str:
    """Canonical notation: ``Sg``, ``O17``, ``F9``, ``X30``."""
    match move:
        case TakeStart(colour=colour):
            return f"S{colour.letter}"
        case OpenGroup(field=number):
            return f"O{number}"
        case FlipTile(field=number):
            return f"F{number}"
        case SwapTile(field=number):
            return f"X{number}"


def parse_move(text: str) -> PatternsMove:
    """The move written like this; raises ``BadNotation`` for anything else."""
    move = _BY_NOTATION.get(text)
    if move is None:
        raise BadNotation(f"{text[:16]!r} is not a move; moves look like Sg, O17, F9, X30")
    return move


STARTS = tuple(TakeStart(colour) for colour in COLOURS)
"""The moves that take a starting tile, by colour."""

OPENS = tuple(OpenGroup(number) for number in FIELDS)
"""The moves that open a group, by field."""

FLIPS = tuple(FlipTile(number) for number in FIELDS)
"""The moves that flip a tile, by field."""

SWAPS = tuple(SwapTile(number) for number in FIELDS)
"""The moves that swap a tile, by field."""

ALL_MOVES: tuple[PatternsMove, ...] = (*STARTS, *OPENS, *FLIPS, *SWAPS)
"""Every move that can be written, legal or not, in the order in which legal moves are listed."""

_BY_NOTATION = {format_move(move): move for move in ALL_MOVES}
