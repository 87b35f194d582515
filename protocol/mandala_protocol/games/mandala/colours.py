"""The six colours of sand."""

from __future__ import annotations

import enum

from mandala_protocol.games.game import Counts


class Colour(enum.IntEnum):
    """A colour is the face of a sand card; the values are the canonical order."""

    RED = 0
    ORANGE = 1
    YELLOW = 2
    GREEN = 3
    PURPLE = 4
    BLACK = 5

    @property
    def letter(self) -> str:
        """The one letter of the notation."""
        return LETTERS[self]

    @property
    def word(self) -> str:
        """The English word in a sentence."""
        return _WORDS[self]


LETTERS = "roygpk"
COLOURS = tuple(Colour)
COLOUR_BY_LETTER = dict(zip(LETTERS, COLOURS, strict=True))
_WORDS = tuple(colour.name.lower() for colour in COLOURS)

CARDS_PER_COLOUR = 18
ALL_CARDS: Counts = (CARDS_PER_COLOUR,) * len(COLOURS)
NO_CARDS: Counts = (0,) * len(COLOURS)
