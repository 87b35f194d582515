"""Bot against bot, with open cards and without cryptography: for batches, measurements and tests.

A deal is played twice, with the seats swapped, so that luck with the cards favours neither.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import field, frozen

from mandala_net.bots.game_bots import MakeBot
from mandala_net.bots.player import Bot
from mandala_net.bots.programs.bot_lines import BotFailed
from mandala_net.bots.win_share import WinShare
from mandala_protocol.games.counts import spread
from mandala_protocol.games.game import Counts, EndOfGame, EndReason, Face, Game, Result, Termination
from mandala_protocol.games.simulation import ShuffleCards, Simulation
from mandala_protocol.poker.randomness import SEED_BYTES
from mandala_protocol.seats import Seat

FEWEST_DEALS: Final = 10
"""The fewest deals from which anything is concluded: with fewer the standard error says too little."""

BEYOND: Final = 2
"""The standard errors beyond which a difference is more than chance, which reaches that once in about 20 times."""


def seeded_shuffle(seed: int) -> ShuffleCards:
    """Shuffles that are the same for the same seed."""
    source = random.Random(seed)  # noqa: S311 - repeatable on purpose

    def shuffle(faces: Counts) -> list[Face]:
        cards = list(spread(faces))
        source.shuffle(cards)
        return cards

    return shuffle


def first_of(seed: int) -> Seat:
    """The seat that begins with the deal of this seed: the host with every other one."""
    return Seat(seed % len(Seat))


def start(game: Game[Any, Any], seed: int, first: Seat = Seat.HOST) -> Simulation[Any, Any]:
    """A new game whose deals, and whatever else is chance in it, follow from the seed (0 or more)."""
    return Simulation.start(game, first, seed.to_bytes(SEED_BYTES, "big"), seeded_shuffle(seed))


def play(
    simulation: Simulation[Any, Any],
    bots: tuple[Bot, Bot],
    tell: Callable[[Seat, str], None] = lambda *_: None,
    tell_move: Callable[[Seat, Any, float], None] = lambda *_: None,
    now: Callable[[], float] = time.perf_counter,
) -> Result:
    """Play on to the end; ``bots`` by seat. A bot that fails resigns, and ``tell`` is told why.

    ``tell_move`` is told each move, and the seconds of thinking by ``now``.
    """
    while (seat := simulation.to_move) is not None:
        view = simulation.view(seat)
        try:
            begun = now()
            move = bots[seat].choose(view)
            seconds = now() - begun
            simulation.play(move)
            tell_move(seat, move, seconds)
        except BotFailed as failure:
            tell(seat, failure.for_us)
            simulation.end(EndOfGame(EndReason.RESIGNED, seat))
    result = simulation.result
    assert result is not None
    return result


@frozen
class GamePlayed:
    """One game of a batch. What comes in twos is of the one and of the other bot, whatever their seats.

    ``winner``: 0 for the one, 1 for the other, None for a draw. ``seconds`` of thinking for each move, in order.
    ``failures``: the sentence of a bot that failed, which is why it resigned. ``moves`` of both, in their notation.
    """

    points: tuple[int, int]
    winner: int | None
    termination: Termination
    seconds: tuple[tuple[float, ...], tuple[float, ...]]
    failures: tuple[str | None, str | None] = (None, None)
    moves: tuple[str, ...] = ()

    @property
    def halves(self) -> int:
        """The first bot's part of the game, in halves: 2 for a win, 1 for a draw, else 0."""
        return 1 if self.winner is None else 2 * (self.winner == 0)


@frozen
class DealPlayed:
    """The two games with the cards of one seed: in the first the one bot is the host, in the second the other."""

    seed: int
    games: tuple[GamePlayed, GamePlayed]

    @property
    def difference(self) -> int:
        """The points that the first bot scored more than the other, in both games together."""
        return sum(game.points[0] - game.points[1] for game in self.games)

    @property
    def halves(self) -> int:
        """The first bot's part of both games together, in halves of a game."""
        return sum(game.halves for game in self.games)


def play_deals(
    game: Game[Any, Any],
    first: MakeBot,
    second: MakeBot,
    seeds: Iterable[int],
    now: Callable[[], float] = time.perf_counter,
) -> Iterator[DealPlayed]:
    """Play the deals of these seeds, each from both sides, one after the other. ``now`` gives seconds.

    ``first`` and ``second`` make the two bots from the seed of a deal. The seat that begins is the same in both games
    of a deal, so each bot begins one of them.
    """
    for seed in seeds:
        yield DealPlayed(
            seed,
            (
                _play_at(game, (Seat.HOST, Seat.GUEST), seed, (first(seed), second(seed)), now),
                _play_at(game, (Seat.GUEST, Seat.HOST), seed, (first(seed), second(seed)), now),
            ),
        )


