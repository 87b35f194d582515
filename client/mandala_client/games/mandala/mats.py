"""What lies below the cards of a mandala: an ornament where nothing else is, and the labels of its areas."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from mandala_client.ui.rows import Fragment, Row, row, width_of
from mandala_client.ui.themes import STRIP

_SURFACES: Final = ("", STRIP)
"""What an ornament is seen on."""


def with_ornament(of: Row, ornament: Row) -> Row:
    """The row with the ornament, each sign of which is one column wide, wherever nothing but a surface is."""
    parts: list[Fragment] = []
    column = at = start = 0  # where the row is; which part of the ornament that is in, and where it starts
    for (surface, click), alike in groupby(of, lambda one: (_surface_of(one), one.click)):
        fragments = list(alike)
        end = column + sum(width_of(one.text) for one in fragments)
        if surface is None:
            parts += fragments
        while at < len(ornament) and start < end:
            part = ornament[at]
            stop = start + len(part.text)
            if surface is not None and stop > column:
                seen = part.text[max(column - start, 0) : end - start]
                style = ",".join(filter(None, (surface, part.style)))
                parts.append(Fragment(seen, style, click))
            if stop > end:
                break
            at, start = at + 1, stop
        column = end
    return tuple(parts)


def _surface_of(of: Fragment) -> str | None:
    """The surface that an empty part of a row lies on, "" for none; None if something is there."""
    return of.style if of.style in _SURFACES and of.text.isspace() else None


def labelled(of: Row, labels: Sequence[str]) -> Row:
    """The row with a label: with the first that fits before all cards, or the last in any free place, if it has one."""
    joined = _joined(of)
    for label in labels:
        places = joined if label == labels[-1] else joined[:1]
        for number, place in enumerate(places):
            if not place.text.isspace() or place.style:
                continue
            # The space behind it is a part of it: no ornament touches it.
            text = f"{label} "
            room = width_of(place.text) - width_of(text)
            before = 1 if number else 0
            if before <= room:
                parts = (" " * before, ""), (text, "label"), (" " * (room - before), "")
                shown = [Fragment(part, style, place.click) for part, style in parts]
                return row(*joined[:number], *shown, *joined[number + 1 :])
    return of


def labelled_in_middle(of: Row, labels: Sequence[str], room: int) -> Row:
    """The row with a label: with the first of at most ``room`` columns in its middle, or beside cards that are there.

    The last label may be wider.
    """
    label = next((one for one in labels if width_of(one) <= room), labels[-1])
    # The spaces around it are a part of it: no ornament touches it.
    text = f" {label} "
    start = (width_of(of) - width_of(text)) // 2
    end = start + width_of(text)
    joined, column = _joined(of), 0
    for number, place in enumerate(joined):
        before, column = column, column + width_of(place.text)
        if before <= start and end <= column and place.text.isspace() and not place.style:
            parts = (" " * (start - before), ""), (text, "label"), (" " * (column - end), "")
            shown = [Fragment(part, style, place.click) for part, style in parts]
            return row(*joined[:number], *shown, *joined[number + 1 :])
    return labelled(of, (label, labels[-1]))


def _joined(of: Row) -> Row:
    """The row with its empty places side by side as one."""
    parts: list[Fragment] = []
    for is_empty, alike in groupby(of, lambda one: one.text.isspace() and not one.style):
        fragments = list(alike)
        clicks = {one.click for one in fragments}
        click = clicks.pop() if len(clicks) == 1 else None
        parts += [Fragment("".join(one.text for one in fragments), "", click)] if is_empty else fragments
    return tuple(parts)
