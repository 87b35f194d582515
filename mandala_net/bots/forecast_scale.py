"""The fitted map from what a search says to a forecast, kept in a data file with how it was made."""

from __future__ import annotations

import math
from typing import Any, Final, TypeAlias

from attrs import frozen

from mandala_net.bots.forecast import Forecast
from mandala_net.bots.sealed_file import SealedFile
from mandala_net.bots.teacher import Leaning

DECIMALS: Final = 4
_OF_LEAD: Final = 2
"""The weights of the lead."""

Coefficients: TypeAlias = tuple[float, ...]
"""Numbers that say something of a position, or the weight of each."""


@frozen
class ForecastScale:
    """The chance is logistic in what a search says, and the open part of the margin linear."""

    chance: Coefficients
    margin: Coefficients

    def forecast(self, leaning: Leaning) -> Forecast:
        """The forecast of a search."""
        chance = logistic(dot(self.chance, of_chance(leaning))) if leaning.counted is None else leaning.counted
        return Forecast(chance, leaning.settled + dot(self.margin, leaning.open))


def of_chance(leaning: Leaning) -> Coefficients:
    """The numbers that the chance weighs: the lead, the lead early in the game, then the further terms."""
    return leaning.lead, leaning.lead * leaning.early, *leaning.terms


def dot(weights: Coefficients, values: Coefficients) -> float:
    """The sum of the weighed values."""
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def logistic(odds: float) -> float:
    """The chance of these odds."""
    return 0.5 + 0.5 * math.tanh(odds / 2)


def read_scale(file: SealedFile, text: str, terms: int, of_margin: int) -> ForecastScale:
    """Read the map in the text of a data file. Raises ``BadWeights``.

    Its chance weighs ``terms`` further terms, its margin so many numbers as ``of_margin`` says.
    """
    document = file.opened(text)
    chance = _weights(file, document.get("chance"), _OF_LEAD + terms)
    return ForecastScale(chance, _weights(file, document.get("margin"), of_margin))


def _weights(file: SealedFile, found: Any, count: int) -> Coefficients:
    if not isinstance(found, list) or len(found) != count or not all(isinstance(weight, float) for weight in found):
        raise file.damaged()
    return tuple(found)
