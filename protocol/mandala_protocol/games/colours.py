"""The six colours that Mandala and Patterns share."""

from __future__ import annotations

import enum


class Colour(enum.IntEnum):
    """The values are the canonical order; of a game with cards they are the faces."""

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


def colours_of(letters: str) -> tuple[Colour, ...]:
    """The colours of these letters. Raises ``ValueError`` for any other letter."""
    if not set(letters) <= set(LETTERS):
        raise ValueError(f"colours are the letters {LETTERS}")
    return tuple(COLOUR_BY_LETTER[letter] for letter in letters)
