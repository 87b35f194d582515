"""The words for the six colours, for every game that has them."""

from __future__ import annotations

from mandala_client.text.language import pgettext
from mandala_protocol.games.colours import Colour


def colour_name(colour: int) -> str:
    """The word for a colour, alone in a sentence or after a number: "2 red"."""
    match Colour(colour):
        case Colour.RED:
            return pgettext("colour", "red")
        case Colour.ORANGE:
            return pgettext("colour", "orange")
        case Colour.YELLOW:
            return pgettext("colour", "yellow")
        case Colour.GREEN:
            return pgettext("colour", "green")
        case Colour.PURPLE:
            return pgettext("colour", "purple")
        case Colour.BLACK:
            return pgettext("colour", "black")
