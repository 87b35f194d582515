"""The real renderer on an emulated terminal: what a person would see."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

import pyte
from prompt_toolkit.application import Application
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output.vt100 import Vt100_Output

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
    emulated = pyte.Screen(columns, lines)
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
    return make_application(
        draw,
        NoHands(),
        settings=lambda: chosen,
        game_styles=lambda: styles,
        keyboard=DummyInput(),
        terminal=Vt100_Output(sent, lambda: Size(lines, columns), term="xterm"),
    )


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
