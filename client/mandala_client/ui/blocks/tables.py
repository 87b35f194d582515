"""Lists of things of one kind, described once: a column says how each is shown, said, and given to other programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

from attrs import frozen

from mandala_client.ui.rows import shortened, width_of, wrap

ItemT = TypeVar("ItemT")

JsonObject: TypeAlias = dict[str, Any]
"""What ``json.dumps`` takes: texts, numbers, true, false, null, lists and objects of them."""

_NARROWEST: Final = 6

_INDENT: Final = " " * 10
"""Before a remark, so that the beginnings of the rows stand out."""


@frozen
class Column(Generic[ItemT]):
    """Something about each thing in a list.

    Attributes:
        key: its name in JSON and in the sentence
        heading: what is above it in a table
        value: what JSON has; without it, JSON does not have the column
        text: how it is shown; without it, as the value
        said: what the sentence has; without it, what is shown
        right: shown flush right
    """

    key: str
    heading: str = ""
    value: Callable[[ItemT], Any] | None = None
    text: Callable[[ItemT], str] | None = None
    said: Callable[[ItemT], str] | None = None
    right: bool = False

    def shown(self, item: ItemT) -> str:
        """Return how it is shown for this thing."""
        if self.text is not None:
            return self.text(item)
        return "" if self.value is None else str(self.value(item))


def number(
    key: str,
    heading: str,
    value: Callable[[ItemT], Any],
    text: Callable[[ItemT], str] | None = None,
    said: Callable[[ItemT], str] | None = None,
) -> Column[ItemT]:
    """Return a column of numbers, flush right."""
    return Column(key, heading, value, text, said, right=True)


@frozen
class Layout:
    """The keys of columns to be shown side by side, and which of them gives way to as few columns as ``least``."""

    keys: tuple[str, ...]
    gives_way: str
    least: int = 6
    gap: str = "  "


@frozen
class Table(Generic[ItemT]):
    """A list of things.

    Attributes:
        layouts: what is shown, beginning with what takes most room; the last one is for any width
        sentence: about one of them, with the keys of columns
        remark: what else there is to say about one of them
    """

    columns: tuple[Column[ItemT], ...]
    items: Sequence[ItemT]
    layouts: tuple[Layout, ...]
    sentence: str = ""
    remark: Callable[[ItemT], str | None] = lambda _item: None

    def headings(self, width: int) -> dict[str, str]:
        """Return what is above each column that is shown in so much room, by its key."""
        return {column.key: column.heading for column in self._columns(self._layout(width, headed=True))}

    def lines(self, width: int, ellipsis: str = "…", *, headed: bool = True) -> list[str]:
        """Return a line for the headings, if they are wanted, and one for each thing, none wider than ``width``.

        A column in which there is nothing takes no room.
        """
        if not self.items:
            return []
        layout = self._layout(width, headed=headed)
        columns, cells = self._columns(layout), self._cells(layout, headed=headed)
        widths, giving_way = _widths(cells), layout.keys.index(layout.gives_way)
        too_wide = max(_side_by_side(widths, layout.gap) - width, 0)
        widths[giving_way] = max(widths[giving_way] - too_wide, _NARROWEST)
        lines = []
        for row in cells:
            shown = [
                _flush(shortened(cell, room, ellipsis), room, right=column.right)
                for cell, room, column in zip(row, widths, columns, strict=True)
                if room
            ]
            lines.append(shortened(layout.gap.join(shown).rstrip(), width, ellipsis))
        return lines

    def _layout(self, width: int, *, headed: bool) -> Layout:
        """The first layout that fits in so many columns, or the last one."""
        for layout in self.layouts[:-1]:
            widths, giving_way = _widths(self._cells(layout, headed=headed)), layout.keys.index(layout.gives_way)
            widths[giving_way] = min(widths[giving_way], layout.least)
            if _side_by_side(widths, layout.gap) <= width:
                return layout
        return self.layouts[-1]

    def _columns(self, layout: Layout) -> list[Column[ItemT]]:
        by_key = {column.key: column for column in self.columns}
        return [by_key[key] for key in layout.keys]

    def _cells(self, layout: Layout, *, headed: bool) -> list[list[str]]:
        columns = self._columns(layout)
        cells = [[column.shown(item) for column in columns] for item in self.items]
        return [[column.heading for column in columns], *cells] if headed else cells

    def lines_with_remarks(self, width: int, ellipsis: str = "…") -> list[str]:
        """Return the same, with the remark about a thing below it."""
        lines = self.lines(width, ellipsis)
        told = lines[:1]
        for item, line in zip(self.items, lines[1:], strict=True):
            remark = self.remark(item)
            more = [] if remark is None else wrap(remark, width - len(_INDENT))
            told += [line, *(_INDENT + part for part in more)]
        return told

    def sentences(self) -> list[str]:
        """Return a sentence for each thing, and the remark about it."""
        return [self._told(item) for item in self.items]

    def _told(self, item: ItemT) -> str:
        told = self.sentence.format(**{column.key: (column.said or column.shown)(item) for column in self.columns})
        remark = self.remark(item)
        return told if remark is None else f"{told} {remark}"

    def objects(self) -> list[JsonObject]:
        """Return an object for each thing, for JSON."""
        return [
            {column.key: column.value(item) for column in self.columns if column.value is not None}
            for item in self.items
        ]


def _widths(cells: Sequence[Sequence[str]]) -> list[int]:
    """What each column takes."""
    return [max(map(width_of, column)) for column in zip(*cells, strict=True)]


def _side_by_side(widths: Sequence[int], gap: str) -> int:
    """What columns that are so wide take together, with the gaps between them."""
    return sum(widths) + len(gap) * sum(1 for each in widths[1:] if each)


def _flush(text: str, width: int, *, right: bool) -> str:
    room = " " * (width - width_of(text))
    return room + text if right else text + room
