"""Lists of things of one kind, described once: a column says how each is shown, said, and given to other programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from attrs import frozen

from mandala_client.ui.columns import columned, least_width
from mandala_client.ui.rows import wrap

ItemT = TypeVar("ItemT")

_INDENT = " " * 10
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
        return {column.key: column.heading for column in self._of(self._layout(width, headed=True))}

    def _of(self, layout: Layout) -> list[Column[ItemT]]:
        by_key = {column.key: column for column in self.columns}
        return [by_key[key] for key in layout.keys]

    def _layout(self, width: int, *, headed: bool) -> Layout:
        """The first layout that fits in so many columns, or the last one."""
        for layout in self.layouts[:-1]:
            giving_way = layout.keys.index(layout.gives_way)
            if least_width(self._cells(layout, headed=headed), giving_way, layout.least, layout.gap) <= width:
                return layout
        return self.layouts[-1]

    def _cells(self, layout: Layout, *, headed: bool) -> list[list[str]]:
        columns = self._of(layout)
        cells = [[column.shown(item) for column in columns] for item in self.items]
        return [[column.heading for column in columns], *cells] if headed else cells

    def lines(self, width: int, ellipsis: str = "…", *, headed: bool = True) -> list[str]:
        """Return a line for the headings, if they are wanted, and one for each thing, none wider than ``width``."""
        if not self.items:
            return []
        layout = self._layout(width, headed=headed)
        right = [number for number, column in enumerate(self._of(layout)) if column.right]
        return columned(
            self._cells(layout, headed=headed),
            width,
            shrinking=layout.keys.index(layout.gives_way),
            right=right,
            gap=layout.gap,
            ellipsis=ellipsis,
        )

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

    def objects(self) -> list[dict[str, Any]]:
        """Return an object for each thing, for JSON."""
        return [
            {column.key: column.value(item) for column in self.columns if column.value is not None}
            for item in self.items
        ]
