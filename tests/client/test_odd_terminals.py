"""Terminals that report nonsense: no size, one cell, far too many, and another one at every drawing."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial

import pyte
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size as Reported
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.screens.lobby.lobby_pages import screen as lobby_screen
from mandala_client.screens.table.table_pages import screen as table_screen
from mandala_client.ui.picture import MOST_COLUMNS, MOST_LINES
from mandala_client.ui.rows import Screen
from mandala_client.ui.style import FULL_LOOK
from mandala_client.ui.view import make_application
from tests.client.at_table import Moments
from tests.client.end_scenes import finished
from tests.client.lobby.lobbies import busy
from tests.client.painting import NoHands
from tests.client.scenes import Size
from tests.client.table_scenes import chosen, helping, whole_log

USUAL: Size = (80, 24)
ODD: tuple[Size, ...] = ((0, 0), (0, 24), (80, 0), (1, 1), (2, 3), (39, 20), (40, 19), (1, 500), (30_000, 1))
HUGE: Size = (30_000, 30_000)

Draw = Callable[[int, int], Screen]


@pytest.fixture
def draws(moments: Moments) -> dict[str, Draw]:
    """A page of each kind."""
    return {
        **{
            scene.__name__: partial(table_screen, scene(moments), FULL_LOOK)
            for scene in (chosen, helping, whole_log, finished)
        },
        "lobby": partial(lobby_screen, busy(), FULL_LOOK),
    }


def drawn_in_turn(draw: Draw, sizes: Sequence[Size]) -> tuple[str, list[Size]]:
    """The output to a terminal that reports the next of these sizes at each drawing; and what was drawn."""
    sent = io.StringIO()
    asked: list[Size] = []
    now = [sizes[0]]

    def drawing(columns: int, lines: int) -> Screen:
        asked.append((columns, lines))
        return draw(columns, lines)

    terminal = Vt100_Output(sent, lambda: Reported(columns=now[0][0], rows=now[0][1]), term="xterm")
    with create_app_session(input=DummyInput(), output=terminal):
        application = make_application(drawing, NoHands())
    with set_app(application):
        for now[0] in sizes:
            application.renderer.render(application, application.layout)
    return sent.getvalue(), asked


@pytest.mark.parametrize("page", ["chosen", "lobby"])
def test_after_a_terminal_came_to_its_senses_the_page_is_there_as_ever(page: str, draws: dict[str, Draw]) -> None:
    alternating = [size for odd in ODD for size in (odd, USUAL)]
    sent, asked = drawn_in_turn(draws[page], alternating)
    assert all(0 < columns <= MOST_COLUMNS and 0 < lines <= MOST_LINES for columns, lines in asked)
    usual = pyte.Screen(*USUAL)
    pyte.Stream(usual).feed(sent)
    expected = pyte.Screen(*USUAL)
    pyte.Stream(expected).feed(drawn_in_turn(draws[page], [USUAL])[0])
    assert usual.display == expected.display
    assert any(line.strip() for line in usual.display)


def test_of_a_huge_terminal_no_more_is_drawn_than_anybody_has(draws: dict[str, Draw]) -> None:
    sent, asked = drawn_in_turn(draws["chosen"], [HUGE, USUAL, HUGE])
    assert all(columns <= MOST_COLUMNS and lines <= MOST_LINES for columns, lines in asked)
    assert len(sent) < 40 * MOST_COLUMNS * MOST_LINES


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (3, 10_000), (10_000, 3), (5_000, 1_000)])
def test_a_page_itself_survives_any_size(size: Size, draws: dict[str, Draw]) -> None:
    for draw in draws.values():
        shown = draw(*size)
        assert len(shown.rows) <= max(size[1], 1)
