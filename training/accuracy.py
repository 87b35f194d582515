"""The accuracy of forecasts: of the positions said to be won in 30 of 100, about 30 in 100 were won.

The positions of one game end alike, so they prove less than as many games: each interval is worked out from the games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from attrs import frozen

from mandala_net.bots.win_share import CONFIDENCE, interval_of

TENTHS: Final = 10
_DECIMALS: Final = 4
_DECIMALS_OF_A_BAND: Final = 3
_DECIMALS_OF_POINTS: Final = 2

Told: TypeAlias = tuple[float, float]
"""The chance that was said, and the result of the game: 1.0 for a win, 0.5 for a draw, else 0.0."""


@frozen
class ChanceBand:
    """All positions whose chance was said to be in one tenth: how many, the mean said, and the share that was won.

    ``low`` and ``high``: the interval of 95 % around that share.
    """

    positions: int
    said: float
    won: float
    low: float
    high: float

    @property
    def holds(self) -> bool:
        """Return whether the chance said is in the interval."""
        return self.low <= self.said <= self.high


@frozen
class Accuracy:
    """The accuracy of the chances said.

    ``brier``: the mean squared error; ``ignorant``: that of always saying ½. ``bias``: the mean of what was said above
    what came, with ``reach``, the half of its interval of 95 %.
    """

    games: int
    positions: int
    brier: float
    ignorant: float
    bias: float
    reach: float
    bands: tuple[ChanceBand, ...]

    @classmethod
    def of(cls, games: Sequence[Sequence[Told]]) -> Accuracy:
        """The accuracy of the chances said in these games."""
        told = [one for game in games for one in game]
        bias, deviation = _mean(games, lambda one: one[0] - one[1])
        tenths = ([[one for one in game if _tenth(one[0]) == tenth] for game in games] for tenth in range(TENTHS))
        return cls(
            len(games),
            len(told),
            sum((said - won) ** 2 for said, won in told) / len(told),
            sum((0.5 - won) ** 2 for _said, won in told) / len(told),
            bias,
            CONFIDENCE * deviation,
            tuple(_band(tenth) for tenth in tenths if any(tenth)),
        )

    def document(self) -> dict[str, Any]:
        """The figures for a data file."""
        return {
            "games": self.games,
            "positions": self.positions,
            "brier": round(self.brier, _DECIMALS),
            "brier_of_half": round(self.ignorant, _DECIMALS),
            "bias": [round(self.bias, _DECIMALS), round(self.reach, _DECIMALS)],
            "bands": [
                {
                    "positions": band.positions,
                    "said": round(band.said, _DECIMALS_OF_A_BAND),
                    "won": round(band.won, _DECIMALS_OF_A_BAND),
                    "interval": [round(band.low, _DECIMALS_OF_A_BAND), round(band.high, _DECIMALS_OF_A_BAND)],
                }
                for band in self.bands
            ],
        }

    def lines(self) -> list[str]:
        """The figures as lines of text; a tenth that is outside its interval has a mark."""
        return [
            "   said    won  interval       positions",
            *(
                f"{100 * band.said:7.1f}{100 * band.won:7.1f}{100 * band.low:6.1f} to {100 * band.high:5.1f}"
                f"{band.positions:12}{'' if band.holds else '  outside'}"
                for band in self.bands
            ),
            f"bias {100 * self.bias:+.1f} ± {100 * self.reach:.1f} of 100",
            f"Brier score {self.brier:.4f}, without knowledge {self.ignorant:.4f}",
        ]


@frozen
class MarginsOfTenth:
    """The mean error in points in one tenth of the games: of the margin said, and of the score as it stands."""

    positions: int
    said: float
    standing: float


def margins_by_tenth(errors: Iterable[tuple[float, float, float]]) -> tuple[MarginsOfTenth, ...]:
    """The errors by tenths of a game: each with the share of the game that was played, and both errors in points."""
    tenths: list[list[tuple[float, float]]] = [[] for _ in range(TENTHS)]
    for played, said, standing in errors:
        tenths[_tenth(played)].append((said, standing))
    return tuple(
        MarginsOfTenth(
            len(tenth), sum(said for said, _ in tenth) / len(tenth), sum(standing for _, standing in tenth) / len(tenth)
        )
        for tenth in tenths
        if tenth
    )


def margin_document(tenths: Sequence[MarginsOfTenth]) -> list[dict[str, Any]]:
    """The errors of the margins for a data file."""
    return [
        {
            "positions": tenth.positions,
            "said": round(tenth.said, _DECIMALS_OF_POINTS),
            "standing": round(tenth.standing, _DECIMALS_OF_POINTS),
        }
        for tenth in tenths
    ]


def margin_lines(tenths: Sequence[MarginsOfTenth]) -> list[str]:
    """The errors of the margins as lines of text."""
    return [
        "  tenth of the game, mean error of the margin said, of the score as it stands, positions",
        *(
            f"{number:7}{tenth.said:9.2f}{tenth.standing:9.2f}{tenth.positions:12}"
            for number, tenth in enumerate(tenths, start=1)
        ),
    ]


def _tenth(share: float) -> int:
    return min(int(TENTHS * share), TENTHS - 1)


def _band(games: Sequence[Sequence[Told]]) -> ChanceBand:
    told = [one for game in games for one in game]
    won, deviation = _mean(games, lambda one: one[1])
    # Where all of them ended alike, each game counts as one result.
    worth = won * (1 - won) / deviation**2 if deviation else float(sum(map(bool, games)))
    return ChanceBand(len(told), sum(said for said, _ in told) / len(told), won, *interval_of(won, worth))


def _mean(games: Sequence[Sequence[Told]], value: Callable[[Told], float]) -> tuple[float, float]:
    """The mean over all positions, and its standard error, worked out from how much whole games differ."""
    positions = sum(map(len, games))
    mean = sum(value(one) for game in games for one in game) / positions
    return mean, math.sqrt(sum(sum(value(one) - mean for one in game) ** 2 for game in games)) / positions
