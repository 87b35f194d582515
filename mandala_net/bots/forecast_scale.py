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
"""A number for the lead, one for the lead early in the game, and one for each further term; or their weights."""


@frozen
class ForecastScale:
    """The chance is logistic in what a search says, the margin linear in the lead, weighed by how early it is."""

    chance: Coefficients
    margin: Coefficients

    def forecast(self, leaning: Leaning) -> Forecast:
        """The forecast of a search."""
        return Forecast(logistic(dot(self.chance, of_chance(leaning))), dot(self.margin, of_margin(leaning)))


def of_chance(leaning: Leaning) -> Coefficients:
    """The numbers that the chance weighs: those of the margin, then the further terms."""
    return *of_margin(leaning), *leaning.terms


def of_margin(leaning: Leaning) -> Coefficients:
    """The numbers that the margin weighs: the lead, and the lead early in the game."""
    return leaning.lead, leaning.lead * leaning.early


def dot(weights: Coefficients, values: Coefficients) -> float:
    """The sum of the weighed values."""
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def logistic(odds: float) -> float:
    """The chance of these odds."""
    return 0.5 + 0.5 * math.tanh(odds / 2)


def read_scale(file: SealedFile, text: str, terms: int = 0) -> ForecastScale:
    """Read the map in the text of a data file; its chance weighs ``terms`` further terms. Raises ``BadWeights``."""
    document = file.opened(text)
    chance = _weights(file, document.get("chance"), _OF_LEAD + terms)
    return ForecastScale(chance, _weights(file, document.get("margin"), _OF_LEAD))


def _weights(file: SealedFile, found: Any, count: int) -> Coefficients:
    if not isinstance(found, list) or len(found) != count or not all(isinstance(weight, float) for weight in found):
        raise file.damaged()
    return tuple(found)
