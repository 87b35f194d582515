"""Positions laid by hand, in the letters of the colours."""

from __future__ import annotations

from typing import Final

from mandala_protocol.games.counts import counted
from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import COLOUR_BY_LETTER, Colour
from mandala_protocol.games.mandala.state import Mandala
from mandala_protocol.seats import Seat

ANNA: Final = Seat.HOST
BEN: Final = Seat.GUEST


def river(letters: str) -> tuple[Colour, ...]:
    """The colours of a river, slot 1 first."""
    return tuple(COLOUR_BY_LETTER[letter] for letter in letters)


def pile(letters: str) -> Counts:
    """So many cards of each colour; "-" is for none."""
    return counted(river(letters.replace("-", "")), len(COLOURS))


def mandala(areas: str) -> Mandala:
    """Mountain, Anna's field, Ben's field, such as "og/rr/k"."""
    mountain, annas, bens = map(pile, areas.split("/"))
    return Mandala(mountain, (annas, bens))
