"""The training of the weights by which the chance to win at Mandala is judged: games against itself, from nothing.

After each game the weights move so that each judgement comes nearer to the next ones and to the result: TD(λ) with the
gradient of the logistic likelihood. All of it follows from a seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import frozen

from mandala_net.bots.mandala.core import MandalaCore, ShuffleInPlace
from mandala_net.bots.mandala.features import FEATURES
from mandala_net.bots.mandala.win_chance import Candidate, WinChance, chance_of

TRACE: Final = 0.7
"""λ: how much of a judgement's aim is the result, and how much the judgements that come next."""

FIRST_STEP: Final = 0.02
LAST_STEP: Final = 0.002
"""The length of a step, at the first and at the last game."""

NOISE: Final = 0.15
"""The standard deviation of what is added to the odds of a move in these games, so that they differ."""

AVERAGED: Final = 0.5
"""The weights are the mean of those after each game of the last part of the training, of this size."""


def shuffle_of(chance: random.Random) -> ShuffleInPlace:
    """Shuffles by this chance."""
    return lambda cards: cards.sort(key=lambda _card: chance.random())


@frozen
class SelfPlay:
    """One game: for each seat the features that it judged by, in order, and how it ended for that seat."""

    judged: tuple[list[Sequence[float]], list[Sequence[float]]]
    results: tuple[float, float]


def self_play(judge: WinChance, chance: random.Random, noise: float) -> SelfPlay:
    """Play one game in which both make the move that looks best, with some noise in their judgement."""
    core = MandalaCore.dealt(chance.randrange(2), shuffle_of(chance))
    judged: tuple[list[Sequence[float]], list[Sequence[float]]] = ([], [])

    def noisy(candidate: Candidate) -> float:
        return candidate.odds + chance.gauss(0, noise)

    while not core.reason:
        seat, is_turn = core.seat, core.shared < 0
        best = max(judge.candidates(core), key=noisy)
        if is_turn:
            judged[seat].append(judge.features(core, seat))
        if best.features:
            judged[seat].append(best.features)
        core.play(best.move)
    winner = core.winner()
    return SelfPlay(judged, (0.5, 0.5) if winner is None else (1.0 - winner, float(winner)))


def stepped(weights: list[float], game: SelfPlay, step: float) -> list[float]:
    """The weights after this game."""
    judge = WinChance(weights)
    moved = weights[:]
    for judged, result in zip(game.judged, game.results, strict=True):
        aim = result
        for features in reversed(judged):
            chance = chance_of(judge.weighed(features))
            fault = step * (aim - chance)
            for place, value in enumerate(features):
                if value:
                    moved[place] += fault * value
            aim = TRACE * aim + (1 - TRACE) * chance
    return moved


def train(seed: int, games: int, progress: Callable[[int], None] = lambda _played: None) -> list[float]:
    """Return one weight for each feature, after so many games; ``progress`` hears how many were played."""
    chance = random.Random(seed)  # noqa: S311 - repeatable on purpose
    weights = [0.0] * len(FEATURES)
    total = [0.0] * len(FEATURES)
    counted = 0
    for played in range(games):
        step = FIRST_STEP * (LAST_STEP / FIRST_STEP) ** (played / games)
        weights = stepped(weights, self_play(WinChance(weights), chance, NOISE), step)
        if played >= games * (1 - AVERAGED):
            counted += 1
            total = [sum(pair) for pair in zip(total, weights, strict=True)]
        progress(played + 1)
    return [one / counted for one in total] if counted else weights


# Calibration.


@frozen
class Band:
    """All positions whose chance was said to be in one tenth: how many, the mean said, and the share that was won."""

    positions: int
    said: float
    won: float


@frozen
class Calibration:
    """How well the chances said come true. ``brier``: the mean squared error; ``ignorant``: that of always saying ½."""

    games: int
    positions: int
    brier: float
    ignorant: float
    bands: tuple[Band, ...]


def calibrate(weights: Sequence[float], seed: int, games: int) -> Calibration:
    """Play new games and compare what was said before each turn with the results."""
    told = list(_told(WinChance(weights), random.Random(seed), games))  # noqa: S311 - repeatable on purpose
    tenths: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for said, won in told:
        tenths[min(int(10 * said), 9)].append((said, won))
    return Calibration(
        games,
        len(told),
        sum((said - won) ** 2 for said, won in told) / len(told),
        sum((0.5 - won) ** 2 for _said, won in told) / len(told),
        tuple(
            Band(len(tenth), sum(said for said, _ in tenth) / len(tenth), sum(won for _, won in tenth) / len(tenth))
            for tenth in tenths
            if tenth
        ),
    )


def _told(judge: WinChance, chance: random.Random, games: int) -> Iterator[tuple[float, float]]:
    for _ in range(games):
        game = self_play(judge, chance, 0.0)
        for judged, result in zip(game.judged, game.results, strict=True):
            for features in judged:
                yield chance_of(judge.weighed(features)), result
