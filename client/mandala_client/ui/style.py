"""The characters and the number of colours to draw a screen with."""

from __future__ import annotations

import enum
from typing import Final

from attrs import evolve, frozen


class Depth(enum.Enum):
    """The bits of a colour: 2, 16, 256 or 16 million colours."""

    MONOCHROME = 1
    SIXTEEN = 4
    MANY = 8
    TRUE = 24


@frozen
class OutlineSigns:
    """The characters of an outline: its corners from the left, those above first, and its sides."""

    corners: tuple[str, str, str, str]
    level: str
    upright: str


@frozen
class EdgeSigns:
    """The characters of the edges of cards behind a face: of one, in half a row, and of two, in a whole row."""

    single: str
    pair: str


@frozen
class TileSigns:
    """The characters of the edges of a tile, by which its owner is told.

    ``near`` and ``far``: both sides of a tile of the near and of the far player; ``thin``: those of the far player on a
    low tile, ``lid``: the line above it. ``upper`` and ``lower`` fill the half of a row that is the tile's.
    """

    near: tuple[str, str]
    far: tuple[str, str]
    thin: tuple[str, str]
    lid: str
    upper: str
    lower: str

    @property
    def is_bracketed(self) -> bool:
        """Return whether each tile has the brackets of its owner, as no shades show it."""
        return self.near != (" ", " ")


@frozen(cache_hash=True)
class Look:
    """The characters to draw with.

    ``becomes`` is between a number and the one after it, ``swaps`` between two tiles that change places. ``fresh``
    follows what has just changed. ``above``: the edges of the cards behind a face; ``back``: a card face down;
    ``upper`` and ``lower`` fill one half of a row.
    ``tile``: the edges of a tile. ``frame`` is dashed, around a place where something
    may go; ``solid_frame`` around what is about to. ``left`` and ``right`` fill one half of a cell,
    ``upper_corners`` the upper half too. ``thin``: lines at the lower, the left and the right edge of a cell.
    ``seam``: a broader line at its left edge. ``dots``: a sign for each set of dots in a cell, by their bits in
    braille. ``place``: lines above a free place, at its left and at its right. Spaces where shades say as much:
    ``side`` and ``end`` at the left and the right edge of a face, ``water`` in a free slot of a river, ``calls`` before
    what calls upon a player. ``has_shades``: cards have darker shades, and lie on mats on a ground of the screen's own,
    so shades and areas may say what else only characters can.
    """

    nothing: str
    rule: str
    here: str
    dash: str
    full: str
    empty: str
    ellipsis: str
    becomes: str
    swaps: str
    fresh: str
    above: EdgeSigns
    upper: str
    lower: str
    back: str
    tile: TileSigns
    frame: OutlineSigns
    solid_frame: OutlineSigns
    left: str
    right: str
    upper_corners: tuple[str, str]
    thin: tuple[str, str, str]
    seam: str
    dots: str
    side: str
    end: str
    water: str
    calls: str
    place: tuple[str, str, str]
    has_shades: bool = False

    @property
    def writes_all(self) -> bool:
        """Return whether it writes more than ASCII."""
        return not self.rule.isascii()


_BRACKETS: Final = TileSigns(("[", "]"), ("(", ")"), ("(", ")"), lid=" ", upper=" ", lower=" ")
_SHADED: Final = TileSigns((" ", " "), ("▌", "▐"), ("▏", "▕"), lid="▁", upper="▀", lower="▄")


def _in_ascii(dots: int) -> str:
    """The sign for these dots of a cell: it is dense if most are there, and else shows in which half they are."""
    if dots.bit_count() > _MOST_SPARSE:
        return "#"
    above, below = dots & _UPPER_DOTS, dots & ~_UPPER_DOTS
    return ":" if above and below else "'" if above else "."


_MOST_SPARSE: Final = 4
"""A line one dot broad has no more dots than that in a cell."""

_UPPER_DOTS: Final = 0x1B
"""The bits of the dots in the upper half of a cell of braille."""

FULL_LOOK: Final = Look(
    nothing="·",
    rule="─",
    here="▸",
    dash="–",
    full="█",
    empty="░",
    ellipsis="…",
    becomes="→",
    swaps="↔",
    fresh="•",
    above=EdgeSigns("▄", "▄"),
    upper="▀",
    lower="▄",
    back="▮",
    tile=_BRACKETS,
    frame=OutlineSigns(("╭", "╮", "╰", "╯"), "╌", "┆"),
    solid_frame=OutlineSigns(("╭", "╮", "╰", "╯"), "─", "│"),
    left="▌",
    right="▐",
    upper_corners=("▛", "▜"),
    thin=("▁", "▏", "▕"),
    seam="▎",
    dots="".join(map(chr, range(0x2800, 0x2900))),
    side="▎",
    end="▕",
    water="·",
    calls="▸",
    place=("▁", "┆", "┆"),
)
SHADED_LOOK: Final = evolve(
    FULL_LOOK, tile=_SHADED, side=" ", end=" ", water=" ", calls=" ", place=FULL_LOOK.thin, has_shades=True
)
ASCII_LOOK: Final = Look(
    nothing=".",
    rule="-",
    here=">",
    dash="-",
    full="#",
    empty=".",
    ellipsis="...",
    becomes=">",
    swaps="<>",
    fresh="~",
    above=EdgeSigns("_", "="),
    upper="'",
    lower="_",
    back="#",
    tile=_BRACKETS,
    frame=OutlineSigns((".", ".", "'", "'"), "-", ":"),
    solid_frame=OutlineSigns(("+", "+", "+", "+"), "-", "|"),
    left="|",
    right="|",
    upper_corners=("|", "|"),
    thin=("_", "|", "|"),
    seam="|",
    dots="".join(map(_in_ascii, range(0x100))),
    side="|",
    end="|",
    water=".",
    calls=">",
    place=(".", ":", ":"),
)
