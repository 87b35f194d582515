"""The pages of the lobby as a terminal shows them, each compared with a file that can be read.

After a change that is meant, write them anew with ``make golden``, and read what changed.
"""

from __future__ import annotations

from collections.abc import Callable

import pyte
import pytest

from mandala_client.screens.lobby.lobby_pages import screen
from mandala_client.ui.style import FULL_LOOK, Depth
from tests.client.lobby.conftest import Show
from tests.client.lobby.lobbies import busy
from tests.client.lobby.lobby_scenes import BOOKS, SCENES
from tests.client.scenes import STANDARD, Scene, Size, each_golden, golden_name, lines_on, words_of_others

Compare = Callable[[str, pyte.Screen], None]


@each_golden((*SCENES, *BOOKS))
def test_a_page_of_the_lobby(scene: Scene, size: Size, show: Show, matches_golden: Compare) -> None:
    matches_golden(golden_name(scene.name, size), show(scene.model(None), *size))


def test_the_words_of_pages_that_look_like_others(matches_text: Callable[[str, str], None]) -> None:
    said = words_of_others(SCENES, lambda scene: lines_on(screen(scene.model(None), FULL_LOOK, *STANDARD)))
    matches_text("words-lobby", said)


def test_ascii_without_colours(show: Show, matches_golden: Compare) -> None:
    emulated = show(busy(), only_ascii=True, depth=Depth.MONOCHROME)
    assert all(line.isascii() for line in emulated.display)
    matches_golden("lobby-ascii", emulated)


@pytest.mark.parametrize(("columns", "lines"), [(39, 20), (40, 19), (1, 1)])
def test_a_window_too_small_asks_for_room(columns: int, lines: int, show: Show) -> None:
    """In the form that the golden files of the table have."""
    asked = f"Too small: {columns}×{lines}. Please enlarge to 40×20. Ctrl-C leaves."
    said = " ".join(row.strip() for row in show(busy(), columns, lines).display).strip()
    assert said == (asked if columns > 1 else asked[0])
