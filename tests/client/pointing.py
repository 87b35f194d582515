"""The mouse on the cells of an emulated terminal, through the real window: what it is on there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

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


def pointed_at(draw: Callable[[int, int], Screen], columns: int, lines: int) -> Cells:
    """What is clicked on every cell of a terminal of this size."""
    hands = _Pointing()
    application = make_application(draw, hands, keyboard=DummyInput(), terminal=_Terminal(columns, lines))
    cells: Cells = {}
    with set_app(application):
        application.renderer.render(application, application.layout)
        handlers = application.renderer.mouse_handlers.mouse_handlers
        for line in range(lines):
            for column in range(columns):
                hands.on = None
                handlers[line][column](
                    MouseEvent(Point(column, line), MouseEventType.MOUSE_UP, MouseButton.LEFT, frozenset())
                )
                if hands.on is not None:
                    cells[column, line] = hands.on
    return cells


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
