"""The colours of the cards and of the parts of the screen, for each theme and each number of colours.

A card is black or white text on its colour, with a contrast of at least 4.5 : 1 (WCAG 2.2, 1.4.3), in the theme of
high contrast of at least 7 : 1 (1.4.6) where the shades are ours. Black has white text, so that it is seen on a black
terminal; yellow has black text, so that it is seen on a white one. Nothing but cards has a colour of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from prompt_toolkit.output import ColorDepth

from mandala_client.settings.settings import Theme
from mandala_protocol.games.mandala import Colour

_WHITE: Final = "fg:#ffffff"
_BLACK: Final = "fg:#000000"

_DEFAULT: Final = {
    Colour.RED: f"{_WHITE} bg:#b5172f",
    Colour.ORANGE: f"{_BLACK} bg:#f08a24",
    Colour.YELLOW: f"{_BLACK} bg:#f4e04d",
    Colour.GREEN: f"{_BLACK} bg:#2fb58a",
    Colour.PURPLE: f"{_WHITE} bg:#7b4fb0",
    Colour.BLACK: f"{_WHITE} bg:#3a3a3a",
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
    Colour.BLACK: f"{_WHITE} bg:#303030",
}
# The shades of these sixteen are each terminal's own. Black text stands on what is bright with xterm and with Windows;
# only on the console of Linux, whose yellow is a brown, the contrast of orange is no more than 4 : 1.
_SIXTEEN: Final = {
    Colour.RED: "fg:ansiwhite bg:ansired",
    Colour.ORANGE: "fg:ansiblack bg:ansiyellow",
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

_PARTS: Final = {
    "bar": "reverse",
    "bar.warning": "reverse bold",
    "title": "bold",
    "label": "",
    "faint": "",
    "rule": "",
    "turn": "bold",
    "status": "bold",
    "loud": "bold reverse",
    "message": "bold",
    "other": "bold",
    "talk": "italic",
    "chosen": "reverse bold",
    "target": "bold",
    "fresh": "bold underline",
    "prompt": "bold",
    "key": "bold",
}

# The one grey with a contrast of 4.5 : 1 on white as well as on black.
_FAINT: Final = "fg:#767676"
_FAINT_OF_SIXTEEN: Final = "fg:ansibrightblack"
_FAINT_PARTS: Final = ("faint", "rule")

# Many terminals show bold text of the sixteen colours in the brighter shade: black would be grey, and hard to read.
_ON_CARDS_OF_SIXTEEN: Final = {"chosen": "reverse", "fresh": "underline"}


def style_of_parts(theme: Theme, depth: ColorDepth) -> dict[str, str]:
    """The look of each part of the screen but the cards, by its style class."""
    if theme is Theme.MONOCHROME or depth is ColorDepth.DEPTH_1_BIT:
        return dict(_PARTS)
    few = depth is ColorDepth.DEPTH_4_BIT
    parts = {**_PARTS, **_ON_CARDS_OF_SIXTEEN} if few else _PARTS
    if theme is Theme.HIGH_CONTRAST:
        return dict(parts)
    return {**parts, **dict.fromkeys(_FAINT_PARTS, _FAINT_OF_SIXTEEN if few else _FAINT)}


def style_of_cards(theme: Theme, depth: ColorDepth) -> Mapping[Colour, str]:
    """The look of the cards of each colour; empty where they have none, and letter and symbol must do."""
    if depth is ColorDepth.DEPTH_1_BIT:
        return {}
    few = depth is ColorDepth.DEPTH_4_BIT
    match theme:
        case Theme.DEFAULT:
            return _SIXTEEN if few else _DEFAULT
        case Theme.HIGH_CONTRAST:
            return _SIXTEEN_HIGH_CONTRAST if few else _HIGH_CONTRAST
        case Theme.COLOUR_BLIND:
            return _SIXTEEN_COLOUR_BLIND if few else _COLOUR_BLIND
        case Theme.MONOCHROME:
            return {}
