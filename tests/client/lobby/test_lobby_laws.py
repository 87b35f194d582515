"""The laws of every page of the lobby, in every size and language, with all characters and in ASCII; and its words."""

from __future__ import annotations

from functools import partial

import pytest

from mandala_client.screens.lobby.lobby_pages import screen
from mandala_client.text.language import Language
from tests.client import laws
from tests.client.lobby.lobbies import GAMES, KEY, PAST, SHELF
from tests.client.lobby.lobby_scenes import BOOKS, SCENES
from tests.client.scenes import Scene, each_scene

EVERY = (*SCENES, *BOOKS)
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


def drawn(scene: Scene) -> laws.Drawn:
    of_books = laws.booklets(Language.ENGLISH) if scene in BOOKS else ()
    return laws.Drawn(scene.name, partial(screen, scene.model(None)), (*OF_THE_SCENES, *of_books))


@pytest.mark.portion
@each_scene(EVERY)
def test_what_holds_for_every_screen_holds_for_every_page_of_the_lobby(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    laws.hold_everywhere(lambda: [drawn(scene)], OTHER_SIZES, monkeypatch)


def test_all_that_is_said_in_the_lobby_is_translated() -> None:
    laws.all_is_translated(lambda: map(drawn, EVERY))
