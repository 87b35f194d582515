"""How the parts of the screen look: the characters to draw with, and the style sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, TypeAlias

from attrs import frozen
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from mandala_client.settings.settings import Theme
from mandala_client.text.language import writes_in_ascii
from mandala_client.ui.themes import style_of_parts

GameStyles: TypeAlias = Callable[[Theme, ColorDepth], Mapping[str, str]]
"""The look of the style classes of a game, by their names."""


@frozen
class Look:
    """The characters to draw with."""

    nothing: str
    rule: str
    here: str
    dash: str
    full: str
    empty: str
    ellipsis: str

    @property
    def writes_all(self) -> bool:
        """Return whether it writes more than ASCII."""
        return not self.rule.isascii()


FULL_LOOK: Final = Look(
    nothing="·",
    rule="─",
    here="▸",
    dash="–",
    full="█",
    empty="░",
    ellipsis="…",
)
ASCII_LOOK: Final = Look(
    nothing=".",
    rule="-",
    here=">",
    dash="-",
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


def no_styles(theme: Theme, depth: ColorDepth) -> Mapping[str, str]:  # noqa: ARG001 - nothing depends on them
    """The styles of no game."""
    return {}


@cache
def screen_style(theme: Theme, depth: ColorDepth, game_styles: GameStyles = no_styles) -> Style:
    """The style sheet of a theme for this many colours, with the classes of a game.

    With two colours only letters, symbols, bold and reverse remain.
    """
    return Style.from_dict({**style_of_parts(theme, depth), **game_styles(theme, depth)})
