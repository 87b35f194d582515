"""How many games of Mandala with open cards and random moves one core plays in a second."""

from __future__ import annotations

import time

from mandala_net.bots.batch import play, start
from mandala_net.bots.random_bot import RandomBot
from mandala_protocol.games.mandala import MANDALA


def random_game(seed: int) -> None:
    """One whole game, from the shuffle to the result."""
    play(start(seed), (RandomBot(MANDALA, 2 * seed), RandomBot(MANDALA, 2 * seed + 1)))


def random_games_per_second(games: int = 1000) -> float:
    """The rate over this many games, after a few to warm up."""
    for seed in range(10):
        random_game(seed)
    begin = time.perf_counter()
    for seed in range(games):
        random_game(seed)
    return games / (time.perf_counter() - begin)


def main() -> None:
    """Print it."""
    print(f"random games of Mandala, one core      {random_games_per_second():8.0f} a second")


if __name__ == "__main__":
    main()
