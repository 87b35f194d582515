"""The circle around the cards of a mandala: an arc for each colour above them, and one below.

The arcs are in the order of the columns, and each has the colour of its cards once one of them is in the mandala: so a
complete mandala is a complete circle. It is made of dots, eight of them in each cell of the screen: a cell of braille
is two dots wide and four high, so dots are about as far from each other in both directions. It is a superellipse, a
little nearer to its corners than an ellipse, so that the cards lie within it.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import groupby
from typing import Final

from mandala_client.games.colour_signs import Part, style_of
from mandala_client.ui.rows import Fragment, Row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import STRIP
from mandala_protocol.games.mandala import COLOURS

_WIDE: Final = 2
_HIGH: Final = 4
"""Dots in a cell: a sign of braille has a bit for each."""

_BITS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bit of each dot in its cell, by its column and row there."""

_EXPONENT: Final = 2.6
"""The exponent of the superellipse; 2 is an ellipse, more is nearer to its corners."""

_ARC: Final = math.pi / len(COLOURS)
"""The angle of the arc of a colour, in radians; all arcs together are half a turn."""

_BETWEEN: Final = math.radians(2.2)
"""The angle from the end of an arc to where the next one would touch it, in radians."""

_SURFACES: Final = ("", STRIP)
"""The surfaces on which the circle is seen."""

_KEPT: Final = 128
"""Each set of colours is kept as it was drawn."""


@lru_cache(maxsize=_KEPT)
def circle(look: Look, columns: int, lines: int, breadth: int, present: tuple[bool, ...]) -> tuple[Row, ...]:
    """The circle in this number of columns and lines; a cell without a dot is a space.

    ``breadth``: the breadth of an arc in dots; where its colour is missing only the outermost is there. ``present``:
    True for each colour in the mandala.
    """
    styles = [style_of(Part.ARC, colour) if present[colour] else style_of(Part.TRACE, colour) for colour in COLOURS]
    cells = [[(0, 0)] * columns for _line in range(lines)]
    for across, down, colour, is_outermost in _dots(columns * _WIDE, lines * _HIGH, breadth):
        if present[colour] or is_outermost:
            line, column = cells[down // _HIGH], across // _WIDE
            line[column] = (line[column][0] | _BITS[across % _WIDE][down % _HIGH], colour)
    return tuple(_line(line, styles, look.dots) for line in cells)


@lru_cache(maxsize=_KEPT)
def _dots(width: int, height: int, breadth: int) -> list[tuple[int, int, int, bool]]:
    """The dots of an area of ``width`` × ``height`` dots.

    Each has its place, the colour of its arc, and whether none is farther out.
    """
    dots: list[tuple[int, int, int, bool]] = []
    for down in range(height):
        for across in range(width):
            colour = _arc_at(across, down, width, height, breadth)
            if colour is not None:
                dots.append((across, down, colour, _arc_at(across, down, width, height, 1) is not None))
    return dots


def _arc_at(across: int, down: int, width: int, height: int, breadth: int) -> int | None:
    """The colour of the arc that has this dot, in an area of ``width`` × ``height`` dots; None where no arc is.

    ``breadth``: the breadth of the arc, in dots.
    """
    right, below = across - (width - 1) / 2, down - (height - 1) / 2
    # So far from the middle is the dot, and its edge in the same direction.
    share = (abs(2 * right / width) ** _EXPONENT + abs(2 * below / height) ** _EXPONENT) ** (1 / _EXPONENT)
    away = math.hypot(right, below)
    if not 0 < share <= 1 or away / share - away >= breadth:
        return None
    angle = math.atan2(abs(below), -right)  # from the left, by the top or the bottom, to the right
    colour = min(int(angle / _ARC), len(COLOURS) - 1)
    begins, ends = colour * _ARC, (colour + 1) * _ARC
    if (colour and angle - begins < _BETWEEN) or (colour < len(COLOURS) - 1 and ends - angle < _BETWEEN):
        return None
    return colour


def with_circle(of: Row, line: Row) -> Row:
    """The row with a line of the circle, each sign of which is one column wide, wherever nothing but a surface is."""
    parts: list[Fragment] = []
    column = at = start = 0  # where the row is; which part of the line that is in, and where it starts
    for (surface, click), alike in groupby(of, lambda one: (_surface_of(one), one.click)):
        fragments = list(alike)
        end = column + sum(width_of(fragment.text) for fragment in fragments)
        if surface is None:
            parts += fragments
        while at < len(line) and start < end:
            part = line[at]
            stop = start + len(part.text)
            if surface is not None and stop > column:
                seen = part.text[max(column - start, 0) : end - start]
                style = ",".join(filter(None, (surface, part.style)))
                parts.append(Fragment(seen, style, click))
            if stop > end:
                break
            at, start = at + 1, stop
        column = end
    return tuple(parts)


def _surface_of(of: Fragment) -> str | None:
    """The surface that an empty part of a row lies on, "" for none; None if something is there."""
    return of.style if of.style in _SURFACES and of.text.isspace() else None


def _line(cells: list[tuple[int, int]], styles: list[str], signs: str) -> Row:
    """A line of the circle in as few parts as possible, of the signs for the dots of a cell."""
    parts: list[Fragment] = []
    for dots, colour in cells:
        sign, style = (signs[dots], styles[colour]) if dots else (" ", "")
        # A space has no style of its own.
        if parts and (not dots or parts[-1].style == style):
            parts[-1] = parts[-1]._replace(text=parts[-1].text + sign)
        else:
            parts.append(Fragment(sign, style))
    return tuple(parts)
