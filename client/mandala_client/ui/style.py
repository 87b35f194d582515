"""How the six colours and the parts of the screen look: letters and symbols always, colour where there is any."""

from __future__ import annotations

from functools import cache
from typing import Final

from attrs import frozen
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from mandala_client.settings.settings import Theme
from mandala_client.text.language import writes_in_ascii
from mandala_client.ui.themes import style_of_cards, style_of_parts
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

_ASCII: Final = str.maketrans(
    {"–": "-", "—": "-", "…": "...", "’": "'", "„": '"', "“": '"', "”": '"', "×": "x", "·": "."}
)


def only_ascii(text: str) -> str:
    """The same text in ASCII, as near as possible; what has no likeness becomes "?", as wide as it was."""
    shown = text.translate(_ASCII)
    return "".join(one if one.isascii() else "?" * get_cwidth(one) for one in shown)


def as_written(text: str) -> str:
    """The text as lines are written now: in ASCII if messages are spelled so."""
    return only_ascii(text) if writes_in_ascii() else text


@cache
def screen_style(theme: Theme, depth: ColorDepth) -> Style:
    """The style sheet of a theme for this many colours. With two, only letters, symbols, bold and reverse remain."""
    cards = {card_class(colour): look for colour, look in style_of_cards(theme, depth).items()}
    return Style.from_dict({**style_of_parts(theme, depth), **cards})


def card_class(colour: int) -> str:
    """The style class of a card."""
    return f"card.{Colour(colour).word}"
