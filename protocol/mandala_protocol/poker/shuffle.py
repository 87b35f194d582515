"""Shuffling: cards in a new order and under new randomness, so that no one can tell which is which.

The draw pile is shuffled by both seats in turn; a hand is mixed by its owner. Both are this one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import TypeVar

from attrs import field, frozen

from mandala_protocol.poker.ciphertexts import Ciphertext
from mandala_protocol.poker.group import Point, Scalar, add, base_mul, mul
from mandala_protocol.poker.sampling import Random, below, random_scalar
from mandala_protocol.poker.workers import Workers, spans

T = TypeVar("T")


@frozen
class ShuffleSecret:
    """The shuffler's secret. Output i is input ``order[i]``, and ``randomness[j]`` was added to input j."""

    order: tuple[int, ...] = field(repr=False)
    randomness: tuple[Scalar, ...] = field(repr=False)

    def arrange(self, items: Sequence[T]) -> tuple[T, ...]:
        """Reorder what belongs to the inputs, such as their faces, like the outputs."""
        return tuple(items[source] for source in self.order)


def draw_permutation(size: int, random: Random) -> tuple[int, ...]:
    """The numbers from 0 up to ``size`` in an order drawn from all, equally likely (Fisher and Yates)."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(random, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def shuffle(
    cards: Sequence[Ciphertext],
    joint: Point,
    random: Random,
    workers: Workers,
    fixed_order: tuple[int, ...] | None = None,
) -> tuple[tuple[Ciphertext, ...], ShuffleSecret]:
    """The cards, at least one, in a new order and re-encrypted: output i is input π(i) + (rG, rY).

    What is drawn first from ``random`` is the order, as ``draw_permutation`` does. A test game has a ``fixed_order``.
    """
    order = draw_permutation(len(cards), random)
    secret = ShuffleSecret(fixed_order or order, tuple(random_scalar(random) for _ in cards))
    sources = secret.arrange(cards)
    randomness = secret.arrange(secret.randomness)
    parts = workers.run([partial(_reencrypt, sources[span], randomness[span], joint) for span in spans(len(cards))])
    return tuple(chain.from_iterable(parts)), secret


def _reencrypt(cards: Sequence[Ciphertext], randomness: Sequence[Scalar], joint: Point) -> list[Ciphertext]:
    return [
        Ciphertext(add(card.a, base_mul(scalar)), add(card.b, mul(scalar, joint)))
        for card, scalar in zip(cards, randomness, strict=True)
    ]
