"""How moves of Mandala are typed, by examples."""

from __future__ import annotations

from mandala_client.games.mandala.event_text import colour_name
from mandala_client.text.language import _
from mandala_protocol.games.mandala import COLOURS


def examples() -> list[str]:
    """A line for each kind of move, and the letters of the colours."""
    letters = ", ".join(f"{colour.letter} {colour_name(colour)}" for colour in COLOURS)
    return [
        _("ALo: one orange card to the left mountain, then draw."),
        _("BRr2: two red cards to your right field."),
        _("Ck1: discard one black card, then draw as many."),
        _("Kg: take green from a completed mandala."),
        _("The letters of the colours: {letters}.").format(letters=letters),
    ]