def _play_at(
    game: Game[Any, Any], seats: tuple[Seat, Seat], seed: int, bots: tuple[Bot, Bot], now: Callable[[], float]
) -> GamePlayed:
    """Play one game; ``seats`` are those of the one and of the other bot."""
    by_seat = (bots[seats[Seat.HOST]], bots[seats[Seat.GUEST]])
    failures: dict[Seat, str] = {}
    moves: list[tuple[Seat, Any, float]] = []
    result = play(
        start(game, seed, first_of(seed)), by_seat, failures.__setitem__, lambda *made: moves.append(made), now
    )
    one, other = (tuple(seconds for mover, _, seconds in moves if mover is seat) for seat in seats)
    return GamePlayed(
        points=(result.scores[seats[0]], result.scores[seats[1]]),
        winner=None if result.winner is None else seats.index(result.winner),
        termination=result.termination,
        seconds=(one, other),
        failures=(failures.get(seats[0]), failures.get(seats[1])),
        moves=tuple(game.format_move(move) for _, move, _ in moves),
    )


@frozen
class BotTally:
    """The results of one bot over a number of games.

    ``wins``: games won. ``points`` of all games together. ``moves`` made, ``seconds`` of thinking in all, ``longest``:
    the most seconds for one move. ``failures``: in how many games it failed, by the sentence that says why.
    """

    wins: int = 0
    points: int = 0
    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    failures: Mapping[str, int] = field(factory=dict)

    def after(self, game: GamePlayed, player: int) -> BotTally:
        """Return a copy with one more game, in which it was the one (0) or the other (1)."""
        seconds = game.seconds[player]
        return BotTally(
            self.wins + (game.winner == player),
            self.points + game.points[player],
            self.moves + len(seconds),
            self.seconds + sum(seconds),
            max(self.longest, *seconds, 0.0),
            _with_one_more(self.failures, game.failures[player]),
        )


def _with_one_more(failures: Mapping[str, int], failure: str | None) -> Mapping[str, int]:
    return failures if failure is None else {**failures, failure: failures.get(failure, 0) + 1}


@frozen
class BatchTally:
    """The results of a number of deals between two bots.

    ``bots``: of the one and of the other. ``terminations``: how many games ended in which way, by name.
    ``difference``: the points that the one made more, in all; ``squares``: the sum of its squares by deals.
    ``win_share``: that of the one.
    """

    deals: int = 0
    bots: tuple[BotTally, BotTally] = (BotTally(), BotTally())
    terminations: Mapping[Termination, int] = field(factory=dict)
    difference: int = 0
    squares: int = 0
    win_share: WinShare = field(factory=WinShare)

    @classmethod
    def of(cls, deals: Iterable[DealPlayed]) -> BatchTally:
        """All these deals."""
        tally = cls()
        for deal in deals:
            tally = tally.after(deal)
        return tally

    @property
    def games(self) -> int:
        """The number of games: two for each deal."""
        return 2 * self.deals

    @property
    def drawn(self) -> int:
        """The number of drawn games."""
        return self.games - sum(bot.wins for bot in self.bots)

    @property
    def mean_difference(self) -> float:
        """The points that the one made more than the other in the two games of a deal, on average.

        Raises ``ZeroDivisionError`` without any deal.
        """
        return self.difference / self.deals

    @property
    def standard_error(self) -> float | None:
        """The standard error of the mean difference; None for fewer than two deals.

        The square root of (the variance of the difference of a deal, estimated from these, divided by their number).
        """
        if self.deals < 2:
            return None
        # Sums of whole numbers are exact, so nothing is lost by subtracting them.
        spread_out = self.deals * self.squares - self.difference**2
        return math.sqrt(spread_out / (self.deals - 1)) / self.deals

    @property
    def is_beyond_chance(self) -> bool | None:
        """True if the difference is more than luck, False if it may be luck, None for too few deals."""
        error = self.standard_error
        if error is None or self.deals < FEWEST_DEALS:
            return None
        return abs(self.mean_difference) > BEYOND * error

    def after(self, deal: DealPlayed) -> BatchTally:
        """Return a copy with one more deal."""
        first, second = self.bots
        terminations = dict(self.terminations)
        for game in deal.games:
            first, second = first.after(game, 0), second.after(game, 1)
            terminations[game.termination] = terminations.get(game.termination, 0) + 1
        return BatchTally(
            self.deals + 1,
            (first, second),
            dict(sorted(terminations.items(), key=lambda ended: ended[0].value)),
            self.difference + deal.difference,
            self.squares + deal.difference**2,
            self.win_share.after(deal.halves),
        )
