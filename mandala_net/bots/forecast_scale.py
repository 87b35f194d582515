"""From what a search says to a forecast: a fitted map, kept in a data file with how it was made."""

from __future__ import annotations

import math
from typing import Any, Final

from attrs import frozen

from mandala_net.bots.accuracy import Accuracy
from mandala_net.bots.forecast import Forecast
from mandala_net.bots.sealed_file import SealedFile
from mandala_net.bots.teacher import Leaning

DECIMALS: Final = 4

Pair = tuple[float, float]
"""The weight of the lead, and of the lead early in the game."""


@frozen
class ForecastScale:
    """The chance is logistic in the lead, the margin linear; both weigh it by how early in the game it is."""

    chance: Pair
    margin: Pair

    def forecast(self, leaning: Leaning) -> Forecast:
        """The forecast of a search."""
        return Forecast(logistic(self._term(self.chance, leaning)), self._term(self.margin, leaning))

    def _term(self, weights: Pair, leaning: Leaning) -> float:
        """A lead is never worth less than nothing, however early it is."""
        return max(weights[0] + weights[1] * leaning.early, 0.0) * leaning.lead


def weighed(weights: Pair, leaning: Leaning) -> float:
    """The sum of both terms."""
    return (weights[0] + weights[1] * leaning.early) * leaning.lead


def logistic(odds: float) -> float:
    """The chance of these odds."""
    return 0.5 + 0.5 * math.tanh(odds / 2)


def read_scale(file: SealedFile, text: str) -> ForecastScale:
    """The map in such a text. Raises ``BadWeights``."""
    document = file.opened(text)
    return ForecastScale(_pair(file, document.get("chance")), _pair(file, document.get("margin")))


def _pair(file: SealedFile, found: Any) -> Pair:
    match found:
        case [float() as lead, float() as early]:
            return lead, early
        case _:
            raise file.damaged()


def written_scale(file: SealedFile, scale: ForecastScale, seed: int, games: int, accuracy: Accuracy) -> str:
    """The text of the file."""
    contents = {"chance": scale.chance, "margin": scale.margin, "calibration": accuracy.document()}
    return file.sealed(seed, games, contents)
