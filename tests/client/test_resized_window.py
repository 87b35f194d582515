"""A window whose size changes without any signal is drawn anew, whenever that happens."""

from __future__ import annotations

import io

import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.ui.clicks import Click
from mandala_client.ui.guest import Guest
from mandala_client.ui.picture import MOST_COLUMNS, MOST_LINES
from mandala_client.ui.rows import Screen, text_row
from mandala_client.ui.view import make_application
from tests.limits import SECONDS

SMALL, LARGE = Size(rows=20, columns=40), Size(rows=40, columns=120)
BEYOND = Size(rows=MOST_LINES + 1, columns=MOST_COLUMNS + 1)


class _Window:
    """A window that takes the next of these sizes whenever something has been drawn for the one before."""

    def __init__(self, *sizes: Size) -> None:
        self._size, *self._next = sizes
        self.drawn: list[tuple[int, int]] = []

    def size(self) -> Size:
        return self._size

    def draw(self, columns: int, lines: int) -> Screen:
        """Too late for what is being drawn, of which the size is known by now."""
        self.drawn.append((columns, lines))
        if self._next:
            self._size = self._next.pop(0)
        return Screen((text_row(f"{columns}×{lines}"),))

    def press(self, key: str) -> None: ...

    def type_text(self, text: str, *, pasted: bool = False) -> None: ...

    def click(self, on: Click) -> None: ...


def drawn_last(window: _Window, keyboard: PipeInput, count: int) -> tuple[int, int]:
    """For which size there is a screen, once so many were drawn."""
    output = Vt100_Output(io.StringIO(), window.size, term="xterm", enable_cpr=False)
    with create_app_session(input=keyboard, output=output):
        application = make_application(window.draw, window)

    async def until_drawn() -> None:
        with trio.fail_after(SECONDS):
            while len(window.drawn) < count:  # noqa: ASYNC110 - the drawing is done on the other loop
                await trio.sleep(0.001)

    Guest(until_drawn, application).run()
    return window.drawn[count - 1]


def test_a_window_made_larger_while_its_first_screen_was_drawn_gets_another_one(keyboard: PipeInput) -> None:
    assert drawn_last(_Window(SMALL, LARGE), keyboard, 2) == (LARGE.columns, LARGE.rows)


def test_a_window_made_smaller_and_large_again_gets_a_screen_for_its_last_size(keyboard: PipeInput) -> None:
    """Each screen is drawn while the window changes once more, which can be seen only by what was drawn."""
    assert drawn_last(_Window(LARGE, SMALL, LARGE), keyboard, 3) == (LARGE.columns, LARGE.rows)


def test_a_window_larger_than_whatever_is_drawn_is_still_known_by_its_own_size(keyboard: PipeInput) -> None:
    window = _Window(SMALL, BEYOND)
    assert drawn_last(window, keyboard, 2) == (MOST_COLUMNS, MOST_LINES)
    assert window.size() == BEYOND
