"""The share of games that a bot wins, and the interval in which it is with 95 % confidence, worked out from deals.

The two games of a deal have the same cards, so they are not independent. What counts is how much the results of whole
deals differ. Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927, for
the interval; L. Kish, "Survey Sampling", 1965, for samples that come in groups.
"""

from __future__ import annotations

import math
from typing import Final

from attrs import frozen

CONFIDENCE: Final = 1.96
"""The standard errors to both sides that have 95 % of a normal distribution."""

_INDEPENDENT: Final = 0.5
"""The spread of a deal's share, beside that of one game, if its two games had nothing to do with each other."""


@frozen
class WinShare:
    """A bot's results, as the numbers of deals that gave it 0, ½, 1, 1½ or 2 of the two games; a draw counts half."""

    deals_by_halves: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def after(self, halves: int) -> WinShare:
        """Return a copy with one more deal, of which the bot has ``halves`` of a game, 0 to 4."""
        counts = list(self.deals_by_halves)
        counts[halves] += 1
        none, half, one, more, both = counts
        return WinShare((none, half, one, more, both))

    def plus(self, more: WinShare) -> WinShare:
        """Return the share in these deals and in those of ``more``."""
        none, half, one, rest, both = map(sum, zip(self.deals_by_halves, more.deals_by_halves, strict=True))
        return WinShare((none, half, one, rest, both))

    @property
    def for_the_other(self) -> WinShare:
        """The share of the other bot in these deals."""
        none, half, one, more, both = self.deals_by_halves
        return WinShare((both, more, one, half, none))

    @property
    def deals(self) -> int:
        """The number of deals."""
        return sum(self.deals_by_halves)

    @property
    def mean(self) -> float:
        """The share of the games, 0 to 1. Raises ``ZeroDivisionError`` without any deal."""
        return sum(halves * count for halves, count in enumerate(self.deals_by_halves)) / (4 * self.deals)

    @property
    def spread(self) -> float:
        """The variance of a deal's share, beside that of one game without draws: 1 if both games always end alike.

        One deal is added that is as if its games were independent, so that a few deals that happen to agree prove
        little. Raises ``ZeroDivisionError`` without any deal.
        """
        mean = self.mean
        if mean in (0, 1):
            return _INDEPENDENT
        squares = sum(count * (halves / 4 - mean) ** 2 for halves, count in enumerate(self.deals_by_halves))
        return (squares / (mean * (1 - mean)) + _INDEPENDENT) / self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of 95 %: Wilson's, for as many independent games as these deals are worth.

        Raises ``ZeroDivisionError`` without any deal.
        """
        return interval_of(self.mean, self.deals / self.spread)


def interval_of(mean: float, games: float) -> tuple[float, float]:
    """Wilson's interval of 95 % around this share of so many independent games."""
    square = CONFIDENCE**2 / games
    middle = (mean + square / 2) / (1 + square)
    reach = math.sqrt(square * (mean * (1 - mean) + square / 4)) / (1 + square)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)
