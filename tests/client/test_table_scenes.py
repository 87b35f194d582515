"""Every scene of a game as a terminal shows it, in each of its sizes, compared with files that can be read.

After a change that is meant, write them anew with ``make golden``, and read what changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pyte
import pytest

from mandala_client.screens.table.table_pages import screen
from mandala_client.text.language import Language
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK, Depth
from tests.client import end_scenes, table_scenes
from tests.client.at_table import Moments
from tests.client.painting import painted
from tests.client.scenes import STANDARD, WIDE, Scene, Size, each_golden, golden_name, lines_on, set_to, words_of_others

Compare = Callable[[str, pyte.Screen], None]
CompareText = Callable[[str, str], None]
Paint = Callable[..., pyte.Screen]

EVERY = (*table_scenes.SCENES, table_scenes.BETWEEN, *table_scenes.TOO_SMALL, *end_scenes.SCENES)
IN_ASCII = (
    Scene("table-ascii", table_scenes.chosen),
    Scene("page-end-ascii", end_scenes.finished),
)
"""A form in which everything is drawn that looks otherwise there, and the only other symbols, those of the score."""


@each_golden(EVERY)
def test_a_scene_of_the_game(scene: Scene, size: Size, moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    matches_golden(golden_name(scene.name, size), paint(scene.model(moments), *size))


@pytest.mark.parametrize(("name", "scenes"), [("table", table_scenes.SCENES), ("end", end_scenes.SCENES)])
def test_the_words_of_scenes_that_look_like_others(
    name: str, scenes: tuple[Scene, ...], moments: Moments, matches_text: CompareText
) -> None:
    said = words_of_others(scenes, lambda scene: lines_on(screen(scene.model(moments), FULL_LOOK, *STANDARD)))
    matches_text(f"words-{name}", said)


@each_golden(IN_ASCII)
def test_a_scene_in_ascii_without_colours(
    scene: Scene, size: Size, moments: Moments, paint: Paint, matches_golden: Compare
) -> None:
    set_to(Language.ENGLISH, ASCII_LOOK)
    emulated = paint(scene.model(moments), *size, only_ascii=True, depth=Depth.MONOCHROME)
    cells = [emulated.buffer[row][column] for row in range(size[1]) for column in range(size[0])]
    assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
    matches_golden(golden_name(scene.name, size), emulated)


@pytest.mark.parametrize("size", [STANDARD, WIDE])
def test_a_scene_in_shades(size: Size, moments: Moments, matches_golden: Compare) -> None:
    drawing = partial(screen, table_scenes.chosen(moments), SHADED_LOOK)
    matches_golden(golden_name("table-shaded", size), painted(drawing, *size))
