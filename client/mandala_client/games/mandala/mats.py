"""The mats of the mandalas: each is a place of its own, a disc with a rim where shades can show one.

The corners of a field are quarters of a circle, in steps of half a row; the rest of its height has straight sides, so
that cards lie within. Half a row is about as high as a column is wide, so both are called a dot here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby

from mandala_client.ui.rows import Fragment, Row, on_surface, row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import MAT, ON_RIM, RIM, STRIP

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
    dots = _dots_of_field(len(rows))
    pairs = [(dots[2 * line], dots[2 * line + 1]) for line in range(len(rows))]
    if not is_above:
        pairs = [(lower, upper) for upper, lower in reversed(pairs)]
    return [_redrawn(of, MAT, look, *pair) for of, pair in zip(rows, pairs, strict=True)]


def rimmed(rows: Sequence[Row], look: Look) -> list[Row]:
    """The rows of a mountain on its strip as the middle part of a disc."""
    if not look.has_shades:
        return list(rows)
    return [_redrawn(of, STRIP, look, _side, _side) for of in rows]


def _side(inside: int) -> int:
    """A dot so far inside, where the disc is as wide as it can be."""
    return _MAT if inside else _RIM


@lru_cache(maxsize=8)
def _dots_of_field(height: int) -> list[Callable[[int], int]]:
    """For each half of the rows of a field, the outermost first, what a dot is by how far inside it is."""
    radius = (height + 1) // 2
    ups = (max(radius - (half + 0.5) / 2, 0) for half in range(2 * height))
    insets = [round(2 * (radius - math.sqrt(radius * radius - up * up))) for up in ups]

    def dots(inset: int, outer: int | None) -> Callable[[int], int]:
        def dot(inside: int) -> int:
            if inside < inset:
                return _GROUND
            return _RIM if outer is None or inside < max(outer, inset + 1) else _MAT

        return dot

    return [dots(inset, outer) for inset, outer in zip(insets, [None, *insets], strict=False)]


def _redrawn(of: Row, surface: str, look: Look, upper: Callable[[int], int], lower: Callable[[int], int]) -> Row:
    """The row with its dots wherever it is nothing but its surface."""
    width = width_of(of)
    parts: list[Fragment] = []
    column = 0
    for fragment in of:
        end = column + width_of(fragment.text)
        insides = [min(at, width - 1 - at) for at in range(column, end)]
        if fragment.style == surface and fragment.text.isspace():
            drawn = (_drawn(upper(inside), lower(inside), surface, look) for inside in insides)
            for (sign, style), same in groupby(drawn):
                parts.append(Fragment(sign * len(list(same)), style, fragment.click))
        elif _is_half(fragment):
            free = lower if fragment.text[0] == look.upper else upper
            parts += [
                _with_free_half(fragment, len(list(alike)), dot, surface)
                for dot, alike in groupby(free(inside) for inside in insides)
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
    return of.style.rpartition(",")[2].startswith(("ink.", "edge."))


def _drawn(upper: int, lower: int, surface: str, look: Look) -> tuple[str, str]:
    """A cell with these two dots, and its style."""
    if upper == lower:
        return {_GROUND: (" ", ""), _RIM: (look.full, RIM), _MAT: (" ", surface)}[upper]
    sign = look.upper if upper == _RIM else look.lower
    return sign, f"{surface},{RIM}" if _MAT in (upper, lower) else RIM
