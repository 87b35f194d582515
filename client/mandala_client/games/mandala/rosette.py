"""The ornament that a mandala lies on: a rosette of dots, eight of them in each cell of the screen.

A cell of braille is two dots wide and four high; with that, dots are about as far from each other in both directions.
Each column is in the colour of its cards once one of them is in the mandala, and quiet before: so the rosette blooms as
the mandala is completed. Its petals are quieter than its ring, and strewn with sand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Final, TypeAlias

from mandala_client.games.colour_signs import petals_class, ring_class
from mandala_client.ui.rows import Fragment, Row
from mandala_client.ui.themes import PETALS, RING
from mandala_protocol.games.mandala import COLOURS

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

_LEAST_LINES: Final = 12
"""In a mandala of fewer lines, cards leave only shreds of the rosette."""

_KEPT: Final = 256
"""Each set of colours in each of the forms is kept as it was drawn."""


def has_room(lines: int) -> bool:
    """Return whether a rosette can be seen in a mandala of so many lines."""
    return lines >= _LEAST_LINES


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
        (ring_class(colour), petals_class(colour)) if present[colour] else (RING, PETALS)
        for colour in (COLOURS[column * len(COLOURS) // columns] for column in range(columns))
    ]
    return tuple(_woven(*both, styles) for both in zip(*_ring_and_flower(columns, lines), strict=True))


@lru_cache(maxsize=_KEPT)
def _ring_and_flower(columns: int, lines: int) -> tuple[list[str], list[str]]:
    """Both parts of the rosette without their colours, line by line."""
    width, height = columns * _WIDE, lines * _HIGH
    ring = _dots((_ring,), width, height, round(lines / _LINES_FOR_A_DOT))
    flower = chain(_dots((_circle, _petals), width, height, 1), _sand(width, height))
    return _signs(ring, columns, lines), _signs(flower, columns, lines)


def _signs(dots: Iterable[tuple[int, int]], columns: int, lines: int) -> list[str]:
    """The dots as signs of braille, line by line."""
    cells = [[0] * columns for _line in range(lines)]
    for across, down in dots:
        cells[down // _HIGH][across // _WIDE] |= _BITS[across % _WIDE][down % _HIGH]
    return ["".join(chr(_FIRST_OF_BRAILLE + cell) if cell else " " for cell in line) for line in cells]


def _dots(curves: tuple[Curve, ...], width: int, height: int, breadth: int) -> Iterator[tuple[int, int]]:
    """Yield the dots of the curves within an area of so many dots; what is broad is so towards the middle."""
    middle, centre = (width - 1) / 2, (height - 1) / 2
    radius = min(middle, centre)
    samples = math.ceil(_SAMPLES * radius)
    for curve in curves:
        for number in range(samples):
            angle = math.tau * number / samples
            for inwards in range(breadth):
                away = radius * curve(angle) - inwards
                yield round(middle + away * math.cos(angle)), round(centre + away * math.sin(angle))


def _sand(width: int, height: int) -> Iterator[tuple[int, int]]:
    """Yield the dots of the sand in the petals, within an area of so many dots."""
    middle, centre = (width - 1) / 2, (height - 1) / 2
    radius = min(middle, centre)
    for down in range(height):
        for across in range(2 * down % _APART, width, _APART):
            right, below = across - middle, down - centre
            if _INNER < math.hypot(right, below) / radius < _petals(math.atan2(below, right)) - _BESIDE_EDGE:
                yield across, down


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
