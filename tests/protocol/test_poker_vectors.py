"""The vectors of the deck: what the file says is what the code does.

Run as a program, this writes the file anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import pytest

import mandala_protocol
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
from mandala_protocol.poker.deck_errors import DeckError
from mandala_protocol.poker.game_keys import (
    KnowledgeProof,
    commit,
    joint_key,
    make_key,
    open_commitment,
    prove_knowledge,
    verify_knowledge,
)
from mandala_protocol.poker.generators import derived_point, face_point, hashed_point
from mandala_protocol.poker.group import (
    BASE,
    FIELD,
    IDENTITY,
    ORDER,
    Point,
    add,
    base_mul,
    join,
    mul,
    parse_point,
    parse_scalar,
    reduce_scalar,
    split_points,
    split_scalars,
    sub,
)
from mandala_protocol.poker.hashing import Context, challenge, challenge_128, number, tagged_hash
from mandala_protocol.poker.sampling import HashStream, below
from mandala_protocol.poker.shuffle import shuffle
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

Vector: TypeAlias = dict[str, Any]

FILE = Path(mandala_protocol.__file__).parent / "vectors" / "deck.json"
SERIAL = Serial()
FACES = 6
COUNTS = (1, 0, 2)

NOTE = (
    "The deck: hashing, derived points, keys, shares, shuffles. Byte strings in hexadecimal; points as in RFC 8032, "
    "scalars of 32 bytes little-endian; rows of them in order, indexes counted from 0. What a prover chooses at random "
    "is named and given, so that every value can be computed again; how it draws them is its own affair. "
    "A case in 'invalid' is the valid case of its id 'of' with the fields in 'change' replaced: it must be refused, "
    "with the error code named."
)


# Making them.


class Recorder:
    """A fixed source of randomness that keeps the scalars drawn from it."""

    def __init__(self, purpose: str) -> None:
        self._stream = HashStream(b"vectors of the deck", purpose)
        self._scalars: list[str] = []

    def __call__(self, size: int) -> bytes:
        data = self._stream(size)
        if size == 64:
            self._scalars.append(reduce_scalar(data).hex())
        return data

    def take(self, size: int) -> list[str]:
        taken, self._scalars = self._scalars[:size], self._scalars[size:]
        return taken


def row(items: Iterable[bytes]) -> list[str]:
    return [item.hex() for item in items]


def hash_vectors() -> list[Vector]:
    cases = [("no items", "test", []), ("two items", "test", [b"ab", b""]), ("a number", "test", [number(108)])]
    return [
        {
            "id": f"hash: {name}",
            "tag": tag,
            "items": row(items),
            "hash": tagged_hash(tag, *items).hex(),
            "challenge": challenge(tag, *items).hex(),
            "challenge_128": challenge_128(tag, *items).hex(),
        }
        for name, tag, items in cases
    ]


def derived_point_vectors() -> list[Vector]:
    return [
        {
            "id": f"derived point: {label} {index}",
            "label": label,
            "index": index,
            "counter": next(counter for counter in count() if hashed_point(label, index, counter) is not None),
            "point": derived_point(label, index).hex(),
        }
        for label, size in (("generator", 9), ("face", FACES))
        for index in range(size)
    ]


def stream_vectors() -> list[Vector]:
    drawn = HashStream(bytes(range(32)), "lot")
    return [
        {
            "id": "public stream",
            "note": "the first bytes of the stream, and the numbers below the bounds drawn from it one after the other",
            "seed": bytes(range(32)).hex(),
            "purpose": "lot",
            "bytes": HashStream(bytes(range(32)), "lot")(100).hex(),
            "bounds": [2, 6, 108, 3, 2**32 - 1],
            "numbers": [below(drawn, bound) for bound in (2, 6, 108, 3, 2**32 - 1)],
        }
    ]


def bad_point_vectors() -> list[Vector]:
    eighth = Point(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))
    cases = [
        ("the identity", IDENTITY),
        ("the identity with the sign bit set", IDENTITY[:-1] + b"\x80"),
        ("of order 2", (FIELD - 1).to_bytes(32, "little")),
        ("of order 4", bytes(32)),
        ("of order 8", eighth),
        ("outside the subgroup: the base point moved by a point of order 8", add(BASE, eighth)),
        ("not canonical: p for 0", FIELD.to_bytes(32, "little")),
        ("not canonical: p + 3 for 3", (FIELD + 3).to_bytes(32, "little")),
        ("not on the curve", (2).to_bytes(32, "little")),
    ]
    return [{"id": f"bad point: {reason}", "encoding": data.hex(), "reason": reason} for reason, data in cases]


def bad_scalar_vectors() -> list[Vector]:
    cases = [("the order", ORDER), ("the order and one", ORDER + 1), ("all bits", 2**256 - 1)]
    return [
        {"id": f"bad scalar: {reason}", "encoding": value.to_bytes(32, "little").hex(), "reason": reason}
        for reason, value in cases
    ]


def valid_vectors() -> list[Vector]:
    recorder = Recorder("keys")
    host, guest = make_key(recorder), make_key(recorder)
    joint = joint_key(host.public, guest.public)
    recorder.take(2)
    head = tagged_hash("head")

    proof = prove_knowledge(host, Context(head, 0), recorder)
    nonce = bytes(range(32))
    knowledge = {
        "id": "knowledge",
        "kind": "knowledge",
        "head": head.hex(),
        "seat": 0,
        "secret": host.secret.hex(),
        "public": host.public.hex(),
        "mask": recorder.take(1)[0],
        "challenge": proof.challenge.hex(),
        "response": proof.response.hex(),
        "nonce": nonce.hex(),
        "commitment": commit(nonce, host.public, proof).hex(),
    }

    deck = fresh_deck(COUNTS, joint)
    fresh, between = shuffle_vector("shuffle of a fresh deck", deck, joint, Context(head, 0), COUNTS)
    general, pile = shuffle_vector("shuffle of what was shuffled", between, joint, Context(head, 1), None)
    single, _ = shuffle_vector("shuffle of one card", pile[:1], joint, Context(head, 1), None)

    shares = prove_shares(guest, pile, Context(head, 1), recorder)
    statement = tagged_hash("shares-statement", head, number(1), guest.public, join_cards(pile), join(shares.points))
    other = [share_point(host.secret, card) for card in pile]
    shown = {
        "id": "shares",
        "kind": "shares",
        "head": head.hex(),
        "seat": 1,
        "secret": guest.secret.hex(),
        "public": guest.public.hex(),
        "cards": join_cards(pile).hex(),
        "mask": recorder.take(1)[0],
        "statement": statement.hex(),
        "weights_after_the_first": row(challenge_128("shares-weight", statement, number(j)) for j in (1, 2)),
        "points": row(shares.points),
        "challenge": shares.proof.challenge.hex(),
        "response": shares.proof.response.hex(),
        "other_secret": host.secret.hex(),
        "other_points": row(other),
        "faces": [
            open_face(card, share, own, FACES) for card, share, own in zip(pile, shares.points, other, strict=True)
        ],
    }
    return [knowledge, shown, fresh, general, single]


def shuffle_vector(
    name: str, inputs: Sequence[Ciphertext], joint: Point, context: Context, fresh: tuple[int, ...] | None
) -> tuple[Vector, tuple[Ciphertext, ...]]:
    recorder = Recorder(name)
    size = len(inputs)
    outputs, secret = shuffle(inputs, joint, recorder, SERIAL)
    recorder.take(size)
    proof = prove_shuffle(inputs, outputs, secret, joint, context, recorder, SERIAL, fresh)
    statement = shuffle_statement(inputs, outputs, joint, context)
    weights = shuffle_weights(statement, proof.commitments)
    sigma = sigma_commitments(inputs, outputs, proof, joint, weights, SERIAL)
    return {
        "id": name,
        "kind": "shuffle",
        "head": context.head.hex(),
        "seat": context.seat,
        "joint": joint.hex(),
        "fresh": fresh and list(fresh),
        "inputs": join_cards(inputs).hex(),
        "order": list(secret.order),
        "randomness": row(secret.randomness),
        "outputs": join_cards(outputs).hex(),
        "column_randomness": recorder.take(size),
        "link_randomness": recorder.take(size),
        "sum_masks": recorder.take(SUMS),
        "link_masks": recorder.take(size),
        "order_masks": recorder.take(size),
        "statement": statement.hex(),
        "commitments": row(proof.commitments),
        "weights": row(weights),
        "chain": row(proof.chain),
        "sigma_lines": row((sigma.row_sum, sigma.product, sigma.weighted, sigma.a, sigma.b)),
        "sigma_chain": row(sigma.chain),
        "challenge": proof.challenge.hex(),
        "sums": row(proof.sums),
        "chain_responses": row(proof.chain_responses),
        "order_responses": row(proof.order_responses),
    }, outputs


def invalid_vectors(valid: Sequence[Vector]) -> list[Vector]:
    by_id = {vector["id"]: vector for vector in valid}
    general = by_id["shuffle of what was shuffled"]
    cards = bytes.fromhex(general["outputs"])
    known = {vector["id"]: vector["encoding"] for vector in (*bad_point_vectors(), *bad_scalar_vectors())}
    mixed = known["bad point: outside the subgroup: the base point moved by a point of order 8"]
    other_head = tagged_hash("another head").hex()
    elsewhere = [
        invalid(name, changed, "FAILED_PROOF", reason)
        for name in by_id
        for changed, reason in (
            ({"seat": 1 - by_id[name]["seat"]}, "said by the other seat"),
            ({"head": other_head}, "said at another place"),
        )
    ]
    unreduced = (int.from_bytes(bytes.fromhex(by_id["knowledge"]["response"]), "little") + ORDER).to_bytes(32, "little")
    negative = sub(IDENTITY, Point(bytes.fromhex(by_id["knowledge"]["public"]))).hex()
    moved = [cards[start : start + 32] for start in range(0, len(cards), 32)]
    moved[1] = add(Point(moved[1]), sub(face_point(0), face_point(1)))
    shares = by_id["shares"]
    cases = [
        *elsewhere,
        invalid("knowledge", {"public": negative}, "FAILED_PROOF", "the negative of the key"),
        invalid("knowledge", {"public": known["bad point: the identity"]}, "BAD_POINT", "the identity as a key"),
        invalid("knowledge", {"public": mixed}, "BAD_POINT", "a key outside the subgroup"),
        invalid("knowledge", {"response": unreduced.hex()}, "BAD_SCALAR", "the same response, not reduced"),
        invalid("knowledge", {"nonce": bytes(32).hex()}, "BAD_COMMITMENT", "a nonce that was not committed to"),
        invalid("shares", {"points": shares["points"][::-1]}, "FAILED_PROOF", "shares of each other's cards"),
        invalid("shares", {"points": [mixed, *shares["points"][1:]]}, "BAD_POINT", "a share outside the subgroup"),
        invalid("shares", {"points": shares["points"][1:]}, "MALFORMED", "a share is missing"),
        invalid(general["id"], {"outputs": (cards[64:128] + cards[64:]).hex()}, "FAILED_PROOF", "a card twice"),
        invalid(general["id"], {"outputs": join(moved).hex()}, "FAILED_PROOF", "another face"),
        invalid(general["id"], {"outputs": mixed + cards[32:].hex()}, "BAD_POINT", "a card outside the subgroup"),
        invalid(general["id"], {"outputs": cards[64:].hex()}, "MALFORMED", "a card is missing"),
        *(
            invalid(general["id"], {field: general[field][::-1]}, "FAILED_PROOF", f"the {field} in another order")
            for field in ("commitments", "chain", "sums", "chain_responses", "order_responses")
        ),
        *(
            invalid(general["id"], {field: [mixed, *general[field][1:]]}, "BAD_POINT", f"{field} outside the subgroup")
            for field in ("commitments", "chain")
        ),
        *(
            invalid(
                general["id"],
                {field: [known["bad scalar: the order"], *general[field][1:]]},
                "BAD_SCALAR",
                f"{field} out of range",
            )
            for field in ("sums", "chain_responses", "order_responses")
        ),
    ]
    return [{"id": f"{case['of']}: {case['reason']}", **case} for case in cases]


def invalid(name: str, changed: Vector, error: str, reason: str) -> Vector:
    return {"of": name, "change": changed, "error": error, "reason": reason}


def make() -> Vector:
    valid = valid_vectors()
    return {
        "note": NOTE,
        "hashes": hash_vectors(),
        "derived_points": derived_point_vectors(),
        "public_streams": stream_vectors(),
        "bad_points": bad_point_vectors(),
        "bad_scalars": bad_scalar_vectors(),
        "valid": valid,
        "invalid": invalid_vectors(valid),
    }


# Checking them, from the file alone.

VECTORS: Vector = json.loads(FILE.read_text()) if FILE.exists() else {"valid": [], "invalid": []}
VALID = {vector["id"]: vector for vector in VECTORS["valid"]}


def points(vector: Vector, field: str, size: int) -> tuple[Point, ...]:
    return split_points(bytes.fromhex("".join(vector[field])), size)


def check_knowledge(vector: Vector) -> None:
    proof = KnowledgeProof(
        parse_scalar(bytes.fromhex(vector["challenge"])), parse_scalar(bytes.fromhex(vector["response"]))
    )
    public = Point(bytes.fromhex(vector["public"]))
    verify_knowledge(public, proof, Context(bytes.fromhex(vector["head"]), vector["seat"]))
    open_commitment(bytes.fromhex(vector["commitment"]), bytes.fromhex(vector["nonce"]), public, proof)


def check_shares(vector: Vector) -> None:
    data = bytes.fromhex(vector["cards"])
    cards = split_cards(data, len(data) // 64)
    proof = EqualityProof(
        parse_scalar(bytes.fromhex(vector["challenge"])), parse_scalar(bytes.fromhex(vector["response"]))
    )
    shares = Shares(points(vector, "points", len(cards)), proof)
    context = Context(bytes.fromhex(vector["head"]), vector["seat"])
    verify_shares(Point(bytes.fromhex(vector["public"])), cards, shares, context)


def check_shuffle(vector: Vector) -> None:
    data = bytes.fromhex(vector["inputs"])
    size = len(data) // 64

    def scalars(field: str, count: int) -> Any:
        return split_scalars(bytes.fromhex("".join(vector[field])), count)

    proof = ShuffleProof(
        points(vector, "commitments", size),
        points(vector, "chain", size),
        parse_scalar(bytes.fromhex(vector["challenge"])),
        scalars("sums", SUMS),
        scalars("chain_responses", size),
        scalars("order_responses", size),
    )
    verify_shuffle(
        split_cards(data, size),
        split_cards(bytes.fromhex(vector["outputs"]), size),
        proof,
        Point(bytes.fromhex(vector["joint"])),
        Context(bytes.fromhex(vector["head"]), vector["seat"]),
        SERIAL,
        vector["fresh"],
    )


CHECKS: Mapping[str, Callable[[Vector], None]] = {
    "knowledge": check_knowledge,
    "shares": check_shares,
    "shuffle": check_shuffle,
}


def test_the_file_is_what_the_code_makes() -> None:
    """So the program makes what ``test_poker_reference`` checks by the formulas of the standard.

    These are CV4, CV6, CV7, CV8, CV9, DK7, DK8, DK9, DK10, OP1 and OP3.
    """
    assert make() == VECTORS, "if the change is meant, run this file as a program, and raise the protocol version"


@pytest.mark.parametrize("name", VALID)
def test_valid_cases_are_taken(name: str) -> None:
    CHECKS[VALID[name]["kind"]](VALID[name])


@pytest.mark.parametrize("case", VECTORS["invalid"], ids=lambda case: case["id"])
def test_invalid_cases_are_refused_for_their_reason(case: Vector) -> None:
    valid = VALID[case["of"]]
    assert set(case["change"]) <= set(valid)
    with pytest.raises(DeckError) as refusal:
        CHECKS[valid["kind"]]({**valid, **case["change"]})
    assert refusal.value.code.name == case["error"]


def test_DK1_DK2_bad_points_and_scalars_are_refused() -> None:
    for case in VECTORS["bad_points"]:
        with pytest.raises(DeckError):
            parse_point(bytes.fromhex(case["encoding"]))
    for case in VECTORS["bad_scalars"]:
        with pytest.raises(DeckError):
            parse_scalar(bytes.fromhex(case["encoding"]))


def test_keys_and_cards_belong_to_their_secrets() -> None:
    shares = VALID["shares"]
    secret, other = (parse_scalar(bytes.fromhex(shares[name])) for name in ("secret", "other_secret"))
    assert base_mul(secret).hex() == shares["public"]
    cards = split_cards(bytes.fromhex(shares["cards"]), 3)
    assert row(mul(other, card.a) for card in cards) == shares["other_points"]
    assert sorted(shares["faces"]) == [0, 2, 2]


if __name__ == "__main__":
    FILE.write_text(json.dumps(make(), indent=1, ensure_ascii=False) + "\n")
