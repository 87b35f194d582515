"""Every field of every proof, tampered with alone on the wire, is refused; untouched it is taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import TypeAlias

import pytest

from mandala_protocol.poker.ciphertexts import (
    Ciphertext,
    EqualityProof,
    Shares,
    fresh_deck,
    join_cards,
    prove_shares,
    split_cards,
    verify_shares,
)
from mandala_protocol.poker.deck_errors import BadLength, BadPoint, BadScalar, DeckError, FailedProof
from mandala_protocol.poker.game_keys import KnowledgeProof, joint_key, make_key, prove_knowledge, verify_knowledge
from mandala_protocol.poker.generators import face_point
from mandala_protocol.poker.group import (
    BASE,
    FIELD,
    IDENTITY,
    ORDER,
    Point,
    add,
    join,
    parse_scalar,
    split_points,
    split_scalars,
    sub,
)
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.sampling import HashStream
from mandala_protocol.poker.shuffle import shuffle
from mandala_protocol.poker.shuffle_proof import SUMS, ShuffleProof, prove_shuffle, verify_shuffle
from mandala_protocol.poker.workers import Serial

Wire: TypeAlias = Mapping[str, bytes]
"""A proof with what it speaks of, each field as the row of 32-byte items that is sent."""

CONTEXT = Context(bytes(range(64)), 1)
RANDOM = HashStream(b"tampering", "test")
HOST, GUEST = make_key(RANDOM), make_key(RANDOM)
JOINT = joint_key(HOST.public, GUEST.public)
SERIAL = Serial()
COUNTS = (1, 0, 2, 1)
FRESH = fresh_deck(COUNTS, JOINT)
SIZE = len(FRESH)
INPUTS = shuffle(FRESH, JOINT, RANDOM, SERIAL)[0]

EIGHTH = Point(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))
HALF = Point((FIELD - 1).to_bytes(32, "little"))

POINT_TAMPERINGS: dict[str, tuple[Callable[[bytes], bytes], type[DeckError]]] = {
    "another point": (lambda item: face_point(5), FailedProof),
    "the base point": (lambda item: BASE, FailedProof),
    "moved by the base point": (lambda item: add(Point(item), BASE), FailedProof),
    "its negative": (lambda item: sub(IDENTITY, Point(item)), FailedProof),
    "the identity": (lambda item: IDENTITY, BadPoint),
    "a point of order 8": (lambda item: EIGHTH, BadPoint),
    "moved by a point of order 8": (lambda item: add(Point(item), EIGHTH), BadPoint),
    "moved by the point of order 2": (lambda item: add(Point(item), HALF), BadPoint),
    "not canonical: p for 0": (lambda item: FIELD.to_bytes(32, "little"), BadPoint),
    "not canonical: p + 3 for 3": (lambda item: (FIELD + 3).to_bytes(32, "little"), BadPoint),
    "off the curve": (lambda item: (2).to_bytes(32, "little"), BadPoint),
    "all bits": (lambda item: b"\xff" * 32, BadPoint),
}
SCALAR_TAMPERINGS: dict[str, tuple[Callable[[bytes], bytes], type[DeckError]]] = {
    "one more": (lambda item: ((int.from_bytes(item, "little") + 1) % ORDER).to_bytes(32, "little"), FailedProof),
    "its negative": (lambda item: (ORDER - int.from_bytes(item, "little")).to_bytes(32, "little"), FailedProof),
    "one": (lambda item: (1).to_bytes(32, "little"), FailedProof),
    "zero": (lambda item: bytes(32), BadScalar),
    "the order added": (lambda item: (int.from_bytes(item, "little") + ORDER).to_bytes(32, "little"), BadScalar),
    "the order": (lambda item: ORDER.to_bytes(32, "little"), BadScalar),
    "all bits": (lambda item: b"\xff" * 32, BadScalar),
}


# The proofs as they are sent, and what the other side makes of them.


def knowledge_wire() -> Wire:
    proof = prove_knowledge(HOST, CONTEXT, RANDOM)
    return {"public": HOST.public, "challenge": proof.challenge, "response": proof.response}


def receive_knowledge(wire: Wire) -> None:
    proof = KnowledgeProof(parse_scalar(wire["challenge"]), parse_scalar(wire["response"]))
    verify_knowledge(Point(wire["public"]), proof, CONTEXT)


def shares_wire(count: int) -> Wire:
    shares = prove_shares(HOST, INPUTS[:count], CONTEXT, RANDOM)
    return {"points": join(shares.points), "challenge": shares.proof.challenge, "response": shares.proof.response}


def receive_shares(wire: Wire, count: int) -> None:
    proof = EqualityProof(parse_scalar(wire["challenge"]), parse_scalar(wire["response"]))
    verify_shares(HOST.public, INPUTS[:count], Shares(split_points(wire["points"], count), proof), CONTEXT)


def shuffle_wire(inputs: tuple[Ciphertext, ...], fresh: tuple[int, ...] | None) -> Wire:
    outputs, secret = shuffle(inputs, JOINT, RANDOM, SERIAL)
    proof = prove_shuffle(inputs, outputs, secret, JOINT, CONTEXT, RANDOM, SERIAL, fresh)
    return {
        "cards": join_cards(outputs),
        "commitments": join(proof.commitments),
        "chain": join(proof.chain),
        "challenge": proof.challenge,
        "sums": join(proof.sums),
        "chain_responses": join(proof.chain_responses),
        "order_responses": join(proof.order_responses),
    }


def receive_shuffle(wire: Wire, inputs: tuple[Ciphertext, ...], fresh: tuple[int, ...] | None) -> None:
    size = len(inputs)
    proof = ShuffleProof(
        split_points(wire["commitments"], size),
        split_points(wire["chain"], size),
        parse_scalar(wire["challenge"]),
        split_scalars(wire["sums"], SUMS),
        split_scalars(wire["chain_responses"], size),
        split_scalars(wire["order_responses"], size),
    )
    verify_shuffle(inputs, split_cards(wire["cards"], size), proof, JOINT, CONTEXT, SERIAL, fresh)


POINT_FIELDS = {"public", "points", "cards", "commitments", "chain"}
PROOFS: dict[str, tuple[Wire, Callable[[Wire], None]]] = {
    "knowledge": (knowledge_wire(), receive_knowledge),
    "shares of one": (shares_wire(1), lambda wire: receive_shares(wire, 1)),
    "shares of three": (shares_wire(3), lambda wire: receive_shares(wire, 3)),
    "shuffle of one": (shuffle_wire(INPUTS[:1], None), lambda wire: receive_shuffle(wire, INPUTS[:1], None)),
    "shuffle": (shuffle_wire(INPUTS, None), lambda wire: receive_shuffle(wire, INPUTS, None)),
    "fresh shuffle": (shuffle_wire(FRESH, COUNTS), lambda wire: receive_shuffle(wire, FRESH, COUNTS)),
}


each_field = pytest.mark.parametrize(
    ("name", "field"), [(name, field) for name, (wire, _) in PROOFS.items() for field in wire]
)


@pytest.mark.parametrize("name", PROOFS)
def test_an_honest_proof_is_taken_after_its_way_over_the_wire(name: str) -> None:
    wire, receive = PROOFS[name]
    receive(wire)


@each_field
def test_one_item_tampered_with_is_refused(name: str, field: str) -> None:
    wire, receive = PROOFS[name]
    row = wire[field]
    kinds = POINT_TAMPERINGS if field in POINT_FIELDS else SCALAR_TAMPERINGS
    for start, (kind, (tamper, error)) in product(range(0, len(row), 32), kinds.items()):
        item = row[start : start + 32]
        tampered = tamper(item)
        assert tampered != item, kind
        try:
            receive({**wire, field: row[:start] + tampered + row[start + 32 :]})
        except error:
            continue
        pytest.fail(f"item {start // 32} was taken: {kind}")


@each_field
def test_a_row_of_another_length_is_refused(name: str, field: str) -> None:
    wire, receive = PROOFS[name]
    row = wire[field]
    for other in (b"", row[:-1], row[:-32], row + b"\x00", row + row[:32]):
        with pytest.raises((BadLength, BadScalar, BadPoint)):
            receive({**wire, field: other})


@pytest.mark.parametrize("field", ["cards", "commitments", "chain", "sums", "chain_responses", "order_responses"])
def test_two_items_of_a_shuffle_exchanged_are_refused(field: str) -> None:
    for name in ("shuffle", "fresh shuffle"):
        wire, receive = PROOFS[name]
        row = wire[field]
        for width in {32, 64 if field == "cards" else 32}:
            exchanged = row[width : 2 * width] + row[:width] + row[2 * width :]
            with pytest.raises(FailedProof):
                receive({**wire, field: exchanged})


@pytest.mark.parametrize("field", ["commitments", "chain", "challenge", "sums", "chain_responses", "order_responses"])
def test_a_field_from_another_valid_proof_of_the_same_shuffle_is_refused(field: str) -> None:
    outputs, secret = shuffle(INPUTS, JOINT, RANDOM, SERIAL)
    one, other = (prove_shuffle(INPUTS, outputs, secret, JOINT, CONTEXT, RANDOM, SERIAL, None) for _ in range(2))
    for proof in (one, other):
        verify_shuffle(INPUTS, outputs, proof, JOINT, CONTEXT, SERIAL)
    fields = ("commitments", "chain", "challenge", "sums", "chain_responses", "order_responses")
    mixed = ShuffleProof(*(getattr(other if name == field else one, name) for name in fields))
    with pytest.raises(FailedProof):
        verify_shuffle(INPUTS, outputs, mixed, JOINT, CONTEXT, SERIAL)
