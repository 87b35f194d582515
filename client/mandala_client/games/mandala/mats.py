"""The mats of the mandalas: each is a place of its own, a disc with a rim where shades can show one.

The corners of a field are quarters of a circle, in steps of half a row; the rest of its height has straight sides, so
that cards lie within. Half a row is about as high as a column is wide, so both are called a dot here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final

from attrs import frozen

from mandala_client.games.colour_signs import edge_class, ink_class
from mandala_client.ui.rows import Fragment, Row, on_surface, row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import MAT, ON_RIM, RIM, STRIP
from mandala_protocol.games.colours import COLOURS

_KEPT: Final = 256
"""So many rows are kept as they were drawn last: a redraw changes few of them, and many are empty."""

_OF_HALVES: Final = frozenset(of_half(colour) for of_half in (ink_class, edge_class) for colour in COLOURS)
"""The style classes of half a row of a card."""

_GROUND, _RIM, _MAT = range(3)
"""What a dot is: beside the disc, on its rim or within it."""


def on_mat(of: Row, pad: int, surface: str = MAT) -> Row:
    """The row on the mat of a mandala, as far as its edges on both sides."""
    edge = " " * pad
    return on_surface(row(edge, of, edge), surface)


def rounded(rows: Sequence[Row], look: Look, *, is_above: bool) -> list[Row]:
    """The rows of a field on its mat as the upper or the lower part of a disc; cards there stay whole."""
    if not look.has_shades:
        return list(rows)
    above, below = _lines_of_field(len(rows), width_of(rows[0]))
    return [_redrawn(of, MAT, look, line) for of, line in zip(rows, above if is_above else below, strict=True)]


def rimmed(rows: Sequence[Row], look: Look) -> list[Row]:
    """The rows of a mountain on its strip as the middle part of a disc."""
    if not look.has_shades:
        return list(rows)
    side = _line_at_the_side(width_of(rows[0]))
    return [_redrawn(of, STRIP, look, side) for of in rows]


@frozen(eq=False)
class _Line:
    """The dots of both halves of a row; so many columns at either end are not all within the disc.

    Each is made once, so two are equal only if they are the same.
    """

    upper: tuple[int, ...]
    lower: tuple[int, ...]
    margin: int


@lru_cache(maxsize=8)
def _line_at_the_side(width: int) -> _Line:
    """A row where the disc is as wide as it can be."""
    dots = (_RIM, *[_MAT] * (width - 2), _RIM)
    return _Line(dots, dots, 1)


@lru_cache(maxsize=8)
def _lines_of_field(height: int, width: int) -> tuple[tuple[_Line, ...], tuple[_Line, ...]]:
    """The rows of a field above the mountain, and those of one below it."""
    radius = (height + 1) // 2
    ups = (max(radius - (half + 0.5) / 2, 0) for half in range(2 * height))
    insets = [round(2 * (radius - math.sqrt(radius * radius - up * up))) for up in ups]
    # The rim is a dot wide at its sides, as wide as the step from one half of a row to the next, and all of the first.
    ends = [width, *(max(outer, inset + 1) for outer, inset in pairwise(insets))]
    halves = [_dots(width, inset, end) for inset, end in zip(insets, ends, strict=True)]
    lines = [(halves[at], halves[at + 1], max(ends[at], ends[at + 1])) for at in range(0, 2 * height, 2)]
    above = tuple(_Line(outer, inner, margin) for outer, inner, margin in lines)
    return above, tuple(_Line(inner, outer, margin) for outer, inner, margin in reversed(lines))


def _dots(width: int, inset: int, end: int) -> tuple[int, ...]:
    """Half a row of so many columns, of which the rim begins and ends so far inside."""
    insides = (min(at, width - 1 - at) for at in range(width))
    return tuple(_GROUND if inside < inset else _RIM if inside < end else _MAT for inside in insides)


@lru_cache(maxsize=_KEPT)
def _redrawn(of: Row, surface: str, look: Look, line: _Line) -> Row:
    """The row with its dots wherever it is nothing but its surface."""
    upper, lower, margin = line.upper, line.lower, line.margin
    parts: list[Fragment] = []
    column = 0
    for fragment in of:
        end = column + width_of(fragment.text)
        if column >= margin and end <= len(upper) - margin:
            parts.append(fragment)
        elif fragment.style == surface and fragment.text.isspace():
            drawn = (_drawn(*dots, surface, look) for dots in zip(upper[column:end], lower[column:end], strict=True))
            for (sign, style), alike in groupby(drawn):
                parts.append(Fragment(sign * len(list(alike)), style, fragment.click))
        elif _is_half(fragment):
            free = lower if fragment.text[0] == look.upper else upper
            parts += [
                _with_free_half(fragment, len(list(alike)), dot, surface) for dot, alike in groupby(free[column:end])
            ]
        else:
            parts.append(fragment)
        column = end
    return tuple(parts)


def _with_free_half(card: Fragment, columns: int, dot: int, surface: str) -> Fragment:
    """So many columns of half a card, with what is seen in the other half of the row."""
    style = {_GROUND: card.style.removeprefix(f"{surface},"), _RIM: f"{card.style},{ON_RIM}", _MAT: card.style}[dot]
    return card._replace(text=card.text[0] * columns, style=style)


def _is_half(of: Fragment) -> bool:
    """Return whether it is the half of a card, or one edge, and the mat is seen in the other half of the row."""
    return of.style.rpartition(",")[2] in _OF_HALVES


@lru_cache(maxsize=32)
def _drawn(upper: int, lower: int, surface: str, look: Look) -> tuple[str, str]:
    """A cell with these two dots, and its style."""
    if upper == lower:
        return {_GROUND: (" ", ""), _RIM: (look.full, RIM), _MAT: (" ", surface)}[upper]
    sign = look.upper if upper == _RIM else look.lower
    return sign, f"{surface},{RIM}" if _MAT in (upper, lower) else RIM
