"""Lists in columns, as narrow as the window is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from mandala_client.table.rows import shortened, width_of
from mandala_client.table.style import Look

NARROW: Final = 72
"""With fewer columns than this, a list shows only what tells its lines apart."""

_GAP: Final = "  "
_NARROWEST: Final = 6


def columned(
    rows: Sequence[Sequence[str]], width: int, look: Look, *, shrinking: int, right: Collection[int] = ()
) -> list[str]:
    """The cells in columns of at most ``width`` in all; where that is too little, column ``shrinking`` gives way.

    ``right`` are the columns whose cells stand flush right.
    """
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    gaps = len(_GAP) * sum(1 for each in widths[1:] if each)
    widths[shrinking] = max(widths[shrinking] - max(sum(widths) + gaps - width, 0), _NARROWEST)
    lines = []
    for row in rows:
        cells = []
        for number, (cell, each) in enumerate(zip(row, widths, strict=True)):
            shown = shortened(cell, each, look.ellipsis)
            room = " " * (each - width_of(shown))
            if each:
                cells.append(room + shown if number in right else shown + room)
        lines.append(shortened(_GAP.join(cells).rstrip(), width, look.ellipsis))
    return lines
