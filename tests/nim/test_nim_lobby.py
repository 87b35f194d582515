"""Nim in the lobby: a game alone is played by a bot of that game, whatever the bots of other games are called."""

from __future__ import annotations

import pytest
from attrs import evolve
from click.testing import CliRunner

from mandala_client.commands.learn import lesson_of
from mandala_client.games.catalogue import GAMES
from mandala_client.linear.lobby_sentences import welcome
from mandala_client.main import main
from mandala_client.screens.lobby.choices import LearnGame, PlayAlone
from mandala_client.screens.lobby.lobby_pages import screen
from mandala_client.settings.settings import Settings
from mandala_client.text.sorry import Sorry
from mandala_client.ui.style import FULL_LOOK
from mandala_net.bots.catalogue import bot_names
from tests.client.lobby.lobbies import after, asked, busy
from tests.client.lobby.visits import Visitor
from tests.narrowing import present
from tests.nim.rules import NIM

pytestmark = pytest.mark.usefixtures("registered")


def test_the_usual_bot_is_the_easiest_of_the_chosen_game() -> None:
    assert Visitor("alone\ngame nim\nstart\n").chosen() == PlayAlone(game=NIM.name, bot="perfect")
    assert Visitor("alone\ngame nim\nbot random\ngame mandala\nstart\n").chosen() == PlayAlone(bot="random")
    assert Visitor("alone\ngame nim\nbot perfect\ngame mandala\nstart\n").chosen() == PlayAlone(bot="easy")


@pytest.mark.parametrize(
    ("command", "values"),
    [
        ("play", "[random; mandala, patterns: easy|greedy|medium|hard; nim: perfect; ./PROGRAM]"),
        ("host", "[human|random; mandala, patterns: easy|greedy|medium|hard; nim: perfect; ./PROGRAM]"),
        ("bots", "{random; mandala, patterns: easy|greedy|medium|hard; nim: perfect; ./PROGRAM}..."),
    ],
)
def test_the_help_of_a_command_says_which_game_has_which_bots(command: str, values: str) -> None:
    shown = CliRunner().invoke(main, [command, "--help"], terminal_width=120).output
    assert values in " ".join(shown.split())


def test_a_game_without_a_lesson_says_so_and_where_its_rules_are() -> None:
    assert Visitor("settings\ngame nim\nback\nlearn\n").chosen() == LearnGame(NIM.name)
    with pytest.raises(Sorry, match=r"^Nim has no lesson\. To read its rules, type: .* rules --game nim$"):
        lesson_of(NIM.name)


@pytest.mark.parametrize(("game", "told"), [("mandala", True), (NIM.name, False)])
def test_only_a_game_with_a_lesson_is_recommended_to_be_learned(game: str, told: bool) -> None:
    new = evolve(busy(), archive=evolve(present(busy().archive), open=(), past=()), settings=Settings(game=game))
    assert any("New here?" in line for line in welcome(new)) is told
    page = screen(after(new, "end"), FULL_LOOK, 80, 24)
    assert any("New here?" in part.text for row in page.rows for part in row) is told


@pytest.mark.parametrize("game", ["mandala", "patterns", NIM.name])
def test_the_key_leads_to_each_bot_of_the_chosen_game_and_to_no_other(game: str) -> None:
    chosen = after(busy(), "a", *["e"] * list(GAMES).index(game))
    offered = set()
    for _ in range(6):
        choice = asked(chosen, "s")
        assert isinstance(choice, PlayAlone)
        assert choice.game == game
        offered.add(choice.bot)
        chosen = after(chosen, "b")
    assert offered == set(bot_names(game))


def test_in_text_mode_only_the_bots_of_the_chosen_game_are_choices() -> None:
    peer = Visitor("alone\ngame nim\nbot\nbot greedy\nbot random\nstart\n")
    assert peer.chosen() == PlayAlone(game=NIM.name, bot="random")
    (choices, again) = [line for line in peer.heard if line.startswith("Choices: ") and "random" in line]
    assert choices == again
    assert "perfect bot" in choices
    assert "greedy" not in choices
    assert "“bot” has no such value." in peer.heard
