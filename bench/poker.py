"""The cost of the deck, with two workers as in play: medians in milliseconds, by the clock and in computing."""

from __future__ import annotations

import os
from collections.abc import Sequence

from bench.clocks import Figure, median
from mandala_net.threads import ThreadWorkers
from mandala_protocol.poker.ciphertexts import (
    Ciphertext,
    fresh_deck,
    open_face,
    prove_shares,
    share_point,
    verify_shares,
)
from mandala_protocol.poker.game_keys import joint_key, make_key
from mandala_protocol.poker.generators import face_point
from mandala_protocol.poker.group import mul
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.sampling import random_scalar
from mandala_protocol.poker.shuffle import shuffle
from mandala_protocol.poker.shuffle_proof import prove_shuffle, verify_shuffle
from mandala_protocol.poker.workers import Workers

DECK = (18,) * 6
FACES = len(DECK)
CONTEXT = Context(bytes(64), 0)

_HOST, _GUEST = make_key(os.urandom), make_key(os.urandom)
_JOINT = joint_key(_HOST.public, _GUEST.public)


CORES = 2
WORKERS = ThreadWorkers(CORES)


def shuffle_step(
    cards: Sequence[Ciphertext], fresh: Sequence[int] | None, workers: Workers = WORKERS
) -> tuple[Ciphertext, ...]:
    """One player shuffles and proves, the other one verifies."""
    outputs, secret = shuffle(cards, _JOINT, os.urandom, workers)
    proof = prove_shuffle(cards, outputs, secret, _JOINT, CONTEXT, os.urandom, workers, fresh)
    verify_shuffle(cards, outputs, proof, _JOINT, CONTEXT, workers, fresh)
    return outputs


def shuffled_deck(workers: Workers = WORKERS) -> tuple[Ciphertext, ...]:
    """A deck of 108 shuffled and verified by both players in turn."""
    between = shuffle_step(fresh_deck(DECK, _JOINT), DECK, workers)
    return shuffle_step(between, None, workers)


def shuffle_108(rounds: int = 9) -> Figure:
    """Shuffle and verify 108 cards, both players, on two cores that share the computing."""
    return median(shuffled_deck, rounds, CORES)


def drawn_card(count: int, ready: bool, rounds: int = 99) -> Figure:
    """Each of ``count`` cards drawn at once: shares and proof on one side, check and decryption on the other.

    ``ready``: each side has computed its own share of the next cards before, as in play, while it waited.
    """
    cards = shuffled_deck()[:count]
    of_guest = [share_point(_GUEST.secret, card) for card in cards] if ready else None
    of_host = [share_point(_HOST.secret, card) for card in cards] if ready else None

    def draw() -> None:
        shares = prove_shares(_GUEST, cards, CONTEXT, os.urandom, of_guest)
        verify_shares(_GUEST.public, cards, shares, CONTEXT)
        own = of_host if of_host is not None else [share_point(_HOST.secret, card) for card in cards]
        for card, mine, theirs in zip(cards, own, shares.points, strict=True):
            open_face(card, mine, theirs, FACES)

    drawn = median(draw, rounds)
    return Figure(drawn.clock / count, drawn.judged / count)


def mix_8(rounds: int = 49) -> Figure:
    """A hand of eight mixed by its owner and verified by the other side, on two cores that share the computing."""
    hand = shuffled_deck()[:8]
    return median(lambda: shuffle_step(hand, None), rounds, CORES)


def scalar_multiplication(rounds: int = 999) -> Figure:
    """One multiplication of a point: the unit that all else is made of (0.061 on the reference machine)."""
    scalar, point = random_scalar(os.urandom), face_point(0)
    return median(lambda: mul(scalar, point), rounds)
