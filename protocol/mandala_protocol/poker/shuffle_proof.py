"""The proof that a shuffle lost, added and changed no card.

Terelius and Wikström's argument ("Proofs of restricted shuffles", 2010), as written out by Haenni, Locher, Koenig
and Dubuis ("Pseudo-code algorithms for verifiable re-encryption mix-nets", 2017), with additive notation. Input j is
(a_j, b_j), r_j its new randomness; output i is (a'_i, b'_i), made from input π(i). H and H_i are ``generators``.

- ``commitments`` c_j = t_j G + H_i for j = π(i): Pedersen commitments to the columns of a permutation matrix.
- Weights u_j of 128 bits are hashed from the statement and all c_j. In the order of the outputs u'_i = u_π(i).
- ``chain`` ĉ_i = t̂_i G + u'_i ĉ_(i−1) with ĉ_0 = H: it ends in a commitment to the product of the u'_i.
- One sigma proof, with one challenge, that the prover knows t̄, t̂, t̃, r̃ (``sums``), all t̂_i (``chain_responses``)
  and all u'_i (``order_responses``) with

      Σ c_j − Σ H_i = t̄ G                    Σ u_j c_j = t̃ G + Σ u'_i H_i
      ĉ_N − (Π u_j) H = t̂ G                   ĉ_i = t̂_i G + u'_i ĉ_(i−1)   for every i
      Σ u_j a_j = Σ u'_i a'_i − r̃ G           Σ u_j b_j = Σ u'_i b'_i − r̃ Y

Why it is sound: two answers to different challenges yield such values. As no one knows how G, H and the H_i relate,
what is committed in the c_j is one matrix, whose rows sum to 1 (first line); its product with u is u' (first line),
with Π u'_i = Π u_j (second and third). By Schwartz and Zippel, for u hashed after the c_j this holds only for a
permutation matrix, but for a chance of about N · 2⁻¹²⁸ a try. Then the last line, for enough different u, says
that each output is the re-encryption of the input at its place in that permutation.
It is zero-knowledge as the c_j and ĉ_i hide perfectly (t_j and t̂_i are fresh and uniform) and the sigma proof does.

Every point received is multiplied at least once (c_j by u_j, ĉ_i by the challenge, outputs by the answer for u'_i),
so invalid ones are found on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import accumulate, chain, islice
from typing import Final, TypeVar

from attrs import frozen

from mandala_protocol.poker.ciphertexts import Ciphertext, fresh_deck, join_cards
from mandala_protocol.poker.deck_errors import BadLength, FailedProof
from mandala_protocol.poker.game_keys import mask_point
from mandala_protocol.poker.generators import chain_start, face_point, position_generators, position_generators_sum
from mandala_protocol.poker.group import (
    ONE,
    ZERO,
    Point,
    Scalar,
    add,
    base_mul,
    combination,
    inner_product,
    join,
    mul,
    point_sum,
    scalar_add,
    scalar_mul,
    scalar_product,
    scalar_sub,
    scalar_sum,
    sub,
)
from mandala_protocol.poker.hashing import Context, challenge, challenge_128, number, tagged_hash
from mandala_protocol.poker.sampling import Random, random_scalar
from mandala_protocol.poker.shuffle import ShuffleSecret
from mandala_protocol.poker.workers import Workers, spans
from mandala_protocol.sentence import Sentence

T = TypeVar("T")

SUMS: Final = 4
"""The number of scalars in ``ShuffleProof.sums``: the answers for t̄, t̂, t̃, r̃."""


@frozen
class ShuffleProof:
    """The proof for N cards: rows of N points or scalars, but for ``challenge`` (one) and ``sums`` (four)."""

    commitments: tuple[Point, ...]
    chain: tuple[Point, ...]
    challenge: Scalar
    sums: tuple[Scalar, ...]
    chain_responses: tuple[Scalar, ...]
    order_responses: tuple[Scalar, ...]


@frozen
class SigmaCommitments:
    """The commitments of the sigma proof, one for each line of the statement; the verifier recomputes them."""

    row_sum: Point
    product: Point
    weighted: Point
    a: Point
    b: Point
    chain: tuple[Point, ...]


# What both sides hash.


def shuffle_statement(
    inputs: Sequence[Ciphertext], outputs: Sequence[Ciphertext], joint: Point, context: Context
) -> bytes:
    """The hash of all that a proof of shuffle is about."""
    generators = join((chain_start(), *position_generators(len(inputs))))
    return tagged_hash(
        "shuffle-statement",
        *context.items,
        joint,
        number(len(inputs)),
        generators,
        join_cards(inputs),
        join_cards(outputs),
    )


def shuffle_weights(statement: bytes, commitments: Sequence[Point]) -> tuple[Scalar, ...]:
    """The weights u_j."""
    seed = tagged_hash("shuffle-weights", statement, join(commitments))
    return tuple(challenge_128("shuffle-weight", seed, number(index)) for index in range(len(commitments)))


def shuffle_challenge(
    statement: bytes, commitments: Sequence[Point], links: Sequence[Point], sigma: SigmaCommitments
) -> Scalar:
    """The challenge of the sigma proof."""
    lines = (sigma.row_sum, sigma.product, sigma.weighted, sigma.a, sigma.b)
    return challenge("shuffle", statement, join(commitments), join(links), join(lines), join(sigma.chain))


# The prover.


def prove_shuffle(
    inputs: Sequence[Ciphertext],
    outputs: Sequence[Ciphertext],
    secret: ShuffleSecret,
    joint: Point,
    context: Context,
    random: Random,
    workers: Workers,
    fresh: Sequence[int] | None = None,
) -> ShuffleProof:
    """A proof that ``outputs`` were made from ``inputs``, at least one, with ``secret``.

    ``fresh`` may say that the inputs are the fresh deck of these counts; that saves a third of the work.
    """
    size = len(inputs)
    _require_fresh(inputs, joint, fresh)
    column_randomness = _random_scalars(random, size)
    link_randomness = _random_scalars(random, size)
    sum_masks = _random_scalars(random, SUMS)
    link_masks = _random_scalars(random, size)
    order_masks = _random_scalars(random, size)

    statement = shuffle_statement(inputs, outputs, joint, context)
    commitments = _commit_to_order(secret.order, column_randomness, workers)
    weights = shuffle_weights(statement, commitments)
    ordered_weights = secret.arrange(weights)

    # The chain in exponents, so that every link is computed alone: ĉ_i = R_i G + U_i H.
    in_base = [ZERO]
    for mask, weight in zip(link_randomness, ordered_weights, strict=True):
        in_base.append(scalar_add(mask, scalar_mul(weight, in_base[-1])))
    in_start = list(accumulate(ordered_weights, scalar_mul, initial=ONE))
    masked_in_base = list(map(scalar_add, link_masks, map(scalar_mul, order_masks, in_base)))
    masked_in_start = list(map(scalar_mul, order_masks, in_start))
    links = _links(in_base[1:] + masked_in_base, in_start[1:] + masked_in_start, workers)

    row_mask, product_mask, weighted_mask, card_mask = sum_masks
    if fresh is None:
        masked_generators, masked_a, masked_b = _combinations(
            workers,
            (order_masks, position_generators(size)),
            (order_masks, [card.a for card in outputs]),
            (order_masks, [card.b for card in outputs]),
        )
        sigma_a = sub(masked_a, base_mul(card_mask))
        sigma_b = sub(masked_b, mul(card_mask, joint))
    else:
        # The outputs are ((1 + r_j) G, M_f + (1 + r_j) Y) for j = π(i).
        (masked_generators,) = _combinations(workers, (order_masks, position_generators(size)))
        input_masks = _by_input(order_masks, secret.order)
        in_key = scalar_sub(
            scalar_add(scalar_sum(input_masks), inner_product(input_masks, secret.randomness)), card_mask
        )
        sigma_a = base_mul(in_key)
        sigma_b = _fresh_sum(input_masks, in_key, fresh, joint)

    sigma = SigmaCommitments(
        row_sum=base_mul(row_mask),
        product=base_mul(product_mask),
        weighted=add(base_mul(weighted_mask), masked_generators),
        a=sigma_a,
        b=sigma_b,
        chain=tuple(links[size:]),
    )
    chain_points = tuple(links[:size])
    hashed = shuffle_challenge(statement, commitments, chain_points, sigma)
    known_sums = (
        scalar_sum(column_randomness),
        in_base[-1],
        inner_product(weights, column_randomness),
        inner_product(weights, secret.randomness),
    )
    return ShuffleProof(
        commitments,
        chain_points,
        hashed,
        _responses(sum_masks, hashed, known_sums),
        _responses(link_masks, hashed, link_randomness),
        _responses(order_masks, hashed, ordered_weights),
    )


def _random_scalars(random: Random, size: int) -> tuple[Scalar, ...]:
    return tuple(random_scalar(random) for _ in range(size))


def _by_input(items: Sequence[T], order: Sequence[int]) -> list[T]:
    """Reorder what belongs to the outputs like the inputs."""
    by_source = dict(zip(order, items, strict=True))
    return [by_source[source] for source in range(len(order))]


def _responses(masks: Sequence[Scalar], hashed: Scalar, known: Sequence[Scalar]) -> tuple[Scalar, ...]:
    return tuple(scalar_add(mask, scalar_mul(hashed, value)) for mask, value in zip(masks, known, strict=True))


def _commit_to_order(order: Sequence[int], randomness: Sequence[Scalar], workers: Workers) -> tuple[Point, ...]:
    """c_j = t_j G + H_i for j = π(i)."""
    generators = _by_input(position_generators(len(order)), order)

    def part(span: slice) -> list[Point]:
        return list(map(add, map(base_mul, randomness[span]), generators[span]))

    return tuple(chain.from_iterable(workers.run([partial(part, span) for span in spans(len(order))])))


def _links(in_base: Sequence[Scalar], in_start: Sequence[Scalar], workers: Workers) -> list[Point]:
    """R G + U H for each pair."""
    start = chain_start()

    def part(span: slice) -> list[Point]:
        return [
            add(base_mul(base_factor), mul(start_factor, start))
            for base_factor, start_factor in zip(in_base[span], in_start[span], strict=True)
        ]

    return list(chain.from_iterable(workers.run([partial(part, span) for span in spans(len(in_base))])))


# The verifier.


def verify_shuffle(
    inputs: Sequence[Ciphertext],
    outputs: Sequence[Ciphertext],
    proof: ShuffleProof,
    joint: Point,
    context: Context,
    workers: Workers,
    fresh: Sequence[int] | None = None,
) -> None:
    """Check that ``outputs`` are the cards of ``inputs``, at least one, and that all their points are valid.

    ``inputs`` are a fresh deck or outputs that were checked before. ``fresh`` may say that they are the fresh deck
    of these counts; that saves a quarter of the work.

    Raises ``BadLength``, ``BadPoint``, ``BadScalar``, ``FailedProof``.
    """
    _require_fresh(inputs, joint, fresh)
    _require_lengths(outputs, proof, len(inputs))
    statement = shuffle_statement(inputs, outputs, joint, context)
    weights = shuffle_weights(statement, proof.commitments)
    sigma = sigma_commitments(inputs, outputs, proof, joint, weights, workers, fresh)
    if shuffle_challenge(statement, proof.commitments, proof.chain, sigma) != proof.challenge:
        raise FailedProof("shuffle", statement)


def sigma_commitments(
    inputs: Sequence[Ciphertext],
    outputs: Sequence[Ciphertext],
    proof: ShuffleProof,
    joint: Point,
    weights: Sequence[Scalar],
    workers: Workers,
    fresh: Sequence[int] | None = None,
) -> SigmaCommitments:
    """Return the commitments for which the answers hold, multiplying every point received.

    Raises ``BadPoint``, ``BadScalar``.
    """
    size = len(inputs)
    hashed = proof.challenge
    _, _, weighted, cards = proof.sums
    pairs = [
        (weights, proof.commitments),
        (proof.order_responses, position_generators(size)),
        (proof.order_responses, [card.a for card in outputs]),
        (proof.order_responses, [card.b for card in outputs]),
    ]
    if fresh is None:
        weighted_columns, generators, outputs_a, outputs_b, inputs_a, inputs_b = _combinations(
            workers, *pairs, (weights, [card.a for card in inputs]), (weights, [card.b for card in inputs])
        )
    else:
        weighted_columns, generators, outputs_a, outputs_b = _combinations(workers, *pairs)
        total = scalar_sum(weights)
        inputs_a, inputs_b = base_mul(total), _fresh_sum(weights, total, fresh, joint)

    row_sum, product = sum_masks(proof, weights)
    return SigmaCommitments(
        row_sum=row_sum,
        product=product,
        weighted=sub(add(base_mul(weighted), generators), mul(hashed, weighted_columns)),
        a=sub(sub(outputs_a, base_mul(cards)), mul(hashed, inputs_a)),
        b=sub(sub(outputs_b, mul(cards, joint)), mul(hashed, inputs_b)),
        chain=_masked_links(proof, workers),
    )


def sum_masks(proof: ShuffleProof, weights: Sequence[Scalar]) -> tuple[Point, Point]:
    """The points T_1 and T_2 of the two masks that hide the first two of ``sums``.

    Raises ``BadPoint``, ``BadScalar``.
    """
    row_sum, product, _, _ = proof.sums
    permuted_sum = sub(point_sum(proof.commitments), position_generators_sum(len(weights)))
    chain_end = sub(proof.chain[-1], mul(scalar_product(weights), chain_start()))
    return mask_point(permuted_sum, proof.challenge, row_sum), mask_point(chain_end, proof.challenge, product)


def _require_lengths(outputs: Sequence[Ciphertext], proof: ShuffleProof, size: int) -> None:
    rows: list[tuple[Sentence, Sequence[object], int]] = [
        (Sentence("cards"), outputs, size),
        (Sentence("commitments"), proof.commitments, size),
        (Sentence("links of the chain"), proof.chain, size),
        (Sentence("sums"), proof.sums, SUMS),
        (Sentence("responses for the chain"), proof.chain_responses, size),
        (Sentence("responses for the order"), proof.order_responses, size),
    ]
    for what, row, due in rows:
        if len(row) != due:
            raise BadLength(what, due)


def _masked_links(proof: ShuffleProof, workers: Workers) -> tuple[Point, ...]:
    """Return the prover's commitment for each link."""

    def part(span: slice) -> list[Point]:
        return [masked_link(proof, place) for place in range(span.start, span.stop)]

    return tuple(chain.from_iterable(workers.run([partial(part, span) for span in spans(len(proof.chain))])))


