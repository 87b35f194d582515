"""The scenes of a replay as a terminal shows them, each compared with a file that can be read.

After a change that is meant, write them anew with ``make golden``, and read what changed.
"""

from __future__ import annotations

from collections.abc import Callable

import pyte

from mandala_client.screens.replay.replay_pages import screen
from mandala_client.ui.style import FULL_LOOK
from tests.client.replay.conftest import Painted
from tests.client.replay.replay_scenes import SCENES, Recorded, in_mid_game
from tests.client.scenes import STANDARD, Scene, Size, each_golden, golden_name, lines_on, words_of_others

Compare = Callable[[str, pyte.Screen], None]


@each_golden(SCENES)
def test_a_step_of_a_replay(
    scene: Scene, size: Size, recorded: Recorded, painted: Painted, matches_golden: Compare
) -> None:
    matches_golden(golden_name(scene.name, size), painted(scene.model(recorded), *size))


def test_the_words_of_scenes_that_look_like_others(
    recorded: Recorded, matches_text: Callable[[str, str], None]
) -> None:
    said = words_of_others(SCENES, lambda scene: lines_on(screen(scene.model(recorded), FULL_LOOK, *STANDARD)))
    matches_text("words-replay", said)


def test_ascii(recorded: Recorded, painted: Painted, matches_golden: Compare) -> None:
    emulated = painted(in_mid_game(recorded), only_ascii=True)
    assert all(line.isascii() for line in emulated.display)
    matches_golden("replay-ascii", emulated)
