"""The fit of the map from a teacher's search to its forecasts, by seeded games between bots, and its calibration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from multiprocessing import get_context
from typing import Any, Final, TypeAlias

from attrs import frozen

from mandala_net.bots.batch import first_of, start
from mandala_net.bots.forecast_scale import DECIMALS, Coefficients, ForecastScale, dot, logistic, of_chance
from mandala_net.bots.game_bots import MakeBot
from mandala_net.bots.teacher import Leaning, Teacher
from mandala_protocol.games.game import Game, View
from training.accuracy import Accuracy, MarginsOfTenth, margins_by_tenth

EVERY: Final = 7
"""Every seventh move of a game is looked at: more games say more than neighbours. It is odd, so both seats are."""

StandingScore: TypeAlias = Callable[[View[Any]], float]
"""The points by which the seat of a view is ahead, as far as it knows."""

STEPS: Final = 25
"""Newton's method is at its goal long before."""


@frozen
class Seen:
    """A search's opinion for a seat, and the end of the game for that player.

    ``is_mover``: the seat is to move. ``done``: the share of the game that was played. ``standing``: the points that it
    was ahead. ``won``: 1.0 for a win, 0.5 for a draw, else 0.0. ``margin``: in points, at the end.
    """

    leaning: Leaning
    is_mover: bool
    done: float
    standing: float
    won: float
    margin: float


@frozen
class ForecastCalibration:
    """The accuracy of forecasts in games that were not in the fit.

    ``chances``: by whether the seat is to move. ``margins``: by tenths of the games.
    """

    chances: Mapping[str, Accuracy]
    margins: tuple[MarginsOfTenth, ...]


def played(game: Game[Any, Any], make: MakeBot, teacher: Teacher, standing: StandingScore, seed: int) -> list[Seen]:
    """One game between two such bots, and what the teacher said of it."""
    simulation = start(game, seed, first_of(seed))
    bots = make(2 * seed), make(2 * seed + 1)
    said = []
    for number in count():
        seat = simulation.to_move
        if seat is None:
            break
        if number % EVERY == seed % EVERY:
            # Where nothing is hidden, the other player sees the same with the other sign.
            for looking in (seat, seat.other) if game.faces else (seat,):
                view = simulation.view(looking)
                said.append((number, looking, looking is seat, teacher.leaning(view), standing(view)))
        simulation.play(bots[seat].choose(simulation.view(seat)))
    result = simulation.result
    assert result is not None, "the game is over"
    return [
        Seen(
            leaning,
            is_mover,
            moves / number,
            ahead,
            0.5 if result.winner is None else float(result.winner is seat),
            float(result.scores[seat] - result.scores[seat.other]),
        )
        for moves, seat, is_mover, leaning, ahead in said
    ]


def fitted(seen: Sequence[Seen]) -> ForecastScale:
    """The map that fits best: the chance by likelihood, the margin by least squares."""
    chance, margin = _fitted_chance(seen), _fitted_margin(seen)
    return ForecastScale(_rounded(chance), _rounded(margin))


def calibrated(scale: ForecastScale, games: Sequence[Sequence[Seen]]) -> ForecastCalibration:
    """The accuracy of the forecasts in these games."""
    chances = {}
    for view, is_mover in (("to move", True), ("not to move", False)):
        told = [
            [(scale.forecast(seen.leaning).chance, seen.won) for seen in game if seen.is_mover is is_mover]
            for game in games
        ]
        if any(told):
            chances[view] = Accuracy.of(told)
    errors = (
        (seen.done, abs(scale.forecast(seen.leaning).margin - seen.margin), abs(seen.standing - seen.margin))
        for game in games
        for seen in game
    )
    return ForecastCalibration(chances, margins_by_tenth(errors))


def _fitted_chance(seen: Sequence[Seen]) -> Coefficients:
    """Fit the chance by Newton's method, from a map that says nothing."""
    guessed = [position for position in seen if position.leaning.counted is None]
    values = [of_chance(position.leaning) for position in guessed]
    count = len(values[0])
    weights = (0.0,) * count
    for _ in range(STEPS):
        slope, bend = [0.0] * count, [[0.0] * count for _ in range(count)]
        for one, value in zip(guessed, values, strict=True):
            chance = logistic(dot(weights, value))
            _add(slope, bend, value, one.won - chance, chance * (1 - chance))
        weights = tuple(weight + step for weight, step in zip(weights, _solved(bend, slope), strict=True))
    return weights


def _fitted_margin(seen: Sequence[Seen]) -> Coefficients:
    """Fit what is open of the margin by least squares."""
    count = len(seen[0].leaning.open)
    slope, bend = [0.0] * count, [[0.0] * count for _ in range(count)]
    for position in seen:
        leaning = position.leaning
        _add(slope, bend, leaning.open, position.margin - leaning.settled, 1.0)
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
    standing: StandingScore,
    seed: int,
    games: int,
    fresh: int,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _played: None,
) -> tuple[ForecastScale, ForecastCalibration]:
    """Fit the map in ``games``, then calibrate it in ``fresh`` others. The same seed gives the same.

    ``jobs``: how many are played at a time, which changes nothing. ``progress`` hears how many were played.
    """
    first = seed * 2 * games
    seen = []
    for one in _in_order(partial(played, game, make, teacher, standing), range(first, first + games + fresh), jobs):
        seen.append(one)
        progress(len(seen))
    scale = fitted([position for one in seen[:games] for position in one])
    return scale, calibrated(scale, seen[games:])


def _in_order(play: Callable[[int], list[Seen]], seeds: Sequence[int], jobs: int) -> Iterator[list[Seen]]:
    """The games of these seeds in their order, played by so many processes, or in this one."""
    if jobs == 1:
        yield from map(play, seeds)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(play, seeds)
