"""The look of the parts of the screen, for each theme and each number of colours.

The cards of a game have colours of their own; those are the game's. Of the rest only one thing has a colour: whose
turn it is.
"""

from __future__ import annotations

from typing import Final

from mandala_client.settings.settings import Theme
from mandala_client.ui.style import Depth

GROUND: Final = "ground"
"""The style class of the whole screen."""

MAT: Final = "mat"
"""The style class of what cards or tiles lie on."""

STRIP: Final = "mat.strip"
"""The style class of a strip across it, such as that of a mountain."""

FADED: Final = "faded"
"""The style class of cards that are out of the game, such as those that are discarded."""

OLDEST: Final = "oldest"
"""The style class of what is older still, and quieter once more."""

AGED: Final = "aged"
"""The style class of cards in earlier lines of the log."""

PANEL: Final = "panel"
"""The style class of what belongs together, where areas show that and no lines need to."""

PANEL_TITLE: Final = "heading"
"""The style class of its title."""

CALLING_PANEL: Final = "panel.accent"
"""The style class of a panel while it is our turn."""

WATER: Final = "water"
"""The style class of what a river flows in."""

HEAD: Final = "mat.head"
"""The style class of what is said of a mat, on a strip above it."""

PILE: Final = "pile"
"""The style class of a card face down on a pile."""

PILE_EDGE: Final = "pile.edge"
"""The style class of the edges of the cards below it."""

KEY_CAP: Final = "cap"
"""The style class of a letter to type, on a key."""

GROUNDED: Final = "grounded"
"""The style class of an outline whose lower edge is the line below its text."""

LIT: Final = "lit"
"""The style class of the outline of a place where chosen cards may go, or the first move goes."""

SEAM: Final = "seam"
"""The style class of the line between two cards that lie close together."""

SOLID: Final = "solid"
"""The style class of a word on a plain surface in its own colour, where shades show that."""

QUIET_FRAME: Final = "quiet"
"""The style class of the frame of a place that has a shade of its own: it is seen only where there are no shades."""

_PARTS: Final = {
    "bar": "reverse",
    "bar.warning": "reverse bold",
    "title": "bold",
    "label": "",
    "faint": "",
    "rule": "",
    "turn": "bold reverse",
    "accent": "bold",
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
    KEY_CAP: "reverse",
    GROUNDED: "underline",
    LIT: "bold",
    SEAM: "",
    SOLID: "reverse",
    QUIET_FRAME: "",
    PANEL_TITLE: "",
    PILE: "reverse",
    PILE_EDGE: "noreverse",
    FADED: "",
    AGED: "",
    OLDEST: "",
}

# The terminal's own grey: how well it is seen is the terminal's own, too.
_FAINT_OF_SIXTEEN: Final = "fg:ansibrightblack"
_FAINT_PARTS: Final = ("faint", "rule")

# Many terminals show bold text of the sixteen colours in the brighter shade: black would be grey, and hard to read.
_ON_CARDS_OF_SIXTEEN: Final = {"chosen": "reverse", "fresh": "underline"}

# The one accent: it says whose turn it is, and nothing else has it. It is seen on black and white, lets its text be
# read, and is far from every card for all eyes: of the 256 colours this blue is the farthest. See docs/colours.md.
_TURN: Final = "bold fg:#ffffff bg:#207276"
_TURN_OF_MANY: Final = "bold fg:#000000 bg:#5f87ff"
_TURN_OF_SIXTEEN: Final = "fg:ansiblack bg:ansicyan"


# Where the shades are ours the screen has a ground of its own, dark in every terminal, and the table lies on mats: only
# so can what is secondary be quieter than the rest and still be read.
_SURFACES: Final = {
    GROUND: "fg:#d9def2 bg:#16161e",
    "label": "fg:#a4abcb",
    "faint": "fg:#8a92b8",
    "other": "",
    OLDEST: "fg:#7b82a6",
    "rule": "fg:#4a5178",
    "bar": "fg:#d9def2 bg:#262a40",
    MAT: "bg:#1e2030",
    PANEL: "bg:#1b1d2b",
    PANEL_TITLE: "bold fg:#a4abcb",
    CALLING_PANEL: "bg:#16292e",
    KEY_CAP: "noreverse bold fg:#ffffff bg:#343a60",
    LIT: "fg:#ffffff",
    SEAM: "fg:#16161e",
    PILE: "fg:#ffffff bg:#3d4470",
    PILE_EDGE: "fg:#2c3152",
    STRIP: "bg:#25283c",
    WATER: "bg:#17314a",
    f"{WATER} faint": "fg:#a3c2da bg:#122539",
    f"{WATER} {QUIET_FRAME}": "fg:#122539",
    HEAD: "bg:#262a40",
    f"{MAT} {QUIET_FRAME}": "fg:#1e2030",
}
_SURFACES_OF_MANY: Final = {
    GROUND: "fg:#e4e4e4 bg:#121212",
    "label": "fg:#b2b2b2",
    "faint": "fg:#949494",
    "other": "",
    OLDEST: "fg:#808080",
    "rule": "fg:#585858",
    "bar": "fg:#e4e4e4 bg:#303030",
    MAT: "bg:#262626",
    PANEL: "bg:#1c1c1c",
    PANEL_TITLE: "bold fg:#b2b2b2",
    KEY_CAP: "noreverse bold fg:#ffffff bg:#444444",
    LIT: "fg:#ffffff",
    SEAM: "fg:#121212",
    PILE: "fg:#ffffff bg:#5f5f87",
    PILE_EDGE: "fg:#444444",
    STRIP: "bg:#1c1c1c",
    f"{WATER} faint": "fg:#949494 bg:#262626",
    f"{WATER} {QUIET_FRAME}": "fg:#262626",
    HEAD: "bg:#303030",
    f"{MAT} {QUIET_FRAME}": "fg:#262626",
}


def foot_class(of: str) -> str:
    """The style class of half a row of an area that has this one."""
    return f"foot-{of}"


def has_shades(theme: Theme, depth: Depth) -> bool:
    """Return whether cards have darker shades, and lie on mats on a ground of the screen's own."""
    return theme is Theme.DEFAULT and depth in (Depth.TRUE, Depth.MANY)


def style_of_parts(theme: Theme, depth: Depth) -> dict[str, str]:
    """The look of each part of the screen but the cards, by its style class."""
    if theme is Theme.MONOCHROME or depth is Depth.MONOCHROME:
        return dict(_PARTS)
    few = depth is Depth.SIXTEEN
    turn = {Depth.SIXTEEN: _TURN_OF_SIXTEEN, Depth.MANY: _TURN_OF_MANY}.get(depth, _TURN)
    parts = {**_PARTS, **_ON_CARDS_OF_SIXTEEN} if few else _PARTS
    parts = {**parts, "turn": turn, "accent": f"fg:{turn.rpartition('bg:')[2]}"}
    if theme is Theme.HIGH_CONTRAST:
        return parts
    if few:
        return {**parts, **dict.fromkeys(_FAINT_PARTS, _FAINT_OF_SIXTEEN)}
    surfaces = _SURFACES if depth is Depth.TRUE else _SURFACES_OF_MANY
    feet = {foot_class(of): surfaces[of].replace("bg:", "fg:") for of in (PANEL, CALLING_PANEL) if of in surfaces}
    # A line below a text can be taken for one through it: where cards have shades, their sign says it alone.
    return {**parts, "fresh": "bold", **surfaces, **feet}
