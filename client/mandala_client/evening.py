"""The score of an evening: the games of one sitting against one opponent."""

from __future__ import annotations

from attrs import evolve, frozen

from mandala_protocol.games.game import Result
from mandala_protocol.seats import Seat


@frozen
class Evening:
    """How many games either player has won, and their points over all games; the own ones first in each pair."""

    won: tuple[int, int] = (0, 0)
    drawn: int = 0
    points: tuple[int, int] = (0, 0)

    @property
    def games(self) -> int:
        """How many games have been finished."""
        return sum(self.won) + self.drawn

    def after(self, result: Result, seat: Seat) -> Evening:
        """The score with one more game, in which we sat at ``seat``."""
        own, other = self.won
        drawn = self.drawn
        match result.winner:
            case None:
                drawn += 1
            case winner if winner is seat:
                own += 1
            case _:
                other += 1
        points = (self.points[0] + result.scores[seat], self.points[1] + result.scores[seat.other])
        return evolve(self, won=(own, other), drawn=drawn, points=points)
