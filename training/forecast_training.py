"""The fit of the map from a teacher's search to its forecasts, by seeded games between bots, and its calibration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, Final

from attrs import frozen

from mandala_net.bots.batch import first_of, start
from mandala_net.bots.forecast_scale import DECIMALS, Coefficients, ForecastScale, dot, logistic, of_chance, of_margin
from mandala_net.bots.game_bots import MakeBot
from mandala_net.bots.teacher import Leaning, Teacher
from mandala_protocol.games.game import Game, View
from training.accuracy import Accuracy

EVERY: Final = 3
"""The distance of the moves that are looked at: every third of a game, as neighbours say much the same."""

STEPS: Final = 25
"""Newton's method is at its goal long before."""


@frozen
class Seen:
    """A search's opinion for the seat to move, and the end of the game for that player.

    ``won``: 1.0 for a win, 0.5 for a draw, else 0.0. ``margin``: in points.
    """

    leaning: Leaning
    won: float
    margin: float


def played(game: Game[Any, Any], make: MakeBot, teacher: Teacher, seed: int) -> list[Seen]:
    """One game between two such bots, and what the teacher said of it."""
    simulation = start(game, seed, first_of(seed))
    bots = make(2 * seed), make(2 * seed + 1)
    said = []
    for number in count():
        seat = simulation.to_move
        if seat is None:
            break
        view: View[Any] = simulation.view(seat)
        if number % EVERY == seed % EVERY:
            said.append((seat, teacher.leaning(view)))
        simulation.play(bots[seat].choose(view))
    result = simulation.result
    assert result is not None, "the game is over"
    return [
        Seen(
            leaning,
            0.5 if result.winner is None else float(result.winner is seat),
            float(result.scores[seat] - result.scores[seat.other]),
        )
        for seat, leaning in said
    ]


def fitted(seen: Sequence[Seen]) -> ForecastScale:
    """The map that fits best: the chance by likelihood, the margin by least squares."""
    chance, margin = _fitted_chance(seen), _fitted_margin(seen)
    return ForecastScale(_rounded(chance), _rounded(margin))


def calibrated(scale: ForecastScale, games: int, seen: Sequence[Seen]) -> Accuracy:
    """The accuracy of the chances in these games."""
    return Accuracy.of(games, [(scale.forecast(position.leaning).chance, position.won) for position in seen])


def all_seen(
    game: Game[Any, Any], make: MakeBot, teacher: Teacher, seeds: Sequence[int], progress: Callable[[int], None]
) -> Iterator[Seen]:
    """All that was said and came in the games of these seeds; ``progress`` hears how many were played."""
    for number, seed in enumerate(seeds, start=1):
        yield from played(game, make, teacher, seed)
        progress(number)


def _fitted_chance(seen: Sequence[Seen]) -> Coefficients:
    """Fit the chance by Newton's method, from a map that says nothing."""
    values = [of_chance(position.leaning) for position in seen]
    count = len(values[0])
    weights = (0.0,) * count
    for _ in range(STEPS):
        slope, bend = [0.0] * count, [[0.0] * count for _ in range(count)]
        for one, value in zip(seen, values, strict=True):
            chance = logistic(dot(weights, value))
            _add(slope, bend, value, one.won - chance, chance * (1 - chance))
        weights = tuple(weight + step for weight, step in zip(weights, _solved(bend, slope), strict=True))
    return weights


def _fitted_margin(seen: Sequence[Seen]) -> Coefficients:
    slope, bend = [0.0, 0.0], [[0.0, 0.0], [0.0, 0.0]]
    for position in seen:
        _add(slope, bend, of_margin(position.leaning), position.margin, 1.0)
    return _solved(bend, slope)


def _add(slope: list[float], bend: list[list[float]], value: Coefficients, fault: float, weight: float) -> None:
    """Add what one position says to the sums of which the fit is made."""
    for row, left in enumerate(value):
        slope[row] += fault * left
        for column, right in enumerate(value):
            bend[row][column] += weight * left * right


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> Coefficients:
    """The solution of as many linear equations as unknowns, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(len(rows)):
        best = max(range(column, len(rows)), key=lambda number: abs(rows[number][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column]
        for row in rows:
            if row is not pivot:
                factor = row[column] / pivot[column]
                row[:] = [number - factor * reduced for number, reduced in zip(row, pivot, strict=True)]
    return tuple(row[-1] / row[number] for number, row in enumerate(rows))


def _rounded(weights: Coefficients) -> Coefficients:
    return tuple(round(weight, DECIMALS) for weight in weights)


def train_forecasts(
    game: Game[Any, Any],
    make: MakeBot,
    teacher: Teacher,
    seed: int,
    games: int,
    progress: Callable[[int], None] = lambda _played: None,
) -> tuple[ForecastScale, Accuracy]:
    """Fit the map in ``games``, then calibrate it in as many others. The same seed gives the same."""
    first = seed * 2 * games
    scale = fitted(list(all_seen(game, make, teacher, range(first, first + games), progress)))
    others = range(first + games, first + 2 * games)
    seen = list(all_seen(game, make, teacher, others, lambda number: progress(games + number)))
    return scale, calibrated(scale, games, seen)
