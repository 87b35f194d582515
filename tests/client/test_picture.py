"""What a picture puts into the cells of a terminal, what it keeps, and what the mouse finds in it."""

from __future__ import annotations

import io
from functools import partial

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Point
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Screen as DrawnScreen
from prompt_toolkit.layout.screen import WritePosition
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from mandala_client.ui.clicks import Button, Click
from mandala_client.ui.picture import Picture
from mandala_client.ui.rows import Fragment, Row, Screen, row, text_row
from tests.client.painting import application_of, painted, written_in_turn


class Drawing:
    """A picture of rows that can be changed, and all that the mouse has done to it."""

    def __init__(self, *rows: Row, cursor: tuple[int, int] | None = None) -> None:
        self.rows, self.cursor = rows, cursor
        self.done: list[Click | str] = []
        self.picture = Picture(lambda *_: Screen(self.rows, self.cursor), self.done.append, self.done.append)
        self.mouse = MouseHandlers()

    def drawn(self, columns: int = 12, lines: int = 3) -> DrawnScreen:
        screen = DrawnScreen()
        place = WritePosition(xpos=0, ypos=0, width=columns, height=lines)
        self.picture.write_to_screen(screen, self.mouse, place, "", False, None)
        return screen

    def point(self, kind: MouseEventType, x: int, y: int) -> object:
        event = MouseEvent(Point(x, y), kind, MouseButton.LEFT, frozenset())
        return self.mouse.mouse_handlers[y][x](event)


def text_of(screen: DrawnScreen, line: int, columns: int = 12) -> list[str]:
    return [screen.data_buffer[line][column].char for column in range(columns)]


def test_each_character_has_its_cell_with_its_style() -> None:
    screen = Drawing(row("ab", Fragment("c", "loud,card.red"))).drawn()
    assert text_of(screen, 0, 4) == ["a", "b", "c", " "]
    assert screen.data_buffer[0][2].style == "class:ground class:loud class:card.red"


def test_wide_characters_take_two_cells_and_marks_none() -> None:
    screen = Drawing(text_row("王e\u0301x")).drawn()
    assert text_of(screen, 0, 5) == ["王", "", "e\u0301", "x", " "]


def test_nothing_is_drawn_beyond_the_terminal() -> None:
    screen = Drawing(text_row("a王"), text_row("b"), text_row("c")).drawn(columns=2, lines=2)
    assert text_of(screen, 0, 3) == ["a", " ", " "]
    assert screen.height == 2
    assert 2 not in screen.data_buffer


def test_the_cursor_stands_before_its_character_or_is_hidden() -> None:
    drawing = Drawing(text_row("王x"), cursor=(1, 0))
    screen = drawing.drawn()
    assert screen.get_cursor_position(drawing.picture) == Point(2, 0)
    assert screen.show_cursor
    drawing.cursor = (0, 7)
    assert not drawing.drawn().show_cursor


def test_rows_that_stay_are_kept_and_others_are_drawn_anew() -> None:
    drawing = Drawing(text_row("same"), text_row("old"))
    before = drawing.drawn().data_buffer
    drawing.rows = (text_row("same"), text_row("new"))
    after = drawing.drawn().data_buffer
    assert after[0] is before[0]
    assert after[1] is not before[1]
    assert text_of(drawing.drawn(), 1, 3) == list("new")


def test_a_row_is_drawn_anew_in_a_wider_terminal() -> None:
    drawing = Drawing(text_row("abcdef"))
    assert text_of(drawing.drawn(columns=3), 0, 6) == ["a", "b", "c", " ", " ", " "]
    assert text_of(drawing.drawn(columns=6), 0, 6) == list("abcdef")


def test_the_mouse_finds_what_stands_behind_wide_characters_and_nothing_beyond_the_row() -> None:
    drawing = Drawing(row("王", Fragment("ok", "", Button("y"))))
    drawing.drawn()
    for column in (1, 2, 3, 4):
        drawing.point(MouseEventType.MOUSE_UP, column, 0)
    drawing.point(MouseEventType.MOUSE_UP, 2, 1)
    assert drawing.done == [Button("y"), Button("y")]


