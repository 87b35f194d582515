"""The graph of the chance to win over a game, as rows of text. Its signs alone say everything; colour adds nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from mandala_client.records.review import Review
from mandala_client.records.review_table import WORST_MARK
from mandala_client.ui.clicks import LineTarget
from mandala_client.ui.rows import BLANK, Fragment, Row, row, text_row
from mandala_client.ui.style import Look

SCALE: Final = 5
"""The columns of the scale at the left, with the margin before it."""

RIGHT: Final = 1
"""The columns that stay free at the right."""

LEAST_ROWS: Final = 3
"""Fewer rows of the graph itself say nothing."""

BELOW: Final = 3
"""The rows below it: the marks, what is pointed at, and the numbers of the steps."""

POINTER: Final = "^"
"""Stands below the move that is pointed at."""

_HALF: Final = 50
_WHOLE: Final = 100


@frozen
class Plot:
    """The places of a review's moments in the columns of a graph; with many moments some share a column.

    ``shown``: by column the moment that is drawn there.
    """

    review: Review
    shown: tuple[int, ...]

    @classmethod
    def of(cls, review: Review, columns: int) -> Plot:
        """The plot that is as wide as there is room."""
        count = len(review.course)
        width = max(count, columns - columns % max(count, 1)) if count <= columns else columns
        return cls(review, tuple(column * count // width for column in range(width)))

    def column_of(self, at: int) -> int:
        """The first column of the moment before the move of this frame."""
        course = self.review.course
        moment = max((place for place, moment in enumerate(course) if moment.at <= at), default=0)
        return next((column for column, place in enumerate(self.shown) if place >= moment), len(self.shown) - 1)

    @property
    def heights(self) -> list[int]:
        """The chance in 100, by column."""
        return [self.review.course[place].forecast.in_100 for place in self.shown]


def graph_rows(review: Review, look: Look, columns: int, lines: int, chosen: int | None = None) -> list[Row]:
    """The graph with its marks and steps, in ``lines`` rows; none at all without a teacher, or without the room.

    ``chosen``: the move that is pointed at, counted from 0.
    """
    height = lines - BELOW
    room = columns - SCALE - RIGHT
    if not review.course or height < LEAST_ROWS or room < 1:
        return []
    plot = Plot.of(review, room)
    drawn = [_graph_row(plot.heights, line, height, look) for line in range(height)]
    return [*drawn, _marks(plot), _pointer(plot, chosen), _steps(plot)]


def _graph_row(heights: Sequence[int], line: int, height: int, look: Look) -> Row:
    """One row of the area below the curve; ``line`` counts from above."""
    upper, lower = _WHOLE * (height - line) / height, _WHOLE * (height - line - 1) / height
    middle = (upper + lower) / 2
    level = line == height // 2
    cells = "".join(
        look.full if top > (middle + upper) / 2 else look.lower if top > (lower + middle) / 2 else _empty(look, level)
        for top in heights
    )
    scale = {0: str(_WHOLE), height // 2: str(_HALF), height - 1: "0"}.get(line, "")
    return row(Fragment(f"{scale:>{SCALE - 1}} ", "label"), Fragment(cells))


def _empty(look: Look, level: bool) -> str:
    """An empty cell; the level of an even game is drawn through."""
    return look.rule if level else " "


def _marks(plot: Plot) -> Row:
    """The marks of the moves that cost most, each to be clicked."""
    marks: dict[int, Fragment] = {}
    for number in sorted(plot.review.numbers_of_worst()):
        column = plot.column_of(plot.review.moves[number].at)
        marks[column] = Fragment(WORST_MARK, "title", LineTarget(number))
    cells = (marks.get(column, Fragment(" ")) for column in range(len(plot.shown)))
    return row(Fragment(" " * SCALE), *cells)


def _pointer(plot: Plot, chosen: int | None) -> Row:
    """The row with the mark below the move that is pointed at."""
    if chosen is None or not plot.review.moves:
        return BLANK
    return row(Fragment(" " * (SCALE + plot.column_of(plot.review.moves[chosen].at))), Fragment(POINTER, "prompt"))


def _steps(plot: Plot) -> Row:
    """The number of the first step and of the last."""
    course = plot.review.course
    first, last = str(course[plot.shown[0]].at + 1), str(course[-1].at + 1)
    gap = len(plot.shown) - len(first) - len(last)
    return text_row(f"{' ' * SCALE}{first}{' ' * gap}{last}", "label") if gap > 0 else BLANK
