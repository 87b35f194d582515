"""The set-up (T1), drawn from the seed that both players have committed to.

Nothing here is secret: who knows the seed knows the board. The order of the draws is part of the standard.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.patterns.board import FIELDS, MARKED, NO_FIELDS
from mandala_protocol.games.patterns.state import NOBODY_YET, PatternsState
from mandala_protocol.poker.sampling import HashStream
from mandala_protocol.poker.shuffle import draw_permutation
from mandala_protocol.seats import Seat

TILES_PER_COLOUR: Final = 9
PURPOSE: Final = "patterns"
"""The use of the seed, by which its public stream is named."""

_UNMARKED: Final = tuple(field for field in FIELDS if field not in MARKED)


def set_up(first: Seat, seed: bytes) -> PatternsState:
    """The table before the second player takes a start tile.

    First the six tiles set aside are put in an order: four go to the marked fields and two are the start tiles.
    Then the others are, which go to the unmarked fields. Both draw on one stream.
    """
    stream = HashStream(seed, PURPOSE)
    aside = _in_order(COLOURS, draw_permutation(len(COLOURS), stream))
    others = tuple(colour for colour in COLOURS for _ in range(TILES_PER_COLOUR - 1))
    laid = _in_order(others, draw_permutation(len(others), stream))
    front_up = [NO_FIELDS] * len(COLOURS)
    for field, colour in zip((*MARKED, *_UNMARKED), (*aside[: len(MARKED)], *laid), strict=True):
        front_up[colour] |= 1 << field
    one, other = sorted(aside[len(MARKED) :])
    return PatternsState(first, first.other, (one, other), tuple(front_up), (NOBODY_YET, NOBODY_YET), None)


def _in_order(tiles: Sequence[Colour], order: Sequence[int]) -> tuple[Colour, ...]:
    return tuple(tiles[place] for place in order)
