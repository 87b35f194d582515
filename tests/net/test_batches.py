"""Batches of games between any two of some bots, in one process and in several."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path

import pytest

from mandala_net.batches.pairings import BatchPlan, DealToPlay, Pairing
from mandala_net.batches.processes import WorkerDied, cores, played_by
from mandala_net.bots.batch import DealPlayed, play_deals
from mandala_net.bots.catalogue import make_bot, two_bots
from mandala_net.bots.game_bots import MakeBot
from mandala_net.bots.player import Bot
from mandala_protocol.games.game import Termination
from mandala_protocol.games.patterns import PATTERNS
from tests.limits import SECONDS
from tests.net import failing_bots

THREE = BatchPlan("patterns", ("random", "easy", "greedy"), 5, 3)
RANDOM = partial(make_bot, "patterns", "random")


def without_times(deal: DealPlayed) -> list[tuple[tuple[int, int], int | None, Termination]]:
    return [(game.points, game.winner, game.termination) for game in deal.games]


# What is played.


def test_each_pair_plays_each_deal_and_the_deals_come_in_turns() -> None:
    assert THREE.pairs == [(0, 1), (0, 2), (1, 2)]
    assert list(THREE.to_play()) == [DealToPlay(pairing, seed) for seed in (5, 6, 7) for pairing in range(3)]
    assert THREE.games == 18


def test_a_pair_plays_what_it_would_play_alone() -> None:
    pairing = THREE.pairings[2]
    (played,) = play_deals(PATTERNS, *pairing.makers, [6])
    (alone,) = play_deals(PATTERNS, *two_bots("patterns", "easy", "greedy"), [6])
    assert without_times(played) == without_times(alone)


# By several processes.


def test_the_results_and_their_order_are_those_of_one_process() -> None:
    alone, shared = (
        [(asked, without_times(deal)) for asked, deal in played_by(jobs, THREE.pairings, THREE.to_play())]
        for jobs in (1, 2)
    )
    assert shared == alone
    assert [asked for asked, _deal in alone] == list(THREE.to_play())


def test_processes_end_when_no_one_asks_for_more() -> None:
    before = set(multiprocessing.active_children())
    deals = played_by(2, THREE.pairings, (DealToPlay(0, seed) for seed in itertools.count()))
    next(deals)
    started = set(multiprocessing.active_children()) - before
    assert len(started) == 2
    deals.close()
    assert not started & set(multiprocessing.active_children())


@pytest.mark.parametrize("maker", [failing_bots.that_answers_half, failing_bots.that_hears_no_signal])
def test_processes_end_though_one_has_said_half_of_a_result_or_hears_no_signal(
    maker: Callable[[Path, int], Bot], tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    before = set(multiprocessing.active_children())
    deals = played_with(partial(maker, pipe), iter(range(4)))
    next(deals)
    assert pipe.read_text() == ""  # once it has come so far
    deals.close()
    assert set(multiprocessing.active_children()) == before


LAZY_PROGRAM = """#!{python}
import time

with open({pipe!r}, "w") as pipe:
    time.sleep(60)
    pipe.write("late")
"""


def test_a_bot_that_is_a_program_ends_with_the_process_that_has_started_it(tmp_path: Path) -> None:
    pipe, program = tmp_path / "pipe", tmp_path / "lazy"
    os.mkfifo(pipe)
    program.write_text(LAZY_PROGRAM.format(python=sys.executable, pipe=str(pipe)))
    program.chmod(0o755)
    pairings = [
        Pairing("patterns", (RANDOM, RANDOM)),
        Pairing("patterns", two_bots("patterns", str(program), "random")),
    ]
    deals = played_by(2, pairings, iter([DealToPlay(0, 0), DealToPlay(1, 0)]))
    next(deals)
    with pipe.open() as end:  # once the program is running
        deals.close()
        assert end.read() == ""


KILLED_PROGRAM = """
import functools, itertools, multiprocessing, os, pathlib, signal, sys
from mandala_net.batches.pairings import DealToPlay, Pairing
from mandala_net.batches.processes import played_by
from mandala_net.bots.catalogue import make_bot

RANDOM = functools.partial(make_bot, "patterns", "random")

if __name__ == "__main__":
    deals = played_by(2, [Pairing("patterns", (RANDOM, RANDOM))], (DealToPlay(0, seed) for seed in itertools.count()))
    next(deals)
    for process in multiprocessing.active_children() if sys.platform == "linux" else ():
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        (blocked,) = (int(line.split()[1], 16) for line in status.splitlines() if line.startswith("SigBlk"))
        print(bool(blocked >> signal.SIGINT - 1 & 1), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_processes_hear_no_control_c_from_their_first_moment_and_end_with_a_program_that_is_killed(
    tmp_path: Path,
) -> None:
    """In a program that has started no other process yet; what a process hears is told by Linux alone."""
    program = tmp_path / "program.py"
    program.write_text(KILLED_PROGRAM)
    done = subprocess.run(
        [sys.executable, str(program)],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.stdout.split() == (["True", "True"] if sys.platform == "linux" else []), done.stderr
    # The output ends when no process is left that could write to it, or the time is over.
    assert done.returncode == -signal.SIGKILL


def played_with(maker: MakeBot, seeds: Iterator[int]) -> Generator[tuple[DealToPlay, DealPlayed], None, None]:
    pairings = [Pairing("patterns", (maker, RANDOM))]
    return played_by(2, pairings, (DealToPlay(0, seed) for seed in seeds))


def test_a_process_that_dies_is_a_sentence_and_the_others_end_too() -> None:
    before = set(multiprocessing.active_children())
    played: list[int] = []
    deals = played_with(failing_bots.that_ends_its_process, itertools.count())
    with pytest.raises(WorkerDied, match=r"^A process that played games ended unexpectedly\."):
        played.extend(asked.seed for asked, _deal in deals)
    assert played == [0, 1][: len(played)], "deals are yielded until one is missing"
    assert set(multiprocessing.active_children()) == before


def test_what_a_bot_raises_is_raised_here() -> None:
    with pytest.raises(ValueError, match="no bot for 0"):
        list(played_with(failing_bots.that_raises, iter([0])))


def test_there_is_a_core_at_least() -> None:
    assert cores() >= 1
