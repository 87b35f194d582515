"""The ornament that a mandala lies on: a rosette of dots, eight of them in each cell of the screen.

A cell of braille is two dots wide and four high; with that, dots are about as far from each other in both directions.
Each column is in the colour of its cards once one of them is in the mandala; before that its ring is of plain sand, and
the rest is quiet: so the rosette blooms as the mandala is completed. Its petals are quieter than its ring, and strewn
with sand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Final, TypeAlias

from attrs import frozen

from mandala_client.games.colour_signs import gap_class, petals_class, ring_class
from mandala_client.games.mandala.dots import FIRST_OF_BRAILLE, HIGH, WIDE, bit
from mandala_client.ui.rows import Fragment, Row
from mandala_client.ui.themes import PETALS
from mandala_protocol.games.mandala import COLOURS

Curve: TypeAlias = Callable[[float], float]
"""How far from the middle a curve is in each direction; 1 is from the middle to the ring."""

_SAMPLES: Final = 16
"""So many points of a curve for each dot that the ring is away from the middle."""

_INNER: Final = 0.3
"""The radius of the circle in the middle, where the petals begin."""

_PETALS: Final = 8

_LENGTH: Final = 0.56
"""Of a petal."""

_BESIDE_EDGE: Final = 0.03
"""Along the edge of a petal there is no sand."""

_APART: Final = 4
"""In the columns of dots there is sand at each so many, and in the next row of dots at others."""

_LINES_FOR_A_DOT: Final = 8
"""The ring is a dot broad for so many lines of the mandala."""

_KEPT: Final = 256
"""Each set of colours in each of the forms is kept as it was drawn."""


@frozen
class _Area:
    """An area of so many dots; the ring in it leaves room for a label above and below."""

    width: int
    height: int

    @property
    def middle(self) -> tuple[float, float]:
        """The dots before its middle and above it."""
        return (self.width - 1) / 2, (self.height - 1) / 2

    @property
    def radius(self) -> float:
        """From its middle to the ring."""
        return min(self.middle) - HIGH


def _ring(_angle: float) -> float:
    return 1.0


def _circle(_angle: float) -> float:
    return _INNER


def _petals(angle: float) -> float:
    return _INNER + _LENGTH * math.sqrt(abs(math.cos(_PETALS / 2 * angle)))


@lru_cache(maxsize=_KEPT)
def rosette(columns: int, lines: int, present: tuple[bool, ...]) -> tuple[Row, ...]:
    """The rosette of a mandala of so many columns and lines; a cell without a dot is a space.

    ``present``: whether each colour is in the mandala.
    """
    styles = [
        (ring_class(colour), petals_class(colour)) if present[colour] else (gap_class(colour), PETALS)
        for colour in (COLOURS[column * len(COLOURS) // columns] for column in range(columns))
    ]
    return tuple(_woven(*both, styles) for both in zip(*_ring_and_flower(columns, lines), strict=True))


@lru_cache(maxsize=_KEPT)
def _ring_and_flower(columns: int, lines: int) -> tuple[list[str], list[str]]:
    """Both parts of the rosette without their colours, line by line."""
    area = _Area(columns * WIDE, lines * HIGH)
    ring = _dots((_ring,), area, max(round(lines / _LINES_FOR_A_DOT), 2))
    flower = chain(_dots((_circle, _petals), area, 1), _sand(area))
    return _signs(ring, columns, lines), _signs(flower, columns, lines)


def _signs(dots: Iterable[tuple[int, int]], columns: int, lines: int) -> list[str]:
    """The dots as signs of braille, line by line."""
    cells = [[0] * columns for _line in range(lines)]
    for across, down in dots:
        cells[down // HIGH][across // WIDE] |= bit(across, down)
    return ["".join(chr(FIRST_OF_BRAILLE + cell) if cell else " " for cell in line) for line in cells]


def _dots(curves: tuple[Curve, ...], area: _Area, breadth: int) -> Iterator[tuple[int, int]]:
    """Yield the dots of the curves; what is broad is so towards the middle."""
    middle, centre = area.middle
    radius = area.radius
    samples = math.ceil(_SAMPLES * radius)
    for curve in curves:
        for number in range(samples):
            angle = math.tau * number / samples
            away = curve(angle)
            for inwards in range(breadth):
                length = away * radius - inwards
                yield round(middle + length * math.cos(angle)), round(centre + length * math.sin(angle))


def _sand(area: _Area) -> Iterator[tuple[int, int]]:
    """Yield the dots of the sand in the petals."""
    middle, centre = area.middle
    for line in range(area.height):
        for column in range(2 * line % _APART, area.width, _APART):
            right, below = (column - middle) / area.radius, (line - centre) / area.radius
            if _INNER < math.hypot(right, below) < _petals(math.atan2(below, right)) - _BESIDE_EDGE:
                yield column, line


def _woven(ring: str, flower: str, styles: list[tuple[str, str]]) -> Row:
    """A line of both, in as few parts as possible; where they meet, the ring."""
    parts: list[Fragment] = []
    for on_ring, petal, (of_ring, of_petals) in zip(ring, flower, styles, strict=True):
        sign, style = (on_ring, of_ring) if on_ring != " " else (petal, of_petals)
        # A space has no style of its own.
        if parts and (sign == " " or parts[-1].style == style):
            parts[-1] = parts[-1]._replace(text=parts[-1].text + sign)
        else:
            parts.append(Fragment(sign, style))
    return tuple(parts)
