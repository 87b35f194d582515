"""The laws of every scene of a game, in every size and language, with all characters and in ASCII."""

from __future__ import annotations

from functools import partial

import pytest

from mandala_client.screens.table.table_pages import screen
from mandala_client.table.table_model import TableModel
from mandala_client.text.language import Language
from mandala_client.ui.log_pane import Tone
from mandala_client.ui.style import Look
from tests.client import end_scenes, laws, table_scenes
from tests.client.at_table import Moments
from tests.client.scenes import SIZES, Scene, each_language, each_look, each_scene, set_to

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
    "dinner is ready. The disk is full. No word from the other program for 15 seconds.",
    table_scenes.LOST.reason,
)
"""What is said and typed in the scenes, whatever the language."""


@pytest.mark.portion
@each_look
@each_language
@each_scene(EVERY)
def test_what_holds_for_every_screen_holds_for_every_scene_of_a_game(
    scene: Scene, language: Language, look: Look, moments: Moments, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_to(language, look)
    model = scene.model(moments)
    sizes = (*SIZES, *laws.some_of(OTHER_SIZES, scene.name, language, look))
    laws.hold(partial(screen, model), sizes, language, look, said_by_people(model), monkeypatch)
