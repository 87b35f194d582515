"""The scenes that ``test_lobby_golden`` leaves out: other sizes of the smaller pages, empty pages.

After a change that is meant, write them anew with ``make golden``, and read what changed.
"""

from __future__ import annotations

from collections.abc import Callable

import pyte

from tests.client.lobby.conftest import Show
from tests.client.lobby.lobby_scenes import BOOKS, SCENES
from tests.client.scenes import Scene, Size, each_golden

Compare = Callable[[str, pyte.Screen], None]


def named(scene: Scene, size: Size) -> str:
    return f"{scene.name}-{size[0]}x{size[1]}"


@each_golden((*SCENES, *BOOKS))
def test_a_page_of_the_lobby(scene: Scene, size: Size, show: Show, matches_golden: Compare) -> None:
    matches_golden(named(scene, size), show(scene.model(None), *size))
