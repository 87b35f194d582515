"""A line that is slow, as the system knows it: less is drawn over it."""

from __future__ import annotations

import os
import pty
import termios
from collections.abc import Callable, Iterator
from functools import partial

import pytest
import trio
import trio.testing
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import PipeInput
from prompt_toolkit.output import DummyOutput

from mandala_client.ui import view
from mandala_client.ui.abilities import is_on_slow_line
from mandala_client.ui.clicks import Click
from mandala_client.ui.guest import Guest
from mandala_client.ui.rows import Screen, text_row
from mandala_client.ui.view import make_application
from tests.limits import SECONDS

KEYS = 20


class Line(DummyOutput):
    """A terminal at the end of a line of this descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def fileno(self) -> int:
        return self._descriptor


@pytest.fixture
def line() -> Iterator[int]:
    """A line between a terminal and this computer."""
    near, far = pty.openpty()
    yield far
    for end in (near, far):
        os.close(end)


def at_speed(line: int, speed: int) -> Line:
    """The terminal, its line having this speed."""
    said = termios.tcgetattr(line)
    termios.tcsetattr(line, termios.TCSANOW, [*said[:4], speed, speed, said[6]])
    return Line(line)


@pytest.mark.parametrize("speed", [termios.B300, termios.B9600, termios.B19200])
def test_a_slow_line_is_known(line: int, speed: int) -> None:
    assert is_on_slow_line(at_speed(line, speed))


@pytest.mark.parametrize("speed", [termios.B38400, termios.B115200])
def test_a_window_of_this_computer_is_no_slow_line(line: int, speed: int) -> None:
    assert not is_on_slow_line(at_speed(line, speed))


def test_what_is_no_terminal_is_no_slow_line() -> None:
    assert not is_on_slow_line(DummyOutput())
    reading, writing = os.pipe()
    assert not is_on_slow_line(Line(writing))
    os.close(reading)
    os.close(writing)


class Typist:
    """Counts keys and drawings; each key asks for one."""

    def __init__(self) -> None:
        self.keys = self.drawings = 0
        self.application: Application[None] | None = None

    def draw(self, _columns: int, _lines: int) -> Screen:
        self.drawings += 1
        return Screen((text_row(f"{self.keys} keys"),))

    def press(self, key: str) -> None: ...

    def type_text(self, text: str, *, pasted: bool = False) -> None:
        assert self.application is not None
        self.keys += len(text)
        self.application.invalidate()

    def click(self, on: Click) -> None: ...

    def has_typed(self, keys: int) -> bool:
        return self.keys == keys


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await trio.testing.wait_all_tasks_blocked(0.001)


def drawings_of_keys(terminal: Line, keyboard: PipeInput, *, least: int) -> int:
    """How often it is drawn anew while many keys are typed, and until it was drawn at least so often."""
    typist = Typist()
    with create_app_session(input=keyboard, output=terminal):
        typist.application = make_application(typist.draw, typist)

    async def main() -> None:
        with trio.fail_after(SECONDS):
            await until(lambda: typist.drawings > 0)
            for number in range(1, KEYS + 1):
                keyboard.send_text("x")
                await until(partial(typist.has_typed, number))
            await until(lambda: typist.drawings > least)
            counted.append(typist.drawings - 1)

    counted: list[int] = []
    Guest(main, typist.application).run()
    assert typist.keys == KEYS
    return counted[0]


@pytest.fixture
def for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over a slow line nothing is drawn a second time."""
    monkeypatch.setattr(view, "SLOW_REDRAW_SECONDS", 2 * SECONDS)


@pytest.mark.usefixtures("for_ever")
def test_keys_over_a_slow_line_are_drawn_together(line: int, keyboard: PipeInput) -> None:
    assert drawings_of_keys(at_speed(line, termios.B9600), keyboard, least=0) == 0


@pytest.mark.usefixtures("for_ever")
def test_keys_at_a_window_are_drawn_at_once(line: int, keyboard: PipeInput) -> None:
    assert drawings_of_keys(at_speed(line, termios.B38400), keyboard, least=1) > 0


def test_what_was_typed_over_a_slow_line_is_drawn_in_the_end(line: int, keyboard: PipeInput) -> None:
    assert drawings_of_keys(at_speed(line, termios.B9600), keyboard, least=1) > 0
