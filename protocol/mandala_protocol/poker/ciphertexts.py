"""Cards as ciphertexts, the shares that open them, and the proof that shares are right.

A card is an ElGamal ciphertext (a, b) = (rG, M_f + rY) under the joint key Y. Each seat's share of it is d = xa;
with both shares anyone sees M_f = b − d₀ − d₁.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from functools import cache
from itertools import chain

from attrs import frozen

from mandala_protocol.poker.deck_errors import BadLength, FailedProof, WrongFace
from mandala_protocol.poker.game_keys import KeyPair, mask_point
from mandala_protocol.poker.generators import face_point
from mandala_protocol.poker.group import (
    BASE,
    ONE,
    Point,
    Scalar,
    add,
    base_mul,
    combination,
    join,
    mul,
    scalar_add,
    scalar_mul,
    split_points,
    sub,
)
from mandala_protocol.poker.hashing import Context, challenge, challenge_128, number, tagged_hash
from mandala_protocol.poker.sampling import Random, random_scalar
from mandala_protocol.sentence import Sentence


@frozen
class Ciphertext:
    """An encrypted card."""

    a: Point
    b: Point


@frozen
class EqualityProof:
    """A proof that one secret lies behind a public key and all shares."""

    challenge: Scalar
    response: Scalar


@frozen
class Shares:
    """One seat's shares of some cards, with one proof for all of them."""

    points: tuple[Point, ...]
    proof: EqualityProof


# Cards.


def fresh_deck(counts: Sequence[int], joint: Point) -> tuple[Ciphertext, ...]:
    """The deck before any shuffle: ``counts[f]`` cards (G, M_f + Y) of each face f, in the order of the faces."""
    deck: list[Ciphertext] = []
    for face, count in enumerate(counts):
        deck += count * [Ciphertext(BASE, add(face_point(face), joint))]
    return tuple(deck)


def join_cards(cards: Sequence[Ciphertext]) -> bytes:
    """The cards one after the other, a before b: 64 bytes for each."""
    return join(chain.from_iterable((card.a, card.b) for card in cards))


def split_cards(data: bytes, count: int) -> tuple[Ciphertext, ...]:
    """The cards of a row, their points unchecked: ``verify_shuffle`` checks them. Raises ``BadLength``."""
    points = split_points(data, 2 * count)
    return tuple(map(Ciphertext, points[::2], points[1::2]))


def share_point(secret: Scalar, card: Ciphertext) -> Point:
    """The share d = xa of a card, without proof."""
    return mul(secret, card.a)


def open_face(card: Ciphertext, first: Point, second: Point, faces: int) -> int:
    """The face of a card by the shares of both seats, in any order, among ``faces`` faces.

    The shares are known to be valid points: our own, and one that ``verify_shares`` has accepted.
    Raises ``WrongFace``.
    """
    face = _faces_by_point(faces).get(sub(sub(card.b, first), second))
    if face is None:
        raise WrongFace
    return face


@cache
def _faces_by_point(faces: int) -> dict[Point, int]:
    return {face_point(face): face for face in range(faces)}


# Shares and their proof: one equality of logarithms, of Y to G and of Σ ρ_j d_j to Σ ρ_j a_j (Chaum and Pedersen 1992),
# with weights ρ_j of 128 bits hashed from all cards and shares. The first weight is 1, which costs no soundness:
# were a share wrong, at most one value of some later weight (or none, if it is the first alone) would hide it.


class Purpose(enum.Enum):
    """The purpose of shares: each has its own tag, so a proof for one is not valid for another."""

    PLAY = "shares-statement"
    EVIDENCE = "evidence-statement"


def prove_shares(
    key: KeyPair,
    cards: Sequence[Ciphertext],
    context: Context,
    random: Random,
    ready: Sequence[Point] | None = None,
    purpose: Purpose = Purpose.PLAY,
) -> Shares:
    """The shares of at least one card with their proof; ``ready`` are the shares if they were computed before."""
    points = tuple(share_point(key.secret, card) for card in cards) if ready is None else tuple(ready)
    statement = _statement(key.public, cards, points, context, purpose)
    nonce = random_scalar(random)
    masked = [scalar_mul(nonce, weight) for weight in _weights(statement, len(cards))]
    commitment = combination(masked, [card.a for card in cards])
    hashed = _challenge(statement, base_mul(nonce), commitment)
    return Shares(points, EqualityProof(hashed, scalar_add(nonce, scalar_mul(hashed, key.secret))))


def verify_shares(
    public: Point,
    cards: Sequence[Ciphertext],
    shares: Shares,
    context: Context,
    purpose: Purpose = Purpose.PLAY,
) -> None:
    """Check the shares of at least one card, and that they are valid points.

    ``public`` is the key of the seat that speaks. Raises ``BadLength``, ``BadPoint``, ``BadScalar``, ``FailedProof``.
    """
    if len(shares.points) != len(cards):
        raise BadLength(Sentence("shares"), len(cards))
    statement = _statement(public, cards, shares.points, context, purpose)
    weights = _weights(statement, len(cards))
    proof = shares.proof
    key_commitment = mask_point(public, proof.challenge, proof.response)
    commitment = sub(
        combination([scalar_mul(proof.response, weight) for weight in weights], [card.a for card in cards]),
        combination([scalar_mul(proof.challenge, weight) for weight in weights], shares.points),
    )
    if _challenge(statement, key_commitment, commitment) != proof.challenge:
        raise FailedProof("shares", statement)


def _statement(
    public: Point,
    cards: Sequence[Ciphertext],
    shares: Sequence[Point],
    context: Context,
    purpose: Purpose = Purpose.PLAY,
) -> bytes:
    return tagged_hash(purpose.value, *context.items, public, join_cards(cards), join(shares))


def _weights(statement: bytes, size: int) -> list[Scalar]:
    return [ONE, *(challenge_128("shares-weight", statement, number(index)) for index in range(1, size))]


def _challenge(statement: bytes, key_commitment: Point, commitment: Point) -> Scalar:
    return challenge("shares", statement, key_commitment, commitment)