def masked_link(proof: ShuffleProof, place: int) -> Point:
    """The prover's commitment for the link at a place, T̂_i with i = place + 1: s G + s' ĉ_(i−1) − challenge · ĉ_i.

    Raises ``BadPoint``, ``BadScalar``.
    """
    before = proof.chain[place - 1] if place else chain_start()
    masked = add(base_mul(proof.chain_responses[place]), mul(proof.order_responses[place], before))
    return sub(masked, mul(proof.challenge, proof.chain[place]))


# Sums over all cards.


def _combinations(workers: Workers, *pairs: tuple[Sequence[Scalar], Sequence[Point]]) -> list[Point]:
    """Σ scalar · point of each pair of rows, all of one length."""
    cuts = spans(len(pairs[0][0]))
    parts = workers.run([partial(combination, scalars[cut], points[cut]) for scalars, points in pairs for cut in cuts])
    return [point_sum(parts[start : start + len(cuts)]) for start in range(0, len(parts), len(cuts))]


def _require_fresh(inputs: Sequence[Ciphertext], joint: Point, fresh: Sequence[int] | None) -> None:
    if not inputs:
        raise ValueError("there is no card to shuffle")
    if fresh is not None and tuple(inputs) != fresh_deck(fresh, joint):
        raise ValueError("the cards are not the fresh deck of these counts")


def _fresh_sum(scalars: Iterable[Scalar], in_key: Scalar, counts: Sequence[int], joint: Point) -> Point:
    """Σ scalar_j M_f(j) + in_key · Y, one scalar for each card of the fresh deck: one multiplication for each face."""
    rest = iter(scalars)
    total = mul(in_key, joint)
    for face, count in enumerate(counts):
        if count:
            total = add(total, mul(scalar_sum(islice(rest, count)), face_point(face)))
    return total
