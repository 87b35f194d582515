"""The real renderer on an emulated terminal: what a person would see."""

from __future__ import annotations

import io
from collections.abc import Callable

import pyte
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.table.choice import Target
from mandala_client.table.rows import Screen
from mandala_client.table.view import make_application
from mandala_protocol.games.mandala import Colour


class _NoHands:
    def press(self, key: str) -> None: ...

    def type_text(self, text: str, *, pasted: bool = False) -> None: ...

    def click(self, on: Colour | Target) -> None: ...


def painted(
    draw: Callable[[int, int], Screen], columns: int, lines: int, depth: ColorDepth = ColorDepth.DEPTH_24_BIT
) -> pyte.Screen:
    """What ``draw`` makes of a terminal of this size and depth of colour."""
    written = io.StringIO()
    terminal = Vt100_Output(written, lambda: Size(lines, columns), term="xterm", default_color_depth=depth)
    application = make_application(draw, _NoHands(), keyboard=DummyInput(), terminal=terminal)
    with set_app(application):
        application.renderer.render(application, application.layout)
    emulated = pyte.Screen(columns, lines)
    pyte.Stream(emulated).feed(written.getvalue())
    return emulated
