"""Bot against bot, with open cards and without cryptography: for batches, measurements and tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from attrs import frozen

from mandala_net.bots.player import Bot
from mandala_protocol.games.counts import spread
from mandala_protocol.games.game import Counts, Face, Game, Result
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.simulation import Shuffle, Simulation
from mandala_protocol.randomness import SEED_BYTES
from mandala_protocol.seats import Seat


def seeded_shuffle(seed: int) -> Shuffle:
    """Shuffles that are the same for the same seed."""
    source = random.Random(seed)  # noqa: S311 - repeatable on purpose

    def shuffle(faces: Counts) -> list[Face]:
        cards = list(spread(faces))
        source.shuffle(cards)
        return cards

    return shuffle


def start(seed: int, first: Seat = Seat.HOST, game: Game[Any, Any] = MANDALA) -> Simulation[Any, Any]:
    """A new game whose deals, and whatever else is chance in it, follow from the seed (0 or more)."""
    return Simulation.start(game, first, seed.to_bytes(SEED_BYTES, "big"), seeded_shuffle(seed))


def play(simulation: Simulation[Any, Any], bots: tuple[Bot, Bot]) -> Result:
    """Play on to the end; ``bots`` by seat."""
    while (seat := simulation.to_move) is not None:
        simulation.play(bots[seat].choose(simulation.view(seat)))
    result = simulation.result
    assert result is not None
    return result


@frozen
class Tally:
    """What came of a number of games between two bots, whatever their seats.

    ``wins``: games won by the one and by the other, the rest were drawn. ``points``: the sum of the points of each.
    ``reasons``: how many games ended for which reason.
    """

    games: int
    wins: tuple[int, int]
    points: tuple[int, int]
    reasons: dict[str, int]

    @property
    def win_rate(self) -> float:
        """The share of all games that the one won."""
        return self.wins[0] / self.games


def play_batch(one: Callable[[int], Bot], other: Callable[[int], Bot], seeds: Iterable[int]) -> Tally:
    """A game of Mandala for each seed. They change seats after each game, and after each pair of games who plays first.

    ``one`` and ``other`` make the bots for a game from its seed. Raises ``ValueError`` if there are no seeds.
    """
    wins, points = [0, 0], [0, 0]
    reasons: Counter[str] = Counter()
    games = 0
    for number, seed in enumerate(seeds):
        seats = (Seat.HOST, Seat.GUEST) if number % 2 == 0 else (Seat.GUEST, Seat.HOST)
        bots = (one(seed), other(seed)) if seats[0] is Seat.HOST else (other(seed), one(seed))
        result = play(start(seed, Seat(number // 2 % 2)), bots)
        for player, seat in enumerate(seats):
            wins[player] += result.winner is seat
            points[player] += result.scores[seat]
        reasons[result.reason] += 1
        games += 1
    if not games:
        raise ValueError("a batch has at least one game")
    return Tally(games, (wins[0], wins[1]), (points[0], points[1]), dict(sorted(reasons.items())))
