"""The bodies of entries that carry cards and proofs, as the values that the deck works with, and back."""

from __future__ import annotations

from typing import TypeVar

from mandala_protocol.poker.ciphertexts import Ciphertext, EqualityProof, Shares, join_cards, split_cards
from mandala_protocol.poker.game_keys import KnowledgeProof
from mandala_protocol.poker.group import join, parse_point, parse_scalar, split_points, split_scalars
from mandala_protocol.poker.shuffle_proof import SUMS, ShuffleProof
from mandala_protocol.record.opening import Opened
from mandala_protocol.wire.messages import Open, Share, ShuffleBody

ShuffleT = TypeVar("ShuffleT", bound=ShuffleBody)


def opened(body: Open) -> Opened:
    """The opened commitment, its scalars in range; its point is checked with the proof."""
    proof = KnowledgeProof(parse_scalar(body.challenge), parse_scalar(body.response))
    return Opened(body.nonce, parse_point(body.key), proof)


def open_body(value: Opened) -> Open:
    return Open(value.nonce, value.public, value.proof.challenge, value.proof.response)


def shares(body: Share) -> Shares:
    """The shares of the cards named in the body."""
    proof = EqualityProof(parse_scalar(body.challenge), parse_scalar(body.response))
    return Shares(split_points(body.shares, len(body.cards)), proof)


def share_body(cards: tuple[int, ...], value: Shares) -> Share:
    return Share(cards, join(value.points), value.proof.challenge, value.proof.response)


def shuffled(body: ShuffleBody, count: int) -> tuple[tuple[Ciphertext, ...], ShuffleProof]:
    """The cards in their new order and the proof, all of them for ``count`` cards."""
    proof = ShuffleProof(
        commitments=split_points(body.commitments, count),
        chain=split_points(body.chain, count),
        challenge=parse_scalar(body.challenge),
        sums=split_scalars(body.sums, SUMS),
        chain_responses=split_scalars(body.chain_responses, count),
        order_responses=split_scalars(body.order_responses, count),
    )
    return split_cards(body.cards, count), proof


def shuffle_body(kind: type[ShuffleT], cards: tuple[Ciphertext, ...], proof: ShuffleProof) -> ShuffleT:
    return kind(
        cards=join_cards(cards),
        commitments=join(proof.commitments),
        chain=join(proof.chain),
        challenge=proof.challenge,
        sums=join(proof.sums),
        chain_responses=join(proof.chain_responses),
        order_responses=join(proof.order_responses),
    )
