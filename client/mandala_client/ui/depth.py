"""The number of colours of a terminal."""

from __future__ import annotations

import enum


class Depth(enum.Enum):
    """The bits of a colour: 2, 16, 256 or 16 million colours."""

    MONOCHROME = 1
    SIXTEEN = 4
    MANY = 8
    TRUE = 24
