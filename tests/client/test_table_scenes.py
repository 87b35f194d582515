"""Every scene of a game as a terminal shows it, in each of its sizes, compared with files that can be read.

After a change that is meant, write them anew with ``make golden``, and read what changed.
"""

from __future__ import annotations

from collections.abc import Callable

import pyte
import pytest

from mandala_client.screens.table.table_pages import screen
from mandala_client.text.language import Language
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, Depth
from tests.client import end_scenes, table_scenes
from tests.client.at_table import Moments
from tests.client.scenes import STANDARD, Scene, Size, each_golden, set_to

Compare = Callable[[str, pyte.Screen], None]
CompareText = Callable[[str, str], None]
Paint = Callable[..., pyte.Screen]

EVERY = (*table_scenes.SCENES, table_scenes.BETWEEN, *table_scenes.TOO_SMALL, *end_scenes.SCENES)
IN_ASCII = (
    Scene("table-ascii", table_scenes.chosen),
    Scene("page-end-ascii", end_scenes.finished),
)
"""A form in which everything is drawn that looks otherwise there, and the only other symbols, those of the score."""


def named(scene: Scene, size: Size) -> str:
    return f"{scene.name}-{size[0]}x{size[1]}"


@each_golden(EVERY)
def test_a_scene_of_the_game(scene: Scene, size: Size, moments: Moments, paint: Paint, matches_golden: Compare) -> None:
    matches_golden(named(scene, size), paint(scene.model(moments), *size))


@pytest.mark.parametrize(("group", "base"), [(table_scenes.SCENES, "table-own-turn"), (end_scenes.SCENES, "page-end")])
def test_the_words_of_scenes_in_the_form_of_another(
    group: tuple[Scene, ...], base: str, moments: Moments, matches_text: CompareText
) -> None:
    """What each of them says that the scene does not say whose form is known, with the number of the line."""
    scenes = {scene.name: scene for scene in group}
    known = {"", *lines_of(scenes[base], moments)}
    said: list[str] = []
    for scene in group:
        if scene.only_words:
            said += ["", scene.name]
            said += [f"{at:>2} {line}" for at, line in enumerate(lines_of(scene, moments)) if line not in known]
    assert len(said) > 20
    matches_text(f"words-beside-{base}", "\n".join([*said, ""]))


def lines_of(scene: Scene, moments: Moments) -> list[str]:
    """A scene as rows of text, in the standard size."""
    rows = screen(scene.model(moments), FULL_LOOK, *STANDARD).rows
    return ["".join(part.text for part in row).rstrip() for row in rows]


@each_golden(IN_ASCII)
def test_a_scene_in_ascii_without_colours(
    scene: Scene, size: Size, moments: Moments, paint: Paint, matches_golden: Compare
) -> None:
    set_to(Language.ENGLISH, ASCII_LOOK)
    emulated = paint(scene.model(moments), *size, only_ascii=True, depth=Depth.MONOCHROME)
    cells = [emulated.buffer[row][column] for row in range(size[1]) for column in range(size[0])]
    assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
    matches_golden(named(scene, size), emulated)


@pytest.mark.parametrize("language", [Language.GERMAN, Language.DUTCH])
@each_golden(table_scenes.TRANSLATED)
def test_a_scene_in_german_and_dutch(
    scene: Scene, size: Size, language: Language, moments: Moments, paint: Paint, matches_golden: Compare
) -> None:
    set_to(language, FULL_LOOK)
    matches_golden(f"{named(scene, size)}-{language.value}", paint(scene.model(moments), *size))
