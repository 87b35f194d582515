"""The test that ends as soon as it is decided which bot is better."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from mandala_net.batches.sequential_test import Decision, decision
from mandala_net.bots.batch import FEWEST_DEALS
from mandala_net.bots.win_share import WinShare
from tests.net.deals_played import BOTH, NONE, ONE_EACH, halves_by_chance, share_of

MOST_DEALS = 3000


def test_a_few_deals_decide_nothing() -> None:
    assert decision(WinShare()) is Decision.OPEN
    assert decision(share_of(*[BOTH] * (FEWEST_DEALS - 1))) is Decision.OPEN


def test_who_wins_everything_is_better_after_some_twenty_deals() -> None:
    assert decision(share_of(*[BOTH] * 30)) is Decision.ONE
    assert decision(share_of(*[NONE] * 30)) is Decision.OTHER


def test_two_bots_that_share_every_deal_are_even() -> None:
    assert decision(share_of(*[ONE_EACH] * 200)) is Decision.EVEN


def test_what_is_near_is_left_open() -> None:
    assert decision(share_of(*[BOTH, NONE] * 20)) is Decision.OPEN


def played_until_decided(chance: random.Random, strength: float, luck: float) -> WinShare:
    share = WinShare()
    while decision(share) is Decision.OPEN and share.deals < MOST_DEALS:
        share = share.after(halves_by_chance(chance, strength, luck))
    return share


@pytest.mark.parametrize(
    ("strength", "luck", "right"),
    [
        (0.5, 0.0, Decision.EVEN),
        (0.5, 0.4, Decision.EVEN),
        (0.55, 0.0, Decision.ONE),
        (0.45, 0.0, Decision.OTHER),
        (0.7, 0.3, Decision.ONE),
    ],
)
def test_it_is_wrong_once_in_twenty_times(strength: float, luck: float, right: Decision) -> None:
    chance, runs = random.Random(3), 60
    found = Counter(decision(played_until_decided(chance, strength, luck)) for _ in range(runs))
    assert found[Decision.OPEN] == 0
    assert found[right] >= runs - 7, found


def test_the_larger_the_difference_the_sooner_it_is_found() -> None:
    chance = random.Random(4)
    near, far = (sum(played_until_decided(chance, strength, 0.0).deals for _ in range(20)) for strength in (0.55, 0.7))
    assert far < near / 3
