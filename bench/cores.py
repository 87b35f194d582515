"""The lean forms of the games for search: random games that one core plays in a second.

The boards of Patterns are laid before the clock starts: a search begins with a board.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from bench.clocks import Figure, Stopwatch
from mandala_net.bots.batch import start
from mandala_net.bots.mandala.core import MandalaCore
from mandala_net.bots.patterns.core import PatternsCore
from mandala_protocol.games.patterns import PATTERNS

_BOARDS: Final = 50


def mandala_player() -> Callable[[int], None]:
    """Return what plays one whole game of Mandala by a seed; every legal move is as likely as any other."""

    def play(seed: int) -> None:
        chance = random.Random(seed).random
        core = MandalaCore.dealt(0, lambda cards: cards.sort(key=lambda _card: chance()))
        while moves := core.legal_moves():
            core.play(moves[int(chance() * len(moves))])

    return play


def patterns_player() -> Callable[[int], None]:
    """Return what plays one whole game of Patterns by a seed, in the same way."""
    boards = [PatternsCore(start(PATTERNS, seed).state) for seed in range(_BOARDS)]

    def play(seed: int) -> None:
        chance = random.Random(seed).random
        core = boards[seed % _BOARDS].copy()
        while moves := core.legal_moves():
            core.play(moves[int(chance() * len(moves))])

    return play


def core_games_per_second(player: Callable[[], Callable[[int], None]], games: int = 1000) -> Figure:
    """The rate over this many games, after a few to warm up."""
    play = player()
    for seed in range(10):
        play(seed)
    watch = Stopwatch()
    for seed in range(games):
        play(seed)
    return watch.rate(games)
