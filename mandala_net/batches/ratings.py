"""Ratings of several bots from the games between all of them: a lead of 400 points is a win in 10 of 11 games.

The model is that of R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", 1952, on the scale of
A. Elo. A draw counts as half a win. The ratings are those that make the results likeliest, found by Newton's method.
Between any two bots one drawn game is added, so that who has won every game is not infinitely better. The intervals
allow for the deals: their two games are not independent (P. J. Huber, "The behavior of maximum likelihood estimates
under nonstandard conditions", 1967).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from attrs import frozen

from mandala_net.bots.win_share import CONFIDENCE, WinShare

SCALE: Final = 400 / math.log(10)
"""Points of rating for a natural logarithm of the odds."""

_ADDED: Final = 1.0
"""Drawn games that are added between any two bots."""

_LONGEST_STEP: Final = 1.0
_CLOSE_ENOUGH: Final = 1e-9
_MOST_STEPS: Final = 1000

PairOfBots: TypeAlias = tuple[int, int]
_Matrix: TypeAlias = list[list[float]]


@frozen
class Rating:
    """The rating of a bot, and how far the interval of 95 % goes to either side. The mean of all ratings is 0."""

    points: float
    interval: float


def ratings(shares: Mapping[PairOfBots, WinShare], bots: int) -> list[Rating]:
    """The ratings of so many bots; ``shares`` are of the first of each pair against the second."""
    games = _games(shares, bots)
    strengths = _likeliest(games, bots)
    inverse = _inverse(_information(games, strengths))
    spread = _information(games, strengths, {pair: 2 * share.spread for pair, share in shares.items() if share.deals})
    covariance = _product(_product(inverse, spread), inverse)
    return [
        Rating(SCALE * strength, SCALE * CONFIDENCE * math.sqrt(max(covariance[bot][bot], 0.0)))
        for bot, strength in enumerate(strengths)
    ]


@frozen
class _Games:
    """The games of a pair, those that were added too: how many there are, and how many the first bot has won."""

    count: float
    won: float


def _games(shares: Mapping[PairOfBots, WinShare], bots: int) -> dict[PairOfBots, _Games]:
    games = {}
    for pair in itertools.combinations(range(bots), 2):
        share = shares.get(pair, WinShare())
        played = 2 * share.deals
        won = played * share.mean if played else 0.0
        games[pair] = _Games(played + _ADDED, won + _ADDED / 2)
    return games


def _expected(strengths: Sequence[float], pair: PairOfBots) -> float:
    """The share that the first of the pair wins by its strength."""
    one, other = pair
    return 1 / (1 + math.exp(strengths[other] - strengths[one]))


def _likeliest(games: Mapping[PairOfBots, _Games], bots: int) -> list[float]:
    """The strengths under which these results are likeliest; their mean is 0."""
    strengths = [0.0] * bots
    for _ in range(_MOST_STEPS):
        excess = [0.0] * bots
        for pair, played in games.items():
            more = played.won - played.count * _expected(strengths, pair)
            excess[pair[0]] += more
            excess[pair[1]] -= more
        step = [sum(map(float.__mul__, row, excess)) for row in _inverse(_information(games, strengths))]
        longest = max(map(abs, step), default=0.0)
        shorter = min(1.0, _LONGEST_STEP / longest) if longest else 0.0
        strengths = [strength + shorter * part for strength, part in zip(strengths, step, strict=True)]
        if longest < _CLOSE_ENOUGH:
            break
    mean = sum(strengths) / bots
    return [strength - mean for strength in strengths]


def _information(
    games: Mapping[PairOfBots, _Games],
    strengths: Sequence[float],
    weights: Mapping[PairOfBots, float] | None = None,
) -> _Matrix:
    """Fisher's information about the strengths, each pair counted with its weight, or 1."""
    matrix = [[0.0] * len(strengths) for _ in strengths]
    for pair, played in games.items():
        share = _expected(strengths, pair)
        known = played.count * share * (1 - share) * (1.0 if weights is None else weights.get(pair, 1.0))
        one, other = pair
        matrix[one][one] += known
        matrix[other][other] += known
        matrix[one][other] -= known
        matrix[other][one] -= known
    return matrix


def _inverse(matrix: _Matrix) -> _Matrix:
    """The inverse among vectors whose sum is 0: only the differences of strengths are known.

    By elimination, after a matrix was added that changes nothing for such vectors.
    """
    size = len(matrix)
    rows = [
        [value + 1 / size for value in row] + [float(column == place) - 1 / size for column in range(size)]
        for place, row in enumerate(matrix)
    ]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(size):
            if row != column:
                factor = rows[row][column]
                rows[row] = [value - factor * above for value, above in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]


def _product(one: _Matrix, other: _Matrix) -> _Matrix:
    columns = list(zip(*other, strict=True))
    return [[sum(map(float.__mul__, row, column)) for column in columns] for row in one]
