"""The cards of a game for practice, which can be dealt again, and what was made of them from either side."""

from __future__ import annotations

import secrets
from typing import Final

from attrs import evolve, field, frozen

from mandala_net.bots.batch import first_of
from mandala_net.match.news import GameEnded
from mandala_protocol.games.game import EndReason, Result
from mandala_protocol.seats import Seat

SEEDS: Final = 1_000_000
"""The bound of a seed that nobody asked for: a million deals are enough, and six digits are soon typed."""


def any_seed() -> int:
    """The seed of a deal that no one has asked for."""
    return secrets.randbelow(SEEDS)


@frozen
class Deal:
    """All chance of a game for practice, and where we sit: the same seed is the same cards and the same beginning seat.

    ``seed`` is 0 or more.
    """

    seed: int
    own: Seat = Seat.HOST

    @property
    def first(self) -> Seat:
        """The seat that begins."""
        return first_of(self.seed)

    def swapped(self) -> Deal:
        """A copy with the seats swapped: we get the cards that the other player had."""
        return evolve(self, own=self.own.other)

    def following(self) -> Deal:
        """Other cards, with which the player begins who did not begin with these (S9)."""
        return evolve(self, seed=self.seed + 1)


@frozen
class GameOfDeal:
    """The result of a deal from one side: our points and the bot's, and whether the game was finished."""

    own: Seat
    points: tuple[int, int]
    played_out: bool


@frozen
class Practised:
    """The last game with a deal against one bot, such as "greedy", and the game before it with the seats swapped.

    ``game`` is what was played.
    """

    bot: str
    deal: Deal
    games: tuple[GameOfDeal, ...] = ()
    game: str = field(kw_only=True)

    @property
    def from_both_sides(self) -> tuple[GameOfDeal, GameOfDeal] | None:
        """The games from both sides in the order in which they were played; None if there was only one."""
        return None if len(self.games) < len(Seat) else (self.games[0], self.games[1])

    def swapped(self) -> Practised:
        """Prepare the next game with the same cards and the seats swapped."""
        return evolve(self, deal=self.deal.swapped())

    def after(self, result: Result) -> Practised:
        """Return a copy with one more game; it stands in the place of an earlier one from the same side."""
        own = self.deal.own
        whole = not isinstance(result.termination, EndReason)
        game = GameOfDeal(own, (result.scores[own], result.scores[own.other]), whole)
        return evolve(self, games=(*(played for played in self.games if played.own is not own), game))


@frozen
class PracticeEnded(GameEnded):
    """The end of a practice game, and its cards."""

    practised: Practised = field(kw_only=True)
