"""``mandala-lan bots``: what is kept when it is stopped, and what it prints."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mandala_client.commands.bots import play_on
from mandala_client.main import main
from mandala_client.records.lost_game import LostGame, read_lost_game
from mandala_net.batches.pairings import DealToPlay
from mandala_net.batches.processes import WorkerDied
from mandala_net.bots.batch import BatchTally, DealPlayed
from mandala_net.player.paths import HOME_VARIABLE
from mandala_protocol.games.game import Over
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from tests.net.deals_played import BOTH, HALF, deal_of


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), WorkerDied(Sentence("It ended."))])
def test_whatever_stops_it_the_deals_that_were_played_are_kept(stop: BaseException) -> None:
    played: list[int] = []
    tallies = [BatchTally(), BatchTally()]

    def deals() -> Generator[tuple[DealToPlay, DealPlayed], None, None]:
        yield DealToPlay(0, 1), deal_of(BOTH)
        yield DealToPlay(1, 1), deal_of(BOTH)
        yield DealToPlay(0, 2), deal_of(HALF)
        raise stop

    assert play_on(tallies, deals(), played.append) is stop
    assert played == [2, 4, 6]
    assert [tally.win_share.deals_by_halves for tally in tallies] == [(0, 1, 0, 0, 1), (0, 0, 0, 0, 1)]


def test_an_interrupt_while_progress_is_shown_ends_the_play_too() -> None:
    ended: list[bool] = []

    def deals() -> Generator[tuple[DealToPlay, DealPlayed], None, None]:
        try:
            yield DealToPlay(0, 1), deal_of(BOTH)
        finally:
            ended.append(True)

    def interrupted(_played: int) -> None:
        raise KeyboardInterrupt

    tallies, still_known = [BatchTally()], deals()
    assert isinstance(play_on(tallies, still_known, interrupted), KeyboardInterrupt)
    assert ended == [True]
    assert tallies[0].games == 2


def called(home: Path, *arguments: str) -> Result:
    arguments = ("bots", "--game", "patterns", "--jobs", "1", *arguments)
    return CliRunner(env={HOME_VARIABLE: str(home), "COLUMNS": "80"}).invoke(main, arguments)


def test_three_bots_make_a_table_of_all_pairs(tmp_path: Path) -> None:
    done = called(tmp_path, "easy", "random", "greedy", "--games", "2", "--seed", "4")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("Patterns, 3 bots, 6 games: each pair played each set-up from both seats.")
    assert "The set-up number is 4." in done.stdout


def reviewed(home: Path, file: Path) -> Result:
    return CliRunner(env={HOME_VARIABLE: str(home), "COLUMNS": "80"}).invoke(main, ["review", str(file), "--json"])


def test_the_first_game_that_the_first_bot_loses_is_kept_to_be_reviewed(tmp_path: Path) -> None:
    file = tmp_path / "lost.json"
    done = called(tmp_path, "random", "greedy", "easy", "--games", "4", "--seed", "4", "--record", str(file))
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.endswith(f"To review the game, type:\nmandala-lan review {file}\n")
    lost, replay = read_lost_game(file.read_bytes())
    assert replay.names[lost] == "Random bot"
    over = replay.ui.rules.expects(replay.frames[-1].state)
    assert isinstance(over, Over)
    assert over.result.winner is lost.other
    same = called(tmp_path, "random", "greedy", "--games", "2", "--seed", "4", "--json")
    average = [bot["average"] for bot in json.loads(same.stdout)["bots"]]
    assert average[0] < average[1]


def test_a_program_that_fails_leaves_a_game_to_review_up_to_there(tmp_path: Path) -> None:
    program, file = tmp_path / "fails", tmp_path / "lost.json"
    program.write_text('#!/bin/sh\nread line\necho \'{"move":"none"}\'\n', encoding="utf-8")
    program.chmod(0o700)
    done = called(tmp_path, str(program), "random", "--games", "4", "--seed", "5", "--record", str(file))
    assert done.exit_code == 1
    document = json.loads(reviewed(tmp_path, file).stdout)
    assert [player["name"] for player in document["players"]] == ["Random bot", "fails"]
    assert {document["id"], *(player["key"] for player in document["players"])} == {None}
    assert [move["seat"] for move in document["moves"]] == [0], "the game in which nobody moved is not kept"
    assert (document["course"]["seat"], document["course"]["moments"][-1]["chance"]) == (1, 0)


def test_a_bot_that_loses_no_game_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "lost.json"
    done = called(tmp_path, "greedy", "random", "--games", "2", "--seed", "4", "--record", str(file))
    assert done.stdout.endswith("Greedy bot lost no game, so none was kept.\n")
    assert not file.exists()
    file.touch()
    refused = called(tmp_path, "greedy", "random", "--games", "2", "--record", str(file))
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "already exists" in refused.stderr
    lost = called(tmp_path, "greedy", "random", "--games", "2", "--record", str(tmp_path / "none" / "lost.json"))
    assert (lost.exit_code, lost.stdout) == (1, "")
    assert "is not a folder" in lost.stderr


@pytest.mark.parametrize(
    "changed",
    [
        {"version": 2},
        {"game": "chess"},
        {"seed": -1},
        {"seed": 10**30},
        {"seed": "4"},
        {"players": ["Anna"]},
        {"players": [1, 2]},
        {"lost": 2},
        {"moves": []},
        {"moves": ["Oa"]},
        {"moves": ["F9"]},
        {"moves": 3},
        {"resigned": 7},
    ],
)
def test_a_game_that_was_changed_is_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    whole = LostGame("patterns", 4, ("Anna", "Ben"), Seat.GUEST, Seat.GUEST, ())
    assert read_lost_game(whole.written())[0] is Seat.GUEST
    document = {**json.loads(whole.written()), "resigned": None, **changed}
    file = tmp_path / "lost.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    refused = reviewed(tmp_path, file)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "the game of bots in it is damaged, or of another version" in refused.stderr.replace("\n", " ")
    file.write_bytes(b"{" + b"[" * 100_000)
    assert reviewed(tmp_path, file).exit_code == 1
