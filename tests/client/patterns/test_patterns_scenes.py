"""The scenes of Patterns as a terminal shows them, each compared with a file that can be read, and their laws."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pyte
import pytest

from mandala_client.screens.table.table_pages import screen
from mandala_client.text.language import Language
from mandala_client.ui.style import ASCII_LOOK, SHADED_LOOK, Depth
from tests.client import laws, painting
from tests.client.at_table import press, typed
from tests.client.patterns.conftest import MIDDLE, Sitting, chosen, sit
from tests.client.scenes import COMPACT, SIZES, STANDARD, WIDE, Scene, Size, each_golden, golden_name, set_to

Compare = Callable[[str, pyte.Screen], None]
Paint = Callable[..., pyte.Screen]

SCENES = (
    Scene("patterns-start", lambda sitting: press(sitting.at(0), "right")[0]),
    Scene("patterns-first-turn", lambda sitting: sitting.at(1)),
    Scene("patterns-chosen", chosen, SIZES),
    Scene("patterns-end", lambda sitting: sitting.ended, (COMPACT, STANDARD)),
    Scene("patterns-last-table", lambda sitting: typed(sitting.ended, "t")[0], (COMPACT, STANDARD)),
    Scene("patterns-statistics", lambda sitting: typed(sitting.ended, "s")[0]),
    Scene("patterns-help", lambda sitting: press(sitting.at(MIDDLE), "f1")[0]),
    Scene("patterns-aid", lambda sitting: press(sitting.at(MIDDLE), "f3")[0]),
)
NAMES = ("Anna", "Ben")
OTHER_SIZES = ((60, 30), (80, 22), (100, 30), (120, 24), (200, 60))


@each_golden(SCENES)
def test_a_scene(scene: Scene, size: Size, sitting: Sitting, paint: Paint, matches_golden: Compare) -> None:
    matches_golden(golden_name(scene.name, size), paint(scene.model(sitting), *size))


def test_a_scene_in_ascii_without_colours(sitting: Sitting, paint: Paint, matches_golden: Compare) -> None:
    set_to(Language.ENGLISH, ASCII_LOOK)
    matches_golden("patterns-ascii", paint(chosen(sitting), only_ascii=True, depth=Depth.MONOCHROME))


@pytest.mark.parametrize("size", [STANDARD, WIDE])
def test_a_scene_in_shades(size: Size, sitting: Sitting, matches_golden: Compare) -> None:
    drawing = partial(screen, chosen(sitting), SHADED_LOOK)
    matches_golden(golden_name("patterns-shaded", size), painting.painted(drawing, *size))


def drawn() -> list[laws.Drawn]:
    """The scenes, and some of our turns, of a game played anew: its log is in the language that is spoken then."""
    sitting = sit()
    scenes = [laws.Drawn(scene.name, partial(screen, scene.model(sitting)), _own_words(scene)) for scene in SCENES]
    turns = [laws.Drawn("patterns-turn", partial(screen, model), NAMES) for model in sitting.models[::10]]
    return [*scenes, *turns]


def _own_words(scene: Scene) -> tuple[str, ...]:
    return (*NAMES, *laws.booklets(Language.ENGLISH)) if scene.name == "patterns-aid" else NAMES


@pytest.mark.portion
def test_what_holds_for_every_screen_holds_for_every_scene_of_patterns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laws.hold_everywhere(drawn, OTHER_SIZES, monkeypatch)


def test_all_that_is_said_in_a_scene_of_patterns_is_translated() -> None:
    laws.all_is_translated(drawn)
