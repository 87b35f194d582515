"""Cards: hidden from each alone, open to both together, and shares that cannot be for anything else."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mandala_protocol.poker import ciphertexts
from mandala_protocol.poker.ciphertexts import (
    Ciphertext,
    Shares,
    fresh_deck,
    join_cards,
    open_face,
    prove_shares,
    share_point,
    split_cards,
    verify_shares,
)
from mandala_protocol.poker.deck_errors import BadLength, FailedProof, WrongFace
from mandala_protocol.poker.game_keys import KeyPair, joint_key, make_key
from mandala_protocol.poker.generators import face_point
from mandala_protocol.poker.group import BASE, Point, add, base_mul, mul, sub
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.sampling import HashStream, random_scalar
from mandala_protocol.poker.shuffle import shuffle
from mandala_protocol.poker.workers import Serial

FACES = 6
CONTEXT = Context(bytes(range(64)), 0)
RANDOM = HashStream(b"cards", "test")
HOST, GUEST = make_key(RANDOM), make_key(RANDOM)
JOINT = joint_key(HOST.public, GUEST.public)


def encrypt(face: int) -> Ciphertext:
    scalar = random_scalar(RANDOM)
    return Ciphertext(base_mul(scalar), add(face_point(face), mul(scalar, JOINT)))


def face_of(card: Ciphertext) -> int:
    return open_face(card, share_point(HOST.secret, card), share_point(GUEST.secret, card), FACES)


HAND = tuple(encrypt(face) for face in (0, 5, 2, 2))


def test_a_fresh_deck_has_the_faces_asked_for_in_their_order() -> None:
    deck = fresh_deck((2, 0, 1, 3), JOINT)
    assert [face_of(card) for card in deck] == [0, 0, 2, 3, 3, 3]
    assert {card.a for card in deck} == {BASE}


def test_both_shares_in_any_order_open_a_card() -> None:
    for card, face in zip(HAND, (0, 5, 2, 2), strict=True):
        host, guest = share_point(HOST.secret, card), share_point(GUEST.secret, card)
        assert open_face(card, host, guest, FACES) == open_face(card, guest, host, FACES) == face


def test_one_share_alone_opens_nothing() -> None:
    card = HAND[0]
    share = share_point(HOST.secret, card)
    with pytest.raises(WrongFace):
        open_face(card, share, share, FACES)
    assert sub(card.b, share) not in [face_point(face) for face in range(FACES)]


def test_DK6_a_face_that_the_game_does_not_have_is_refused() -> None:
    card = HAND[1]
    with pytest.raises(WrongFace):
        open_face(card, share_point(HOST.secret, card), share_point(GUEST.secret, card), 5)


def test_equal_faces_look_different_every_time() -> None:
    equal = [encrypt(3) for _ in range(10)]
    equal += shuffle(equal, JOINT, RANDOM, Serial())[0]
    components = [point for card in equal for point in (card.a, card.b)]
    assert len(set(components)) == len(components)
    assert len({sub(card.b, card.a) for card in equal}) == len(equal)
    assert {face_of(card) for card in equal} == {3}


def test_cards_come_back_from_the_wire_as_they_were() -> None:
    assert split_cards(join_cards(HAND), len(HAND)) == HAND
    with pytest.raises(BadLength):
        split_cards(join_cards(HAND), len(HAND) + 1)


@pytest.mark.parametrize("count", [1, 2, 4])
def test_honest_shares_are_taken_and_open_the_cards(count: int) -> None:
    dealt = HAND[:count]
    shares = prove_shares(HOST, dealt, CONTEXT, RANDOM)
    verify_shares(HOST.public, dealt, shares, CONTEXT)
    opened = [
        open_face(card, share, share_point(GUEST.secret, card), FACES)
        for card, share in zip(dealt, shares.points, strict=True)
    ]
    assert opened == [0, 5, 2, 2][:count]


def test_shares_of_other_cards_are_refused() -> None:
    other = tuple(encrypt(face) for face in (0, 5, 2, 2))
    shares = prove_shares(HOST, HAND, CONTEXT, RANDOM)
    for others in (other, (*HAND[:3], other[3]), (other[0], *HAND[1:]), HAND[::-1]):
        with pytest.raises(FailedProof):
            verify_shares(HOST.public, others, shares, CONTEXT)


def prove_lies(points: Sequence[Point], monkeypatch: pytest.MonkeyPatch, size: int = len(HAND)) -> Shares:
    """The proof of a cheat who runs the prover with the own secret, but with these shares instead of the right ones."""
    lies = iter(points)
    with monkeypatch.context() as patch:
        patch.setattr(ciphertexts, "share_point", lambda secret, card: next(lies))
        return prove_shares(HOST, HAND[:size], CONTEXT, RANDOM)


def test_a_share_that_would_show_another_face_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """d + M_f − M_g opens to another face, and whoever knows the own face could say so; the proof prevents it."""
    honest = prove_shares(HOST, HAND[:1], CONTEXT, RANDOM)
    lie = add(honest.points[0], sub(face_point(0), face_point(4)))
    assert open_face(HAND[0], lie, share_point(GUEST.secret, HAND[0]), FACES) == 4
    for shares in (Shares((lie,), honest.proof), prove_lies([lie], monkeypatch, 1)):
        with pytest.raises(FailedProof):
            verify_shares(HOST.public, HAND[:1], shares, CONTEXT)


def test_lies_that_cancel_out_in_the_plain_sum_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moving one share up and another down by the same: the weights find it."""
    first, second, *rest = (share_point(HOST.secret, card) for card in HAND)
    lies = (add(first, face_point(1)), sub(second, face_point(1)), *rest)
    with pytest.raises(FailedProof):
        verify_shares(HOST.public, HAND, prove_lies(lies, monkeypatch), CONTEXT)


