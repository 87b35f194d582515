"""``mandala-lan bots``: what is kept when it is stopped, and what it prints."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mandala_client.commands.bots import play_on
from mandala_client.main import main
from mandala_net.batches.pairings import DealToPlay
from mandala_net.batches.processes import WorkerDied
from mandala_net.bots.batch import BatchTally, DealPlayed
from mandala_net.player.paths import HOME_VARIABLE
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
