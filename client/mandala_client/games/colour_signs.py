"""The signs of the six colours, for every game that has them: letter and symbol, the colour itself if there is any.

A card or tile is black or white text on its colour, with a contrast of at least 4.5 : 1 (WCAG 2.2, 1.4.3), in the theme
of high contrast of at least 7 : 1 (1.4.6) where the shades are ours. Black has white text, so that it is seen on a
black terminal; yellow has black text, so that it is seen on a white one.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from typing import Final

from mandala_client.games.colour_words import letter_of
from mandala_client.settings.settings import Theme
from mandala_client.ui.rows import Fragment, Row, kept_drawn, row
from mandala_client.ui.style import Depth, Look
from mandala_client.ui.themes import AGED, FADED, GROUND, OLDEST, PANEL, foot_class, has_shades, style_of_parts
from mandala_protocol.games.colours import Colour

SYMBOLS: Final = ("♥", "▲", "☼", "♣", "♦", "♠")
"""In canonical order, among the oldest symbols of all terminals, each one column wide."""

_SIGN: Final = re.compile(f"(.[{''.join(SYMBOLS)}])")


CHIP: Final = "chip"
"""The style class of a marker on a tile."""

LABEL: Final = "on-tile"
"""The style class of a move that is possible, on a tile that belongs to nobody."""

BEGINS: Final = "begins"
"""The style class of the same where the arrow keys begin."""

TYPED: Final = "typed"
"""The style class of how such a move is typed, quieter than what it brings."""

GAIN: Final = "gain"
"""The style class of what a move would bring, on a tile that belongs to nobody."""


class Part(enum.Enum):
    """The parts of cards and tiles that have styles of their own in each colour; the value names the style class."""

    # That of Enum is written in Python, and a drawing looks up hundreds of styles.
    __hash__ = object.__hash__

    CARD = "card"
    """A card or tile."""

    BODY = "body"
    """The rest of a card or a pile, beside its letter."""

    INK = "ink"
    """Text in the colour of a card."""

    EDGE = "edge"
    """The edge of a card that is half a row high."""

    EDGES = "edges"
    """A row with the edges of two cards: that of the nearer one, and behind it the other."""

    OUTLINE = "outline"
    """The outline where a card is missing."""

    FREE = "free"
    """A tile that belongs to nobody yet."""

    DARK = "dark"
    """The darker shade of a card, for a tab beside it."""

    HOLLOW = "hollow"
    """A tile of the far player: where shades show it, dim within its bright edges."""

    ARC = "arc"
    """The arcs of a circle whose colour is in the mandala."""

    TRACE = "trace"
    """The arcs of a circle where its colour is missing."""

    REST = "rest"
    """A tile that belongs to nobody, and nothing can be done there."""

    RIMMED = "rimmed"
    """The edges of a tile of the far player: where shades show them in its colour, it is dim within."""

    SIGN = "sign"
    """The sign of a tile that belongs to nobody: where no shade shows the tile, it is on a small card."""


_CLASSES: Final = {(part, int(colour)): f"{part.value}.{colour.word}" for part in Part for colour in Colour}


def style_of(part: Part, colour: int) -> str:
    """The style class of a part of a card or tile of this colour."""
    return _CLASSES[part, colour]


def sign_of(look: Look, colour: int) -> str:
    """The letter of a colour in the spoken language, and its symbol where that can be written."""
    return letter_of(colour) + (SYMBOLS[colour] if look.writes_all else "")


def cards_of(look: Look, colour: int, count: int) -> str:
    """The sign of a colour with a count of cards, such as "r♥3"."""
    return f"{sign_of(look, colour)}{count}"


@kept_drawn
def with_coloured_signs(text: str) -> Row:
    """The text with each letter before a symbol, and the symbol, in the colour of that."""
    return row(*(_coloured(part) for part in _SIGN.split(text) if part))


def _coloured(part: str) -> str | Fragment:
    return Fragment(part, style_of(Part.OUTLINE, SYMBOLS.index(part[-1]))) if _SIGN.fullmatch(part) else part


def styles(theme: Theme, depth: Depth) -> Mapping[str, str]:
    """The look of each style class of a card."""
    cards = style_of_cards(theme, depth)
    if not cards:
        return {style_of(Part.EDGES, colour): "reverse" for colour in Colour}  # else two edges would look like one
    looks = _in_each(Part.CARD, cards)
    inks = {colour: _ink(colour, look) for colour, look in cards.items()}
    looks |= _in_each(Part.BODY, {colour: look.removeprefix("bold ") for colour, look in cards.items()})
    looks |= _in_each(Part.INK, inks)
    looks |= _in_each(Part.EDGE, {colour: _edge(ink) for colour, ink in inks.items()})
    looks |= _in_each(Part.EDGES, {colour: _edges(look) for colour, look in cards.items()})
    looks[LABEL] = ""
    looks[GAIN] = "bold"
    for part in (Part.SIGN, Part.DARK, Part.HOLLOW):
        looks |= _in_each(part, cards)
    if has_shades(theme, depth):
        exact = depth is Depth.TRUE
        free, dark = (_FREE, _DARK) if exact else (_FREE_OF_MANY, _DARK_OF_MANY)
        outlines = _OUTLINES if exact else _OUTLINES_OF_MANY
        looks[LABEL] = "fg:#ffffff"
        looks[GAIN] = "bold fg:#ffffff"
        looks[CHIP] = "bold"
        looks[BEGINS] = "bold fg:#000000 bg:#ffffff"
        looks[TYPED] = "nobold fg:#4a4f6a"
        looks |= _in_each(Part.SIGN, dict.fromkeys(cards, ""))
        looks |= _in_each(Part.FREE, free)
        looks |= _in_each(Part.DARK, dark)
        parts = style_of_parts(theme, depth)
        ground = _ground(parts[GROUND])
        looks |= _in_each(Part.HOLLOW, {colour: _hollow(look, ground) for colour, look in free.items()})
        looks |= _in_each(Part.REST, {colour: _rest(look, depth) for colour, look in free.items()})
        for name in (style_of(part, colour) for part in (Part.FREE, Part.REST) for colour in Colour):
            looks[foot_class(name)] = f"fg:{_ground(looks[name])}"
        for colour, look in cards.items():
            rim, inside = _ground(look) if exact else outlines[colour], _ground(looks[style_of(Part.HOLLOW, colour)])
            looks[style_of(Part.RIMMED, colour)] = f"fg:{rim} bg:{inside}"
        for part in (Part.OUTLINE, Part.ARC):
            looks |= _in_each(part, {colour: f"fg:{shade}" for colour, shade in outlines.items()})
        traces = {colour: _mixed(shade, ground, _OF_TRACE) for colour, shade in outlines.items()}
        looks |= _in_each(Part.TRACE, {colour: f"fg:{shade}" for colour, shade in traces.items()})
        looks |= {f"{style_of(Part.CARD, colour)} {FADED}": looks[style_of(Part.FREE, colour)] for colour in Colour}
        for surface, before in ((GROUND, ""), (PANEL, f"{PANEL} ")):
            ground = _ground(parts[surface])
            for age, share in ((AGED, 1.0), (OLDEST, _OF_OLDEST)):
                for colour, shade in outlines.items():
                    aged = f"fg:{_mixed(shade, ground, share)}"
                    looks[f"{before}{style_of(Part.CARD, colour)} {age}"] = f"{aged} bg:{ground}"
                    looks[f"{before}{style_of(Part.OUTLINE, colour)} {age}"] = aged
    return looks


def _in_each(part: Part, looks: Mapping[Colour, str]) -> dict[str, str]:
    """The look of a part in each colour, by its style class."""
    return {style_of(part, colour): look for colour, look in looks.items()}


def _ink(colour: Colour, look: str) -> str:
    """The colour of a card for text; black is grey there, as it has no surface to be seen on."""
    background = look.rpartition("bg:")[2]
    if colour is Colour.BLACK and background in ("ansiblack", "#000000"):
        return "fg:ansibrightblack" if background == "ansiblack" else "fg:#767676"
    return f"fg:{background}"


def _edge(ink: str) -> str:
    """The ink in a darker shade, so that it differs from the face beside it; as it is where the shade is not ours."""
    before, hexadecimal, shade = ink.partition("#")
    if not hexadecimal:
        return ink
    red, green, blue = (int(int(shade[at : at + 2], 16) * _DARKER) for at in (0, 2, 4))
    return f"{before}#{red:02x}{green:02x}{blue:02x}"


def _ground(look: str) -> str:
    """The colour of the background of a look."""
    return look.rpartition("bg:")[2]


def _hollow(look: str, ground: str) -> str:
    """The look of a tile within its edges: dark as the ground, so that it is not taken for one that is free."""
    text, between, _background = look.partition(" bg:")
    return f"{text}{between}{ground}"


def _rest(look: str, depth: Depth) -> str:
    """The look of a tile in a still quieter shade: both its colours are mixed with the mat."""
    text, between, background = look.partition(" bg:")
    if depth is not Depth.TRUE:
        return f"{text}{between}{_REST_OF_MANY}"
    sign = _mixed(text.removeprefix("fg:"), _MAT_SHADE, _OF_SIGN)
    return f"fg:{sign}{between}{_mixed(background, _MAT_SHADE, _OF_FREE)}"


def _mixed(shade: str, other: str, share: float) -> str:
    """The mixture of two shades: ``share`` of the first, the rest of the other."""
    pairs = ((int(colour[at : at + 2], 16) for colour in (shade, other)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(first * share + second * (1 - share)):02x}" for first, second in pairs)


def _edges(look: str) -> str:
    """The darker shade on that of the face; where it is not ours a grey, which belongs to no ground of a terminal."""
    text, between, background = look.removeprefix("bold ").partition(" bg:")
    if background.startswith("#"):
        return f"{_edge(f'fg:{background}')}{between}{background}"
    return f"{'fg:ansibrightblack' if text == 'fg:ansiblack' else text}{between}{background}"


_DARKER: Final = 0.78
"""The brightness of a darker shade."""

# On the mats, which bring their background, they can be bright.
_OUTLINES: Final = {
    Colour.RED: "#ff8496",
    Colour.ORANGE: "#f99a52",
    Colour.YELLOW: "#fae580",
    Colour.GREEN: "#5cc8a4",
    Colour.PURPLE: "#c4a0f5",
    Colour.BLACK: "#a6aab8",
}
_OUTLINES_OF_MANY: Final = {
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
            return {Depth.SIXTEEN: _SIXTEEN, Depth.MANY: _DEFAULT_OF_MANY}.get(depth, _DEFAULT)
        case Theme.HIGH_CONTRAST:
            return _SIXTEEN_HIGH_CONTRAST if few else _HIGH_CONTRAST
        case Theme.COLOUR_BLIND:
            return _SIXTEEN_COLOUR_BLIND if few else _COLOUR_BLIND
        case Theme.MONOCHROME:
            return {}


_WHITE: Final = "fg:#ffffff"
_BLACK: Final = "fg:#000000"

# Black sand lies on silver, as a black sign does on a playing card: grey cards would look as if they could not be used.
_DEFAULT: Final = {
    Colour.RED: f"{_BLACK} bg:#f06a80",
    Colour.ORANGE: f"{_BLACK} bg:#f99a52",
    Colour.YELLOW: f"{_BLACK} bg:#fae580",
    Colour.GREEN: f"{_BLACK} bg:#5cc8a4",
    Colour.PURPLE: f"{_BLACK} bg:#b98cf0",
    Colour.BLACK: f"{_BLACK} bg:#b9bdcb",
}
_DEFAULT_OF_MANY: Final = {
    Colour.RED: f"{_WHITE} bg:#b5172f",
    Colour.ORANGE: f"{_BLACK} bg:#f08a24",
    Colour.YELLOW: f"{_BLACK} bg:#f4e04d",
    Colour.GREEN: f"{_BLACK} bg:#2fb58a",
    Colour.PURPLE: f"{_WHITE} bg:#7b4fb0",
    Colour.BLACK: f"{_BLACK} bg:#bcbcbc",
}
# A tab beside a card.
_DARK: Final = {
    Colour.RED: f"{_WHITE} bg:#944757",
    Colour.ORANGE: f"{_WHITE} bg:#9a633c",
    Colour.YELLOW: f"{_WHITE} bg:#80743a",
    Colour.GREEN: f"{_WHITE} bg:#3f7d6c",
    Colour.PURPLE: f"{_WHITE} bg:#755a98",
    Colour.BLACK: f"{_WHITE} bg:#62667a",
}
# The nearest of the 256 colours to that purple is a grey blue.
_DARK_OF_MANY: Final = {
    Colour.RED: f"{_WHITE} bg:#861123",
    Colour.ORANGE: f"{_WHITE} bg:#a45c12",
    Colour.YELLOW: f"{_BLACK} bg:#b0a138",
    Colour.GREEN: f"{_WHITE} bg:#217e60",
    Colour.PURPLE: f"{_WHITE} bg:#5f00af",
    Colour.BLACK: f"{_WHITE} bg:#6c6c6c",
}
# What belongs to nobody yet is quieter than what someone has: the cards mixed with the mat.
_FREE: Final = {
    Colour.RED: "fg:#ff8496 bg:#4e3142",
    Colour.ORANGE: "fg:#f99a52 bg:#503c38",
    Colour.YELLOW: "fg:#fae580 bg:#514d42",
    Colour.GREEN: "fg:#5cc8a4 bg:#2c474b",
    Colour.PURPLE: "fg:#c4a0f5 bg:#42395c",
    Colour.BLACK: "fg:#a6aab8 bg:#2c2e3a",
}
_FREE_OF_MANY: Final = {
    Colour.RED: "fg:#ff8f98 bg:#3a3a3a",
    Colour.ORANGE: "fg:#f9ab5a bg:#3a3a3a",
    Colour.YELLOW: "fg:#f4e04d bg:#3a3a3a",
    Colour.GREEN: "fg:#5fd0aa bg:#3a3a3a",
    Colour.PURPLE: "fg:#c4a2f5 bg:#3a3a3a",
    Colour.BLACK: "fg:#c4c8cc bg:#3a3a3a",
}
_REST_OF_MANY: Final = "#303030"
_MAT_SHADE: Final = "#1e2030"
_OF_FREE: Final = 0.22
_OF_SIGN: Final = 0.85
_OF_OLDEST: Final = 0.75
_OF_TRACE: Final = 0.6
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
