"""The laws of every scene of a game, in every size and language, with all characters and in ASCII; and its words."""

from __future__ import annotations

from functools import partial

import pytest

from mandala_client.screens.table.table_pages import screen
from mandala_client.table.table_model import TableModel
from mandala_client.ui.log_pane import Tone
from tests.client import end_scenes, laws, table_scenes
from tests.client.at_table import Moments
from tests.client.scenes import Scene, each_scene

EVERY = (*table_scenes.SCENES, table_scenes.BETWEEN, *end_scenes.SCENES)
OTHER_SIZES = ((60, 30), (80, 22), (80, 40), (100, 30), (120, 24))


def said_by_people(model: TableModel) -> list[str]:
    """The texts that are not messages of the table: names, sentences of the flows, typed text, words to compare."""
    snapshot = model.snapshot
    own = [] if snapshot is None else [*(snapshot.names or ()), snapshot.words or ""]
    return [
        *own,
        *model.statuses,
        model.draft.text,
        *SAID,
        f"mandala-lan verify {end_scenes.RECORD}",
        *(line.text for line in model.log if line.tone in (Tone.TALK, Tone.MUTED)),
    ]


SAID = (
    "Anna Ben Benjamin Clara Carla Maximiliane Charlotte von Hohenf carla laptop maximiliane charlotte hohenf",
    "Hohenḟ, in ASCII Hohen",  # who only looks like somebody known
    table_scenes.KEY,
    "Measuring this machine",
    str(end_scenes.BROKEN),
    f"{table_scenes.LONG_NAME.lower()}-laptop",  # a computer
    "dinner is ready. The disk is full. No word from the other program for 15 seconds.",
    table_scenes.LOST.reason,
    "mandala-lan learn --game mandala",
    "mandala-lan play --practice --game mandala --against greedy --seed 4711",
)
"""What is said and typed in the scenes, whatever the language."""


def drawn(scene: Scene, moments: Moments) -> laws.Drawn:
    model = scene.model(moments)
    return laws.Drawn(scene.name, partial(screen, model), tuple(said_by_people(model)), whole_in_every_size=True)


@pytest.mark.portion
@each_scene(EVERY)
def test_what_holds_for_every_screen_holds_for_every_scene_of_a_game(
    scene: Scene, moments: Moments, monkeypatch: pytest.MonkeyPatch
) -> None:
    laws.hold_everywhere(lambda: [drawn(scene, moments)], OTHER_SIZES, monkeypatch)


def test_all_that_is_said_in_a_scene_of_a_game_is_translated(moments: Moments) -> None:
    laws.all_is_translated(lambda: [drawn(scene, moments) for scene in EVERY])
