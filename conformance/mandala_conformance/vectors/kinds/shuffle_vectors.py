"""The vectors of shuffles, as a prover makes them and a verifier checks them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mandala_conformance.vectors.form.odd_values import MIXED, UNREDUCED
from mandala_conformance.vectors.form.vector_fields import (
    HASH,
    HEAD,
    POINT,
    SCALAR,
    SEAT,
    array,
    integer,
    or_null,
)
from mandala_conformance.vectors.form.vector_kinds import (
    CaseRefused,
    Computed,
    FileRecords,
    Given,
    RefusedBy,
    VectorKind,
    WrongCase,
    listed,
    row,
    unhex,
)
from mandala_conformance.vectors.kinds.proof_vectors import (
    CARDS,
    FACES,
    MOST_CARDS,
    Changed,
    GivenScalars,
    MadeProof,
    Recorder,
    cards_of,
    context_of,
    points,
    proof,
    scalars,
)
from mandala_net.threads import shared_workers
from mandala_protocol.errors import Code
from mandala_protocol.poker.ciphertexts import (
    Ciphertext,
    fresh_deck,
    join_cards,
    split_cards,
)
from mandala_protocol.poker.generators import face_point
from mandala_protocol.poker.group import (
    BASE,
    Point,
    add,
    base_mul,
    join,
    mul,
    parse_point,
    parse_scalar,
    split_points,
    split_scalars,
    sub,
)
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.shuffle import ShuffleSecret, shuffle
from mandala_protocol.poker.shuffle_proof import (
    SUMS,
    ShuffleProof,
    prove_shuffle,
    shuffle_statement,
    shuffle_weights,
    sigma_commitments,
    verify_shuffle,
)
from mandala_protocol.poker.workers import Serial

# Shuffles.

TOO_FEW_SUMS: Final = RefusedBy(Code.MALFORMED.wire_name, "MS6")
"""Unlike the other rows, sums have one length whatever the cards are: it is a bound of the field."""


def run_prove_shuffle(given: Given, _: FileRecords) -> Computed:
    joint, inputs, context = parse_point(unhex(given["joint"])), cards_of(given["inputs"]), context_of(given)
    size, order = len(inputs), tuple(given["order"])
    if not size or sorted(order) != list(range(size)) or len(given["randomness"]) != size:
        raise WrongCase("order and randomness must have an item for each card")
    secret = ShuffleSecret(order, split_scalars(row(given["randomness"]), size))
    outputs = tuple(
        Ciphertext(add(inputs[j].a, base_mul(r)), add(inputs[j].b, mul(r, joint)))
        for j, r in zip(order, secret.arrange(secret.randomness), strict=True)
    )
    drawn = [
        scalar
        for name in ("column_randomness", "link_randomness", "sum_masks", "link_masks", "order_masks")
        for scalar in given[name]
    ]
    fresh = _fresh(given, inputs, joint)
    proof = prove_shuffle(inputs, outputs, secret, joint, context, GivenScalars(drawn), shared_workers(), fresh)
    return {
        "outputs": join_cards(outputs).hex(),
        "commitments": listed(proof.commitments),
        "chain": listed(proof.chain),
        "challenge": proof.challenge.hex(),
        "sums": listed(proof.sums),
        "chain_responses": listed(proof.chain_responses),
        "order_responses": listed(proof.order_responses),
    }


def run_verify_shuffle(given: Given, _: FileRecords) -> Computed:
    joint, inputs, context = parse_point(unhex(given["joint"])), cards_of(given["inputs"]), context_of(given)
    size, workers = len(inputs), shared_workers()
    if not size:
        raise WrongCase("there is no card to shuffle")
    if len(given["sums"]) != SUMS:
        raise CaseRefused(TOO_FEW_SUMS)
    proof = ShuffleProof(
        split_points(row(given["commitments"]), size),
        split_points(row(given["chain"]), size),
        parse_scalar(unhex(given["challenge"])),
        split_scalars(row(given["sums"]), SUMS),
        split_scalars(row(given["chain_responses"]), size),
        split_scalars(row(given["order_responses"]), size),
    )
    outputs = split_cards(unhex(given["outputs"]), size)
    verify_shuffle(inputs, outputs, proof, joint, context, workers, _fresh(given, inputs, joint))
    statement = shuffle_statement(inputs, outputs, joint, context)
    weights = shuffle_weights(statement, proof.commitments)
    sigma = sigma_commitments(inputs, outputs, proof, joint, weights, workers)
    return {
        "statement": statement.hex(),
        "weights": listed(weights),
        "sigma_lines": listed((sigma.row_sum, sigma.product, sigma.weighted, sigma.a, sigma.b)),
        "sigma_chain": listed(sigma.chain),
    }


def _fresh(given: Given, inputs: Sequence[Ciphertext], joint: Point) -> tuple[int, ...] | None:
    """The counts of a fresh deck, which the inputs must then be. Raises ``WrongCase``."""
    counts = given["fresh"]
    if counts is None:
        return None
    if tuple(inputs) != fresh_deck(counts, joint):
        raise WrongCase("the inputs are not the fresh deck of these counts")
    return tuple(counts)


_SHUFFLE: Final = {
    "head": HEAD,
    "seat": SEAT,
    "joint": POINT,
    "fresh": or_null(array(integer(0, MOST_CARDS), 0, FACES)),
    "inputs": CARDS,
}

_SHUFFLE_PROOF: Final = {
    "outputs": CARDS,
    "commitments": points(),
    "chain": points(),
    "challenge": SCALAR,
    "sums": scalars(),
    "chain_responses": scalars(),
    "order_responses": scalars(),
}

PROVE_SHUFFLE_KIND: Final = VectorKind(
    "prove-shuffle",
    "The making of a shuffle and its proof (DK9). Output i is input order[i], and randomness[j] is added to input "
    "j; both count from 0. What the prover draws is t_j (column_randomness), t̂_i (link_randomness), ω̄ ω̂ ω̃ ω_r "
    "(sum_masks), ω̂_i (link_masks) and ω'_i (order_masks). fresh: the inputs are the fresh deck (DK8) with so many "
    "cards of face 0, 1, 2 …; null: any cards. It only saves work: the proof is the same.",
    {
        **_SHUFFLE,
        "order": array(integer(0, MOST_CARDS - 1), 0, MOST_CARDS),
        "randomness": scalars(),
        "column_randomness": scalars(),
        "link_randomness": scalars(),
        "sum_masks": scalars(SUMS),
        "link_masks": scalars(),
        "order_masks": scalars(),
    },
    _SHUFFLE_PROOF,
    run_prove_shuffle,
    (
        "CV8",
        "DK9",
    ),
)

VERIFY_SHUFFLE_KIND: Final = VectorKind(
    "verify-shuffle",
    "The check of a shuffle (DK4). weights are u_j, sigma_lines T_1 T_2 T_3 T_a T_b, sigma_chain T̂_i. fresh as in "
    "prove-shuffle.",
    {**_SHUFFLE, **_SHUFFLE_PROOF},
    {"statement": HASH, "weights": scalars(), "sigma_lines": points(), "sigma_chain": points()},
    run_verify_shuffle,
    (
        "CV8",
        "DK4",
    ),
)


# The making of their cases.

SERIAL: Final = Serial()


def shuffled(
    name: str, inputs: Sequence[Ciphertext], joint: Point, context: Context, fresh: tuple[int, ...] | None
) -> tuple[MadeProof, tuple[Ciphertext, ...]]:
    recorder = Recorder(name)
    size = len(inputs)
    outputs, secret = shuffle(inputs, joint, recorder, SERIAL)
    recorder.take(size)
    prove_shuffle(inputs, outputs, secret, joint, context, recorder, SERIAL, fresh)
    given = {
        "head": context.head.hex(),
        "seat": context.seat,
        "joint": joint.hex(),
        "fresh": None if fresh is None else list(fresh),
        "inputs": join_cards(inputs).hex(),
        "order": list(secret.order),
        "randomness": listed(secret.randomness),
        "column_randomness": recorder.take(size),
        "link_randomness": recorder.take(size),
        "sum_masks": recorder.take(SUMS),
        "link_masks": recorder.take(size),
        "order_masks": recorder.take(size),
    }
    proven = proof(PROVE_SHUFFLE_KIND, VERIFY_SHUFFLE_KIND, name, given)
    assert proven.made.expected["outputs"] == join_cards(outputs).hex()
    return proven, outputs


def spoil_shuffle(changed: Changed) -> None:
    values = changed.values
    cards = bytes.fromhex(values["outputs"])
    moved = [cards[start : start + 32] for start in range(0, len(cards), 32)]
    moved[1] = add(Point(moved[1]), sub(face_point(0), face_point(1)))
    changed.case("a card twice", outputs=(cards[64:128] + cards[64:]).hex())
    changed.case("another face", outputs=join(moved).hex())
    changed.case("a card outside the subgroup", "DK1", "encoding", outputs=MIXED + cards[32:].hex())
    changed.case("a card is missing", "DK3", "row", outputs=cards[64:].hex())
    changed.case("another joint key", joint=BASE.hex())
    for field in ("commitments", "chain", "sums", "chain_responses", "order_responses"):
        changed.case(f"the {field} in another order", **{field: values[field][::-1]})
        number = "MS6" if field == "sums" else "DK3"
        changed.case(f"{field}: one is missing", number, "row", **{field: values[field][1:]})
    for field in ("commitments", "chain"):
        changed.case(f"{field} outside the subgroup", "DK1", "encoding", **{field: [MIXED, *values[field][1:]]})
    for field in ("sums", "chain_responses", "order_responses"):
        changed.case(f"{field} out of range", "DK2", "encoding", **{field: [UNREDUCED, *values[field][1:]]})
    changed.case("a challenge not reduced", "DK2", "encoding", challenge=UNREDUCED)
