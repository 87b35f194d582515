"""The lobby in a running application: keys and mouse go in by a pipe, trio is the guest."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput
from prompt_toolkit.output import DummyOutput

from mandala_client.commands.lobby import read_shelf
from mandala_client.screens.lobby.choices import GoOn, HostGame, JoinAt, LobbyChoice, PlayAlone, Quit, WatchReplay
from mandala_client.screens.lobby.lobby_model import Archive, LobbyModel, LobbyPage, Surroundings
from mandala_client.screens.lobby.lobby_pages import screen
from mandala_client.screens.lobby.lobby_screen import Lobby
from mandala_client.settings.settings import Settings
from mandala_client.text.sorry import Sorry
from mandala_client.ui.rows import width_of
from mandala_client.ui.style import FULL_LOOK
from mandala_net.link.address import Address
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from tests.client.lobby.lobbies import OPEN, PAST, SHELF, after, busy, empty

COLUMNS, LINES = 80, 40


class Terminal(DummyOutput):
    """A terminal of a size that the tests know."""

    def __init__(self, columns: int = COLUMNS, lines: int = LINES) -> None:
        self._size = Size(lines, columns)

    def get_size(self) -> Size:
        return self._size


def run(
    keyboard: PipeInput,
    typed: str,
    model: LobbyModel | None = None,
    archive: Archive = SHELF,
    saved: list[Settings] | None = None,
    terminal: Terminal | None = None,
) -> tuple[LobbyModel, LobbyChoice]:
    """The lobby after all of this was typed; Ctrl-C ends it at the latest."""

    def save(_before: Settings, after: Settings) -> None:
        if saved is not None:
            saved.append(after)

    keyboard.send_text(typed + "\x03")
    around = Surroundings(lambda _settings: archive, save, local=True)
    with create_app_session(input=keyboard, output=terminal or Terminal()):
        return Lobby(model or busy(), around).run()


def clicked(model: LobbyModel, text: str, lines: int = LINES) -> str:
    """A press and a release of the left button on this text, as terminals send them (SGR, 1006)."""
    rows = screen(model, FULL_LOOK, COLUMNS, lines).rows
    for number, one in enumerate(rows):
        shown = "".join(fragment.text for fragment in one)
        if text in shown:
            column = width_of(shown[: shown.index(text)]) + 1
            return f"\x1b[<0;{column};{number + 1}M\x1b[<0;{column};{number + 1}m"
    raise AssertionError(f"{text} is not on the screen")


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        ("q", Quit()),
        ("\x03", Quit()),
        ("h\r", HostGame()),
        ("a\r", PlayAlone()),
        ("j10.0.0.7:4000\r", JoinAt(Address("10.0.0.7", 4000))),
        ("o\x1b[B\r", GoOn(OPEN[1])),
        ("p\x1b[F\r", WatchReplay(PAST[-1].game)),
    ],
)
def test_keys_lead_out_of_the_lobby(keyboard: PipeInput, typed: str, choice: LobbyChoice) -> None:
    assert run(keyboard, typed)[1] == choice


def test_a_click_takes_an_entry(keyboard: PipeInput) -> None:
    model, _ = run(keyboard, clicked(empty(), "Settings"), empty())
    assert model.page is LobbyPage.SETTINGS


def test_a_click_points_at_a_game(keyboard: PipeInput) -> None:
    open_games = after(busy(), "o")
    model, choice = run(keyboard, clicked(open_games, "Ben"), open_games)
    assert (model.place.cursor, choice) == (1, Quit())


def test_a_click_on_what_is_no_longer_there_takes_nothing(keyboard: PipeInput) -> None:
    # The key of that entry would begin a game on the page that has been opened meanwhile.
    model, choice = run(keyboard, "a" + clicked(empty(), "Settings"), empty())
    assert (model.page, choice) == (LobbyPage.ALONE, Quit())


def test_the_wheel_scrolls(keyboard: PipeInput) -> None:
    small = Terminal(40, 20)
    model, _ = run(keyboard, "r" + "\x1b[<65;5;5M", terminal=small)
    assert model.place.scrolled > 0


def test_only_the_first_choice_counts(keyboard: PipeInput) -> None:
    assert run(keyboard, "asq")[1] == PlayAlone()


def test_a_changed_setting_is_saved_and_followed(keyboard: PipeInput) -> None:
    saved: list[Settings] = []
    model, _ = run(keyboard, "sb", saved=saved)
    assert saved == [Settings(bell=False)]
    assert model.settings == Settings(bell=False)


def test_settings_that_cannot_be_saved_hold_all_the_same_and_it_is_said(keyboard: PipeInput) -> None:
    def save(_before: Settings, _after: Settings) -> None:
        raise Sorry("The disk is full.")

    keyboard.send_text("sb\x03")
    around = Surroundings(lambda _settings: SHELF, save, local=True)
    with create_app_session(input=keyboard, output=Terminal()):
        model, _ = Lobby(busy(), around).run()
    assert model.settings == Settings(bell=False)
    assert model.note == "The disk is full."


def test_the_own_things_are_read_again_under_another_name(keyboard: PipeInput) -> None:
    names: list[str | None] = []

    def read(settings: Settings) -> Archive:
        names.append(settings.name)
        keyboard.send_text("sn\x15Zora\r" if len(names) == 1 else "\x03")
        return evolve(SHELF, name=settings.name or SHELF.name)

    around = Surroundings(read, lambda _before, _after: None, local=True)
    with create_app_session(input=keyboard, output=Terminal()):
        model, _ = Lobby(busy(), around).run()
    assert names == [busy().settings.name, "Zora"]
    assert model.settings.name == "Zora"


def test_in_a_window_without_room_only_leaving_works(keyboard: PipeInput) -> None:
    for size in ((1, 1), (39, 20), (40, 19)):
        model, choice = run(keyboard, "h\r1", terminal=Terminal(*size))
        assert (model.page, choice) == (LobbyPage.HOME, Quit())


def test_pasted_text_chooses_nothing(keyboard: PipeInput) -> None:
    model, choice = run(keyboard, "\x1b[200~q\nh\r1\x1b[201~")
    assert (model.page, choice) == (LobbyPage.HOME, Quit())


def test_a_line_pasted_by_a_terminal_that_does_not_say_so_joins_nothing(keyboard: PipeInput) -> None:
    model, choice = run(keyboard, "j10.0.0.1\r10.0.0.2")
    assert (model.page, choice) == (LobbyPage.JOIN, Quit())


def test_the_own_things_are_those_of_the_store(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path)
    with open_home(paths, "Anna") as profile:
        public = profile.identity.public
    archive = read_shelf(paths, "Anna")
    assert (archive.name, archive.open, archive.past, archive.notices) == ("Anna", (), (), ())
    assert evolve(archive, name="Ben") == read_shelf(paths, "Ben")
    with open_home(paths) as profile:
        assert profile.identity.public == public


def test_a_damaged_store_is_told_of(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path).create()
    paths.games.write_bytes(b"this is no database" * 100)
    notice, *_ = read_shelf(paths, None).notices
    assert notice.startswith("The store of your games was damaged.")
