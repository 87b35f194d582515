"""The first page of a game: it is there before what is slow to import, and can be left."""

from __future__ import annotations

import io
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pyte
import pytest
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.screens.table import stage
from mandala_client.screens.table.screen_frontend import ScreenFrontend
from mandala_client.screens.table.stage import first_page, run_on_screen
from mandala_client.table.table_model import Draft, Helping, Overlay
from mandala_client.ui import program
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK
from mandala_client.ui.view import make_application
from tests.client.painting import EmulatedTerminal, painted
from tests.limits import SECONDS

ALTERNATE, NORMAL = "\x1b[?1049h", "\x1b[?1049l"


class Watched(io.StringIO):
    """The output to a terminal; ``shown`` is set once a text is on it."""

    def __init__(self, awaited: str) -> None:
        super().__init__()
        self.shown = threading.Event()
        self._awaited = awaited
        self._emulated = EmulatedTerminal(80, 24)
        self._stream = pyte.Stream(self._emulated)

    def write(self, text: str) -> int:
        self._stream.feed(text)
        if any(self._awaited in line for line in self._emulated.display):
            self.shown.set()
        return super().write(text)


def terminal_of(written: io.StringIO) -> Vt100_Output:
    return Vt100_Output(written, lambda: Size(24, 80), term="xterm", enable_cpr=False)


async def never(_frontend: ScreenFrontend) -> None:
    raise AssertionError("the game began")


def test_the_first_page_is_drawn_before_anything_slow_begins(keyboard: PipeInput) -> None:
    written = Watched("Setting up the table")

    async def main(frontend: ScreenFrontend) -> str:
        frontend.status("Here is the frontend.")
        return "played"

    def prepare() -> None:
        assert written.shown.wait(SECONDS)
        assert "Here is the frontend" not in written.getvalue()

    with create_app_session(input=keyboard, output=terminal_of(written)):
        assert run_on_screen(main, prepare=prepare) == "played"


@pytest.mark.parametrize("slow", [False, True])
def test_a_slow_write_before_the_table_is_ready_lets_nothing_move_there(
    slow: bool, keyboard: PipeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[bool] = []

    def is_lively(_settings: object, _look: object, *, slow: bool) -> bool:
        known.append(slow)
        return not slow

    def made(*given: Any, late: Callable[[], None], **options: Any) -> Application[None]:
        application = make_application(*given, **options)
        if slow:
            application.pre_run_callables.append(late)
        return application

    async def main(_frontend: ScreenFrontend) -> None: ...

    monkeypatch.setattr(stage, "is_lively", is_lively)
    monkeypatch.setattr(program, "make_application", made)
    with create_app_session(input=keyboard, output=terminal_of(io.StringIO())):
        run_on_screen(main)
    assert known == [slow]


def until_read(keyboard: PipeInput) -> None:
    """The terminal's loop has taken what was typed; it does nothing else before it has acted on it."""
    deadline = time.monotonic() + SECONDS
    while select.select([keyboard.fileno()], [], [], 0)[0]:
        assert time.monotonic() < deadline


def test_who_leaves_while_the_table_is_made_ready_begins_no_game(keyboard: PipeInput) -> None:
    written = Watched("Setting up the table")

    def prepare() -> None:
        assert written.shown.wait(SECONDS)
        keyboard.send_text("\x03")
        until_read(keyboard)

    with pytest.raises(KeyboardInterrupt), create_app_session(input=keyboard, output=terminal_of(written)):
        run_on_screen(never, prepare=prepare)
    assert written.getvalue().rindex(NORMAL) > written.getvalue().rindex(ALTERNATE)


@pytest.mark.parametrize(("keys", "overlay"), [("A1o\ry", None), ("\x1bx", None), ("\x1bOP", Helping())])
def test_keys_while_the_table_is_made_ready_are_for_it_if_they_need_not_see_it(
    keyboard: PipeInput, keys: str, overlay: Overlay | None
) -> None:
    """So no move is played, and Esc, which may be half of another key, leaves nothing."""

    async def main(frontend: ScreenFrontend) -> tuple[Draft, Overlay | None]:
        return frontend.model.draft, frontend.model.overlay

    def prepare() -> None:
        keyboard.send_text(keys)
        until_read(keyboard)

    with create_app_session(input=keyboard, output=terminal_of(io.StringIO())):
        drawn = run_on_screen(main, prepare=prepare)
    assert drawn == (Draft(), overlay)


def test_what_fails_while_the_table_is_made_ready_is_raised_when_the_terminal_is_restored(keyboard: PipeInput) -> None:
    written = io.StringIO()

    def prepare() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), create_app_session(input=keyboard, output=terminal_of(written)):
        run_on_screen(never, prepare=prepare)
    assert written.getvalue().rindex(NORMAL) > written.getvalue().rindex(ALTERNATE)


@pytest.mark.parametrize(("columns", "lines"), [(40, 20), (80, 24), (120, 40)])
def test_the_first_page_says_what_goes_on_and_how_to_leave(columns: int, lines: int) -> None:
    shown = painted(lambda width, height: first_page(FULL_LOOK, width, height), columns, lines).display
    assert "Mandala" in shown[0]
    assert shown[0].rstrip().endswith("Ctrl-C leaves")
    assert "Setting up the table …" in shown[2]


@pytest.mark.parametrize(("columns", "lines"), [(39, 20), (1, 1), (0, 0), (30_000, 30_000)])
def test_the_first_page_fits_every_window(columns: int, lines: int) -> None:
    page = first_page(ASCII_LOOK, columns, lines)
    assert all(len("".join(part.text for part in row)) <= columns for row in page.rows)
    assert all(part.text.isascii() for row in page.rows for part in row)


MUCH_TO_IMPORT = (
    "trio",
    "mandala_net.link.secure_link",
    "mandala_net.store.store",
    "mandala_protocol.wire.messages",
    "zeroconf",
    "nacl",
    "cryptography",
    "sqlite3",
)


@pytest.mark.parametrize(
    "modules",
    [
        "mandala_client.commands.host mandala_net.match.terms mandala_client.commands.run "
        "mandala_client.screens.table.stage",
        "mandala_client.commands.lobby mandala_client.settings.start mandala_client.screens.lobby.lobby_screen",
    ],
)
def test_nothing_of_the_network_or_the_store_is_imported_before_the_first_page(modules: str) -> None:
    code = f"import sys, {', '.join(modules.split())}; print(*sys.modules)"
    imported = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=SECONDS)
    assert not {*MUCH_TO_IMPORT} & {*imported.stdout.split()}
