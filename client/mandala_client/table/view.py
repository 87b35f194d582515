"""The view: puts the rows of a presenter on the terminal, and hands keys, pasted text and the mouse on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from prompt_toolkit.application import Application
from prompt_toolkit.input import Input
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import DynamicStyle

from mandala_client.table.choice import Target
from mandala_client.table.rows import Screen
from mandala_client.table.style import screen_style
from mandala_protocol.games.mandala import Colour

ESCAPE_SECONDS: Final = 0.05
"""How long to wait whether an escape character is the key or begins a longer sequence."""

_NAMED_KEYS: Final = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "tab": "tab",
    "s-tab": "s-tab",
    "enter": "enter",
    "c-j": "enter",
    "escape": "escape",
    "backspace": "backspace",
    "delete": "backspace",
    "c-u": "c-u",
    "c-w": "c-w",
    "c-c": "c-c",
    "<sigint>": "c-c",
    "f1": "f1",
    "f9": "f9",
    "f10": "f10",
    "pageup": "pageup",
    "pagedown": "pagedown",
}
"""The names of the keys here, by those of prompt_toolkit."""


class Hands(Protocol):
    """Whoever takes what the person does."""

    def press(self, key: str) -> None:
        """A key that is not text."""

    def type_text(self, text: str, *, pasted: bool = False) -> None:
        """Text, typed one character at a time or pasted."""

    def click(self, on: Colour | Target) -> None:
        """The mouse."""


def make_application(
    draw: Callable[[int, int], Screen], hands: Hands, *, input: Input | None = None, output: Output | None = None
) -> Application[None]:
    """The application: ``draw`` gives the screen for a number of columns and lines."""
    drawing = _Drawing(draw, hands)
    control = FormattedTextControl(
        drawing.fragments, focusable=True, show_cursor=True, get_cursor_position=drawing.cursor
    )
    window = Window(control, wrap_lines=False, always_hide_cursor=drawing.hides_cursor)
    application: Application[None] = Application(
        layout=Layout(window),
        key_bindings=_bindings(hands),
        full_screen=True,
        mouse_support=True,
        include_default_pygments_style=False,
        input=input,
        output=output,
    )
    drawing.size = application.output.get_size
    styles = {depth: screen_style(depth) for depth in ColorDepth}
    application.style = DynamicStyle(lambda: styles[application.color_depth])
    application.ttimeoutlen = ESCAPE_SECONDS
    application.timeoutlen = None
    return application
