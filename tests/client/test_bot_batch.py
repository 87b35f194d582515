"""Playing a batch of games between bots: what is kept when it is stopped, and the file with a row for each game."""

from __future__ import annotations

import csv
import re
from collections.abc import Generator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mandala_client.main import main
from mandala_client.play.bot_batch import COLUMNS, GamesFile, play_on
from mandala_client.text.sorry import Sorry
from mandala_net.batches.pairings import BatchPlan, DealToPlay, RunningBatch
from mandala_net.batches.processes import WorkerDied
from mandala_net.bots.batch import DealPlayed
from mandala_net.player.paths import HOME_VARIABLE
from mandala_protocol.sentence import Sentence
from tests.net.deals_played import BOTH, HALF, deal_of

PLAN = BatchPlan("patterns", ("easy", "greedy"), 1, 50)
DOCUMENT = Path(__file__).parents[2] / "docs" / "bots-json.md"


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), WorkerDied(Sentence("It ended."))])
def test_whatever_stops_it_the_deals_that_were_played_are_kept(stop: BaseException) -> None:
    told: list[int] = []
    batch = RunningBatch(PLAN)

    def deals() -> Generator[tuple[DealToPlay, DealPlayed], None, None]:
        yield DealToPlay(0, 1), deal_of(BOTH)
        yield DealToPlay(0, 2), deal_of(HALF)
        raise stop

    assert play_on(batch, deals(), lambda asked, _deal: told.append(asked.seed)) is stop
    assert told == [1, 2]
    assert batch.results[0].tally.win_share.deals_by_halves == (0, 1, 0, 0, 1)


def test_what_stops_it_while_someone_is_told_ends_the_play_too() -> None:
    ended: list[bool] = []

    def deals() -> Generator[tuple[DealToPlay, DealPlayed], None, None]:
        try:
            yield DealToPlay(0, 1), deal_of(BOTH)
        finally:
            ended.append(True)

    def tell(_asked: DealToPlay, _deal: DealPlayed) -> None:
        raise KeyboardInterrupt

    batch = RunningBatch(PLAN)
    assert isinstance(play_on(batch, deals(), tell), KeyboardInterrupt)
    assert ended == [True]
    assert batch.played == 2


# The file.


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_file_has_a_row_for_each_game_as_soon_as_it_is_played(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    with GamesFile.open(path, PLAN, replace=False) as file:
        file.add(DealToPlay(0, 7), deal_of(HALF, 7))
        first, second = rows_of(path)
    assert list(first) == list(COLUMNS)
    assert first == {
        "game": "patterns",
        "seed": "7",
        "one": "easy",
        "other": "greedy",
        "host": "one",
        "winner": "draw",
        "one_points": "10",
        "other_points": "10",
        "reason": "deck",
        "one_moves": "1",
        "other_moves": "1",
        "one_milliseconds": "1.0",
        "other_milliseconds": "2.0",
        "failed": "",
        "failure": "",
    }
    assert (second["host"], second["winner"], second["one_points"], second["other_points"]) == (
        "other",
        "other",
        "0",
        "20",
    )


def test_no_file_is_replaced_unless_that_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("mine")
    with pytest.raises(Sorry, match=r"games\.csv already exists\. To replace it: --force"):
        GamesFile.open(path, PLAN, replace=False)
    assert path.read_text() == "mine"
    with GamesFile.open(path, PLAN, replace=True):
        pass
    assert path.read_text() == ",".join(COLUMNS) + "\n"


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    refused = called(tmp_path, "random", "random", "--csv", str(tmp_path / "no" / "games.csv"))
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr.endswith("games.csv cannot be written: No such file or directory.\n")


def test_the_document_describes_the_columns() -> None:
    _before, _heading, below = DOCUMENT.read_text(encoding="utf-8").partition("## A row for each game\n")
    table = below.partition("| --- | --- |\n")[2].partition("\n\n")[0]
    named = [name for line in table.splitlines() for name in re.findall(r"`(\w+)`", line.split("|")[1])]
    assert named == list(COLUMNS)


# As a command.


def called(home: Path, *arguments: str) -> Result:
    arguments = ("bots", "--game", "patterns", "--jobs", "1", *arguments)
    return CliRunner(env={HOME_VARIABLE: str(home), "COLUMNS": "80"}).invoke(main, arguments)


def test_the_command_writes_the_games_that_it_counts(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    done = called(tmp_path, "easy", "random", "greedy", "--games", "2", "--seed", "4", "--csv", str(path))
    assert (done.exit_code, done.stderr) == (0, "")
    pairs = [(row["one"], row["other"], row["host"], row["seed"]) for row in rows_of(path)]
    assert pairs == [
        (one, other, host, "4")
        for one, other in (("easy", "random"), ("easy", "greedy"), ("random", "greedy"))
        for host in ("one", "other")
    ]


def test_it_stops_when_it_is_decided(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    done = called(tmp_path, "greedy", "random", "--until-decided", "--seed", "4", "--csv", str(path))
    assert done.exit_code == 0
    said = " ".join(done.stdout.split())
    assert "Decided: Greedy bot is better." in said
    assert "Stopped" not in said
    assert 20 <= len(rows_of(path)) < 100
