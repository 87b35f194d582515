"""The real renderer on an emulated terminal: what a person would see."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import pyte
from prompt_toolkit.application import Application, application, create_app_session
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import DummyInput
from prompt_toolkit.key_binding.defaults import load_key_bindings
from prompt_toolkit.output.vt100 import Vt100_Output
from wcwidth import wcwidth

from mandala_client.games.colour_signs import styles
from mandala_client.settings.settings import Colours, Settings, Theme
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import Screen
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, Depth, Look
from mandala_client.ui.view import make_application

_COLOURS = {
    Depth.MONOCHROME: Colours.NONE,
    Depth.SIXTEEN: Colours.SIXTEEN,
    Depth.MANY: Colours.MANY,
    Depth.TRUE: Colours.TRUE,
}


# Each application has the same hundreds of bindings of prompt_toolkit's own, and makes them anew.
setattr(application, load_key_bindings.__name__, cache(load_key_bindings))


class EmulatedTerminal(pyte.Screen):
    """A terminal that looks up the width of each character once, as tests read all of it."""

    @property
    def display(self) -> list[str]:
        """All lines as text."""
        return [
            "".join(_told(self.buffer[line][column].data for column in range(self.columns)))
            for line in range(self.lines)
        ]


def _told(cells: Iterable[str]) -> Iterator[str]:
    """Yield the text of each cell but the second ones of characters of two columns."""
    is_second = False
    for cell in cells:
        if not is_second:
            yield cell
        is_second = not is_second and _is_wide(cell)


@cache
def _is_wide(cell: str) -> bool:
    """Return whether the character in a cell, with all that is combined with it there, has two columns."""
    assert sum(map(wcwidth, cell[1:])) == 0
    return wcwidth(cell[0]) == 2


class NoHands:
    """Nobody who takes what a person does."""

    def press(self, key: str) -> None: ...

    def type_text(self, text: str, *, pasted: bool = False) -> None: ...

    def click(self, on: Click) -> None: ...


def painted(
    draw: Callable[[int, int], Screen],
    columns: int,
    lines: int,
    depth: Depth = Depth.TRUE,
    theme: Theme = Theme.DEFAULT,
) -> pyte.Screen:
    """The drawing of ``draw`` on a terminal of this size and depth of colour, in this theme."""
    emulated = EmulatedTerminal(columns, lines)
    pyte.Stream(emulated).feed(written(draw, columns, lines, depth, theme))
    return emulated


def written(
    draw: Callable[[int, int], Screen],
    columns: int,
    lines: int,
    depth: Depth = Depth.TRUE,
    theme: Theme = Theme.DEFAULT,
) -> str:
    """The output to a terminal that claims this size, which may be nonsense."""
    return written_in_turn([draw], columns, lines, depth, theme)


def written_in_turn(
    draws: Sequence[Callable[[int, int], Screen]],
    columns: int,
    lines: int,
    depth: Depth = Depth.TRUE,
    theme: Theme = Theme.DEFAULT,
) -> str:
    """The output of one application that draws all these, one after the other."""
    sent, waiting = io.StringIO(), iter(draws)
    application = application_of(lambda width, height: next(waiting)(width, height), sent, columns, lines, depth, theme)
    with set_app(application):
        for _draw in draws:
            application.renderer.render(application, application.layout)
    return sent.getvalue()


def application_of(
    draw: Callable[[int, int], Screen],
    sent: io.StringIO,
    columns: int,
    lines: int,
    depth: Depth = Depth.TRUE,
    theme: Theme = Theme.DEFAULT,
) -> Application[None]:
    """The application that draws this for a terminal that claims this size."""
    chosen = Settings(theme=theme, colours=_COLOURS[depth])
    terminal = Vt100_Output(sent, lambda: Size(lines, columns), term="xterm")
    with create_app_session(input=DummyInput(), output=terminal):
        return make_application(draw, NoHands(), settings=lambda: chosen, game_styles=lambda: styles)


def painter(screen: Callable[[Any, Look, int, int], Screen]) -> Callable[..., pyte.Screen]:
    """Paints what a presenter makes of a model: in full on a terminal of 80 × 24, or as is asked for."""

    def paint(
        model: Any,
        columns: int = 80,
        lines: int = 24,
        *,
        only_ascii: bool = False,
        depth: Depth = Depth.TRUE,
    ) -> pyte.Screen:
        look = ASCII_LOOK if only_ascii else FULL_LOOK
        return painted(lambda width, height: screen(model, look, width, height), columns, lines, depth)

    return paint
