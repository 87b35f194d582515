"""The accuracy of forecasts: of the positions said to be won in 30 of 100, about 30 in 100 were won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from attrs import frozen

BANDS: Final = 10
_DECIMALS: Final = 4
_DECIMALS_OF_A_BAND: Final = 3


@frozen
class ChanceBand:
    """All positions whose chance was said to be in one tenth: how many, the mean said, and the share that was won."""

    positions: int
    said: float
    won: float


@frozen
class Accuracy:
    """The accuracy of the chances said. ``brier``: the mean squared error; ``ignorant``: that of always saying ½."""

    games: int
    positions: int
    brier: float
    ignorant: float
    bands: tuple[ChanceBand, ...]

    @classmethod
    def of(cls, games: int, forecasts: Sequence[tuple[float, float]]) -> Accuracy:
        """The accuracy of the chances said: each with the result of its game, 1.0 for a win and 0.5 for a draw."""
        tenths: list[list[tuple[float, float]]] = [[] for _ in range(BANDS)]
        for said, won in forecasts:
            tenths[min(int(BANDS * said), BANDS - 1)].append((said, won))
        return cls(
            games,
            len(forecasts),
            sum((said - won) ** 2 for said, won in forecasts) / len(forecasts),
            sum((0.5 - won) ** 2 for _said, won in forecasts) / len(forecasts),
            tuple(
                ChanceBand(
                    len(tenth), sum(said for said, _ in tenth) / len(tenth), sum(won for _, won in tenth) / len(tenth)
                )
                for tenth in tenths
                if tenth
            ),
        )

    def document(self) -> dict[str, Any]:
        """The figures for a data file."""
        return {
            "games": self.games,
            "positions": self.positions,
            "brier": round(self.brier, _DECIMALS),
            "brier_of_half": round(self.ignorant, _DECIMALS),
            "bands": [
                {
                    "positions": band.positions,
                    "said": round(band.said, _DECIMALS_OF_A_BAND),
                    "won": round(band.won, _DECIMALS_OF_A_BAND),
                }
                for band in self.bands
            ],
        }

    def lines(self) -> list[str]:
        """The figures as lines of text."""
        return [
            "  positions  said  won",
            *(f"{band.positions:11}{100 * band.said:5.0f}{100 * band.won:6.1f}  of 100" for band in self.bands),
            f"Brier score {self.brier:.4f}, without knowledge {self.ignorant:.4f}",
        ]
