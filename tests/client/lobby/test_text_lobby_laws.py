"""The laws of the lobby in text mode: all is translated, and in ASCII if that is wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from attrs import field, frozen

from mandala_client.screens.lobby.entries import FORMS
from mandala_client.screens.lobby.lobby_model import LobbyModel
from mandala_client.settings.settings import Settings
from mandala_client.text.language import Language
from mandala_client.text.sorry import Sorry
from mandala_client.ui.style import ASCII_LOOK
from tests.client.laws import untranslated
from tests.client.lobby.lobbies import EMPTY_SHELF, GAMES, KEY, PAST, SHELF
from tests.client.lobby.visits import Visitor
from tests.client.scenes import each_language, set_to
from tests.client.speaking import in_other_letters

_ALL_OF_A_PAGE = {page: [setting.word.message for setting in form.settings] for page, form in FORMS.items()}
UNREADABLE = "The disk is gone."


def _unreadable(_settings: Settings) -> object:
    raise Sorry(UNREADABLE)


@frozen
class Visit:
    """Lines that are typed, in English, which is always understood, and what there is in the lobby."""

    name: str
    typed: tuple[str, ...]
    wanted: Mapping[str, object] = field(factory=dict)


def _switched(words: Sequence[str]) -> list[str]:
    """Each entry with yes and with no. A name is typed, and ASCII stays as the test has it."""
    switches = [word for word in words if word not in ("name", "ascii")]
    return [f"{word} {value}" for word in switches for value in ("yes", "no")]


VISITS = (
    Visit("welcome", ()),
    Visit("help", ("help",)),
    Visit("games", ("games", "join 9", "join 3", "join 4"), {"listings": GAMES}),
    Visit("no-games", ("games", "join", "join 1", "join no where")),
    Visit("deaf", ("games",), {"unheard": UNREADABLE}),
    *(
        Visit(f"{page.value}-{what}", lines)
        for page, words in _ALL_OF_A_PAGE.items()
        for what, lines in (
            ("choices", (page.value, *words)),
            ("switched", (page.value, *_switched(words))),
            ("help", (page.value, "help", "back")),
        )
    ),
    Visit("name", ("settings", "name Anja", f"name {'x' * 100}", "name -")),
    Visit("settings-unsaved", ("settings", "bell no"), {"full": True}),
    Visit("kept", ("open", "open 9", "past", "past 99", "statistics", "whoami"), {"listings": GAMES}),
    Visit("nothing-kept", ("open", "past", "statistics"), {"read": lambda _settings: EMPTY_SHELF}),
    Visit("unreadable", ("open", "past", "statistics", "whoami"), {"read": _unreadable}),
    Visit("unknown", ("abracadabra",)),
    Visit("into-a-game", ("alone", "start")),
)

OF_THE_VISITS = (
    KEY,
    SHELF.name,
    SHELF.identity_file,
    *(f"{game.announcement.player_name} {game.announcement.host_name}" for game in GAMES),
    *(played.game.opponent_name or "" for played in PAST),
    "Anja",
    UNREADABLE,
    "The disk is full.",
    "mandala-lan history",
)
"""Names, addresses and sentences from elsewhere."""


def heard(visit: Visit, *, only_ascii: bool) -> list[str]:
    peer = Visitor("".join(f"{line}\n" for line in visit.typed), **visit.wanted)  # type: ignore[arg-type]
    peer.visit(LobbyModel(Settings(only_ascii=only_ascii)))
    return peer.heard


@each_language
@pytest.mark.parametrize("visit", [pytest.param(visit, id=visit.name) for visit in VISITS])
def test_every_line_is_a_whole_sentence_in_ascii_where_that_is_wanted(visit: Visit, language: Language) -> None:
    set_to(language, ASCII_LOOK)
    for line in heard(visit, only_ascii=True):
        assert line.strip()
        assert line.isascii()
        assert "{" not in line


def test_all_that_is_said_in_the_lobby_is_translated() -> None:
    with in_other_letters():
        past = {visit.name: untranslated(heard(visit, only_ascii=False), OF_THE_VISITS) for visit in VISITS}
    assert {name: words for name, words in past.items() if words} == {}
