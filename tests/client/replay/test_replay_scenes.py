"""The scenes that ``test_replay_screen`` leaves out: the first, the last and the faulty step in the other sizes.

After a change that is meant, write them anew with ``make golden``, and read what changed.
"""

from __future__ import annotations

from collections.abc import Callable

import pyte

from tests.client.replay.conftest import Painted
from tests.client.replay.replay_scenes import SCENES, Recorded
from tests.client.scenes import Scene, Size, each_golden

Compare = Callable[[str, pyte.Screen], None]


@each_golden(SCENES)
def test_a_step_of_a_replay(
    scene: Scene, size: Size, recorded: Recorded, painted: Painted, matches_golden: Compare
) -> None:
    matches_golden(f"{scene.name}-{size[0]}x{size[1]}", painted(scene.model(recorded), *size))
