"""Keys: known, committed to, not related to the other's, and the right ones at the end."""

from __future__ import annotations

import pytest

from mandala_protocol.errors import Code
from mandala_protocol.poker.deck_errors import BadCommitment, DeckError, FailedProof, RelatedKeys, WrongSecret
from mandala_protocol.poker.game_keys import (
    KeyPair,
    KnowledgeProof,
    check_secret,
    commit,
    joint_key,
    make_key,
    open_commitment,
    prove_knowledge,
    verify_knowledge,
)
from mandala_protocol.poker.generators import face_point
from mandala_protocol.poker.group import IDENTITY, ORDER, ZERO, Scalar, add, base_mul, mul, scalar_add, scalar_sub, sub
from mandala_protocol.poker.hashing import Context, challenge
from mandala_protocol.poker.sampling import HashStream

GAME = bytes(range(64))
HOST_SPEAKS, GUEST_SPEAKS = Context(GAME, 0), Context(GAME, 1)
NONCE = bytes(range(32))


def randomness(label: str) -> HashStream:
    return HashStream(b"keys", label)


@pytest.fixture(scope="module")
def host() -> KeyPair:
    return make_key(randomness("host"))


@pytest.fixture(scope="module")
def guest() -> KeyPair:
    return make_key(randomness("guest"))


def negative(key: KeyPair) -> KeyPair:
    return KeyPair(scalar_sub(ZERO, key.secret), sub(IDENTITY, key.public))


def test_a_key_belongs_to_its_secret(host: KeyPair) -> None:
    assert base_mul(host.secret) == host.public
    check_secret(host.secret, host.public)


def test_an_honest_opening_is_taken(host: KeyPair, guest: KeyPair) -> None:
    for key, context in ((host, HOST_SPEAKS), (guest, GUEST_SPEAKS)):
        proof = prove_knowledge(key, context, randomness("proof"))
        commitment = commit(NONCE, key.public, proof)
        open_commitment(commitment, NONCE, key.public, proof)
        verify_knowledge(key.public, proof, context)
    assert joint_key(host.public, guest.public) == base_mul(scalar_add(host.secret, guest.secret))


def test_the_secret_shows_in_no_text(host: KeyPair) -> None:
    assert host.secret.hex() not in repr(host)
    assert repr(host.secret) not in repr(host)


def test_CV8_a_proof_reflected_by_the_other_seat_is_refused(host: KeyPair) -> None:
    proof = prove_knowledge(host, HOST_SPEAKS, randomness("proof"))
    with pytest.raises(FailedProof):
        verify_knowledge(host.public, proof, GUEST_SPEAKS)


def test_CV8_a_proof_replayed_from_another_game_is_refused(host: KeyPair) -> None:
    proof = prove_knowledge(host, HOST_SPEAKS, randomness("proof"))
    for head in (b"", GAME[:-1], GAME + b"\x00", bytes(64)):
        with pytest.raises(FailedProof):
            verify_knowledge(host.public, proof, Context(head, 0))


def test_a_proof_for_another_key_is_refused(host: KeyPair, guest: KeyPair) -> None:
    proof = prove_knowledge(host, HOST_SPEAKS, randomness("proof"))
    for public in (guest.public, negative(host).public, add(host.public, guest.public)):
        with pytest.raises(FailedProof):
            verify_knowledge(public, proof, HOST_SPEAKS)


def test_the_negative_of_a_proof_does_not_prove_the_negative_key(host: KeyPair) -> None:
    proof = prove_knowledge(host, HOST_SPEAKS, randomness("proof"))
    reflected = type(proof)(proof.challenge, scalar_sub(ZERO, proof.response))
    with pytest.raises(FailedProof):
        verify_knowledge(negative(host).public, reflected, HOST_SPEAKS)


def test_a_copied_key_is_refused(host: KeyPair) -> None:
    with pytest.raises(RelatedKeys, match="copy"):
        joint_key(host.public, host.public)


def test_a_negative_key_is_refused_even_with_its_secret(host: KeyPair) -> None:
    other = negative(host)
    verify_knowledge(other.public, prove_knowledge(other, GUEST_SPEAKS, randomness("proof")), GUEST_SPEAKS)
    with pytest.raises(RelatedKeys, match="negative"):
        joint_key(host.public, other.public)


def test_a_key_that_cancels_the_other_out_cannot_be_proven(host: KeyPair, guest: KeyPair) -> None:
    """With Y₁ = gG − Y₀ the guest would hold the joint key's secret g; it knows no secret of Y₁ to prove."""
    rogue = sub(guest.public, host.public)
    for secret in (guest.secret, scalar_sub(ZERO, guest.secret)):
        proof = prove_knowledge(KeyPair(secret, rogue), GUEST_SPEAKS, randomness("proof"))
        with pytest.raises(FailedProof):
            verify_knowledge(rogue, proof, GUEST_SPEAKS)


def test_a_key_made_to_suit_a_challenge_is_refused() -> None:
    """Were the key not hashed: take T and z freely, then Y = (zG − T) / c, of which nobody knows the secret."""
    commitment, response = face_point(0), make_key(randomness("response")).secret
    hashed = challenge("knowledge", *HOST_SPEAKS.items, face_point(1), commitment)
    for guessed in (hashed, challenge("knowledge", *HOST_SPEAKS.items, commitment)):
        inverse = Scalar(pow(int.from_bytes(guessed, "little"), -1, ORDER).to_bytes(32, "little"))
        public = mul(inverse, sub(base_mul(response), commitment))
        with pytest.raises(FailedProof):
            verify_knowledge(public, KnowledgeProof(guessed, response), HOST_SPEAKS)


def test_only_what_was_committed_to_can_be_opened(host: KeyPair, guest: KeyPair) -> None:
    proof = prove_knowledge(host, HOST_SPEAKS, randomness("proof"))
    again = prove_knowledge(host, HOST_SPEAKS, randomness("again"))
    commitment = commit(NONCE, host.public, proof)
    openings = [
        (commitment, bytes(32), host.public, proof),
        (commitment, NONCE, guest.public, proof),
        (commitment, NONCE, host.public, again),
        (commitment, NONCE, host.public, type(proof)(proof.challenge, again.response)),
        (commitment, NONCE, host.public, type(proof)(again.challenge, proof.response)),
        (commitment[:-1], NONCE, host.public, proof),
        (bytes(64), NONCE, host.public, proof),
    ]
    for opening in openings:
        with pytest.raises(BadCommitment):
            open_commitment(*opening)


def test_at_the_end_only_the_right_secret_is_taken(host: KeyPair, guest: KeyPair) -> None:
    for secret in (guest.secret, ZERO, scalar_sub(ZERO, host.secret)):
        with pytest.raises(WrongSecret):
            check_secret(secret, host.public)


def test_errors_carry_wire_codes_and_one_plain_line(host: KeyPair) -> None:
    errors: list[DeckError] = [FailedProof("knowledge"), RelatedKeys("copy"), BadCommitment(), WrongSecret()]
    codes = [Code.FAILED_PROOF, Code.BAD_POINT, Code.BAD_COMMITMENT, Code.WRONG_KEY]
    assert [error.code for error in errors] == codes
    assert all(str(error) and "\n" not in str(error) for error in errors)


def test_keys_made_anew_differ(host: KeyPair, guest: KeyPair) -> None:
    stream = randomness("many")
    keys = {make_key(stream).public for _ in range(20)}
    assert len(keys) == 20
    assert int.from_bytes(Scalar(host.secret), "little") < ORDER
