"""The colours of sand, and how many cards there are of each."""

from __future__ import annotations

from mandala_protocol.games.colours import COLOUR_BY_LETTER, COLOURS, LETTERS, Colour
from mandala_protocol.games.game import Counts

__all__ = ["ALL_CARDS", "CARDS_PER_COLOUR", "COLOURS", "COLOUR_BY_LETTER", "LETTERS", "NO_CARDS", "Colour"]

CARDS_PER_COLOUR = 18
ALL_CARDS: Counts = (CARDS_PER_COLOUR,) * len(COLOURS)
NO_CARDS: Counts = (0,) * len(COLOURS)
