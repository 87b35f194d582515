"""However the program ends, the terminal is left as it was."""

from __future__ import annotations

import io
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import pytest
import trio
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.ui.guest import Guest
from mandala_client.ui.rows import Screen, text_row
from mandala_client.ui.view import make_application
from tests.client.painting import NoHands
from tests.limits import SECONDS


class _Terminal:
    """An application on a terminal whose output is kept; it fails in drawing as soon as it is told to."""

    def __init__(self, keyboard: PipeInput) -> None:
        self.written = io.StringIO()
        self.drawn = 0
        self.broken = False
        output = Vt100_Output(self.written, lambda: Size(24, 80), term="xterm", enable_cpr=False)
        with create_app_session(input=keyboard, output=output):
            self.application: Application[None] = make_application(self._draw, NoHands())

    def _draw(self, columns: int, lines: int) -> Screen:
        self.drawn += 1
        if self.broken:
            raise ZeroDivisionError
        return Screen((text_row("a page"),))

    async def until_drawn(self) -> None:
        with trio.fail_after(SECONDS):  # instead of hanging
            while not self.drawn:  # noqa: ASYNC110 - the drawing is done on the other loop
                await trio.sleep(0.001)

    def assert_restored(self) -> None:
        """Each thing that is switched on or off at the start was switched back last."""
        written = self.written.getvalue()
        for on, off in (
            ("\x1b[?1049h", "\x1b[?1049l"),  # the other screen
            ("\x1b[?7l", "\x1b[?7h"),  # lines are not wrapped
            ("\x1b[?25l", "\x1b[?25h"),  # no cursor
            ("\x1b[?1000h", "\x1b[?1000l"),  # the mouse
            ("\x1b[?2004h", "\x1b[?2004l"),  # pasted text is marked
        ):
            assert on in written
            assert written.rfind(on) < written.rfind(off), repr(off)
        assert written.rfind("\x1b[0m") > written.rfind("a page")


Ending = Callable[[_Terminal], Awaitable[None]]


async def _come_to_an_end(terminal: _Terminal) -> None:
    await terminal.until_drawn()


async def _fail(terminal: _Terminal) -> None:
    await terminal.until_drawn()
    raise ZeroDivisionError


async def _fail_in_drawing(terminal: _Terminal) -> None:
    await terminal.until_drawn()
    terminal.broken = True
    terminal.application.invalidate()
    with trio.fail_after(SECONDS):
        await trio.sleep_forever()


def _killed_by(name: str) -> Ending:
    async def be_killed(terminal: _Terminal) -> None:
        await terminal.until_drawn()
        os.kill(os.getpid(), getattr(signal, name))
        with trio.fail_after(SECONDS):
            await trio.sleep_forever()

    return be_killed


@pytest.mark.parametrize(
    "ending",
    [
        pytest.param(_come_to_an_end, id="the end of the game"),
        pytest.param(_fail, id="a fault in the game"),
        pytest.param(_fail_in_drawing, id="a fault in drawing"),
        pytest.param(_killed_by("SIGTERM"), id="SIGTERM"),
        pytest.param(_killed_by("SIGHUP"), id="SIGHUP"),
    ],
)
def test_the_terminal_is_restored_after(ending: Ending, keyboard: PipeInput) -> None:
    terminal = _Terminal(keyboard)
    with suppress(ZeroDivisionError, SystemExit):
        Guest(lambda: ending(terminal), terminal.application).run()
    terminal.assert_restored()


def test_a_signal_that_the_program_was_started_to_ignore_ends_nothing(keyboard: PipeInput) -> None:
    async def play_on() -> str:
        await terminal.until_drawn()
        os.kill(os.getpid(), signal.SIGHUP)
        drawn = terminal.drawn
        terminal.application.invalidate()
        with trio.fail_after(SECONDS):
            while terminal.drawn == drawn:  # noqa: ASYNC110 - the drawing is done on the other loop
                await trio.sleep(0.001)
        return "played on"

    terminal = _Terminal(keyboard)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert Guest(play_on, terminal.application).run() == "played on"
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_what_is_called_before_trio_begins_is_called_then_in_order(keyboard: PipeInput) -> None:
    terminal = _Terminal(keyboard)
    called: list[str] = []
    both = "first", "second"

    async def main() -> None:
        with trio.fail_after(SECONDS):
            while len(called) < len(both):
                await trio.lowlevel.checkpoint()

    guest = Guest(main, terminal.application)
    for name in both:
        guest.call_soon(partial(called.append, name))
    guest.run()
    assert called == list(both)


def test_trio_begins_when_the_first_picture_is_drawn(keyboard: PipeInput) -> None:
    terminal = _Terminal(keyboard)

    async def main() -> int:
        return terminal.drawn

    assert Guest(main, terminal.application).run() == 1
    terminal.assert_restored()
