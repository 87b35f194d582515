"""The loop of every program on the whole terminal: what a key or trio changes is drawn, once, and nothing else is."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Literal

import pytest
import trio
from attrs import field, frozen
from prompt_toolkit.application import Application, create_app_session, get_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput
from prompt_toolkit.input.typeahead import get_typeahead
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.settings.settings import Settings
from mandala_client.ui.clicks import Button, Click
from mandala_client.ui.program import Program
from mandala_client.ui.rows import Fragment, Screen, text_row
from mandala_client.ui.style import Look
from tests.limits import SECONDS

ALTERNATE, NORMAL = "\x1b[?1049h", "\x1b[?1049l"

ActOfCounter = Literal["ring", "leave"]
Taken = tuple[int, ActOfCounter | None]

USUAL = Size(24, 80)


@frozen
class Counter:
    """A program whose model is a number: an arrow up adds one, and an “r” ten, and rings. Drawn, it is 99 at most."""

    drawn: list[int] = field(factory=list)
    """The number at each drawing."""

    asked: list[bool] = field(factory=list)
    """For each key whether the screen was to be drawn anew after it."""

    seen: list[bool] = field(factory=list)
    clicked: list[tuple[int, int]] = field(factory=list)
    """The number and the number drawn last, for each click."""

    def press(self, number: int, key: str, *, seen: bool) -> Taken:
        self._note(seen)
        if key == "f1":
            raise ZeroDivisionError
        return (number + 1 if key == "up" else number), "leave" if key == "c-c" else None

    def type_text(self, number: int, text: str, *, pasted: bool, seen: bool) -> Taken:
        self._note(seen)
        return (number + 10, "ring") if text == "r" and not pasted else (number, None)

    def click(self, number: int, on: Click, *, drawn: int, seen: bool) -> Taken:
        assert on == Button("r")
        self._note(seen)
        self.clicked.append((number, drawn))
        return number, None

    def _note(self, seen: bool) -> None:
        self.seen.append(seen)
        asyncio.get_running_loop().call_soon(partial(self._note_redraw, get_app()))

    def _note_redraw(self, application: Application[None]) -> None:
        self.asked.append(application.invalidated)

    def has_taken(self, keys: int) -> bool:
        return len(self.asked) == keys

    def has_drawn(self, number: int) -> bool:
        return self.drawn[-1:] == [number]

    def draw(self, number: int, _look: Look, _columns: int, _lines: int) -> Screen:
        self.drawn.append(number)
        return Screen((text_row(f"It is {number}."), (Fragment("ring", click=Button("r")),)), most_scrolled=99)


def laid_out(number: int, most_scrolled: int, _chapters: tuple[int, ...]) -> int:
    return min(number, most_scrolled)


def program_of(
    counter: Counter,
    keyboard: PipeInput,
    *,
    number: int = 0,
    act: Callable[[ActOfCounter], None] | None = None,
    written: io.StringIO | None = None,
    size: Size = USUAL,
) -> Program[int, ActOfCounter]:
    terminal = Vt100_Output(written or io.StringIO(), lambda: size, term="xterm", enable_cpr=False)
    with create_app_session(input=keyboard, output=terminal):
        return Program(number, counter, counter.draw, Settings(), act=act, laid_out=laid_out)


async def until(holds: Callable[[], bool]) -> None:
    with trio.fail_after(SECONDS):
        while not holds():
            await trio.lowlevel.checkpoint()


async def drawn_after(keyboard: PipeInput, counter: Counter, *keys: str) -> list[int]:
    """Type one key after another, each when the one before has been taken. Return all that has been drawn by then.

    When a program has ended it is drawn once more, which does not count.
    """
    for key in keys:
        taken = len(counter.asked)
        keyboard.send_text(key)
        await until(partial(counter.has_taken, taken + 1))
    return list(counter.drawn)


NOTHING = ("x", "\r", "\x1b[C", "\x1b[200~pasted\x1b[201~", "\x1b[<0;1;2M\x1b[<0;1;2m")
"""Text, keys, a paste and a click that change nothing here."""


def test_a_key_that_changes_nothing_draws_nothing(keyboard: PipeInput) -> None:
    counter = Counter()
    assert program_of(counter, keyboard).run(lambda: drawn_after(keyboard, counter, *NOTHING)) == [0]
    assert counter.asked == [False] * len(NOTHING)


def test_each_key_that_changes_something_draws_once(keyboard: PipeInput) -> None:
    counter = Counter()

    async def live() -> list[int]:
        for number in (1, 2, 3):
            await drawn_after(keyboard, counter, "\x1b[A")
            await until(partial(counter.has_drawn, number))
        return await drawn_after(keyboard, counter, "x")

    assert program_of(counter, keyboard).run(live) == [0, 1, 2, 3]


def test_an_act_is_done_once_and_finds_what_its_key_has_changed(keyboard: PipeInput) -> None:
    counter, found = Counter(), list[tuple[ActOfCounter, int]]()
    program = program_of(counter, keyboard, act=lambda act: found.append((act, program.model)))
    program.run(lambda: drawn_after(keyboard, counter, "\x1b[A", "r", "x"))
    assert found == [("ring", 11)]


def test_what_trio_changes_is_drawn_and_what_it_does_not_change_is_not(keyboard: PipeInput) -> None:
    counter = Counter()
    program = program_of(counter, keyboard)

    async def live() -> list[int]:
        program.become(5)
        await until(partial(counter.has_drawn, 5))
        program.become(5)
        return await drawn_after(keyboard, counter, "x")

    assert program.run(live) == [0, 5]
    assert counter.asked == [False]


def test_what_only_drawing_knows_is_laid_out_and_not_drawn_again_for_that(keyboard: PipeInput) -> None:
    counter = Counter()
    program = program_of(counter, keyboard, number=500)
    assert program.run(lambda: drawn_after(keyboard, counter, "x")) == [500]
    assert (program.model, counter.asked) == (99, [False])


def test_a_click_comes_with_what_was_drawn_when_it_was_made(keyboard: PipeInput) -> None:
    counter = Counter()
    program = program_of(counter, keyboard)
    keyboard.send_text("\x1b[A\x1b[<0;1;2M\x1b[<0;1;2m")
    program.run(lambda: until(partial(counter.has_taken, 2)))
    assert counter.clicked == [(1, 0)]


@pytest.mark.parametrize(("size", "seen"), [(USUAL, True), (Size(10, 30), False)])
def test_keys_know_whether_the_window_had_room(keyboard: PipeInput, size: Size, seen: bool) -> None:
    counter = Counter()
    program_of(counter, keyboard, size=size).run(lambda: drawn_after(keyboard, counter, "x", "\x1b[C"))
    assert counter.seen == [seen, seen]


def test_leaving_ends_what_goes_on_beside_and_later_keys_are_for_the_next_program(keyboard: PipeInput) -> None:
    counter = Counter()
    program = program_of(counter, keyboard)
    keyboard.send_text("\x1b[A\x03\x1b[Ar")
    program.run_until_left(trio.sleep_forever)
    assert program.model == 1
    assert [key.data for key in get_typeahead(keyboard)] == ["\x1b[A", "r"]


async def _fail() -> None:
    raise ZeroDivisionError


async def _press_what_fails(keyboard: PipeInput) -> None:
    keyboard.send_text("\x1bOP")
    with trio.fail_after(SECONDS):
        await trio.sleep_forever()


@pytest.mark.parametrize("end", [lambda _keyboard: _fail(), _press_what_fails], ids=["in trio", "at a key"])
def test_an_exception_ends_the_program_and_is_raised(
    keyboard: PipeInput, end: Callable[[PipeInput], Awaitable[None]]
) -> None:
    written = io.StringIO()
    program = program_of(Counter(), keyboard, written=written)
    program.title.show("Counting")
    with pytest.raises(ZeroDivisionError):
        program.run_until_left(lambda: end(keyboard))
    assert written.getvalue().rindex(NORMAL) > written.getvalue().rindex(ALTERNATE)
    assert written.getvalue().rindex("\x1b[23;2t") > written.getvalue().rindex("Counting")
