"""The scenes that ``test_lobby_golden`` leaves out: other sizes of the smaller pages, empty pages, German and Dutch.

After a change that is meant, write them anew with ``make golden``, and read what changed.
"""

from __future__ import annotations

from collections.abc import Callable

import pyte
import pytest

from mandala_client.text.language import Language
from mandala_client.ui.style import FULL_LOOK
from tests.client.lobby.conftest import Show
from tests.client.lobby.lobby_scenes import BOOKS, SCENES, TRANSLATED
from tests.client.scenes import Scene, Size, each_golden, set_to

Compare = Callable[[str, pyte.Screen], None]


def named(scene: Scene, size: Size) -> str:
    return f"{scene.name}-{size[0]}x{size[1]}"


@each_golden((*SCENES, *BOOKS))
def test_a_page_of_the_lobby(scene: Scene, size: Size, show: Show, matches_golden: Compare) -> None:
    matches_golden(named(scene, size), show(scene.model(None), *size))


@pytest.mark.parametrize("language", [Language.GERMAN, Language.DUTCH])
@each_golden(TRANSLATED)
def test_a_page_in_german_and_dutch(
    scene: Scene, size: Size, language: Language, show: Show, matches_golden: Compare
) -> None:
    set_to(language, FULL_LOOK)
    matches_golden(f"{named(scene, size)}-{language.value}", show(scene.model(None), *size))
