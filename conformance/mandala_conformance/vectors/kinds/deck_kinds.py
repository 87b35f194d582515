"""The vectors of the deck: hashing, derived points, keys, shares, shuffles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Final

from mandala_conformance.vectors.form.vector_fields import (
    HASH,
    HEAD,
    POINT,
    SCALAR,
    SEAT,
    Field,
    VectorValue,
    array,
    exactly,
    hexadecimal,
    integer,
    or_null,
    text,
)
from mandala_conformance.vectors.form.vector_kinds import (
    Computed,
    FileRecords,
    Given,
    VectorKind,
    WrongCase,
    row,
    unhex,
)
from mandala_net.threads import shared_workers
from mandala_protocol.poker.ciphertexts import (
    Ciphertext,
    EqualityProof,
    Shares,
    fresh_deck,
    join_cards,
    open_face,
    prove_shares,
    share_point,
    split_cards,
    verify_shares,
)
from mandala_protocol.poker.game_keys import (
    KeyPair,
    KnowledgeProof,
    commit,
    joint_key,
    open_commitment,
    prove_knowledge,
    verify_knowledge,
)
from mandala_protocol.poker.generators import derived_point, hashed_point
from mandala_protocol.poker.group import (
    IDENTITY,
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
from mandala_protocol.poker.hashing import Context, challenge, challenge_128, number, tagged_hash
from mandala_protocol.poker.sampling import HashStream, below
from mandala_protocol.poker.shuffle import ShuffleSecret
from mandala_protocol.poker.shuffle_proof import (
    SUMS,
    ShuffleProof,
    prove_shuffle,
    shuffle_statement,
    shuffle_weights,
    sigma_commitments,
    verify_shuffle,
)

FACES: Final = 6
MOST_CARDS: Final = 120


def points(most: int = MOST_CARDS) -> Field:
    return array(POINT, 0, most)


def scalars(most: int = MOST_CARDS) -> Field:
    return array(SCALAR, 0, most)


CARDS: Final = hexadecimal(0, 64 * MOST_CARDS)


def listed(items: Iterable[bytes]) -> list[str]:
    return [item.hex() for item in items]


def context_of(given: Given) -> Context:
    return Context(unhex(given["head"]), given["seat"])


def cards_of(value: VectorValue) -> tuple[Ciphertext, ...]:
    data = unhex(value)
    return split_cards(data, -(-len(data) // 64))


class GivenScalars:
    """A source of randomness that gives these scalars, one after the other."""

    def __init__(self, scalars_given: Iterable[str]) -> None:
        self._rest: Iterator[bytes] = iter([bytes.fromhex(one) for one in scalars_given])

    def __call__(self, size: int) -> bytes:
        scalar = next(self._rest, None)
        if scalar is None:
            raise WrongCase("there are too few random values")
        return scalar + bytes(size - len(scalar))


# Hashing and derived values.


def run_hash(given: Given, _: FileRecords) -> Computed:
    tag, items = given["tag"], [unhex(item) for item in given["items"]]
    return {
        "hash": tagged_hash(tag, *items).hex(),
        "challenge": challenge(tag, *items).hex(),
        "challenge_128": challenge_128(tag, *items).hex(),
    }


def run_derived_point(given: Given, _: FileRecords) -> Computed:
    label, index = given["label"], given["index"]
    found = next(counter for counter in count() if hashed_point(label, index, counter) is not None)
    return {"counter": found, "point": derived_point(label, index).hex()}


def run_stream(given: Given, _: FileRecords) -> Computed:
    seed, purpose = unhex(given["seed"]), given["purpose"]
    drawn = HashStream(seed, purpose)
    return {
        "bytes": HashStream(seed, purpose)(given["size"]).hex(),
        "numbers": [below(drawn, bound) for bound in given["bounds"]],
    }


def run_point(given: Given, _: FileRecords) -> Computed:
    point = parse_point(unhex(given["encoding"]))
    return {"negative": sub(IDENTITY, point).hex()}


def run_scalar(given: Given, _: FileRecords) -> Computed:
    scalar = parse_scalar(unhex(given["encoding"]))
    return {"value": str(int.from_bytes(scalar, "little"))}


def run_joint_key(given: Given, _: FileRecords) -> Computed:
    return {"joint": joint_key(parse_point(unhex(given["host"])), parse_point(unhex(given["guest"]))).hex()}


# Proofs.


def run_prove_knowledge(given: Given, _: FileRecords) -> Computed:
    secret = parse_scalar(unhex(given["secret"]))
    key = KeyPair(secret, base_mul(secret))
    proof = prove_knowledge(key, context_of(given), GivenScalars([given["mask"]]))
    return {
        "public": key.public.hex(),
        "challenge": proof.challenge.hex(),
        "response": proof.response.hex(),
        "commitment": commit(unhex(given["nonce"]), key.public, proof).hex(),
    }


def run_verify_knowledge(given: Given, _: FileRecords) -> Computed:
    public = parse_point(unhex(given["public"]))
    proof = KnowledgeProof(parse_scalar(unhex(given["challenge"])), parse_scalar(unhex(given["response"])))
    open_commitment(unhex(given["commitment"]), unhex(given["nonce"]), public, proof)
    verify_knowledge(public, proof, context_of(given))
    return {"mask_point": sub(base_mul(proof.response), mul(proof.challenge, public)).hex()}


def run_prove_shares(given: Given, _: FileRecords) -> Computed:
    secret, other = (parse_scalar(unhex(given[name])) for name in ("secret", "other_secret"))
    key, cards, context = KeyPair(secret, base_mul(secret)), cards_of(given["cards"]), context_of(given)
    shares = prove_shares(key, cards, context, GivenScalars([given["mask"]]))
    statement = _share_statement(key.public, cards, shares.points, context)
    other_points = [share_point(other, card) for card in cards]
    faces = [open_face(card, own, d, FACES) for card, own, d in zip(cards, shares.points, other_points, strict=True)]
    return {
        "public": key.public.hex(),
        "statement": statement.hex(),
        "weights_after_the_first": _share_weights(statement, len(cards)),
        "points": listed(shares.points),
        "challenge": shares.proof.challenge.hex(),
        "response": shares.proof.response.hex(),
        "other_points": listed(other_points),
        "faces": faces,
    }


def run_verify_shares(given: Given, _: FileRecords) -> Computed:
    public, cards, context = parse_point(unhex(given["public"])), cards_of(given["cards"]), context_of(given)
    proof = EqualityProof(parse_scalar(unhex(given["challenge"])), parse_scalar(unhex(given["response"])))
    shares = Shares(split_points(row(given["points"]), len(cards)), proof)
    verify_shares(public, cards, shares, context)
    statement = _share_statement(public, cards, shares.points, context)
    return {"statement": statement.hex(), "weights_after_the_first": _share_weights(statement, len(cards))}


def _share_statement(public: Point, cards: Sequence[Ciphertext], shares: Sequence[Point], context: Context) -> bytes:
    return tagged_hash("shares-statement", *context.items, public, join_cards(cards), join(shares))


def _share_weights(statement: bytes, size: int) -> list[str]:
    return listed(challenge_128("shares-weight", statement, number(place)) for place in range(1, size))


# Shuffles.


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
        one
        for name in ("column_randomness", "link_randomness", "sum_masks", "link_masks", "order_masks")
        for one in given[name]
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


_PROVER: Final = {"head": HEAD, "seat": SEAT, "secret": SCALAR, "mask": SCALAR}
_PROOF: Final = {"challenge": SCALAR, "response": SCALAR}
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

DECK_KINDS: Final = (
    VectorKind(
        "hash",
        "The hash of chapter 1.4, and both challenges made from it (CV6, CV7).",
        {"tag": text(64), "items": array(hexadecimal(), 0, 16)},
        {"hash": HASH, "challenge": SCALAR, "challenge_128": SCALAR},
        run_hash,
    ),
    VectorKind(
        "derived-point",
        "A point of which nobody knows the logarithm (DK7); counter is the first that gives one.",
        {"label": text(32), "index": integer(0, 1_000)},
        {"counter": integer(0, 1_000), "point": POINT},
        run_derived_point,
    ),
    VectorKind(
        "public-stream",
        "Public random numbers (CV9): the first bytes of the stream, and the numbers below the bounds, one after the "
        "other from its beginning.",
        {
            "seed": hexadecimal(0, 64),
            "purpose": text(32),
            "size": integer(0, 4_096),
            "bounds": array(integer(1, 2**32 - 1), 0, 256),
        },
        {"bytes": hexadecimal(0, 4_096), "numbers": array(integer(0, 2**32 - 1), 0, 256)},
        run_stream,
    ),
    VectorKind(
        "point",
        "An encoding of a point (DK1); negative is the encoding of its negative.",
        {"encoding": POINT},
        {"negative": POINT},
        run_point,
    ),
    VectorKind(
        "scalar",
        "An encoding of a scalar (DK2); value is the number in decimal.",
        {"encoding": SCALAR},
        {"value": text(80)},
        run_scalar,
    ),
    VectorKind(
        "joint-key", "The joint key of both (OP4).", {"host": POINT, "guest": POINT}, {"joint": POINT}, run_joint_key
    ),
    VectorKind(
        "prove-knowledge",
        "The making of a commitment and its proof (OP1): secret x, mask t.",
        {**_PROVER, "nonce": exactly(32)},
        {"public": POINT, **_PROOF, "commitment": HASH},
        run_prove_knowledge,
    ),
    VectorKind(
        "verify-knowledge",
        "The check of an opening (OP2, OP3); mask_point is s·G − c·Y.",
        {"head": HEAD, "seat": SEAT, "public": POINT, **_PROOF, "nonce": exactly(32), "commitment": HASH},
        {"mask_point": POINT},
        run_verify_knowledge,
    ),
    VectorKind(
        "prove-shares",
        "The making of shares and their proof (DK10): secret x, mask w. With the secret of the other seat the cards "
        "are opened: faces has the number of each.",
        {**_PROVER, "cards": CARDS, "other_secret": SCALAR},
        {
            "public": POINT,
            "statement": HASH,
            "weights_after_the_first": scalars(),
            "points": points(),
            **_PROOF,
            "other_points": points(),
            "faces": array(integer(0, FACES - 1), 0, MOST_CARDS),
        },
        run_prove_shares,
    ),
    VectorKind(
        "verify-shares",
        "The check of shares (DK5).",
        {"head": HEAD, "seat": SEAT, "public": POINT, "cards": CARDS, "points": points(), **_PROOF},
        {"statement": HASH, "weights_after_the_first": scalars()},
        run_verify_shares,
    ),
    VectorKind(
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
    ),
    VectorKind(
        "verify-shuffle",
        "The check of a shuffle (DK4). weights are u_j, sigma_lines T_1 T_2 T_3 T_a T_b, sigma_chain T̂_i. fresh as in "
        "prove-shuffle.",
        {**_SHUFFLE, **_SHUFFLE_PROOF},
        {"statement": HASH, "weights": scalars(), "sigma_lines": points(), "sigma_chain": points()},
        run_verify_shuffle,
    ),
)
