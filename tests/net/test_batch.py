"""Batches of games between bots: each deal from both sides, everything credited to the bot, and what it proves."""

from __future__ import annotations

import itertools
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mandala_net.bots.batch import (
    FEWEST_DEALS,
    BatchTally,
    DealPlayed,
    GamePlayed,
    first_of,
    play,
    play_deals,
    start,
)
from mandala_net.bots.catalogue import make_bot, two_bots
from mandala_net.bots.mandala.greedy_bot import GreedyBot
from mandala_net.bots.player import Bot
from mandala_net.bots.random_bot import RandomBot
from mandala_protocol.games.game import Termination, View
from mandala_protocol.games.mandala import MANDALA, MandalaMove, MandalaState
from mandala_protocol.games.mandala.state import MandalaEnd
from mandala_protocol.seats import Seat


def watched(name: str, seed: int, firsts: list[tuple[str, Seat, Seat, object]]) -> Bot:
    """A random bot that writes down the first thing it sees of each game: its seat, who begins, its own cards."""

    class Watched(RandomBot[MandalaState, MandalaMove]):
        seen = False

        def choose(self, view: View[MandalaState]) -> MandalaMove:
            if not self.seen:
                self.seen = True
                firsts.append((name, view.seat, view.state.first, view.holdings["cup"]))
            return super().choose(view)

    return Watched(MANDALA, seed)


def named(one: str, other: str, seeds: Iterable[int]) -> Iterator[DealPlayed]:
    """Deals between two of our bots."""
    return play_deals(MANDALA, *two_bots(MANDALA.name, one, other), seeds)


def test_a_deal_is_played_twice_with_the_seats_swapped_and_each_bot_begins_once() -> None:
    firsts: list[tuple[str, Seat, Seat, object]] = []
    deals = play_deals(
        MANDALA, lambda s: watched("one", s, firsts), lambda s: watched("other", s + 9, firsts), range(4)
    )
    assert [deal.seed for deal in deals] == [0, 1, 2, 3]
    games = [{name: rest for name, *rest in firsts[at : at + 2]} for at in range(0, len(firsts), 2)]
    assert len(games) == 8
    for first_game, second_game in zip(games[::2], games[1::2], strict=True):
        assert first_game["one"][0] is Seat.HOST
        assert second_game["one"][0] is Seat.GUEST
        assert first_game["one"][1] is second_game["one"][1], "the same seat begins"
        assert first_game["one"][2] == second_game["other"][2], "and has the same cards in its cup"
        assert first_game["other"][2] == second_game["one"][2]
    assert {game["one"][1] for game in games} == set(Seat)


def test_wins_points_moves_and_terminations_are_credited_to_the_bot_and_not_to_its_seat() -> None:
    tally = BatchTally.of(
        play_deals(MANDALA, lambda seed: GreedyBot(seed), lambda seed: RandomBot(MANDALA, seed), range(4))
    )
    wins, points, terminations, difference = [0, 0], [0, 0], list[Termination](), []
    both_ways: list[tuple[Seat, Seat]] = [(Seat.HOST, Seat.GUEST), (Seat.GUEST, Seat.HOST)]
    for seed in range(4):
        both = 0
        for seats in both_ways:
            greedy, other = GreedyBot(seed), RandomBot(MANDALA, seed)
            bots: tuple[Bot, Bot] = (greedy, other) if seats.index(Seat.HOST) == 0 else (other, greedy)
            result = play(start(MANDALA, seed, first_of(seed)), bots)
            terminations.append(result.termination)
            both += result.scores[seats[0]] - result.scores[seats[1]]
            for player, seat in enumerate(seats):
                wins[player] += result.winner is seat
                points[player] += result.scores[seat]
        difference.append(both)
    assert [bot.wins for bot in tally.bots] == wins
    assert [bot.points for bot in tally.bots] == points
    assert tally.terminations == Counter(terminations)
    assert tally.mean_difference == statistics.mean(difference)
    assert (tally.deals, tally.games, tally.drawn) == (4, 8, 8 - sum(wins))


def test_two_bots_of_one_name_and_taste_are_even_with_every_deal() -> None:
    alike = partial(make_bot, MANDALA.name, "random")
    for deal in play_deals(MANDALA, alike, alike, range(5)):
        assert deal.difference == 0
        first, second = deal.games
        assert first.points == second.points[::-1]
    assert any(deal.difference for deal in named("random", "random", range(5))), "by name each has its own taste"


def test_the_same_seeds_are_the_same_games() -> None:
    def results() -> list[list[tuple[tuple[int, int], int | None, Termination]]]:
        return [
            [(game.points, game.winner, game.termination) for game in deal.games]
            for deal in named("random", "random", range(3))
        ]

    assert results() == results()


def test_thinking_is_timed_by_the_bot() -> None:
    ticks = itertools.count()

    class Slower(RandomBot[MandalaState, MandalaMove]):
        def choose(self, view: View[MandalaState]) -> MandalaMove:
            next(ticks)
            return super().choose(view)

    one, other = RandomBot(MANDALA, 1), Slower(MANDALA, 2)
    (deal,) = play_deals(MANDALA, lambda _seed: one, lambda _seed: other, [3], lambda: float(next(ticks)))
    tally = BatchTally.of([deal])
    for number, bot in enumerate(tally.bots):
        assert bot.moves == sum(len(game.seconds[number]) for game in deal.games) > 0
        each = 1.0 + number
        assert (bot.seconds, bot.longest) == (bot.moves * each, each), "the clock goes on by one for each move, or two"


def dealt(*differences: int) -> list[DealPlayed]:
    """Deals that the one won by so many points, all in the first of the two games."""
    quiet = ((), ())
    return [
        DealPlayed(
            seed,
            (
                GamePlayed((max(lead, 0), max(-lead, 0)), None if not lead else int(lead < 0), MandalaEnd.DECK, quiet),
                GamePlayed((0, 0), None, MandalaEnd.RIVER, quiet),
            ),
        )
        for seed, lead in enumerate(differences)
    ]


@given(st.lists(st.integers(-200, 200), min_size=2, max_size=40))
def test_the_standard_error_is_that_of_the_mean_of_the_deals(differences: list[int]) -> None:
    tally = BatchTally.of(dealt(*differences))
    assert tally.mean_difference == pytest.approx(statistics.mean(differences))
    assert tally.standard_error == pytest.approx(statistics.stdev(differences) / len(differences) ** 0.5)


def test_a_difference_is_beyond_chance_from_more_than_two_standard_errors_on() -> None:
    assert BatchTally.of(dealt(*[7, 9] * 10)).is_beyond_chance is True
    assert BatchTally.of(dealt(*[-7, -9] * 10)).is_beyond_chance is True
    assert BatchTally.of(dealt(*[-7, 9] * 10)).is_beyond_chance is False
    assert BatchTally.of(dealt(*[0] * 20)).is_beyond_chance is False


def test_from_too_few_deals_nothing_is_concluded() -> None:
    assert BatchTally.of(dealt(*[9] * (FEWEST_DEALS - 1))).is_beyond_chance is None
    assert BatchTally.of(dealt(*[9] * FEWEST_DEALS)).is_beyond_chance is True
    assert BatchTally.of(dealt(9)).standard_error is None
    assert BatchTally().standard_error is None


def test_no_deal_is_no_game() -> None:
    assert list(named("greedy", "random", ())) == []
    assert BatchTally.of(()).games == 0


def test_a_bot_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no bot"):
        list(named("greedy", "clever", [1]))
