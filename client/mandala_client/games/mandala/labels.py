"""The labels of the areas of a mandala, where no card is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from mandala_client.ui.rows import Fragment, Row, is_empty, row, width_of


def labelled(of: Row, labels: Sequence[str]) -> Row:
    """The row with a label: with the first that fits before all cards, or the last in any free place, if it has one."""
    joined = _joined(of)
    for label in labels:
        places = joined if label == labels[-1] else joined[:1]
        for number, place in enumerate(places):
            if not is_empty(place):
                continue
            # The space behind it is a part of it: no circle touches it.
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
    label = next((fitting for fitting in labels if width_of(fitting) <= room), labels[-1])
    # The spaces around it are a part of it: no circle touches it.
    text = f" {label} "
    start = (width_of(of) - width_of(text)) // 2
    end = start + width_of(text)
    joined, column = _joined(of), 0
    for number, place in enumerate(joined):
        before, column = column, column + width_of(place.text)
        if before <= start and end <= column and is_empty(place):
            parts = (" " * (start - before), ""), (text, "label"), (" " * (column - end), "")
            shown = [Fragment(part, style, place.click) for part, style in parts]
            return row(*joined[:number], *shown, *joined[number + 1 :])
    return labelled(of, (label, labels[-1]))


def _joined(of: Row) -> Row:
    """The row with its empty places side by side as one."""
    parts: list[Fragment] = []
    for nothing, alike in groupby(of, is_empty):
        fragments = list(alike)
        clicks = {fragment.click for fragment in fragments}
        click = clicks.pop() if len(clicks) == 1 else None
        parts += [Fragment("".join(fragment.text for fragment in fragments), "", click)] if nothing else fragments
    return tuple(parts)
