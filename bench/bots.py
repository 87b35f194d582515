"""The strength of the bots and their time for a move: seeded deals for each pair, each played from both sides.

``python -m bench.bots`` plays all pairs, for hours; ``python -m bench.bots mandala hard medium 50`` plays 50 deals.
What is timed is the work of the processor, so that other programs on the computer do no harm.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from typing import Final

from bench.measuring import REFERENCE_MULTIPLICATION
from bench.poker import scalar_multiplication
from mandala_net.bots.batch import BatchTally, DealPlayed, play_deals
from mandala_net.bots.catalogue import two_bots
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
    if len(sys.argv) > 1:
        game, one, other, deals = sys.argv[1:]
        print_match(game, one, other, int(deals))
        return
    for game in GAMES:
        for one, other in PAIRS:
            print_match(game, one, other, DEALS)


def print_match(game: str, one: str, other: str, deals: int) -> None:
    """Play the deals, and print what came of them."""
    seeds = range(FIRST_SEED, FIRST_SEED + deals)
    played = list(play_deals(GAMES[game], *two_bots(game, one, other), seeds, time.process_time))
    tally = BatchTally.of(played)
    reasons = ", ".join(f"{reason} {count}" for reason, count in tally.reasons.items())
    share, interval = won_by_the_one(played)
    print(f"{game}, {one} against {other}: {share:.1f} ± {interval:.1f} % of {tally.games}", end=", ")
    print(f"{tally.mean_difference / 2:+.1f} points a game, ended by {reasons}")
    factor = REFERENCE_MULTIPLICATION / scalar_multiplication()
    for player, (name, bot) in enumerate(zip((one, other), tally.bots, strict=True)):
        times = sorted(
            1000 * factor * spent for deal in played for one_game in deal.games for spent in one_game.seconds[player]
        )
        late = times[round(0.95 * (len(times) - 1))]
        mean = 1000 * factor * bot.seconds / bot.moves
        print(f"  {name}: {mean:.2f} ms a move where a multiplication takes 61 µs, ", end="")
        print(f"95 % within {late:.2f}, at most {times[-1]:.2f}", flush=True)


def won_by_the_one(played: list[DealPlayed]) -> tuple[float, float]:
    """The share of games that the one won, in percent, a draw counting half; and the interval of 95 % to each side.

    The two games of a deal go together: the interval is worked out from the deals.
    """
    shares = [50 * sum(0.5 if game.winner is None else game.winner == 0 for game in deal.games) for deal in played]
    return statistics.mean(shares), 1.96 * statistics.stdev(shares) / math.sqrt(len(shares))


if __name__ == "__main__":
    main()
