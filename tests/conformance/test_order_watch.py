"""Orders of shuffles that are no chance, and thousands by chance, of which nothing is said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product
from math import exp
from typing import Final, TypeAlias

import pytest

from mandala_conformance.findings import Fault
from mandala_conformance.order_watch import (
    BIASES,
    Bias,
    OpenedShuffle,
    OrderWatch,
    exchange_with_any,
    fits,
    gain,
    unlikelihood,
)
from mandala_protocol.poker.sampling import HashStream, Random, below
from mandala_protocol.poker.shuffle import draw_permutation

Order: TypeAlias = Callable[[int, Random], tuple[int, ...]]

DECK: Final = tuple(face for face in range(6) for _ in range(18))


def opened(before: tuple[int, ...], order: tuple[int, ...], kind: str = "mix") -> OpenedShuffle:
    return OpenedShuffle("entry 6", kind, before, tuple(before[source] for source in order))


def watched(draw: Order, games: int, seed: bytes, *, mixes: int = 20, guest: bool = False) -> Iterator[Fault]:
    """The faults found in games with a fresh deck or, for a guest, a shuffled one, and mixes of 5 to 8 cards."""
    watch, random = OrderWatch(), HashStream(seed, "test")
    for _game in range(games):
        deck = tuple(DECK[source] for source in draw_permutation(len(DECK), random)) if guest else DECK
        yield from watch.note(opened(deck, draw(len(deck), random), "shuffle"))
        for _mix in range(mixes):
            hand = tuple(below(random, 6) for _card in range(5 + below(random, 4)))
            yield from watch.note(opened(hand, draw(len(hand), random)))


def kept(size: int, _: Random) -> tuple[int, ...]:
    return tuple(range(size))


def turned(size: int, _: Random) -> tuple[int, ...]:
    return tuple(range(size))[::-1]


def always_the_same(size: int, _: Random) -> tuple[int, ...]:
    return draw_permutation(size, HashStream(b"always", "test"))


def kept_in_mixes(size: int, random: Random) -> tuple[int, ...]:
    return kept(size, random) if size <= 8 else draw_permutation(size, random)


def with_any(size: int, random: Random) -> tuple[int, ...]:
    order = list(range(size))
    for place in range(size):
        other = below(random, size)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def from_the_last(size: int, random: Random) -> tuple[int, ...]:
    return tuple(size - 1 - source for source in with_any(size, random)[::-1])


def inverse(size: int, random: Random) -> tuple[int, ...]:
    order = with_any(size, random)
    return tuple(order.index(place) for place in range(size))


def never_staying(size: int, random: Random) -> tuple[int, ...]:
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(random, last)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def two_exchanges(size: int, random: Random) -> tuple[int, ...]:
    order = list(range(size))
    for _exchange in range(2):
        one, other = below(random, size), below(random, size)
        order[one], order[other] = order[other], order[one]
    return tuple(order)


@pytest.mark.parametrize(
    ("draw", "games", "seen"),
    [
        (kept, 1, "a shuffle left the cards in the order in which they were"),
        (turned, 1, "a shuffle left the cards in the reverse order"),
        (kept_in_mixes, 2, r"\d+ times a mix left the cards in the order in which they were"),
        (always_the_same, 4, r"\d+ times a \w+ left the cards in one and the same order"),
        (with_any, 60, "cards change places with any other, not only"),
        (from_the_last, 60, "cards change places with any other, from the last"),
        (inverse, 60, "cards change places with any other, from the last"),
        (never_staying, 8, "stay at their places too seldom"),
        (two_exchanges, 8, "stay at their places too often"),
    ],
)
def test_DK9_an_order_that_is_no_chance_is_found(draw: Order, games: int, seen: str) -> None:
    for guest in (False, True):
        found = watched(draw, 2 * games if guest else games, b"broken", guest=guest)
        assert any(breach.requirement == "DK9" and re.search(seen, breach.got) for breach in found)


@pytest.mark.parametrize("guest", [False, True])
def test_nothing_is_said_of_orders_by_chance(guest: bool) -> None:
    assert list(watched(draw_permutation, 60, b"honest", guest=guest)) == []


HAND: Final = (0, 0, 1, 2, 2)


def test_the_chance_to_fit_is_the_share_of_all_orders_that_do() -> None:
    into = (0, 1, 0, 1, 2)
    out_of = (1, 0, 0, 2, 1)
    orders = list(permutations(range(len(HAND))))
    fitting = sum(fits(opened(HAND, order), into, out_of) for order in orders)
    assert 2.0 ** -unlikelihood(opened(HAND, orders[0]), into) == pytest.approx(fitting / len(orders))


@pytest.mark.parametrize("bias", BIASES, ids=[bias.what for bias in BIASES])
def test_a_bet_at_the_odds_of_chance_neither_wins_nor_loses_on_average(bias: Bias) -> None:
    orders = list(permutations(range(len(HAND))))
    assert sum(exp(gain(bias, opened(HAND, order))) for order in orders) / len(orders) == pytest.approx(1)


@pytest.mark.parametrize("size", [3, 5])
def test_the_weights_of_an_exchange_with_any_are_its_chances(size: int) -> None:
    """The chances are counted over all size ** size ways to draw the others."""
    reached: Counter[tuple[int, int]] = Counter()
    for drawn in product(range(size), repeat=size):
        order = list(range(size))
        for place, other in enumerate(drawn):
            order[place], order[other] = order[other], order[place]
        reached.update(enumerate(order))
    for place in range(size):
        for source in range(size):
            assert exchange_with_any(place, source, size) == pytest.approx(reached[place, source] * size / size**size)
