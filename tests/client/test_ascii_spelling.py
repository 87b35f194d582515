"""German where there is only ASCII: spelled as people do who have no umlauts at hand, on every screen."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable

import pytest
import trio
from prompt_toolkit.input import PipeInput
from prompt_toolkit.output import DummyOutput

from mandala_client.games.game_ui import Book
from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.records.replay import frames_of
from mandala_client.screens.lobby.lobby_model import LobbyModel as Lobby
from mandala_client.screens.lobby.lobby_model import LobbyPage, Surroundings
from mandala_client.screens.lobby.lobby_model import opened as on_page_of_lobby
from mandala_client.screens.lobby.lobby_pages import screen as lobby_screen
from mandala_client.screens.lobby.lobby_screen import run_lobby
from mandala_client.screens.replay.replay_model import ReplayModel as ReplayModel
from mandala_client.screens.replay.replay_model import ReplayPage as PageOfReplay
from mandala_client.screens.replay.replay_model import at_frame, reviewed
from mandala_client.screens.replay.replay_model import on_page as on_page_of_replay
from mandala_client.screens.replay.replay_pages import screen as replay_screen
from mandala_client.screens.replay.replay_screen import run_replay
from mandala_client.screens.table.screen_frontend import ScreenFrontend
from mandala_client.screens.table.stage import run_on_screen
from mandala_client.screens.table.table_pages import screen
from mandala_client.settings.settings import Settings
from mandala_client.table import edits, updates
from mandala_client.table.table_model import EndPage, Helping, Question, Reading
from mandala_client.text.characters import as_written, write_for
from mandala_client.text.language import Language, _, speak, write_in_ascii, writes_in_ascii
from mandala_client.text.spelling import spelled
from mandala_client.ui.rows import Screen
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, Look
from mandala_net.match.news import GameEnded, GameFinished, PeerAway, Talked
from mandala_protocol.conversation.session import Session
from mandala_protocol.poker.workers import Serial
from mandala_protocol.wire.messages import EntryMessage
from tests.client.at_table import Moments, our_turn, played, press
from tests.client.conftest import GAME_SEED
from tests.client.lobby.lobbies import SHELF, busy, empty
from tests.client.sessions import Pair

UMLAUT = re.compile("[äöüÄÖÜß]")
SIZES = ((40, 20), (80, 24), (120, 40))
LONGEST = 400
"""More rows than any page has: nothing is scrolled out of sight."""

ASCII = Settings(only_ascii=True)

Join = Callable[[int], Pair]
Settle = Callable[[Session, Session], None]


@pytest.fixture(autouse=True)
def german(english: None) -> None:
    speak(Language.GERMAN)


@pytest.fixture
def record(join: Join, settle: Settle) -> tuple[EntryMessage, ...]:
    """A game that has just been dealt."""
    host, guest = join(GAME_SEED)
    settle(host, guest)
    return tuple(entry.message() for entry in host.referee.transcript.entries)


def words(shown: Iterable[Screen]) -> set[str]:
    """All words, without the bar of an area in the accent."""
    rows = ("".join(part.text for part in row) for one in shown for row in one.rows)
    return {word.lstrip("▌|") for row in rows for word in row.split()}


def require_all_spelled(draw: Callable[[Look], Iterable[Screen]]) -> None:
    """Require that the ASCII of ``draw`` has a "?" only where German has one, and that no word is lost."""
    write_in_ascii(False)
    full = words(draw(FULL_LOOK))
    write_in_ascii(True)
    plain = words(draw(ASCII_LOOK))
    assert all(word.isascii() for word in plain)
    assert {word for word in plain if "?" in word} <= {spelled(word) for word in full}
    assert {spelled(word) for word in full if UMLAUT.search(word)} & plain, "no screen here has an umlaut"


def test_at_the_table(moments: Moments) -> None:
    def draw(look: Look) -> Iterable[Screen]:
        for model in (our_turn(moments), played(moments, len(moments) // 2), played(moments, len(moments) - 4)):
            away = updates.with_news(updates.with_news(model, Talked("hallo")), PeerAway(12, "", 600))
            asked = (edits.asking(model, question) for question in Question)
            for shown in (model, press(model, "right", "down")[0], press(model, "f7")[0], away, *asked):
                for columns, lines in (*SIZES, (120, LONGEST)):
                    yield screen(shown, look, columns, lines)

    require_all_spelled(draw)


def test_in_the_help_and_the_books(moments: Moments) -> None:
    def draw(look: Look) -> Iterable[Screen]:
        for overlay in (Helping(), Reading(Book.RULES), Reading(Book.AID)):
            for columns, _lines in SIZES:
                yield screen(edits.overlaid(our_turn(moments), overlay), look, columns, LONGEST)

    require_all_spelled(draw)


def test_at_the_end(moments: Moments) -> None:
    result = moments[-1].result
    assert result is not None

    def draw(look: Look) -> Iterable[Screen]:
        over = updates.with_end(played(moments), GameEnded(GameFinished(result), None, moments[-1]), None, rematch=True)
        for page in EndPage:
            for columns, lines in (*SIZES, (80, LONGEST)):
                yield screen(edits.at_end_page(over, page), look, columns, lines)

    require_all_spelled(draw)


def test_in_the_lobby() -> None:
    def draw(look: Look) -> Iterable[Screen]:
        for model in (empty(), busy(), Lobby()):
            for page in LobbyPage:
                for columns, lines in (*SIZES, (80, LONGEST)):
                    yield lobby_screen(on_page_of_lobby(model, page), look, columns, lines)

    require_all_spelled(draw)


def test_in_a_replay(record: tuple[EntryMessage, ...]) -> None:
    def draw(look: Look) -> Iterable[Screen]:
        model = reviewed(ReplayModel(frames_of(record, Serial())))
        for at in range(len(model.replay.frames)):
            for page in PageOfReplay:
                for columns, lines in SIZES:
                    yield replay_screen(on_page_of_replay(at_frame(model, at), page), look, columns, lines)

    require_all_spelled(draw)


# Whoever chooses a look settles the spelling.


def in_ascii_on_screen(keyboard: PipeInput, settings: Settings) -> bool:
    async def main(_frontend: ScreenFrontend) -> bool:
        return writes_in_ascii()

    return run_on_screen(main, settings=settings, keyboard=keyboard, terminal=DummyOutput())


@pytest.mark.parametrize("settings", [ASCII, Settings()])
def test_a_full_screen_settles_the_spelling(settings: Settings, keyboard: PipeInput) -> None:
    write_in_ascii(not settings.only_ascii)
    assert in_ascii_on_screen(keyboard, settings) is settings.only_ascii


@pytest.mark.parametrize("settings", [ASCII, Settings()])
def test_a_replay_settles_the_spelling(
    settings: Settings, keyboard: PipeInput, record: tuple[EntryMessage, ...]
) -> None:
    write_in_ascii(not settings.only_ascii)
    keyboard.send_text("q")
    run_replay(ReplayModel(frames_of(record, Serial())), settings=settings, keyboard=keyboard, terminal=DummyOutput())
    assert writes_in_ascii() is settings.only_ascii


@pytest.mark.parametrize(("typed", "ascii_then"), [("", False), ("sa", True), ("saa", False)])
def test_the_lobby_settles_the_spelling_and_changes_it_with_the_setting(
    typed: str, ascii_then: bool, keyboard: PipeInput
) -> None:
    write_in_ascii(True)
    keyboard.send_text(typed + "\x03")
    around = Surroundings(lambda _settings: SHELF, lambda _before, _after: None, local=True)
    run_lobby(Lobby(), around, keyboard=keyboard, terminal=DummyOutput())
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