def test_lies_that_cancel_out_under_the_weights_of_the_truth_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The weights are hashed from the shares: lies made to suit some weights have others."""
    truth = tuple(share_point(HOST.secret, card) for card in HAND)
    weight = ciphertexts._weights(ciphertexts._statement(HOST.public, HAND, truth, CONTEXT), len(HAND))[1]
    lies = (add(truth[0], mul(weight, face_point(1))), sub(truth[1], face_point(1)), *truth[2:])
    with pytest.raises(FailedProof):
        verify_shares(HOST.public, HAND, prove_lies(lies, monkeypatch), CONTEXT)


def test_shares_made_with_another_secret_than_that_of_the_key_are_refused() -> None:
    shares = prove_shares(KeyPair(GUEST.secret, HOST.public), HAND, CONTEXT, RANDOM)
    with pytest.raises(FailedProof):
        verify_shares(HOST.public, HAND, shares, CONTEXT)


def test_a_prover_with_another_key_is_refused() -> None:
    shares = prove_shares(GUEST, HAND, CONTEXT, RANDOM)
    with pytest.raises(FailedProof):
        verify_shares(HOST.public, HAND, shares, CONTEXT)


def test_CV8_shares_from_another_place_in_the_game_or_seat_are_refused() -> None:
    shares = prove_shares(HOST, HAND, CONTEXT, RANDOM)
    for context in (Context(bytes(64), 0), Context(CONTEXT.head, 1)):
        with pytest.raises(FailedProof):
            verify_shares(HOST.public, HAND, shares, context)


def test_another_number_of_shares_is_refused() -> None:
    shares = prove_shares(HOST, HAND, CONTEXT, RANDOM)
    with pytest.raises(BadLength):
        verify_shares(HOST.public, HAND, Shares(shares.points[:-1], shares.proof), CONTEXT)
    with pytest.raises(BadLength):
        verify_shares(HOST.public, HAND[:-1], shares, CONTEXT)


def test_the_shown_face_of_a_card_cannot_be_changed_by_its_second_component() -> None:
    """The proof speaks of the whole card: swapping b for that of another face breaks it as well."""
    shares = prove_shares(HOST, HAND[:1], CONTEXT, RANDOM)
    other = Ciphertext(HAND[0].a, add(HAND[0].b, sub(face_point(1), face_point(0))))
    with pytest.raises(FailedProof):
        verify_shares(HOST.public, (other,), shares, CONTEXT)
