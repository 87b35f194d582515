"""Shuffles: the same cards in an order that nobody chose, and no other cards whatever the shuffler tries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any, TypeVar, cast

import pytest
from attrs import asdict, evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_protocol.poker import shuffle_proof
from mandala_protocol.poker.ciphertexts import (
    Ciphertext,
    fresh_deck,
    open_face,
    prove_shares,
    share_point,
    verify_shares,
)
from mandala_protocol.poker.deck_errors import BadLength, DeckError, FailedProof
from mandala_protocol.poker.game_keys import joint_key, make_key
from mandala_protocol.poker.generators import face_point, position_generators
from mandala_protocol.poker.group import BASE, ORDER, Point, Scalar, add, base_mul, mul, sub
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.sampling import HashStream, random_scalar
from mandala_protocol.poker.shuffle import ShuffleSecret, draw_permutation, shuffle
from mandala_protocol.poker.shuffle_proof import (
    ShuffleProof,
    SigmaCommitments,
    prove_shuffle,
    shuffle_challenge,
    shuffle_statement,
    shuffle_weights,
    sigma_commitments,
    verify_shuffle,
)
from mandala_protocol.poker.workers import Serial, spans

T = TypeVar("T")

FACES = 6
HEAD = bytes(range(64))
CONTEXT = Context(HEAD, 0)
RANDOM = HashStream(b"shuffle", "test")
HOST, GUEST = make_key(RANDOM), make_key(RANDOM)
JOINT = joint_key(HOST.public, GUEST.public)
SERIAL = Serial()
COUNTS = (1, 1, 1, 0, 1)
DECK = shuffle(fresh_deck(COUNTS, JOINT), JOINT, RANDOM, SERIAL)[0]


def face_of(card: Ciphertext) -> int:
    return open_face(card, share_point(HOST.secret, card), share_point(GUEST.secret, card), FACES)


def faces_of(cards: Sequence[Ciphertext]) -> list[int]:
    return [face_of(card) for card in cards]


def reencrypt(card: Ciphertext, scalar: Scalar) -> Ciphertext:
    return Ciphertext(add(card.a, base_mul(scalar)), add(card.b, mul(scalar, JOINT)))


def shuffle_and_verify(
    cards: Sequence[Ciphertext], fresh: Sequence[int] | None = None, context: Context = CONTEXT
) -> tuple[tuple[Ciphertext, ...], ShuffleSecret]:
    outputs, secret = shuffle(cards, JOINT, RANDOM, SERIAL)
    proof = prove_shuffle(cards, outputs, secret, JOINT, context, RANDOM, SERIAL, fresh)
    verify_shuffle(cards, outputs, proof, JOINT, context, SERIAL, fresh)
    return outputs, secret


class Backwards:
    """Workers that run the last task first: what they compute must not depend on it."""

    def run(self, tasks: Sequence[Callable[[], T]]) -> list[T]:
        return [task() for task in reversed(tasks)][::-1]


# What an honest shuffle does.


@settings(max_examples=25, deadline=None)
@given(faces=st.lists(st.integers(0, FACES - 1), min_size=1, max_size=8))
def test_cards_stay_the_same_through_shuffles_by_both(faces: list[int]) -> None:
    counts = tuple(faces.count(face) for face in range(FACES))
    between, _ = shuffle_and_verify(fresh_deck(counts, JOINT), counts)
    pile, secret = shuffle_and_verify(between, context=Context(HEAD, 1))
    assert Counter(faces_of(pile)) == Counter(faces)
    assert faces_of(pile) == list(secret.arrange(faces_of(between)))


def test_all_ciphertexts_are_new_after_a_shuffle() -> None:
    outputs, _ = shuffle_and_verify(DECK)
    before = {point for card in DECK for point in (card.a, card.b)}
    after = [point for card in outputs for point in (card.a, card.b)]
    assert len(set(after)) == 2 * len(DECK)
    assert before.isdisjoint(after)


def test_the_order_is_drawn_first_so_that_its_owner_can_draw_it_again() -> None:
    _, secret = shuffle(DECK, JOINT, HashStream(b"seed", "again"), SERIAL)
    assert secret.order == draw_permutation(len(DECK), HashStream(b"seed", "again"))


def test_a_proof_made_as_a_fresh_deck_holds_for_the_general_check_and_the_other_way_round() -> None:
    deck = fresh_deck(COUNTS, JOINT)
    outputs, secret = shuffle(deck, JOINT, RANDOM, SERIAL)
    for proven, checked in ((COUNTS, None), (None, COUNTS)):
        proof = prove_shuffle(deck, outputs, secret, JOINT, CONTEXT, RANDOM, SERIAL, proven)
        verify_shuffle(deck, outputs, proof, JOINT, CONTEXT, SERIAL, checked)


def test_the_proof_does_not_depend_on_the_workers() -> None:
    cards = shuffle(fresh_deck((9, 9), JOINT), JOINT, HashStream(b"w", "deck"), SERIAL)[0]
    proofs = []
    for workers in (SERIAL, Backwards()):
        stream = HashStream(b"w", "proof")
        outputs, secret = shuffle(cards, JOINT, stream, workers)
        proof = prove_shuffle(cards, outputs, secret, JOINT, CONTEXT, stream, workers)
        verify_shuffle(cards, outputs, proof, JOINT, CONTEXT, workers)
        proofs.append((outputs, proof))
    assert proofs[0] == proofs[1]


def test_a_whole_deck_is_shuffled_and_verified() -> None:
    counts = (18,) * 6
    outputs, _ = shuffle_and_verify(fresh_deck(counts, JOINT), counts)
    assert Counter(faces_of(outputs)) == Counter(dict.fromkeys(range(6), 18))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 8, 47, 48, 108])
def test_spans_cover_every_position_once(size: int) -> None:
    assert [position for span in spans(size) for position in range(size)[span]] == list(range(size))


def test_every_order_of_a_real_shuffle_is_equally_likely() -> None:
    stream = HashStream(b"seed", "uniform")
    deck = fresh_deck((1, 1, 1), JOINT)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(300):
        outputs, _ = shuffle(deck, JOINT, stream, SERIAL)
        orders[tuple(faces_of(outputs))] += 1
    assert set(orders) == set(permutations(range(3)))
    assert sum((count - 50) ** 2 / 50 for count in orders.values()) < 20.52  # once in a thousand, 5 degrees


def test_the_secret_shows_in_no_text() -> None:
    _, secret = shuffle(DECK, JOINT, RANDOM, SERIAL)
    assert repr(secret) == "ShuffleSecret()"


# What the proof is bound to.


def proven() -> tuple[tuple[Ciphertext, ...], ShuffleSecret, ShuffleProof]:
    outputs, secret = shuffle(DECK, JOINT, RANDOM, SERIAL)
    return outputs, secret, prove_shuffle(DECK, outputs, secret, JOINT, CONTEXT, RANDOM, SERIAL)


def refused(
    proof: ShuffleProof,
    outputs: Sequence[Ciphertext],
    inputs: Sequence[Ciphertext] = DECK,
    joint: Point = JOINT,
    context: Context = CONTEXT,
    error: type[DeckError] = FailedProof,
) -> None:
    with pytest.raises(error):
        verify_shuffle(inputs, outputs, proof, joint, context, SERIAL)


def test_CV8_a_proof_holds_only_at_its_place_in_the_game_and_for_its_seat() -> None:
    outputs, _, proof = proven()
    verify_shuffle(DECK, outputs, proof, JOINT, CONTEXT, SERIAL)
    for context in (Context(HEAD, 1), Context(bytes(64), 0), Context(HEAD[:-1], 0)):
        refused(proof, outputs, context=context)


def test_a_proof_holds_only_for_its_joint_key() -> None:
    outputs, _, proof = proven()
    for joint in (HOST.public, GUEST.public, BASE):
        refused(proof, outputs, joint=joint)


def test_a_proof_holds_only_for_its_inputs_in_their_order() -> None:
    outputs, _, proof = proven()
    again = tuple(reencrypt(card, random_scalar(RANDOM)) for card in DECK)
    for inputs in (DECK[::-1], (DECK[1], DECK[0], *DECK[2:]), again, (*DECK[:-1], again[-1])):
        refused(proof, outputs, inputs=inputs)


def test_a_proof_holds_only_for_its_outputs_in_their_order() -> None:
    outputs, _, proof = proven()
    refused(proof, outputs[::-1])
    refused(proof, (reencrypt(outputs[0], random_scalar(RANDOM)), *outputs[1:]))


def test_the_challenges_depend_on_every_part_of_what_is_proven() -> None:
    """A part left out could be chosen after the challenge, to suit it."""
    outputs, _, proof = proven()
    other = face_point(5)

    def changed(cards: Sequence[Ciphertext]) -> list[Sequence[Ciphertext]]:
        first, *rest = cards
        *most, last = cards
        return [(Ciphertext(other, first.b), *rest), (*most, Ciphertext(last.a, other)), rest, cards[::-1]]

    statements = [
        shuffle_statement(DECK, outputs, JOINT, CONTEXT),
        shuffle_statement(DECK, outputs, other, CONTEXT),
        shuffle_statement(DECK, outputs, JOINT, Context(HEAD, 1)),
        shuffle_statement(DECK, outputs, JOINT, Context(bytes(64), 0)),
        *(shuffle_statement(inputs, outputs, JOINT, CONTEXT) for inputs in changed(DECK)),
        *(shuffle_statement(DECK, made, JOINT, CONTEXT) for made in changed(outputs)),
    ]
    assert len(set(statements)) == len(statements)

    commitments, links = proof.commitments, proof.chain
    rows = [commitments, (other, *commitments[1:]), (*commitments[:-1], other), commitments[::-1]]
    weights = [shuffle_weights(statements[0], row) for row in rows] + [shuffle_weights(statements[1], commitments)]
    assert len({weight for row in weights for weight in row}) == len(weights) * len(DECK)

    sigma = sigma_commitments(DECK, outputs, proof, JOINT, weights[0], SERIAL)
    lines: list[dict[str, Any]] = [{line: other} for line in ("row_sum", "product", "weighted", "a", "b")]
    challenges = [
        shuffle_challenge(statements[0], commitments, links, sigma),
        shuffle_challenge(statements[1], commitments, links, sigma),
        *(shuffle_challenge(statements[0], row, links, sigma) for row in rows[1:]),
        shuffle_challenge(statements[0], commitments, (other, *links[1:]), sigma),
        shuffle_challenge(statements[0], commitments, (*links[:-1], other), sigma),
        *(shuffle_challenge(statements[0], commitments, links, evolve(sigma, **line)) for line in lines),
        shuffle_challenge(statements[0], commitments, links, evolve(sigma, chain=(other, *sigma.chain[1:]))),
        shuffle_challenge(statements[0], commitments, links, evolve(sigma, chain=(*sigma.chain[:-1], other))),
    ]
    assert challenges[0] == proof.challenge
    assert len(set(challenges)) == len(challenges)


def test_another_number_of_cards_is_refused() -> None:
    outputs, _, proof = proven()
    refused(proof, outputs[:-1], error=BadLength)
    refused(proof, (*outputs, outputs[0]), error=BadLength)
    refused(proof, outputs, inputs=DECK[:-1], error=BadLength)


def test_what_is_said_to_be_fresh_must_be_fresh() -> None:
    outputs, secret, proof = proven()
    with pytest.raises(ValueError, match="fresh"):
        prove_shuffle(DECK, outputs, secret, JOINT, CONTEXT, RANDOM, SERIAL, COUNTS)
    with pytest.raises(ValueError, match="fresh"):
        verify_shuffle(DECK, outputs, proof, JOINT, CONTEXT, SERIAL, COUNTS)
    with pytest.raises(ValueError, match="no card"):
        verify_shuffle((), (), proof, JOINT, CONTEXT, SERIAL)


# What a cheating shuffler may try. It runs the prover with what it has.


def cheat(outputs: Sequence[Ciphertext], secret: ShuffleSecret, inputs: Sequence[Ciphertext] = DECK) -> None:
    proof = prove_shuffle(inputs, outputs, secret, JOINT, CONTEXT, RANDOM, SERIAL)
    refused(proof, outputs, inputs=inputs)


def test_a_duplicated_card_is_refused() -> None:
    outputs, secret, _ = proven()
    cheat((outputs[1], *outputs[1:]), secret)
    cheat((reencrypt(outputs[1], random_scalar(RANDOM)), *outputs[1:]), secret)


def test_a_duplicate_made_with_known_randomness_is_refused() -> None:
    """Output 0 is made from the input of output 1, everything else as honestly as can be."""
    randomness = tuple(random_scalar(RANDOM) for _ in DECK)
    outputs = tuple(reencrypt(DECK[source], randomness[source]) for source in (1, 1, 2, 3))
    for order in ((0, 1, 2, 3), (1, 0, 2, 3)):
        cheat(outputs, ShuffleSecret(order, randomness))


@pytest.mark.parametrize("face", range(FACES))
def test_a_card_replaced_by_one_of_the_shufflers_choice_is_refused(face: int) -> None:
    outputs, secret, _ = proven()
    scalar = random_scalar(RANDOM)
    chosen = Ciphertext(base_mul(scalar), add(face_point(face), mul(scalar, JOINT)))
    cheat((chosen, *outputs[1:]), secret)


def test_two_faces_moved_against_each_other_are_refused() -> None:
    """The sum of all cards stays the same; only the hashed weights can tell."""
    outputs, secret, _ = proven()
    shift = sub(face_point(0), face_point(1))
    first, second, *rest = outputs
    cheat((Ciphertext(first.a, add(first.b, shift)), Ciphertext(second.a, sub(second.b, shift)), *rest), secret)
    cheat((Ciphertext(add(first.a, BASE), first.b), Ciphertext(sub(second.a, BASE), second.b), *rest), secret)


def test_an_invented_face_is_refused() -> None:
    outputs, secret, _ = proven()
    cheat((Ciphertext(outputs[0].a, add(outputs[0].b, BASE)), *outputs[1:]), secret)


def test_cards_that_were_not_encrypted_anew_with_the_joint_key_are_refused() -> None:
    outputs, secret, _ = proven()
    scalar = random_scalar(RANDOM)
    under_own_key = Ciphertext(add(outputs[0].a, base_mul(scalar)), add(outputs[0].b, mul(scalar, HOST.public)))
    cheat((under_own_key, *outputs[1:]), secret)


class Matrix:
    """A shuffler's secret that is no permutation: u'_i = Σ_j rows[i][j] u_j, with numbers modulo the order."""

    def __init__(self, rows: Sequence[Sequence[int]], randomness: Sequence[Scalar]) -> None:
        self.rows = rows
        self.order = tuple(range(len(rows)))
        self.randomness = tuple(randomness)

    def arrange(self, weights: Sequence[Scalar]) -> tuple[Scalar, ...]:
        return tuple(
            number(sum(entry * int.from_bytes(weight, "little") for entry, weight in zip(row, weights, strict=True)))
            for row in self.rows
        )

    def commit(self, _order: Sequence[int], randomness: Sequence[Scalar], _workers: Serial) -> tuple[Point, ...]:
        """c_j = t_j G + Σ_i rows[i][j] H_i."""
        commitments = []
        for column, scalar in enumerate(randomness):
            commitment = base_mul(scalar)
            for row, generator in zip(self.rows, position_generators(len(self.rows)), strict=True):
                if row[column]:
                    commitment = add(commitment, mul(number(row[column]), generator))
            commitments.append(commitment)
        return tuple(commitments)


def number(value: int) -> Scalar:
    return Scalar((value % ORDER).to_bytes(32, "little"))


def times(factor: int, card: Ciphertext) -> Ciphertext:
    return Ciphertext(mul(number(factor), card.a), mul(number(factor), card.b))


def plus(left: Ciphertext, right: Ciphertext) -> Ciphertext:
    return Ciphertext(add(left.a, right.a), add(left.b, right.b))


HALF = pow(2, -1, ORDER)
ADDED, SCALED = "two cards added up", "one card doubled, another halved"
HONEST_COMMITMENTS = "the same behind honest commitments"


@pytest.mark.parametrize(
    ("attack", "line"), [(ADDED, "product"), (SCALED, "row_sum"), (HONEST_COMMITMENTS, "weighted")]
)
def test_a_matrix_that_is_no_permutation_is_refused(attack: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A consistent cheat: it satisfies every line of the proof but one, and that one must stop it."""
    randomness = tuple(random_scalar(RANDOM) for _ in DECK)
    first, second, *rest = map(reencrypt, DECK, randomness)
    if attack == ADDED:
        rows = [[2, -1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        outputs = (times(HALF, first), plus(second, times(HALF, first)), *rest)
    else:
        rows = [[2, 0, 0, 0], [0, HALF, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        outputs = (times(HALF, first), times(2, second), *rest)
    secret = Matrix(rows, randomness)
    seen: list[SigmaCommitments] = []

    def listen(
        statement: bytes, commitments: Sequence[Point], links: Sequence[Point], sigma: SigmaCommitments
    ) -> Scalar:
        seen.append(sigma)
        return shuffle_challenge(statement, commitments, links, sigma)

    if attack != HONEST_COMMITMENTS:
        monkeypatch.setattr(shuffle_proof, "_commit_to_order", secret.commit)
    monkeypatch.setattr(shuffle_proof, "shuffle_challenge", listen)
    proof = prove_shuffle(DECK, outputs, cast("ShuffleSecret", secret), JOINT, CONTEXT, RANDOM, SERIAL)
    refused(proof, outputs)
    committed, recomputed = (asdict(sigma) for sigma in seen)
    assert [name for name in committed if committed[name] != recomputed[name]] == [line]


# A whole game's way of one deck.


def test_two_players_shuffle_deal_mix_play_and_reveal() -> None:
    counts = (3, 3, 3, 3, 0, 0)
    between, _ = shuffle_and_verify(fresh_deck(counts, JOINT), counts, Context(b"shuffle", 0))
    pile, _ = shuffle_and_verify(between, context=Context(b"shuffle", 1))

    # Four cards to the host: the guest sends its shares, the host adds its own.
    dealt = pile[:4]
    deal = Context(b"deal", 1)
    shares = prove_shares(GUEST, dealt, deal, RANDOM)
    verify_shares(GUEST.public, dealt, shares, deal)
    seen = [
        open_face(card, share_point(HOST.secret, card), share, FACES)
        for card, share in zip(dealt, shares.points, strict=True)
    ]

    # The host mixes its hand and knows where its cards are; so it plays the second of the mixed ones.
    hand, secret = shuffle_and_verify(dealt, context=Context(b"mix", 0))
    known = secret.arrange(seen)
    play = Context(b"play", 0)
    played = prove_shares(HOST, hand[1:2], play, RANDOM)
    verify_shares(HOST.public, hand[1:2], played, play)
    assert open_face(hand[1], share_point(GUEST.secret, hand[1]), played.points[0], FACES) == known[1]

    # The shares of the deal open nothing of the mixed hand.
    for card, share in zip(hand, shares.points, strict=True):
        with pytest.raises(DeckError):
            open_face(card, share_point(HOST.secret, card), share, FACES)

    # What was played is shuffled again as a fresh deck, of one card.
    again = tuple(int(face == known[1]) for face in range(FACES))
    reshuffled, _ = shuffle_and_verify(fresh_deck(again, JOINT), again, Context(b"again", 0))
    assert faces_of(reshuffled) == [known[1]]

    # At the end both keys are open, and everything with them.
    left = [*hand[:1], *hand[2:], *pile[4:], *reshuffled]
    assert Counter(faces_of(left)) == Counter({face: count for face, count in enumerate(counts) if count})
