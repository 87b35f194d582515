"""The rows of a presenter on the terminal; rows that have not changed since the last time are kept as they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from prompt_toolkit.application import get_app
from prompt_toolkit.data_structures import Point, Size
from prompt_toolkit.layout import Window
from prompt_toolkit.layout.controls import DummyControl
from prompt_toolkit.layout.mouse_handlers import MouseHandler, MouseHandlers
from prompt_toolkit.layout.screen import Char, WritePosition
from prompt_toolkit.layout.screen import Screen as DrawnScreen
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from mandala_client.text.escaping import written_out
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import Row, Screen, filled, width_of
from mandala_client.ui.themes import GROUND

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

MOST_COLUMNS: Final = 400
MOST_LINES: Final = 200
"""The most lines that are drawn, as a terminal may claim any number: every cell takes memory."""

LineCells: TypeAlias = defaultdict[int, Char]
"""One line of the terminal: what is in each column."""

_SECOND_COLUMN: Final = Char("", "")
"""The second cell of a character of two columns."""

_EMPTY: Final = DrawnScreen().data_buffer[0]
"""A line without cells, to be copied: prompt_toolkit decides what stands where there is none."""

_BARE: Final = Char(" ", f"class:{GROUND}")
"""A cell with nothing but the ground."""

_WHEEL: Final = {MouseEventType.SCROLL_UP: "pageup", MouseEventType.SCROLL_DOWN: "pagedown"}


class Picture(Window):
    """A window that fills the terminal with what ``draw`` gives for its columns and lines.

    It writes the cells itself: to go through the layout of prompt_toolkit, which copies every character each time,
    takes twice as long. ``click`` and ``press`` take what the mouse does; they ask for the next picture themselves.
    """

    def __init__(
        self, draw: Callable[[int, int], Screen], click: Callable[[Click], None], press: Callable[[str], None]
    ) -> None:
        super().__init__(_Focus())
        self._draw, self._click, self._press = draw, click, press
        self.drawn_for: Size | None = None
        """The size of the terminal when it was last drawn."""
        self._rows: tuple[Row, ...] = ()
        self._drawn: tuple[LineCells, ...] = ()
        self._screen: DrawnScreen | None = None
        self._width = 0
        self._handlers = defaultdict[int, MouseHandler](lambda: self._take_mouse)

    def write_to_screen(
        self,
        screen: DrawnScreen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,  # noqa: ARG002 - prompt_toolkit's shape
        erase_bg: bool,  # noqa: ARG002
        z_index: int | None,  # noqa: ARG002
    ) -> None:
        """Draw; ``write_position`` is the whole terminal."""
        self.drawn_for = Size(rows=write_position.height, columns=write_position.width)
        columns, lines = min(write_position.width, MOST_COLUMNS), min(write_position.height, MOST_LINES)
        if columns <= 0 or lines <= 0:
            return
        shown = self._draw(columns, lines)
        self._write_rows(screen, filled(shown.rows, lines), columns)
        screen.height = lines
        cursor = self._cursor(shown)
        screen.show_cursor = cursor is not None
        if cursor is not None:
            screen.set_cursor_position(self, cursor)
        # One handler for every cell: to write it to each of them takes as long as to find the rows that have changed.
        mouse_handlers.mouse_handlers = defaultdict(lambda: self._handlers)
        screen.visible_windows_to_write_positions[self] = write_position

    def _write_rows(self, screen: DrawnScreen, rows: tuple[Row, ...], columns: int) -> None:
        before = self._rows if columns == self._width else ()
        drawn: list[LineCells] = []
        for number, row in enumerate(rows):
            at = _place_in(before, row, number)
            drawn.append(_filled(row, columns) if at is None else self._drawn[at])
        self._put(screen, drawn, self._on_terminal())
        self._drawn, self._screen = tuple(drawn), screen
        self._rows, self._width = rows, columns

    def _on_terminal(self) -> DrawnScreen | None:
        """The screen that we drew last, if the terminal still shows it and only what differs will be written."""
        application = get_app()
        shown = application.renderer.last_rendered_screen
        return shown if shown is self._screen and not application.is_done else None

    def _put(self, screen: DrawnScreen, drawn: Sequence[LineCells], shown: DrawnScreen | None) -> None:
        """Put the lines on the new screen; of those that the terminal shows, only what differs, on both screens.

        prompt_toolkit compares both screens cell by cell, three times: for a table of which one row has changed that
        takes longer than all the rest.
        """
        for number, line in enumerate(drawn):
            screen.data_buffer[number] = line
        if shown is None:
            return
        for number, old in enumerate(self._drawn):
            shown.data_buffer[number] = old
            if number < len(drawn) and drawn[number] is old:
                del shown.data_buffer[number], screen.data_buffer[number]
            elif number < len(drawn):
                screen.data_buffer[number], shown.data_buffer[number] = _differences(drawn[number], old)

    def _cursor(self, shown: Screen) -> Point | None:
        """The place of the text cursor, if it is shown at all; a window can be too small for its line."""
        if shown.cursor is None or shown.cursor[1] >= len(self._rows):
            return None
        characters, line = shown.cursor
        before = "".join(fragment.text for fragment in self._rows[line])[:characters]
        return Point(width_of(before), line)

    def _take_mouse(self, event: MouseEvent) -> NotImplementedOrNone:
        if event.event_type is MouseEventType.MOUSE_UP:
            on = self._at(event.position)
            if on is not None:
                self._click(on)
        elif event.event_type in _WHEEL:
            self._press(_WHEEL[event.event_type])
        return NotImplemented

    def _at(self, position: Point) -> Click | None:
        if position.y >= len(self._rows):
            return None
        passed = 0
        for fragment in self._rows[position.y]:
            passed += width_of(fragment.text)
            if passed > position.x:
                return fragment.click
        return None


class _Focus(DummyControl):
    """The receiver of the keys: prompt_toolkit wants one place for them."""

    def is_focusable(self) -> bool:
        return True


def _place_in(rows: tuple[Row, ...], row: Row, number: int) -> int | None:
    """The place of a row among others, most often the same ``number``; None if it is not among them."""
    if number < len(rows) and rows[number] == row:
        return number
    return next((at for at, line in enumerate(rows) if line == row), None)


def _filled(row: Row, columns: int) -> LineCells:
    """The cells of a line with the characters of a row, as far as there are columns; the ground is behind them all."""
    shown: list[Char] = []
    for fragment in row:
        cells = _cells_of(fragment.text, fragment.style)
        if cells and cells[0].width == 0:
            _join(shown, cells[0].char)
            cells = cells[1:]
        shown += cells
    if len(shown) > columns and shown[columns] is _SECOND_COLUMN:
        shown[columns - 1] = _BARE  # half a character is none
    shown += [_BARE] * (columns - len(shown))
    line = _EMPTY.copy()
    line.update(enumerate(shown[:columns]))
    return line


def _differences(new: LineCells, old: LineCells) -> tuple[LineCells, LineCells]:
    """Both lines with the cells that differ, and the same cell in both in place of all others between two of those."""
    of_new, of_old = _EMPTY.copy(), _EMPTY.copy()
    passed = 0
    for column, cell in new.items():
        before = old[column]
        if cell is not before:
            if passed < column:
                of_new[passed] = of_old[passed] = _in_place_of(column - passed)
            of_new[column], of_old[column] = cell, before
            passed = column + 1
    if passed < len(new):
        of_new[passed] = of_old[passed] = _in_place_of(len(new) - passed)
    return of_new, of_old


@lru_cache(maxsize=MOST_COLUMNS)
def _in_place_of(columns: int) -> Char:
    """A cell as wide as so many that stay as they are: with the same one on both screens nothing is written there."""
    cell = Char("=")
    cell.width = columns
    return cell


@lru_cache(maxsize=2048)
def _cells_of(text: str, style: str) -> tuple[Char, ...]:
    """The cells of a text. Only at its beginning is there perhaps one without a width, for the text before it.

    Kept, as most of a row that has changed is as it was.
    """
    classes = " ".join(f"class:{name}" for name in (GROUND, *style.split(",")) if name)
    cells: list[Char] = []
    for character in written_out(text):
        cell = _cell(character, classes)
        if cell.width == 0 and cells:
            _join(cells, character)
        else:
            cells += [cell, *[_SECOND_COLUMN] * (cell.width - 1)]
    return tuple(cells)


_cell = lru_cache(maxsize=4096)(Char)


def _join(cells: list[Char], mark: str) -> None:
    """Write a character without a width, such as an accent, into the cell of the one before it, if there is one."""
    if cells:
        before = -2 if cells[-1] is _SECOND_COLUMN else -1
        cells[before] = _cell(cells[before].char + mark, cells[before].style)
