"""Ratings from the games between several bots."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mandala_net.batches.ratings import SCALE, PairOfBots, ratings
from mandala_net.bots.win_share import WinShare
from tests.net.deals_played import BOTH, NONE, ONE_EACH, share_of


def expected(one: float, other: float) -> float:
    """The share that a bot wins by these ratings, as everyone knows the formula."""
    return 1 / (1 + 10 ** ((other - one) / 400))


def test_a_bot_that_wins_ten_of_eleven_games_leads_by_some_400_points() -> None:
    # 220 games, 200 of them won; the drawn game that is added takes a little away.
    one, other = ratings({(0, 1): share_of(*[BOTH] * 100, *[NONE] * 10)}, 2)
    assert one.points - other.points == pytest.approx(400, abs=8)
    assert one.points == pytest.approx(-other.points)


def test_the_interval_is_that_of_the_share() -> None:
    share = share_of(*[BOTH] * 60, *[ONE_EACH] * 100, *[NONE] * 40)
    one, other = ratings({(0, 1): share}, 2)
    low, high = share.interval
    assert expected(one.points + one.interval, other.points - other.interval) == pytest.approx(high, abs=0.01)
    assert expected(one.points - one.interval, other.points + other.interval) == pytest.approx(low, abs=0.01)


def test_deals_that_agree_make_it_less_sure() -> None:
    alike, independent = share_of(*[BOTH, NONE] * 40), share_of(*[BOTH, ONE_EACH, ONE_EACH, NONE] * 20)
    assert ratings({(0, 1): alike}, 2)[0].interval > 1.3 * ratings({(0, 1): independent}, 2)[0].interval


def test_no_one_is_infinitely_better() -> None:
    shares = {(0, 1): share_of(*[BOTH] * 500), (1, 2): share_of(*[BOTH] * 500), (0, 2): share_of(*[BOTH] * 500)}
    best, middle, worst = ratings(shares, 3)
    assert 1000 < best.points - middle.points < 2000
    assert middle.points == pytest.approx(0, abs=1e-6)
    assert all(math.isfinite(rating.interval) and rating.interval > 0 for rating in (best, middle, worst))


def test_bots_without_games_are_average_and_hardly_known() -> None:
    one, other, third = ratings({(0, 1): share_of(*[BOTH, NONE] * 50)}, 3)
    assert one.points == pytest.approx(0, abs=1e-6)
    assert third.points == pytest.approx(0, abs=1e-6)
    assert third.interval > 1.5 * other.interval


@given(
    st.integers(2, 6).flatmap(
        lambda bots: st.fixed_dictionaries(
            {pair: st.lists(st.integers(0, 4), max_size=30) for pair in itertools.combinations(range(bots), 2)}
        )
    )
)
def test_each_bot_has_won_as_much_as_its_rating_expects(results: dict[PairOfBots, list[int]]) -> None:
    shares = {pair: share_of(*deals) for pair, deals in results.items()}
    bots = max(other for _one, other in shares) + 1
    rated = ratings(shares, bots)
    for bot in range(bots):
        won = foreseen = 0.0
        for pair, share in shares.items():
            if bot in pair:
                seen = share if pair[0] == bot else share.for_the_other
                other = pair[1] if pair[0] == bot else pair[0]
                won += (2 * seen.deals * seen.mean if seen.deals else 0.0) + 0.5
                foreseen += (2 * seen.deals + 1) * expected(rated[bot].points, rated[other].points)
        assert won == pytest.approx(foreseen, abs=1e-5)
    assert sum(rating.points for rating in rated) == pytest.approx(0, abs=1e-6)


def test_the_order_of_the_bots_does_not_matter() -> None:
    strong, weak = share_of(*[BOTH] * 8, *[NONE] * 4), share_of(*[BOTH] * 3, *[NONE] * 9)
    one, other, third = ratings({(0, 1): strong, (0, 2): WinShare(), (1, 2): weak}, 3)
    third_again, other_again, one_again = ratings(
        {(0, 1): weak.for_the_other, (0, 2): WinShare(), (1, 2): strong.for_the_other}, 3
    )
    for first, second in ((one, one_again), (other, other_again), (third, third_again)):
        assert (first.points, first.interval) == pytest.approx((second.points, second.interval))
    assert pytest.approx(400 / math.log(10)) == SCALE
