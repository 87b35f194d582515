"""The laws of every page of the lobby, in every size and language, with all characters and in ASCII."""

from __future__ import annotations

from functools import partial

import pytest

from mandala_client.screens.lobby.lobby_pages import screen
from mandala_client.text.language import Language
from mandala_client.ui.style import Look
from tests.client import laws
from tests.client.lobby.lobbies import GAMES, KEY, PAST, SHELF
from tests.client.lobby.lobby_scenes import BOOKS, SCENES
from tests.client.scenes import SIZES, Scene, each_language, each_look, each_scene, set_to

OTHER_SIZES = ((60, 30), (79, 20), (100, 24))

OF_THE_SCENES = (
    KEY,
    SHELF.name,
    SHELF.identity_file,
    *(f"{game.announcement.player_name} {game.announcement.host_name}" for game in GAMES),
    *(played.game.opponent_name or "" for played in PAST),
    "Anja no where",
    "mandala-lan resume",
    "The games cannot be read: the disk is gone.",
    "Games on this network cannot be found from here; give the address instead.",
    "You left the game. It stays open. To resume it, type: mandala-lan resume",
)
"""Names and addresses, and sentences from below."""


@pytest.mark.portion
@each_look
@each_language
@each_scene((*SCENES, *BOOKS))
def test_what_holds_for_every_screen_holds_for_every_page_of_the_lobby(
    scene: Scene, language: Language, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_to(language, look)
    sizes = (*SIZES, *laws.some_of(OTHER_SIZES, scene.name, language, look))
    laws.hold(partial(screen, scene.model(None)), sizes, language, look, OF_THE_SCENES, monkeypatch)
