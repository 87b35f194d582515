"""The ornament that a mandala lies on: a rosette of dots, eight of them in each cell of the screen.

A cell of braille is two dots wide and four high; with that, dots are about as far from each other in both directions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from mandala_client.ui.rows import Fragment, Row
from mandala_client.ui.themes import PETALS, RING

Curve: TypeAlias = Callable[[float], float]
"""How far from the middle a curve is in each direction; 1 is from the middle to the ring."""

_FIRST_OF_BRAILLE: Final = 0x2800
_BITS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""Of a dot in its cell, by its column and row there."""

_WIDE: Final = 2
_HIGH: Final = 4
"""Dots in a cell."""

_SAMPLES: Final = 16
"""So many points of a curve for each dot that the ring is away from the middle."""

_INNER: Final = 0.3
"""The radius of the inner ring, where the petals begin."""

_PETALS: Final = 8


def _petals(start: float, length: float, count: int) -> Curve:
    """As many petals as ``count``, from so far out and so long."""
    return lambda angle: start + length * math.sqrt(abs(math.cos(count / 2 * angle)))


def _circle(radius: float) -> Curve:
    return lambda _angle: radius


_RINGS: Final = (_circle(1.0), _circle(_INNER))
_FLOWER: Final = (_petals(_INNER, 0.62, _PETALS),)


@lru_cache(maxsize=4)
def rosette(columns: int, lines: int) -> tuple[Row, ...]:
    """The ornament of a mandala of so many columns and lines; a cell without a dot is a space."""
    rings, flower = (_signs(curves, columns, lines) for curves in (_RINGS, _FLOWER))
    return tuple(_woven(*both) for both in zip(rings, flower, strict=True))


def _signs(curves: tuple[Curve, ...], columns: int, lines: int) -> list[str]:
    """The curves as signs of braille, line by line."""
    cells = [[0] * columns for _line in range(lines)]
    for across, down in _dots(curves, columns * _WIDE, lines * _HIGH):
        cells[down // _HIGH][across // _WIDE] |= _BITS[across % _WIDE][down % _HIGH]
    return ["".join(chr(_FIRST_OF_BRAILLE + cell) if cell else " " for cell in line) for line in cells]


def _dots(curves: tuple[Curve, ...], width: int, height: int) -> Iterator[tuple[int, int]]:
    """The dots of the curves within an area of so many dots."""
    middle, centre = (width - 1) / 2, (height - 1) / 2
    radius = min(middle, centre)
    samples = math.ceil(_SAMPLES * radius)
    for curve in curves:
        for number in range(samples):
            angle = math.tau * number / samples
            away = radius * curve(angle)
            across, down = round(middle + away * math.cos(angle)), round(centre + away * math.sin(angle))
            if 0 <= across < width and 0 <= down < height:
                yield across, down


def _woven(rings: str, flower: str) -> Row:
    """A line of both, in as few parts as possible; where they meet, the rings."""
    parts: list[Fragment] = []
    for ring, petal in zip(rings, flower, strict=True):
        sign, style = (ring, RING) if ring != " " else (petal, PETALS)
        # A space has no style of its own.
        if parts and (sign == " " or parts[-1].style == style):
            parts[-1] = parts[-1]._replace(text=parts[-1].text + sign)
        else:
            parts.append(Fragment(sign, style))
    return tuple(parts)
