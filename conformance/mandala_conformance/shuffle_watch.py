"""The secrets that a shuffle or mix gives away by itself: masks, cards not encrypted again, equal randomness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from attrs import frozen

from mandala_protocol.poker.ciphertexts import Ciphertext
from mandala_protocol.poker.generators import position_generators
from mandala_protocol.poker.group import ORDER, Point, Scalar, sub
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.shuffle_proof import (
    ShuffleProof,
    masked_link,
    shuffle_statement,
    shuffle_weights,
    sum_masks,
)

_WEIGHT_BITS: Final = 128
"""The bits of the weights u_j, which are hashed."""


@frozen
class HeardShuffle:
    """A shuffle or mix that the referee has taken: its cards before and after, and its proof."""

    inputs: Sequence[Ciphertext]
    outputs: Sequence[Ciphertext]
    proof: ShuffleProof
    joint: Point
    context: Context


def masks_of(heard: HeardShuffle) -> tuple[Point, ...]:
    """T_1, T_2 and T̂_1.

    The other T̂_i have a link of the chain in them, which is another one in each proof: of these none can come twice.
    """
    statement = shuffle_statement(heard.inputs, heard.outputs, heard.joint, heard.context)
    weights = shuffle_weights(statement, heard.proof.commitments)
    return (*sum_masks(heard.proof, weights), masked_link(heard.proof, 0))


def unchanged(heard: HeardShuffle) -> int:
    """The number of outputs that are inputs, to the byte."""
    before = {card.a for card in heard.inputs}
    return sum(card.a in before for card in heard.outputs)


def shows_its_order(heard: HeardShuffle) -> bool:
    """Return whether two masks ω'_i, or two t_j, are equal, so that anyone can compute the order.

    With equal masks (s'_i − s'_k) / c is the difference of two weights of 128 bits; by chance it is so small with
    2⁻¹²². With equal t_j the difference of two commitments is that of two generators.
    """
    inverse = pow(_int(heard.proof.challenge), -1, ORDER)
    for first, second in pairwise(map(_int, heard.proof.order_responses)):
        difference = (first - second) * inverse % ORDER
        if min(difference, ORDER - difference) < 2**_WEIGHT_BITS:
            return True
    generators = position_generators(len(heard.inputs))
    commitments = heard.proof.commitments
    if len(commitments) < 2:
        return False
    apart = sub(commitments[0], commitments[1])
    return bool({sub(generator, apart) for generator in generators} & set(generators))


def randomness_of(heard: HeardShuffle, before: Sequence[int], after: Sequence[int]) -> Iterator[tuple[int, int, Point]]:
    """All points r·G by which the output at a place can have come from an input of its face: place, input, point."""
    sources: dict[int, dict[Point, int]] = {}
    for source, (face, card) in enumerate(zip(before, heard.inputs, strict=True)):
        sources.setdefault(face, {}).setdefault(card.a, source)
    for place, (face, card) in enumerate(zip(after, heard.outputs, strict=True)):
        for point, source in sources[face].items():
            yield place, source, sub(card.a, point)


def most_alike(randomness: Sequence[tuple[int, int, Point]]) -> int:
    """The most outputs that can have been encrypted again with one and the same number; 1 if none are alike."""
    places: dict[Point, set[int]] = {}
    for place, _, point in randomness:
        places.setdefault(point, set()).add(place)
    return max(map(len, places.values()))


def _int(scalar: Scalar) -> int:
    return int.from_bytes(scalar, "little")
