"""The signs of the sand cards."""

from __future__ import annotations

from mandala_client.games.colour_signs import (
    SYMBOLS,
    card_class,
    outline_class,
    sign_of,
    style_of_cards,
    styles,
)
from mandala_client.ui.style import Look

__all__ = ["SYMBOLS", "card_class", "cards_of", "outline_class", "sign_of", "style_of_cards", "styles"]


def cards_of(look: Look, colour: int, count: int) -> str:
    """The sign of a colour with a count of cards, such as "r♥3"."""
    return f"{sign_of(look, colour)}{count}"
