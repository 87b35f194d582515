"""The look of the parts of the screen, for each theme and each number of colours.

The cards of a game have colours of their own; those are the game's. Of the rest only one thing has a colour: whose
turn it is.
"""

from __future__ import annotations

from typing import Final

from mandala_client.settings.settings import Theme
from mandala_client.ui.depth import Depth

MAT: Final = "mat"
"""The style class of what cards or tiles lie on."""

STRIP: Final = "mat.strip"
"""The style class of a strip across it, such as that of a mountain."""

_PARTS: Final = {
    "bar": "reverse",
    "bar.warning": "reverse bold",
    "title": "bold",
    "label": "",
    "faint": "",
    "rule": "",
    "turn": "bold reverse",
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

# The one accent: it says whose turn it is, and nothing else has it. It is seen on black and white, lets its text be
# read, and is far from every card for all eyes: of the 256 colours this blue is the farthest. See docs/colours.md.
_TURN: Final = "bold fg:#ffffff bg:#207276"
_TURN_OF_MANY: Final = "bold fg:#000000 bg:#5f87ff"
_TURN_OF_SIXTEEN: Final = "fg:ansiblack bg:ansicyan"


# What is on the table lies on mats; they are dark in every terminal, and bring their own colours of text.
_SURFACES: Final = {
    "bar": "fg:#e6e6e6 bg:#353d47",
    MAT: "fg:#e6e6e6 bg:#21272e",
    STRIP: "bg:#332a1d",
    f"{MAT} faint": "fg:#a0a8b0",
    f"{MAT} rule": "fg:#6b6050",
}
_SURFACES_OF_MANY: Final = {
    "bar": "fg:#e4e4e4 bg:#3a3a3a",
    MAT: "fg:#e4e4e4 bg:#262626",
    STRIP: "bg:#1c1c1c",
    f"{MAT} faint": "fg:#a8a8a8",
    f"{MAT} rule": "fg:#626262",
}


def style_of_parts(theme: Theme, depth: Depth) -> dict[str, str]:
    """The look of each part of the screen but the cards, by its style class."""
    if theme is Theme.MONOCHROME or depth is Depth.MONOCHROME:
        return dict(_PARTS)
    few = depth is Depth.SIXTEEN
    turn = {Depth.SIXTEEN: _TURN_OF_SIXTEEN, Depth.MANY: _TURN_OF_MANY}.get(depth, _TURN)
    parts = {**_PARTS, **_ON_CARDS_OF_SIXTEEN} if few else _PARTS
    parts = {**parts, "turn": turn}
    if theme is Theme.HIGH_CONTRAST:
        return parts
    parts = {**parts, **dict.fromkeys(_FAINT_PARTS, _FAINT_OF_SIXTEEN if few else _FAINT)}
    return parts if few else {**parts, **(_SURFACES if depth is Depth.TRUE else _SURFACES_OF_MANY)}
