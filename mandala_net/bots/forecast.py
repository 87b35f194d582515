"""A forecast of a game: the chance to win, and the margin in points."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from mandala_protocol.games.game import Result
from mandala_protocol.seats import Seat

LEAST: Final = 1
MOST: Final = 99
"""The largest chance in 100 that is shown while a game goes on: nothing is certain before the end."""


@frozen
class Forecast:
    """The prospects of one seat: the chance to win, and the expected margin in points.

    ``chance``: from 0 to 1, where a draw is half a win. ``certain``: it is the result of a game that is over.
    """

    chance: float
    margin: float
    certain: bool = False

    @property
    def in_100(self) -> int:
        """The chance as people read it: the games won of 100."""
        shown = round(100 * self.chance)
        return shown if self.certain else min(max(shown, LEAST), MOST)


def forecast_at_end(result: Result, seat: Seat) -> Forecast:
    """The result as the last forecast."""
    chance = 0.5 if result.winner is None else float(result.winner is seat)
    return Forecast(chance, float(result.scores[seat] - result.scores[seat.other]), certain=True)
