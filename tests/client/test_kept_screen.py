"""Several full screens one after the other, without the shell in between."""

from __future__ import annotations

import io

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.screens.table.screen_frontend import ScreenFrontend
from mandala_client.screens.table.stage import run_on_screen
from mandala_client.ui.kept_screen import kept_screen

ALTERNATE, NORMAL = "\x1b[?1049h", "\x1b[?1049l"


async def play(frontend: ScreenFrontend) -> None:
    frontend.status("Somebody plays.")


async def fail(_frontend: ScreenFrontend) -> None:
    raise ZeroDivisionError


def terminal_of(written: io.StringIO) -> Vt100_Output:
    return Vt100_Output(written, lambda: Size(24, 80), term="xterm", enable_cpr=False)


def test_between_two_applications_the_screen_is_kept_and_after_them_given_back(keyboard: PipeInput) -> None:
    written = io.StringIO()
    with create_app_session(input=keyboard, output=terminal_of(written)), kept_screen():
        run_on_screen(play)
        drawn = len(written.getvalue())
        run_on_screen(play)
        assert len(written.getvalue()) > drawn
        assert written.getvalue().count(ALTERNATE) == 1
        assert NORMAL not in written.getvalue()
    ended = written.getvalue()
    assert ended.count(NORMAL) == 1
    for on, off in (("\x1b[?7l", "\x1b[?7h"), ("\x1b[?25l", "\x1b[?25h"), ("\x1b[?1000h", "\x1b[?1000l")):
        assert ended.rfind(off) > ended.rfind(on), off


def test_what_fails_gives_the_screen_back(keyboard: PipeInput) -> None:
    written = io.StringIO()
    with (
        pytest.raises(ZeroDivisionError),
        create_app_session(input=keyboard, output=terminal_of(written)),
        kept_screen(),
    ):
        run_on_screen(fail)
    assert written.getvalue().count(NORMAL) == 1
