"""The share of games that a bot wins, and how sure it is."""

from __future__ import annotations

import random

import pytest

from mandala_net.bots.batch import BatchTally
from mandala_net.bots.win_share import WinShare
from tests.net.deals_played import BOTH, HALF, MORE, NONE, ONE_EACH, deal_of, halves_by_chance, share_of


@pytest.mark.parametrize("halves", [NONE, HALF, ONE_EACH, MORE, BOTH])
def test_a_win_is_two_halves_and_a_draw_is_one(halves: int) -> None:
    share = BatchTally.of([deal_of(halves)]).win_share
    assert share == share_of(halves)
    assert share.mean == halves / 4


def test_the_other_bot_has_the_rest() -> None:
    share = share_of(BOTH, BOTH, MORE, HALF, NONE)
    other = share.for_the_other
    assert share.mean + other.mean == 1
    low, high = share.interval
    assert other.interval == pytest.approx((1 - high, 1 - low))


def test_deals_are_added() -> None:
    assert share_of(BOTH, NONE).plus(share_of(HALF)) == share_of(HALF, NONE, BOTH)
    assert WinShare().plus(WinShare()).deals == 0


def test_games_that_are_independent_have_the_interval_of_wilson() -> None:
    # 200 games, 130 won, in 100 deals whose results are as far apart as chance alone would have them.
    share = share_of(*[BOTH] * 42, *[ONE_EACH] * 46, *[NONE] * 12)
    assert share.spread == pytest.approx(0.5, abs=0.01)
    # Computed by hand from Wilson's formula with 130 of 200.
    assert share.interval == pytest.approx((0.5817, 0.7127), abs=0.001)


def test_deals_that_the_cards_decide_prove_more_and_deals_that_agree_prove_less() -> None:
    def width(share: WinShare) -> float:
        low, high = share.interval
        return high - low

    split = share_of(*[ONE_EACH] * 50)
    independent = share_of(*[BOTH] * 12, *[ONE_EACH] * 26, *[NONE] * 12)
    alike = share_of(*[BOTH] * 25, *[NONE] * 25)
    assert split.mean == independent.mean == alike.mean == 0.5
    assert width(split) < width(independent) / 3
    assert width(alike) > 1.3 * width(independent)


def test_a_bot_that_has_won_everything_need_not_always_win() -> None:
    low, high = share_of(*[BOTH] * 20).interval
    assert high == 1.0
    assert 0.85 < low < 0.95
    low, high = share_of(NONE).interval
    assert low == 0.0
    assert high > 0.6, "two games prove little"


@pytest.mark.parametrize(
    ("strength", "luck", "deals"), [(0.5, 0.0, 30), (0.8, 0.0, 30), (0.8, 0.4, 50), (0.95, 0.0, 40), (0.5, 0.4, 10)]
)
def test_the_true_share_is_in_19_of_20_intervals(strength: float, luck: float, deals: int) -> None:
    chance, true = random.Random(7), strength * (1 - luck) + luck / 2
    runs, inside = 600, 0
    for _ in range(runs):
        low, high = share_of(*(halves_by_chance(chance, strength, luck) for _ in range(deals))).interval
        inside += low <= true <= high
    assert 0.92 < inside / runs < 0.985
