"""An application draws no more than its terminal takes; what it draws then is the newest picture."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from io import BufferedWriter, TextIOWrapper

import pytest
import trio
import trio.testing
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.ui.guest import Guest
from mandala_client.ui.outlet import Outlet
from mandala_client.ui.rows import Screen, text_row
from mandala_client.ui.view import make_application
from tests.client.painting import NoHands
from tests.limits import SECONDS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a console there is written to in another way")

LARGE = Size(200, 400)
"""Its picture does not fit into a pipe."""


async def until(holds: Callable[[], bool]) -> None:
    with trio.fail_after(SECONDS):
        while not holds():  # noqa: ASYNC110 - it comes to hold in another thread
            await trio.sleep(0.001)


def test_while_the_terminal_takes_nothing_nothing_is_drawn_and_then_the_newest_picture() -> None:
    reading, writing = os.pipe()
    outlet = Outlet(writing, "w")
    outlet.write_beside()
    stream = TextIOWrapper(BufferedWriter(outlet))
    terminal = Vt100_Output(stream, lambda: LARGE, term="xterm", enable_cpr=False)
    shown, drawn, late, read = "first", list[str](), list[str](), bytearray()

    def draw(columns: int, lines: int) -> Screen:
        drawn.append(shown)
        return Screen((text_row(shown * (columns // len(shown))),) * lines)

    may_read = threading.Event()

    def take_all() -> None:
        may_read.wait(SECONDS)
        while data := os.read(reading, 2**16):
            read.extend(data)

    reader = threading.Thread(target=take_all)
    reader.start()

    async def main() -> None:
        nonlocal shown
        await until(lambda: late == ["first"])
        shown = "second"
        application.invalidate()
        await trio.testing.wait_all_tasks_blocked()
        shown = "third"
        await trio.testing.wait_all_tasks_blocked()
        assert drawn == ["first"]
        may_read.set()
        await until(lambda: drawn[-1] == "third")

    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=terminal):
        application = make_application(draw, NoHands(), late=lambda: late.append(shown))
        Guest(main, application).run()
    outlet.finish(SECONDS)
    stream.close()
    reader.join(SECONDS)
    os.close(reading)
    assert "second" not in drawn
    assert b"third" in read
