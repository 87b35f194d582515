"""Dots on the screen, eight of them in each cell: a sign of braille has a bit for each."""

from __future__ import annotations

from typing import Final

WIDE: Final = 2
HIGH: Final = 4
"""Dots in a cell."""

_BITS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bit of each dot in its cell, by its column and row there."""


def bit(across: int, down: int) -> int:
    """The bit of the dot in this column and row of dots, counted anywhere from an edge of a cell."""
    return _BITS[across % WIDE][down % HIGH]
