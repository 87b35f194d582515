"""The mats of the mandalas: each lies in a frame of its own, and on a rosette where shades show one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from mandala_client.games.mandala.rosette import rosette
from mandala_client.ui.rows import Fragment, Row, on_surface, row, width_of
from mandala_client.ui.style import Look
from mandala_client.ui.themes import MAT, RIM

_KEPT: Final = 256
"""So many rows are kept as they were drawn last: a redraw changes few of them, and many are empty."""


@lru_cache(maxsize=_KEPT)
def on_mat(of: Row, pad: int, surface: str, look: Look, height: int, at: int, present: tuple[bool, ...]) -> Row:
    """A row of a mandala on its mat, with both sides of its frame.

    ``pad``: from either side to the cards. ``height``: of the mandala, in rows; ``at``: which of them it is.
    ``present``: whether each colour lies in the mandala.
    """
    edge, side = " " * (pad - 1), Fragment(look.solid_frame.upright, f"{MAT},{RIM}")
    lying = on_surface(row(edge, of, edge), surface)
    if look.has_shades:
        lying = _with_ornament(lying, surface, rosette(width_of(lying), height, present)[at])
    return row(side, lying, side)


def _with_ornament(of: Row, surface: str, ornament: Row) -> Row:
    """The row with the ornament, each sign of which is one column wide, wherever it is nothing but its surface."""
    parts: list[Fragment] = []
    column = at = start = 0  # where the row is; which part of the ornament that is in, and where it starts
    for (is_free, click), alike in groupby(of, lambda one: (one.style == surface and one.text.isspace(), one.click)):
        fragments = list(alike)
        end = column + sum(width_of(one.text) for one in fragments)
        if not is_free:
            parts += fragments
        while at < len(ornament) and start < end:
            part = ornament[at]
            stop = start + len(part.text)
            if is_free and stop > column:
                seen = part.text[max(column - start, 0) : end - start]
                parts.append(Fragment(seen, f"{surface},{part.style}", click))
            if stop > end:
                break
            at, start = at + 1, stop
        column = end
    return tuple(parts)


def labelled(of: Row, labels: Sequence[str], indent: int = 0) -> Row:
    """The row with a label: with the first that fits before all cards, or the last in any free place, if it has one.

    Before all cards it begins so many columns further in, if that leaves room for it.
    """
    joined = _joined(of)
    for label in labels:
        places = joined if label == labels[-1] else joined[:1]
        for number, place in enumerate(places):
            if not place.text.isspace() or place.style:
                continue
            # The space behind it is a part of it: no ornament touches it.
            text = f"{label} "
            room = width_of(place.text) - width_of(text)
            before = 1 if number else indent if indent <= room else 0
            if before <= room:
                parts = (" " * before, ""), (text, "label"), (" " * (room - before), "")
                shown = [Fragment(part, style, place.click) for part, style in parts]
                return row(*joined[:number], *shown, *joined[number + 1 :])
    return of


def _joined(of: Row) -> Row:
    """The row with its empty places side by side as one."""
    parts: list[Fragment] = []
    for is_empty, alike in groupby(of, lambda one: one.text.isspace() and not one.style):
        fragments = list(alike)
        clicks = {one.click for one in fragments}
        click = clicks.pop() if len(clicks) == 1 else None
        parts += [Fragment("".join(one.text for one in fragments), "", click)] if is_empty else fragments
    return tuple(parts)
