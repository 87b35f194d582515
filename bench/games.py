"""The number of games with open cards and random moves that one core plays in a second.

The engine is measured, and no bot: the random one hashes every position, so that it plays the same when asked again.
"""

from __future__ import annotations

import random

from bench.clocks import Figure, Stopwatch
from mandala_net.bots.batch import start
from mandala_protocol.games.catalogue import GAMES


def random_game(game: str, seed: int) -> None:
    """Play one whole game, from the set-up to the result; every legal move is as likely as any other."""
    simulation, chance = start(GAMES[game], seed), random.Random(seed)
    while moves := simulation.legal_moves():
        simulation.play(chance.choice(moves))
    assert simulation.result is not None


def random_games_per_second(game: str, games: int = 1000) -> Figure:
    """The rate over this many games, after a few to warm up."""
    for seed in range(10):
        random_game(game, seed)
    watch = Stopwatch()
    for seed in range(games):
        random_game(game, seed)
    return watch.rate(games)
