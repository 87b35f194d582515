"""The secrets that a shuffle or mix gives away by itself: masks, cards not encrypted again, equal randomness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

from attrs import frozen

from mandala_protocol.poker.ciphertexts import Ciphertext
from mandala_protocol.poker.generators import chain_start, position_generators
from mandala_protocol.poker.group import ORDER, SIZE, Point, Scalar, add, base_mul, mul, sub
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
    return (*sum_masks(heard.proof, _weights_of(heard)), masked_link(heard.proof, 0))


def unchanged(heard: HeardShuffle) -> int:
    """The number of outputs that are inputs, to the byte."""
    before = {card.a for card in heard.inputs}
    return sum(card.a in before for card in heard.outputs)


def shows_its_order(heard: HeardShuffle) -> bool:
    """Return whether two masks ω'_i, ω̂_i, or two t_j, t̂_i, are equal, so that anyone can compute the order.

    By chance none of these signs comes more often than with 2⁻¹⁰⁸.
    """
    if len(heard.inputs) < 2:
        return False
    return _has_order_masks_alike(heard) or _commits_alike(heard) or _has_links_alike(heard)


def _has_order_masks_alike(heard: HeardShuffle) -> bool:
    """Return whether two ω'_i are equal: (s'_i − s'_k) / c is the difference of two weights of 128 bits then."""
    inverse = _inverse(heard.proof.challenge)
    masked = sorted(_int(response) * inverse % ORDER for response in heard.proof.order_responses)
    gaps = [later - earlier for earlier, later in pairwise(masked)]
    gaps.append(masked[0] + ORDER - masked[-1])
    return min(gaps) < 1 << _WEIGHT_BITS


def _commits_alike(heard: HeardShuffle) -> bool:
    """Return whether two neighbouring t_j are equal: the difference of c_j is that of two generators then."""
    apart = _generators_apart(len(heard.inputs))
    pairs = pairwise(heard.proof.commitments)
    return any(sub(first, second) in apart or sub(second, first) in apart for first, second in pairs)


def _has_links_alike(heard: HeardShuffle) -> bool:
    """Return whether t̂_1 and t̂_2, or ω̂_1 and ω̂_2, are equal.

    For two of the weights, ĉ_1 − u·ĉ_0 and ĉ_2 − u'·ĉ_1 then differ by nothing, or by (ŝ_1 − ŝ_2) / c times G.
    """
    proof = heard.proof
    weights = _weights_of(heard)
    masked = (_int(proof.chain_responses[0]) - _int(proof.chain_responses[1])) * _inverse(proof.challenge) % ORDER
    first = {sub(proof.chain[0], mul(weight, chain_start())) for weight in weights}
    second = {sub(proof.chain[1], mul(weight, proof.chain[0])) for weight in weights}
    if masked == 0 or first & second:
        return True
    between = base_mul(Scalar(masked.to_bytes(SIZE, "little")))
    return bool(first & {add(point, between) for point in second})


@lru_cache(maxsize=16)
def _generators_apart(size: int) -> frozenset[Point]:
    """The differences of any two of the first so many generators, each of them one way round."""
    generators = position_generators(size)
    return frozenset(sub(one, other) for one, other in combinations(generators, 2))


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


def _weights_of(heard: HeardShuffle) -> tuple[Scalar, ...]:
    statement = shuffle_statement(heard.inputs, heard.outputs, heard.joint, heard.context)
    return shuffle_weights(statement, heard.proof.commitments)


def _inverse(challenge: Scalar) -> int:
    return pow(_int(challenge), -1, ORDER)


def _int(scalar: Scalar) -> int:
    return int.from_bytes(scalar, "little")
