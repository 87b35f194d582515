"""Rows for two players: what belongs to each at its end of a row, what both share in between."""

from __future__ import annotations

from collections.abc import Sequence

from mandala_client.ui.large_text import large_number
from mandala_client.ui.rows import BLANK, Fragment, Row, fit, kept_drawn, row, text_row, width_of
from mandala_client.ui.style import Look


@kept_drawn
def at_both_ends(left: Row, right: Row, width: int) -> Row:
    """A row of ``width`` columns with one part at each end."""
    return row(fit(left, width - width_of(right)), right)


@kept_drawn
def between(left: Row, middle: str, right: Row, width: int) -> Row:
    """A row with a part at each end and a label as near to the middle as there is room.

    The label is left out if there is no room.
    """
    room, own = width - width_of(right), width_of(middle)
    if width_of(left) + bool(left) + own + bool(right) > room:
        return at_both_ends(left, right, width)
    start = max(min((width - own) // 2, room - 1 - own), width_of(left) + 1 if left else 0)
    return row(fit(row(fit(left, start), Fragment(middle, "label")), room), right)


def aired(parts: Sequence[Sequence[Row]], height: int, width: int) -> list[Row]:
    """The parts below each other in ``height`` rows of ``width`` columns, with empty rows above each of them.

    Where there is less room, those above the first parts are the first to go.
    """
    free = height - sum(map(len, parts))
    air = [(free + number) // len(parts) for number in range(len(parts))]
    shown = [line for above, part in zip(air, parts, strict=True) for line in (*[BLANK] * above, *part)]
    return [row(" ", line, " ") if line else row(" " * width) for line in shown]


@kept_drawn
def points_at_both_ends(left: int | None, right: int | None, look: Look, width: int) -> tuple[Row, ...]:
    """Two numbers of points in large figures, or as plain text for want of room; no row if one is not to be shown."""
    if left is None or right is None:
        return ()
    first, second = (large_number(points, look, "title") for points in (left, right))
    if width_of(first[-1]) + width_of(second[-1]) >= width:
        plain = [text_row(str(points), "title") for points in (left, right)]
        return BLANK, at_both_ends(plain[0], plain[1], width), BLANK
    return tuple(at_both_ends(left_row, right_row, width) for left_row, right_row in zip(first, second, strict=True))
