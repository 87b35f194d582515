"""The mouse on the cells of an emulated terminal, through the real window: what it is on there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from prompt_toolkit.application import create_app_session
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Point, Size
from prompt_toolkit.input import DummyInput
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import DummyOutput

from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import Row, Screen, width_of
from mandala_client.ui.view import make_application
from tests.client.painting import NoHands

Cells: TypeAlias = dict[tuple[int, int], Click]
"""What the mouse is on, by column and line; nothing where it is on nothing."""


class _Terminal(DummyOutput):
    def __init__(self, columns: int, lines: int) -> None:
        self._size = Size(lines, columns)

    def get_size(self) -> Size:
        return self._size


class _Pointing(NoHands):
    """Remembers what was clicked last."""

    def __init__(self) -> None:
        self.on: Click | None = None

    def click(self, on: Click) -> None:
        self.on = on

    def clicked(self) -> Click | None:
        return self.on


Cell: TypeAlias = tuple[int, int]
"""Column and line."""


def every_cell(columns: int, lines: int) -> list[Cell]:
    """All cells of a terminal of this size."""
    return [(column, line) for line in range(lines) for column in range(columns)]


def edges(shown: Screen, columns: int, lines: int) -> list[Cell]:
    """The cells on both sides of wherever something else begins, and the ends of all rows.

    What the mouse is on between two of them is one piece of text, for which its ends stand.
    """
    drawn = meant(shown)
    return [
        (column, line)
        for column, line in every_cell(columns, lines)
        if column in (0, columns - 1)
        or drawn.get((column, line)) != drawn.get((column - 1, line))
        or drawn.get((column, line)) != drawn.get((column + 1, line))
    ]


def pointed_at(
    draw: Callable[[int, int], Screen], columns: int, lines: int, cells: Iterable[Cell] | None = None
) -> Cells:
    """The targets of clicks on these cells of a terminal of this size, or on every cell."""
    hands = _Pointing()
    with create_app_session(input=DummyInput(), output=_Terminal(columns, lines)):
        application = make_application(draw, hands)
    found: Cells = {}
    with set_app(application):
        application.renderer.render(application, application.layout)
        handlers = application.renderer.mouse_handlers.mouse_handlers
        for column, line in every_cell(columns, lines) if cells is None else cells:
            hands.on = None
            handlers[line][column](
                MouseEvent(Point(column, line), MouseEventType.MOUSE_UP, MouseButton.LEFT, frozenset())
            )
            on = hands.clicked()
            if on is not None:
                found[column, line] = on
    return found


def meant(shown: Screen) -> Cells:
    """The same by what was drawn: the cells that the text of each piece takes."""
    return {(column, line): on for line, row in enumerate(shown.rows) for column, on in _columns(row)}


def _columns(row: Row) -> list[tuple[int, Click]]:
    columns: list[tuple[int, Click]] = []
    column = 0
    for fragment in row:
        after = column + width_of(fragment.text)
        if fragment.click is not None:
            columns += [(one, fragment.click) for one in range(column, after)]
        column = after
    return columns
