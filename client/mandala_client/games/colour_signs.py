"""The signs of the six colours, for every game that has them: letter and symbol, the colour itself if there is any.

A card or tile is black or white text on its colour, with a contrast of at least 4.5 : 1 (WCAG 2.2, 1.4.3), in the theme
of high contrast of at least 7 : 1 (1.4.6) where the shades are ours. Black has white text, so that it is seen on a
black terminal; yellow has black text, so that it is seen on a white one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mandala_client.games.colour_words import letter_of
from mandala_client.settings.settings import Theme
from mandala_client.ui.depth import Depth
from mandala_client.ui.style import Look
from mandala_client.ui.themes import MAT
from mandala_protocol.games.colours import Colour

SYMBOLS: Final = ("♥", "▲", "☼", "♣", "♦", "♠")
"""In canonical order, among the oldest symbols of all terminals, each one column wide."""


def sign_of(look: Look, colour: int) -> str:
    """The letter of a colour in the spoken language, and its symbol where that can be written."""
    return letter_of(colour) + (SYMBOLS[colour] if look.writes_all else "")


def card_class(colour: int) -> str:
    """The style class of a card or tile."""
    return f"card.{Colour(colour).word}"


def body_class(colour: int) -> str:
    """The style class of the rest of a card or a pile, beside its letter."""
    return f"body.{Colour(colour).word}"


def edge_class(colour: int) -> str:
    """The style class of the edge of a card that is half a row high."""
    return f"edge.{Colour(colour).word}"


def outline_class(colour: int) -> str:
    """The style class of the outline where a card is missing."""
    return f"outline.{Colour(colour).word}"


def styles(theme: Theme, depth: Depth) -> Mapping[str, str]:
    """The look of each style class of a card."""
    cards = style_of_cards(theme, depth)
    looks = {card_class(colour): look for colour, look in cards.items()}
    looks |= {body_class(colour): look.removeprefix("bold ") for colour, look in cards.items()}
    looks |= {edge_class(colour): _edge(colour, look) for colour, look in cards.items()}
    if theme is Theme.DEFAULT and depth in (Depth.TRUE, Depth.MANY):
        looks |= {outline_class(colour): f"fg:{shade}" for colour, shade in _OUTLINES.items()}
        looks |= {f"{MAT} {outline_class(colour)}": f"fg:{shade}" for colour, shade in _OUTLINES_ON_MATS.items()}
    return looks


def _edge(colour: Colour, look: str) -> str:
    """The colour of a card for text; black is grey there, as it has no surface to be seen on."""
    background = look.rpartition("bg:")[2]
    if colour is Colour.BLACK and background in ("ansiblack", "#000000"):
        return "fg:ansibrightblack" if background == "ansiblack" else "fg:#767676"
    return f"fg:{background}"


# Each with a contrast of at least 4 : 1 on black as well as on white.
_OUTLINES: Final = {
    Colour.RED: "#d8434f",
    Colour.ORANGE: "#b86a00",
    Colour.YELLOW: "#857800",
    Colour.GREEN: "#1a8a62",
    Colour.PURPLE: "#9463d6",
    Colour.BLACK: "#767676",
}

# On a mat the background is known, and they can be brighter.
_OUTLINES_ON_MATS: Final = {
    Colour.RED: "#ff6b78",
    Colour.ORANGE: "#f08a24",
    Colour.YELLOW: "#f4e04d",
    Colour.GREEN: "#2fb58a",
    Colour.PURPLE: "#b48bf0",
    Colour.BLACK: "#a0a0a0",
}


def style_of_cards(theme: Theme, depth: Depth) -> Mapping[Colour, str]:
    """The look of the cards of each colour; empty where they have none, and letter and symbol must do."""
    if depth is Depth.MONOCHROME:
        return {}
    few = depth is Depth.SIXTEEN
    match theme:
        case Theme.DEFAULT:
            return _SIXTEEN if few else _DEFAULT
        case Theme.HIGH_CONTRAST:
            return _SIXTEEN_HIGH_CONTRAST if few else _HIGH_CONTRAST
        case Theme.COLOUR_BLIND:
            return _SIXTEEN_COLOUR_BLIND if few else _COLOUR_BLIND
        case Theme.MONOCHROME:
            return {}


_WHITE: Final = "fg:#ffffff"
_BLACK: Final = "fg:#000000"

_DEFAULT: Final = {
    Colour.RED: f"{_WHITE} bg:#b5172f",
    Colour.ORANGE: f"{_BLACK} bg:#f08a24",
    Colour.YELLOW: f"{_BLACK} bg:#f4e04d",
    Colour.GREEN: f"{_BLACK} bg:#2fb58a",
    Colour.PURPLE: f"{_WHITE} bg:#7b4fb0",
    Colour.BLACK: f"{_WHITE} bg:#525252",
}
_HIGH_CONTRAST: Final = {
    Colour.RED: f"bold {_WHITE} bg:#af0000",
    Colour.ORANGE: f"bold {_BLACK} bg:#ff8700",
    Colour.YELLOW: f"bold {_BLACK} bg:#ffff00",
    Colour.GREEN: f"bold {_BLACK} bg:#00d75f",
    Colour.PURPLE: f"bold {_WHITE} bg:#5f00d7",
    Colour.BLACK: f"bold {_WHITE} bg:#000000",
}
# They differ in brightness as much as in hue, so that they stay apart with every common kind of colour blindness.
_COLOUR_BLIND: Final = {
    Colour.RED: f"{_WHITE} bg:#af0000",
    Colour.ORANGE: f"{_BLACK} bg:#ffaf5f",
    Colour.YELLOW: f"{_BLACK} bg:#ffff00",
    Colour.GREEN: f"{_BLACK} bg:#00af87",
    Colour.PURPLE: f"{_WHITE} bg:#5f00ff",
    Colour.BLACK: f"{_WHITE} bg:#525252",
}
# The shades of these sixteen are each terminal's own. Orange is their bright red: their yellow and bright yellow look
# alike in many palettes. docs/colours.md says how far they are apart, and how well their text is read.
_SIXTEEN: Final = {
    Colour.RED: "fg:ansiwhite bg:ansired",
    Colour.ORANGE: "fg:ansiblack bg:ansibrightred",
    Colour.YELLOW: "fg:ansiblack bg:ansibrightyellow",
    Colour.GREEN: "fg:ansiblack bg:ansibrightgreen",
    Colour.PURPLE: "fg:ansiwhite bg:ansimagenta",
    Colour.BLACK: "fg:ansiwhite bg:ansiblack",
}
_SIXTEEN_HIGH_CONTRAST: Final = {**_SIXTEEN, Colour.PURPLE: "fg:ansiwhite bg:ansiblue"}
_SIXTEEN_COLOUR_BLIND: Final = {
    **_SIXTEEN,
    Colour.GREEN: "fg:ansiblack bg:ansibrightcyan",
    Colour.PURPLE: "fg:ansiwhite bg:ansiblue",
}
