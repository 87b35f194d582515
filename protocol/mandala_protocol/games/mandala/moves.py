"""The moves of Mandala and their notation.

Every move that can be written exists once, in the tables at the end; use those from there.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import Attribute, field, frozen

from mandala_protocol.games.game import BadNotation
from mandala_protocol.games.mandala.colours import COLOURS, Colour

HAND_LIMIT = 8
"""Never more cards in a hand (A2), so never more in a move."""

MANDALAS = (0, 1)


def _is_mandala(_move: object, attribute: Attribute[int], value: int) -> None:
    if value not in MANDALAS:
        raise ValueError(f"{attribute.name} must be 0 or 1")


def _is_count(_move: object, attribute: Attribute[int], value: int) -> None:
    if not 1 <= value <= HAND_LIMIT:
        raise ValueError(f"{attribute.name} must be from 1 to {HAND_LIMIT}")


@frozen
class Build:
    """Build a mountain and draw (A): one card into the mountain of this mandala."""

    mandala: int = field(validator=_is_mandala)
    colour: Colour


@frozen
class Grow:
    """Grow a field, no draw (B): cards of one colour into one's own field of this mandala."""

    mandala: int = field(validator=_is_mandala)
    colour: Colour
    count: int = field(validator=_is_count)


@frozen
class Discard:
    """Discard and redraw (C): cards of one colour onto the discard pile."""

    colour: Colour
    count: int = field(validator=_is_count)


@frozen
class Claim:
    """Choose a colour of the mountain that is being destroyed (K3)."""

    colour: Colour


MandalaMove: TypeAlias = Build | Grow | Discard | Claim


def format_move(move: MandalaMove) -> str:
    """Canonical notation: ``A1o``, ``B0r2``, ``Ck1``, ``Kg``."""
    match move:
        case Build(mandala=mandala, colour=colour):
            return f"A{mandala}{colour.letter}"
        case Grow(mandala=mandala, colour=colour, count=count):
            return f"B{mandala}{colour.letter}{count}"
        case Discard(colour=colour, count=count):
            return f"C{colour.letter}{count}"
        case Claim(colour=colour):
            return f"K{colour.letter}"


def parse_move(text: str) -> MandalaMove:
    """The move written like this; raises ``BadNotation`` for anything else."""
    move = _BY_NOTATION.get(text)
    if move is None:
        raise BadNotation(f"{text[:16]!r} is not a move; moves look like A1o, B0r2, Ck1, Kg")
    return move


_COUNTS = range(1, HAND_LIMIT + 1)

BUILDS = tuple(tuple(Build(mandala, colour) for colour in COLOURS) for mandala in MANDALAS)
"""Every build, by mandala and colour."""

GROWS = tuple(
    tuple(tuple(Grow(mandala, colour, count) for count in _COUNTS) for colour in COLOURS) for mandala in MANDALAS
)
"""Every grow, by mandala and colour: the moves with 1, 2, … 8 cards."""

DISCARDS = tuple(tuple(Discard(colour, count) for count in _COUNTS) for colour in COLOURS)
"""Every discard, by colour: the moves with 1, 2, … 8 cards."""

CLAIMS = tuple(Claim(colour) for colour in COLOURS)
"""Every claim, by colour."""

ALL_MOVES: tuple[MandalaMove, ...] = (
    *(move for moves in BUILDS for move in moves),
    *(move for by_colour in GROWS for moves in by_colour for move in moves),
    *(move for moves in DISCARDS for move in moves),
    *CLAIMS,
)
"""Every move that can be written, legal or not, in the order in which legal moves are listed."""

_BY_NOTATION = {format_move(move): move for move in ALL_MOVES}
