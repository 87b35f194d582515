"""The strength of the bots and their time for a move: seeded deals for each pair, each played from both sides.

``python -m bench.bots`` plays all pairs, for hours; ``python -m bench.bots mandala hard medium 50`` plays 50 deals.
``--jobs N`` plays N games at a time; otherwise one, so that the times are those of one core.
The games are those of ``mandala-lan bots``. What is timed is the work of the processor, so that other programs on the
computer do no harm.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Final

from bench.measuring import REFERENCE_MULTIPLICATION
from bench.poker import scalar_multiplication
from mandala_net.batches.pairings import BatchPlan
from mandala_net.batches.processes import played_by
from mandala_net.bots.batch import BatchTally
from mandala_protocol.games.catalogue import GAMES

DEALS: Final = 500
PAIRS: Final = (
    ("greedy", "random"),
    ("greedy", "greedy"),
    ("random", "random"),
    ("easy", "random"),
    ("medium", "easy"),
    ("medium", "greedy"),
    ("hard", "medium"),
    ("hard", "greedy"),
)

FIRST_SEED: Final = 1_000_000
"""Deals on which nothing was chosen."""


def main() -> None:
    """Print all, or the pair of the arguments."""
    parser = argparse.ArgumentParser(prog="python -m bench.bots")
    parser.add_argument("pair", nargs="*", metavar="GAME ONE OTHER DEALS")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    if given.pair:
        game, one, other, deals = given.pair
        print_match(game, one, other, int(deals), given.jobs)
        return
    for game in GAMES:
        for first, second in PAIRS:
            print_match(game, first, second, DEALS, given.jobs)


def print_match(game: str, first: str, second: str, deals: int, jobs: int) -> None:
    """Play the deals, and print what came of them."""
    plan = BatchPlan(game, (first, second), FIRST_SEED, deals)
    tally = BatchTally()
    times: tuple[list[float], list[float]] = ([], [])
    for _asked, deal in played_by(jobs, plan.pairings, plan.to_play(), time.process_time):
        tally = tally.after(deal)
        for one_game in deal.games:
            for player in range(2):
                times[player].extend(one_game.seconds[player])
    reasons = ", ".join(f"{termination.value} {count}" for termination, count in tally.terminations.items())
    low, high = tally.win_share.interval
    print(f"{game}, {first} against {second}: {100 * tally.win_share.mean:.1f} %", end=" ")
    print(f"({100 * low:.1f} to {100 * high:.1f}) of {tally.games}", end=", ")
    print(f"{tally.mean_difference / 2:+.1f} points a game, ended by {reasons}")
    factor = REFERENCE_MULTIPLICATION / scalar_multiplication().judged
    for name, seconds in zip((first, second), times, strict=True):
        milliseconds = sorted(1000 * factor * duration for duration in seconds)
        late = milliseconds[round(0.95 * (len(milliseconds) - 1))]
        mean = statistics.mean(milliseconds)
        print(f"  {name}: {mean:.2f} ms a move where a multiplication takes 61 µs, ", end="")
        print(f"95 % within {late:.2f}, at most {milliseconds[-1]:.2f}", flush=True)


if __name__ == "__main__":
    main()
