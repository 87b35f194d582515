"""The score of a series: the games with only short pauses between them against one opponent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve, frozen

from mandala_net.store.store import StoredGame
from mandala_protocol.games.test_games.test_game_names import is_test_game
from mandala_protocol.seats import Seat

SITTING_HOURS: Final = 4
"""The hours of a pause between two games after which the later one begins another series."""


@frozen
class Series:
    """The games that either player has won, and their points over all games; the own ones first in each pair."""

    won: tuple[int, int] = (0, 0)
    drawn: int = 0
    points: tuple[int, int] = (0, 0)

    @property
    def games(self) -> int:
        """The number of finished games."""
        return sum(self.won) + self.drawn

    def after(self, scores: tuple[int, int], winner: Seat | None, seat: Seat) -> Series:
        """The score with one more game, in which we sat at ``seat``; ``scores`` by seat, no ``winner`` in a draw."""
        own, other = self.won
        drawn = self.drawn
        match winner:
            case None:
                drawn += 1
            case _ if winner is seat:
                own += 1
            case _:
                other += 1
        points = (self.points[0] + scores[seat], self.points[1] + scores[seat.other])
        return evolve(self, won=(own, other), drawn=drawn, points=points)


def series_of(present: StoredGame, finished: Iterable[StoredGame]) -> Series:
    """The score of the sitting that this finished game belongs to, up to and with it.

    ``finished``: the finished games of the store against the same opponent, in any order, the present one among them
    or not. Whoever plays against themselves keeps two sides of each game: of these the one at the present seat counts.
    """
    series = Series()
    alike = [game for game in finished if is_test_game(game.game) == is_test_game(present.game)]
    for game in _sitting(present, _one_side_each(present, alike)):
        assert game.scores is not None, "a finished game has a result"
        series = series.after(game.scores, game.winner, game.seat)
    return series


def _one_side_each(present: StoredGame, games: Iterable[StoredGame]) -> list[StoredGame]:
    games = list(games)
    sides = {game.proposal: game for game in games}
    sides |= {game.proposal: game for game in games if game.seat is present.seat}
    return [game for game in sides.values() if game.proposal != present.proposal]


def _sitting(present: StoredGame, others: Iterable[StoredGame]) -> list[StoredGame]:
    """The present game, and those before it with no long pause in between."""
    sitting, begun = [present], _begun(present)
    for game in sorted(others, key=_ended, reverse=True):
        if _ended(game) > _ended(present):
            continue
        if begun - _ended(game) > SITTING_HOURS * 3600:
            break
        sitting.append(game)
        begun = min(begun, _begun(game))
    return sitting


def _begun(game: StoredGame) -> int:
    """The time when a game was begun; for a game that was put off for days, when its last hours were."""
    return max(game.begun, _ended(game) - SITTING_HOURS * 3600)


def _ended(game: StoredGame) -> int:
    assert game.ended is not None, "a finished game has ended"
    return game.ended
