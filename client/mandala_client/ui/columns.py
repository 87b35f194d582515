"""Lists in columns that line up in the terminal, whatever the words and names are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from mandala_client.ui.rows import shortened, width_of

_NARROWEST: Final = 6


def least_width(rows: Sequence[Sequence[str]], shrinking: int, least: int, gap: str = "  ") -> int:
    """Return how wide these columns are side by side if column ``shrinking`` takes ``least`` columns, or fewer."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    widths[shrinking] = min(widths[shrinking], least)
    return sum(widths) + len(gap) * sum(1 for each in widths[1:] if each)


def columned(
    rows: Sequence[Sequence[str]],
    width: int,
    *,
    shrinking: int,
    right: Collection[int] = (),
    gap: str = "  ",
    ellipsis: str = "…",
) -> list[str]:
    """The cells in columns of at most ``width`` in all; where that is too little, column ``shrinking`` gives way.

    ``right`` are the columns whose cells stand flush right. A column in which nothing stands takes no room.
    """
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    gaps = len(gap) * sum(1 for each in widths[1:] if each)
    widths[shrinking] = max(widths[shrinking] - max(sum(widths) + gaps - width, 0), _NARROWEST)
    lines = []
    for row in rows:
        cells = []
        for number, (cell, each) in enumerate(zip(row, widths, strict=True)):
            shown = shortened(cell, each, ellipsis)
            room = " " * (each - width_of(shown))
            if each:
                cells.append(room + shown if number in right else shown + room)
        lines.append(shortened(gap.join(cells).rstrip(), width, ellipsis))
    return lines