def test_the_wheel_turns_pages_and_a_mouse_that_only_moves_does_nothing() -> None:
    drawing = Drawing(row(Fragment("ok", "", Button("y"))))
    drawing.drawn()
    for kind in (MouseEventType.SCROLL_UP, MouseEventType.MOUSE_MOVE, MouseEventType.SCROLL_DOWN):
        # Nothing is drawn because of the mouse alone; who takes the key asks for that.
        assert drawing.point(kind, 0, 0) is NotImplemented
    assert drawing.done == ["pageup", "pagedown"]


def test_a_row_that_moves_keeps_its_cells() -> None:
    drawing = Drawing(text_row("first"), text_row("second"))
    before = drawing.drawn().data_buffer
    drawing.rows = (text_row("second"), text_row("third"))
    assert drawing.drawn().data_buffer[0] is before[1]


def test_the_ground_is_behind_every_cell_of_the_terminal() -> None:
    screen = Drawing(row("ab"), row("a", Fragment(" ", "bar"))).drawn(columns=4, lines=3)
    styles = [[screen.data_buffer[line][column].style for column in range(4)] for line in range(3)]
    assert all(style.startswith("class:ground") for line in styles for style in line)
    assert styles[1][1] == "class:ground class:bar"


def test_a_mark_at_the_beginning_of_a_text_goes_to_the_character_before_it() -> None:
    screen = Drawing(row("\u0301王", Fragment("\u0301\u0308x", "loud"))).drawn()
    assert text_of(screen, 0, 4) == ["王\u0301\u0308", "", "x", " "]


SOME_ROWS: st.SearchStrategy[Row] = st.lists(
    st.builds(Fragment, st.sampled_from(["", " ", "ab", "王", "one two"]), st.sampled_from(["", "title", "mat"])),
    max_size=3,
).map(lambda parts: row(*parts))


def draw(rows: list[Row], _columns: int, _lines: int) -> Screen:
    return Screen(tuple(rows))


@given(st.lists(st.lists(SOME_ROWS, max_size=4), min_size=2, max_size=3))
def test_whatever_was_drawn_before_a_screen_looks_as_if_it_were_the_first(screens: list[list[Row]]) -> None:
    emulated = pyte.Screen(8, 4)
    pyte.Stream(emulated).feed(written_in_turn([partial(draw, rows) for rows in screens], 8, 4))
    alone = painted(partial(draw, screens[-1]), 8, 4)
    assert [seen_line(emulated, line) for line in range(4)] == [seen_line(alone, line) for line in range(4)]


def seen_line(emulated: pyte.Screen, line: int) -> list[tuple[str, str, bool]]:
    return [(cell.data, cell.bg, cell.bold) for cell in (emulated.buffer[line][column] for column in range(8))]


@pytest.mark.parametrize("text", ["one six", "o王 two", "王e two", "two two", "one two!", "one", " n  t o"])
def test_characters_that_change_between_others_are_written(text: str) -> None:
    emulated = pyte.Screen(8, 4)
    draws = [partial(draw, [text_row(one)]) for one in ("one two", text)]
    pyte.Stream(emulated).feed(written_in_turn(draws, 8, 4))
    alone = painted(draws[-1], 8, 4)
    assert seen_line(emulated, 0) == seen_line(alone, 0)


def test_what_stays_is_not_compared_again() -> None:
    rows = [text_row("stays"), text_row("is old")]
    application = application_of(lambda *_: Screen(tuple(rows)), io.StringIO(), 12, 2)
    with set_app(application):
        application.renderer.render(application, application.layout)
        rows[1] = text_row("is new")
        application.renderer.render(application, application.layout)
    compared = application.renderer.last_rendered_screen
    assert compared is not None
    # To compare a line is to look at its first cell at least, and that is then there.
    # Beside three cells that differ, one stands for all before them, and one for all behind.
    assert [len(compared.data_buffer[line]) for line in range(2)] == [1, 5]
