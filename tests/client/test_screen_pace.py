"""The time of drawing: the preview of a move comes first, and typed text is seen soon all the same."""

from __future__ import annotations

import io
from collections.abc import Callable

import pyte
import pytest
import trio
import trio.testing
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.screens.table.screen_frontend import LATEST_REDRAW_SECONDS, ScreenFrontend
from mandala_client.screens.table.stage import run_on_screen
from mandala_client.settings.settings import Settings
from mandala_protocol.conversation.events import Play
from mandala_protocol.conversation.snapshot import Snapshot
from tests.client.no_terminal import screen_frontend
from tests.client.painting import EmulatedTerminal
from tests.limits import SECONDS


class Watched(io.StringIO):
    """A terminal, and how it looks."""

    def __init__(self) -> None:
        super().__init__()
        self.emulated = EmulatedTerminal(80, 24)
        self._stream = pyte.Stream(self.emulated)

    def write(self, text: str) -> int:
        self._stream.feed(text)
        return super().write(text)

    @property
    def text(self) -> str:
        return "\n".join(self.emulated.display)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await trio.lowlevel.checkpoint()


def test_a_move_is_handed_over_before_anything_is_drawn_and_drawn_soon_all_the_same(
    keyboard: PipeInput, first_turn: Snapshot
) -> None:
    written = Watched()

    async def main(frontend: ScreenFrontend) -> None:
        with trio.fail_after(SECONDS):
            frontend.show(first_turn)
            keyboard.send_text("\x1b[C")
            await until(lambda: bool(frontend.model.draft.text) and f"> {frontend.model.draft.text}" in written.text)
            typed, before = frontend.model.draft.text, written.text
            keyboard.send_text("\r")
            command = await frontend.next_command()
            assert isinstance(command, Play)
            assert written.text == before
            await until(lambda: f"> {typed}" not in written.text)

    terminal = Vt100_Output(written, lambda: Size(24, 80), term="xterm", enable_cpr=False)
    with create_app_session(input=keyboard, output=terminal):
        run_on_screen(main, settings=Settings(confirm=False))


@pytest.mark.parametrize("drawn_since", [True, False])
def test_what_was_drawn_since_a_move_was_handed_over_is_not_drawn_a_second_time(
    drawn_since: bool, first_turn: Snapshot
) -> None:
    drawn: list[str] = []

    async def main() -> None:
        frontend = screen_frontend(settings=Settings(confirm=False), redraw=lambda: drawn.append("asked"))
        frontend.show(first_turn)
        frontend.draw(80, 24)
        frontend.press("right")
        frontend.draw(80, 24)
        drawn.clear()
        frontend.press("enter")
        if drawn_since:
            frontend.status("The move is on its way.")
            frontend.draw(80, 24)
        asked_before = len(drawn)
        with trio.move_on_after(LATEST_REDRAW_SECONDS * 2):
            await frontend.draw_typed()
        assert len(drawn) - asked_before == (0 if drawn_since else 1)

    trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))
