"""Our own bots are called by a name of the language that is spoken; in the record it is the English one."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from attrs import evolve
from click.testing import CliRunner

from mandala_client.commands.replay import command as replay
from mandala_client.commands.verify import command as verify
from mandala_client.games.catalogue import GAMES
from mandala_client.records.past_games import WIDTH, Filter, Played, table_of
from mandala_client.records.statistics import document_of as statistics_document
from mandala_client.records.statistics import lines_of as statistics_lines
from mandala_client.records.statistics import statistics_of
from mandala_client.screens.lobby import games_kept
from mandala_client.screens.lobby.choices import PlayAlone
from mandala_client.screens.lobby.lobby_model import Archive, LobbyModel
from mandala_client.sentences import status_text
from mandala_client.sentences.bot_names import (
    bot_name,
    bots_of,
    ended_with_bot_named,
    name_for_records,
    usual_bot,
    with_bot_named,
)
from mandala_client.text import player_names
from mandala_client.ui.style import FULL_LOOK
from mandala_net.bots.catalogue import bot_names
from mandala_net.match.news import GameEnded, WeLeft
from mandala_net.store.store import State
from mandala_protocol.conversation.events import Resign
from mandala_protocol.record import verification
from mandala_protocol.seats import Seat
from tests.client import sessions
from tests.client.at_table import Moments
from tests.client.lobby.lobbies import stored
from tests.client.speaking import speaking_with
from tests.hearing import hear

GREEDY = name_for_records("mandala", "greedy")
WORDS = {"Random bot": "Zufallsbot", "Greedy bot": "Gierbot"}
AGAINST_BOT = Played(stored(3, GREEDY, State.FINISHED, scores=(5, 4), winner=Seat.HOST, bot="greedy"))


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_texts_for_its_bots_in_their_order(game: str) -> None:
    assert tuple(bots_of(game)) == bot_names(game)


def test_a_bot_is_called_as_the_spoken_language_has_it(tmp_path: Path) -> None:
    assert (bot_name("mandala", "random"), bot_name("mandala", "greedy")) == ("Random bot", "Greedy bot")
    with speaking_with(tmp_path, WORDS):
        assert (bot_name("mandala", "random"), bot_name("mandala", "greedy")) == ("Zufallsbot", "Gierbot")


@pytest.mark.parametrize("game", GAMES)
def test_who_names_no_bot_plays_against_the_easiest_in_the_lobby_too(game: str) -> None:
    assert usual_bot(game) == PlayAlone(game=game).bot == bot_names(game)[1]


def test_only_the_bot_is_called_otherwise_and_not_whoever_has_its_name(tmp_path: Path, moments: Moments) -> None:
    with speaking_with(tmp_path, WORDS):
        for seat in Seat:
            shown = with_bot_named(evolve(moments[-1], seat=seat, names=("Random bot", "Random bot")), "random")
            assert shown.names is not None
            assert shown.names[seat] == "Random bot"
            assert shown.names[seat.other] == "Zufallsbot"
    assert with_bot_named(moments[0], "random") == moments[0]


def test_the_last_word_of_a_game_names_the_bot_so_too(tmp_path: Path, moments: Moments) -> None:
    with speaking_with(tmp_path, WORDS):
        ended = ended_with_bot_named(GameEnded(WeLeft(), None, snapshot=moments[-1]), "greedy")
        assert ended.snapshot is not None
        assert player_names.player_name(Seat.GUEST, ended.snapshot.names) == "Gierbot"
    assert ended_with_bot_named(GameEnded(WeLeft(), None), "greedy") == GameEnded(WeLeft(), None)


def test_every_list_of_games_and_the_statistics_call_a_bot_so(tmp_path: Path) -> None:
    played = [AGAINST_BOT, Played(evolve(AGAINST_BOT.game, state=State.OPEN, scores=None))]
    archive = Archive("Anna", "ABCD", "key", open=(played[1].game,), past=tuple(played))
    with speaking_with(tmp_path, WORDS):
        statistics = statistics_of("mandala", played)
        shown = {
            "history": table_of(played).lines_with_remarks(WIDTH),
            "stats": statistics_lines(statistics),
            "open games": games_kept.open_game_lines(LobbyModel(archive=archive), 80, FULL_LOOK),
            "past games": games_kept.past_game_lines(LobbyModel(archive=archive), 80, FULL_LOOK),
            "details": [status_text.stored_game(played[0].game)],
            "statistics": games_kept.tally_lines(LobbyModel(archive=archive), 40, FULL_LOOK),
        }
        assert Filter("Gier").takes(played[0])
        assert Filter("Greedy").takes(played[0])
        documents = table_of(played).objects(), statistics_document([statistics])
    for where, lines in shown.items():
        assert "Gierbot" in "\n".join(lines), where
        assert "Greedy" not in "\n".join(lines), where
    assert "Gierbot" not in json.dumps(documents)


def test_two_bots_of_one_name_are_told_apart_in_every_language(tmp_path: Path) -> None:
    other = Played(evolve(AGAINST_BOT.game, peer=bytes(32)))
    with speaking_with(tmp_path, WORDS):
        names = {tally.shown for tally in statistics_of("mandala", [AGAINST_BOT, other]).bots}
    assert len(names) == 2
    assert all(name.startswith("Gierbot ") for name in names)


@pytest.fixture(scope="module")
def record_against_bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game of Patterns of Anna's against the greedy bot, in which she resigned."""
    names = ("Anna", name_for_records("patterns", "greedy"))
    seeds = bytes([3]) * 32, bytes([4]) * 32
    host, guest = sessions.join(seeds, seeds, names=names, game="patterns")
    sessions.settle(host, guest)
    hear(guest, host.send(Resign()))
    sessions.settle(host, guest)
    file = tmp_path_factory.mktemp("records") / f"game{verification.SUFFIX}"
    file.write_bytes(verification.write(host.referee.transcript.entries))
    return file


@pytest.mark.parametrize("command", [verify, replay])
def test_whoever_reads_the_record_of_a_game_against_a_bot_finds_it_called_so(
    command: click.Command, record_against_bot: Path
) -> None:
    result = CliRunner().invoke(command, [str(record_against_bot), "--language", "de"])
    assert result.exit_code == 0
    assert bot_name("patterns", "greedy") in result.stdout
    assert GREEDY not in result.stdout


def test_the_record_as_json_has_the_names_that_stand_in_it(record_against_bot: Path) -> None:
    result = CliRunner().invoke(replay, [str(record_against_bot), "--json", "--language", "de"])
    assert [player["name"] for player in json.loads(result.stdout)["players"]] == [
        "Anna",
        GREEDY,
    ]
