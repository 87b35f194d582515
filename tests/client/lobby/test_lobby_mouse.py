"""The mouse in the lobby: an entry is clicked in the rows in which it stands, from edge to edge, and nowhere else."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from mandala_client.screens.lobby.lobby_pages import screen
from mandala_client.text.language import Language
from mandala_client.ui.clicks import Button
from mandala_client.ui.style import FULL_LOOK
from tests.client.laws import text_of
from tests.client.lobby.lobby_scenes import BOOKS, SCENES
from tests.client.pointing import edges, meant, pointed_at
from tests.client.scenes import SIZES, Scene, Size, each_language, each_scene, each_size, set_to

WITH_ALL_THERE_IS = [
    scene for scene in SCENES if scene.name in ("lobby-games", "lobby-past", "lobby-settings", "lobby-help")
]


@each_size
@each_scene(WITH_ALL_THERE_IS)
def test_every_cell_does_what_is_drawn_there_and_no_other_does_anything(scene: Scene, size: Size) -> None:
    draw = partial(screen, scene.model(None), FULL_LOOK)
    shown = draw(*size)
    drawn, cells = meant(shown), edges(shown, *size)
    assert pointed_at(draw, *size, cells) == {cell: drawn[cell] for cell in cells if cell in drawn}


@each_language
@each_scene((*SCENES, *BOOKS))
def test_what_is_clicked_stands_under_its_letter_or_number(scene: Scene, language: Language) -> None:
    set_to(language, FULL_LOOK)
    model = scene.model(None)
    for size in SIZES:
        shown = screen(model, FULL_LOOK, *size)
        clicked = [next((part.click for part in row if part.click is not None), None) for row in shown.rows]
        for on, lines in groupby(range(len(clicked)), key=lambda line: clicked[line]):
            if on is not None:
                assert isinstance(on, Button)
                first = text_of(shown.rows[next(lines)]).removeprefix(f" {FULL_LOOK.here}")
                assert first.split()[0] == on.key
