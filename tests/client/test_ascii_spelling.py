"""German where there is only ASCII: who settles that it is spelled as people do who have no umlauts at hand.

That it is so on every screen is one of the laws of all screens.
"""

from __future__ import annotations

import io
import re

import pytest
import trio
from prompt_toolkit.input import PipeInput

from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.records.replay import frames_of
from mandala_client.screens.lobby.lobby_model import LobbyModel, Surroundings
from mandala_client.screens.lobby.lobby_screen import Lobby
from mandala_client.screens.replay.replay_model import ReplayModel
from mandala_client.screens.replay.replay_screen import run_replay
from mandala_client.screens.table.screen_frontend import ScreenFrontend
from mandala_client.screens.table.stage import run_on_screen
from mandala_client.settings.settings import Settings
from mandala_client.text.characters import as_written, write_for
from mandala_client.text.language import Language, _, speak, write_in_ascii, writes_in_ascii
from mandala_protocol.poker.workers import Serial
from tests.client.at_table import Moments, our_turn
from tests.client.lobby.lobbies import SHELF
from tests.client.sessions import short_game

ASCII = Settings(only_ascii=True)


@pytest.fixture(autouse=True)
def german(english: None) -> None:
    speak(Language.GERMAN)


def in_ascii_on_screen(settings: Settings) -> bool:
    async def main(_frontend: ScreenFrontend) -> bool:
        return writes_in_ascii()

    return run_on_screen(main, settings=settings)


@pytest.mark.usefixtures("keyboard")
@pytest.mark.parametrize("settings", [ASCII, Settings()])
def test_a_full_screen_settles_the_spelling(settings: Settings) -> None:
    write_in_ascii(not settings.only_ascii)
    assert in_ascii_on_screen(settings) is settings.only_ascii


@pytest.mark.parametrize("settings", [ASCII, Settings()])
def test_a_replay_settles_the_spelling(settings: Settings, keyboard: PipeInput) -> None:
    write_in_ascii(not settings.only_ascii)
    keyboard.send_text("q")
    replay = frames_of([entry.message() for entry in short_game()], Serial())
    run_replay(ReplayModel(replay), settings=settings)
    assert writes_in_ascii() is settings.only_ascii


@pytest.mark.parametrize(("typed", "ascii_then"), [("", False), ("sa", True), ("saa", False)])
def test_the_lobby_settles_the_spelling_and_changes_it_with_the_setting(
    typed: str, ascii_then: bool, keyboard: PipeInput
) -> None:
    write_in_ascii(True)
    keyboard.send_text(typed + "\x03")
    around = Surroundings(lambda _settings: SHELF, lambda _before, _after: None, local=True)
    Lobby(LobbyModel(), around).run()
    assert writes_in_ascii() is ascii_then


@pytest.mark.parametrize(
    ("encoding", "written"),
    [
        ("utf-8", "Züge: „Jürgen“ – ♥ …"),
        ("cp1252", 'Züge: "Jürgen" - ? ...'),
        ("latin-1", 'Züge: "Jürgen" - ? ...'),
        ("cp1251", 'Zuege: "J?rgen" - ? ...'),
        ("ascii", 'Zuege: "J?rgen" - ? ...'),
    ],
)
def test_letters_stay_where_an_encoding_has_them_whatever_becomes_of_signs(encoding: str, written: str) -> None:
    write_for(only_ascii=False, encoding=encoding)
    assert as_written(f"{_('Turns')}: „Jürgen“ – ♥ …") == written
    write_for(only_ascii=True, encoding=encoding)
    assert as_written(f"{_('Turns')}: „Jürgen“ – ♥ …").isascii()


def test_plain_sentences_are_spelled_too_and_so_are_the_rules(moments: Moments) -> None:
    write_in_ascii(True)
    out = io.StringIO()

    async def listen() -> None:
        frontend = TextFrontend(io.StringIO("hilfe\nregeln\nende\n"), out)
        frontend.show(next(moment for moment in moments if moment == our_turn(moments).snapshot))
        await frontend.next_command()

    trio.run(listen)
    assert out.getvalue().isascii()
    assert not re.search(r"\?\w", out.getvalue())
