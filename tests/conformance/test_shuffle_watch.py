"""The watch over the proofs of shuffles: masks that are equal within one of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Final, TypeAlias

import pytest

from mandala_conformance.shuffle_watch import HeardShuffle, masks_of, shows_its_order
from mandala_protocol.poker import shuffle_proof
from mandala_protocol.poker.ciphertexts import fresh_deck
from mandala_protocol.poker.game_keys import make_key
from mandala_protocol.poker.group import Scalar
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.sampling import HashStream, Random
from mandala_protocol.poker.shuffle import shuffle
from mandala_protocol.poker.workers import Serial
from mandala_protocol.seats import Seat

Row: TypeAlias = tuple[Scalar, ...]

T, LINKS, SUMS, LINK_MASKS, ORDER_MASKS = range(5)
"""The rows of random numbers of a proof, in the order in which they are drawn."""

DECK: Final = (2, 2, 1)


def heard(number: int = 0, size: tuple[int, ...] = DECK) -> HeardShuffle:
    """A shuffle of a few cards, drawn from a number."""
    random = HashStream(bytes([number]), "test")
    joint, context = make_key(random).public, Context(bytes(32), Seat.HOST)
    cards = fresh_deck(size, joint)
    outputs, secret = shuffle(cards, joint, random, Serial())
    proof = shuffle_proof.prove_shuffle(cards, outputs, secret, joint, context, random, Serial())
    return HeardShuffle(cards, outputs, proof, joint, context)


def all_alike(row: Row) -> Row:
    return row[:1] * len(row)


def first_two_alike(row: Row) -> Row:
    return (row[0], *row[:1], *row[2:])


def ends_alike(row: Row) -> Row:
    return (*row[:-1], row[0])


def draw_alike(monkeypatch: pytest.MonkeyPatch, changed: int, alike: Callable[[Row], Row]) -> None:
    drawn, rows = shuffle_proof._random_scalars, count()

    def draw(random: Random, size: int) -> Row:
        row = drawn(random, size)
        return alike(row) if next(rows) % 5 == changed else row

    monkeypatch.setattr(shuffle_proof, "_random_scalars", draw)


@pytest.mark.parametrize(
    ("row", "alike"),
    [
        *((row, all_alike) for row in (T, LINKS, LINK_MASKS, ORDER_MASKS)),
        *((row, first_two_alike) for row in (LINKS, LINK_MASKS)),
        (ORDER_MASKS, ends_alike),
    ],
)
def test_CV12_numbers_that_are_equal_within_a_proof_show_its_order(
    row: int, alike: Callable[[Row], Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_alike(monkeypatch, row, alike)
    assert shows_its_order(heard())
    assert shows_its_order(heard(size=(1, 1)))


def test_CV12_one_mask_for_two_sums_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_alike(monkeypatch, SUMS, all_alike)
    first, second, _ = masks_of(heard())
    assert first == second


def test_nothing_is_said_of_honest_proofs() -> None:
    for number in range(20):
        shuffled = heard(number)
        assert not shows_its_order(shuffled)
        assert len(set(masks_of(shuffled))) == 3
    assert not shows_its_order(heard(size=(1,)))
