"""Lists of things of one kind, described once: a column says how each is shown, said, and given to other programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, Generic, TypeAlias, TypeVar

from attrs import frozen

from mandala_client.ui.rows import shortened, width_of, wrap

ItemT = TypeVar("ItemT")

JsonObject: TypeAlias = dict[str, Any]
"""The values that ``json.dumps`` takes: texts, numbers, true, false, null, lists and objects of them."""

_NARROWEST: Final = 6

_INDENT: Final = " " * 10
"""The indent of a remark, so that the beginnings of the rows stand out."""


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
class _DrawnColumn:
    """The texts of a column from top to bottom, and how wide the widest is."""

    cells: tuple[str, ...]
    width: int
    right: bool

    def within(self, width: int, ellipsis: str) -> list[str]:
        """Return the texts in exactly ``width`` columns."""
        shown = [shortened(cell, width, ellipsis) for cell in self.cells]
        rooms = [" " * (width - width_of(text)) for text in shown]
        return [room + text if self.right else text + room for text, room in zip(shown, rooms, strict=True)]


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
        """Return the heading of each column that is shown in ``width`` columns of text, by its key."""
        drawn = self._drawn(headed=True)
        return {key: drawn(key).cells[0] for key in self._layout(drawn, width).keys}

    def lines(self, width: int, ellipsis: str = "…", *, headed: bool = True) -> list[str]:
        """Return a line for the headings, if they are wanted, and one for each thing, none wider than ``width``.

        A column in which there is nothing takes no room.
        """
        if not self.items:
            return []
        drawn = self._drawn(headed=headed)
        layout = self._layout(drawn, width)
        columns = [drawn(key) for key in layout.keys if drawn(key).width or key == layout.gives_way]
        too_wide = max(sum(column.width for column in columns) + len(layout.gap) * (len(columns) - 1) - width, 0)
        giving_way = drawn(layout.gives_way)
        left = max(giving_way.width - too_wide, _NARROWEST)
        cells = [column.within(left if column is giving_way else column.width, ellipsis) for column in columns]
        return [shortened(layout.gap.join(row).rstrip(), width, ellipsis) for row in zip(*cells, strict=True)]

    def _layout(self, drawn: Callable[[str], _DrawnColumn], width: int) -> Layout:
        """The first layout that fits in ``width`` columns, or the last one."""
        for layout in self.layouts[:-1]:
            widths = [layout.least if key == layout.gives_way else drawn(key).width for key in layout.keys]
            if sum(widths) + len(layout.gap) * sum(1 for each in widths[1:] if each) <= width:
                return layout
        return self.layouts[-1]

    def _drawn(self, *, headed: bool) -> Callable[[str], _DrawnColumn]:
        """The cells of a row by their column's key; each is drawn once, when it is asked for."""
        columns = {column.key: column for column in self.columns}

        @cache
        def drawn(key: str) -> _DrawnColumn:
            column = columns[key]
            cells = [*([column.heading] if headed else []), *map(column.shown, self.items)]
            return _DrawnColumn(tuple(cells), max(map(width_of, cells)), column.right)

        return drawn

    def lines_with_remarks(self, width: int, ellipsis: str = "…") -> list[str]:
        """Return the lines of the table, with the remark about an item below its line."""
        lines = self.lines(width, ellipsis)
        sentences = lines[:1]
        for item, line in zip(self.items, lines[1:], strict=True):
            remark = self.remark(item)
            more = [] if remark is None else wrap(remark, width - len(_INDENT))
            sentences += [line, *(_INDENT + part for part in more)]
        return sentences

    def sentences(self) -> list[str]:
        """Return a sentence for each thing, and the remark about it."""
        return [self._told(item) for item in self.items]

    def _told(self, item: ItemT) -> str:
        text = self.sentence.format(**{column.key: (column.said or column.shown)(item) for column in self.columns})
        remark = self.remark(item)
        return text if remark is None else f"{text} {remark}"

    def objects(self) -> list[JsonObject]:
        """Return an object for each thing, for JSON."""
        return [
            {column.key: column.value(item) for column in self.columns if column.value is not None}
            for item in self.items
        ]
