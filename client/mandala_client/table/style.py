"""How the six colours and the parts of the screen look: letters and symbols always, colour where there is any."""

from __future__ import annotations

from typing import Final

from attrs import frozen
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from mandala_protocol.games.mandala import COLOURS, Colour


@frozen
class Look:
    """The characters to draw with. ``symbols`` stand beside the letters of the colours, in canonical order."""

    symbols: tuple[str, ...]
    nothing: str
    rule: str
    here: str
    dash: str
    arrows: str
    full: str
    empty: str
    ellipsis: str

    @property
    def writes_all(self) -> bool:
        """Whether it writes more than ASCII."""
        return not self.rule.isascii()

    def sign(self, colour: int) -> str:
        """The letter of a colour and its symbol."""
        return Colour(colour).letter + self.symbols[colour]

    def card(self, colour: int, count: int) -> str:
        """So many cards of a colour, such as "r♥3"."""
        return f"{self.sign(colour)}{count}"


FULL_LOOK: Final = Look(
    symbols=("♥", "▲", "☼", "♣", "♦", "♠"),
    nothing="·",
    rule="─",
    here="▸",
    dash="–",
    arrows="←→ colour  ↑↓ place",
    full="█",
    empty="░",
    ellipsis="…",
)
"""The symbols are among the oldest of all terminals, each one column wide."""

ASCII_LOOK: Final = Look(
    symbols=("",) * len(COLOURS),
    nothing=".",
    rule="-",
    here=">",
    dash="-",
    arrows="arrows: colour, place",
    full="#",
    empty=".",
    ellipsis="...",
)

_ASCII: Final = str.maketrans({"–": "-", "—": "-", "…": "...", "’": "'", "“": '"', "”": '"', "×": "x", "·": "."})


_ANY_CHARACTER: Final = "\U0001f0cf"
"""A playing card from beyond the first plane: an encoding that has it has whatever a name is made of."""


def look_for(encoding: str | None) -> Look:
    """The richest look that a terminal of this encoding can show; None is the usual one, UTF-8."""
    try:
        _ANY_CHARACTER.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return ASCII_LOOK
    return FULL_LOOK


def only_ascii(text: str) -> str:
    """The same text in ASCII, as near as possible; what has no likeness becomes "?", as wide as it was."""
    shown = text.translate(_ASCII)
    return "".join(one if one.isascii() else "?" * get_cwidth(one) for one in shown)


# Black on light and white on dark, chosen to be told apart also with the common kinds of colour blindness:
# they differ in brightness as much as in hue (after Okabe and Ito).
_RICH: Final = {
    Colour.RED: "fg:#ffffff bg:#b5172f",
    Colour.ORANGE: "fg:#000000 bg:#f08a24",
    Colour.YELLOW: "fg:#000000 bg:#f4e04d",
    Colour.GREEN: "fg:#000000 bg:#2fb58a",
    Colour.PURPLE: "fg:#ffffff bg:#7b4fb0",
    Colour.BLACK: "fg:#ffffff bg:#262626",
}
_SIXTEEN: Final = {
    Colour.RED: "fg:ansiwhite bg:ansired",
    Colour.ORANGE: "fg:ansiblack bg:ansiyellow",
    Colour.YELLOW: "fg:ansiblack bg:ansibrightyellow",
    Colour.GREEN: "fg:ansiblack bg:ansigreen",
    Colour.PURPLE: "fg:ansiwhite bg:ansimagenta",
    Colour.BLACK: "fg:ansiwhite bg:ansibrightblack",
}

_PARTS: Final = {
    "bar": "reverse",
    "bar.warning": "reverse bold",
    "title": "bold",
    "label": "",
    "faint": "fg:ansibrightblack",
    "rule": "fg:ansibrightblack",
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


def screen_style(depth: ColorDepth) -> Style:
    """The style sheet for this many colours. With two, only letters, symbols, bold and reverse remain."""
    cards = _SIXTEEN if depth in (ColorDepth.DEPTH_1_BIT, ColorDepth.DEPTH_4_BIT) else _RICH
    return Style.from_dict({**_PARTS, **{card_class(colour): look for colour, look in cards.items()}})


def card_class(colour: int) -> str:
    """The style class of a card."""
    return f"card.{Colour(colour).word}"
