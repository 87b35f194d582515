"""The style sheet of a screen: the styles of its parts, in a theme and a depth of colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from mandala_client.settings.settings import Theme
from mandala_client.ui.style import Depth
from mandala_client.ui.themes import style_of_parts

GameStyles: TypeAlias = Callable[[Theme, Depth], Mapping[str, str]]
"""The look of the style classes of a game, by their names."""

_DEPTHS = {
    ColorDepth.DEPTH_1_BIT: Depth.MONOCHROME,
    ColorDepth.DEPTH_4_BIT: Depth.SIXTEEN,
    ColorDepth.DEPTH_8_BIT: Depth.MANY,
    ColorDepth.DEPTH_24_BIT: Depth.TRUE,
}
_COLOURLESS = frozenset({"bold", "dim", "italic", "underline", "strike", "blink", "reverse"})
_COLOUR_DEPTHS = {ours: theirs for theirs, ours in _DEPTHS.items()}


def colour_depth(depth: Depth | None) -> ColorDepth | None:
    """The depth of colours as prompt_toolkit calls it; None leaves it to that."""
    return None if depth is None else _COLOUR_DEPTHS[depth]


def depth_in(colours: ColorDepth) -> Depth:
    """The depth of colours that prompt_toolkit names."""
    return _DEPTHS[colours]


def no_styles(theme: Theme, depth: Depth) -> Mapping[str, str]:  # noqa: ARG001 - nothing depends on them
    """The styles of no game."""
    return {}


@cache
def screen_style(theme: Theme, depth: ColorDepth, game_styles: GameStyles = no_styles) -> Style:
    """The style sheet of a theme for this many colours, with the classes of a game.

    With two colours, and in the theme without colours, only letters, symbols, bold and the like remain.
    """
    shown = depth_in(depth)
    of_game = game_styles(theme, shown)
    if theme is Theme.MONOCHROME or shown is Depth.MONOCHROME:
        of_game = {name: _without_colours(style) for name, style in of_game.items()}
    return Style.from_dict({**style_of_parts(theme, shown), **of_game})


def _without_colours(style: str) -> str:
    return " ".join(word for word in style.split() if word in _COLOURLESS)
