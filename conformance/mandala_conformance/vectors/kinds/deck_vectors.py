"""The vectors of the deck: hashing, derived points, keys; with the proofs of the deck they are one file."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Final

from mandala_conformance.vectors.form.making import invalid, valid, vector_file
from mandala_conformance.vectors.form.odd_values import BAD_POINTS, BAD_SCALARS
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import (
    HASH,
    POINT,
    SCALAR,
    array,
    hexadecimal,
    integer,
    text,
)
from mandala_conformance.vectors.form.vector_kinds import (
    Computed,
    FileRecords,
    Given,
    VectorKind,
    listed,
    unhex,
)
from mandala_conformance.vectors.kinds.proof_vectors import (
    ANOTHER_PLACE,
    FACES,
    PLACE,
    PROVE_KNOWLEDGE_KIND,
    PROVE_SHARES_KIND,
    VERIFY_KNOWLEDGE_KIND,
    VERIFY_SHARES_KIND,
    Changed,
    MadeProof,
    Recorder,
    proof,
    spoil_knowledge,
    spoil_shares,
)
from mandala_conformance.vectors.kinds.shuffle_vectors import (
    PROVE_SHUFFLE_KIND,
    VERIFY_SHUFFLE_KIND,
    shuffled,
    spoil_shuffle,
)
from mandala_protocol.errors import Code
from mandala_protocol.poker.ciphertexts import (
    fresh_deck,
    join_cards,
    prove_shares,
)
from mandala_protocol.poker.game_keys import (
    commit,
    joint_key,
    make_key,
    prove_knowledge,
)
from mandala_protocol.poker.generators import derived_point, face_point, hashed_point
from mandala_protocol.poker.group import (
    BASE,
    IDENTITY,
    ORDER,
    Point,
    parse_point,
    parse_scalar,
    sub,
)
from mandala_protocol.poker.hashing import Context, challenge, challenge_128, number, tagged_hash
from mandala_protocol.poker.sampling import HashStream, below

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


HASH_KIND: Final = VectorKind(
    "hash",
    "The hash of chapter 1.4, and both challenges made from it (CV6, CV7).",
    {"tag": text(64), "items": array(hexadecimal(), 0, 16)},
    {"hash": HASH, "challenge": SCALAR, "challenge_128": SCALAR},
    run_hash,
    (
        "CV4",
        "CV6",
        "CV7",
    ),
)

DERIVED_POINT_KIND: Final = VectorKind(
    "derived-point",
    "A point of which nobody knows the logarithm (DK7); counter is the first that gives one.",
    {"label": text(32), "index": integer(0, 1_000)},
    {"counter": integer(0, 1_000), "point": POINT},
    run_derived_point,
    ("DK7",),
)

PUBLIC_STREAM_KIND: Final = VectorKind(
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
    ("CV9",),
)

POINT_KIND: Final = VectorKind(
    "point",
    "An encoding of a point (DK1); negative is the encoding of its negative.",
    {"encoding": POINT},
    {"negative": POINT},
    run_point,
    ("DK1",),
)

SCALAR_KIND: Final = VectorKind(
    "scalar",
    "An encoding of a scalar (DK2); value is the number in decimal.",
    {"encoding": SCALAR},
    {"value": text(80)},
    run_scalar,
    ("DK2",),
)

JOINT_KEY_KIND: Final = VectorKind(
    "joint-key",
    "The joint key of both (OP4).",
    {"host": POINT, "guest": POINT},
    {"joint": POINT},
    run_joint_key,
    ("OP4",),
)

DECK_KINDS: Final = (
    HASH_KIND,
    DERIVED_POINT_KIND,
    PUBLIC_STREAM_KIND,
    POINT_KIND,
    SCALAR_KIND,
    JOINT_KEY_KIND,
    PROVE_KNOWLEDGE_KIND,
    VERIFY_KNOWLEDGE_KIND,
    PROVE_SHARES_KIND,
    VERIFY_SHARES_KIND,
    PROVE_SHUFFLE_KIND,
    VERIFY_SHUFFLE_KIND,
)


# The making of its cases.

ABOUT: Final = (
    "The deck: hashing, derived points, keys, shares, shuffles (chapters 1, 6 and 7). Byte strings are in hexadecimal; "
    "points as in RFC 8032, scalars of 32 bytes little-endian; rows of them in order, indexes counted from 0. What a "
    "prover chooses at random is named and given, so that every value can be computed again; how it draws them is its "
    "own affair. An invalid case is a valid one with one thing changed."
)

FLAGS: Final = {
    "elsewhere": "The same proof, said at another place or by the other seat.",
    "encoding": "A point or a scalar in it is not the one encoding of a valid one.",
    "row": "A row has too few items.",
}


def hashes() -> list[VectorCase]:
    cases = [("no items", "test", []), ("two items", "test", [b"ab", b""]), ("a number", "test", [number(108)])]
    return [valid(HASH_KIND, f"hash/{name}", {"tag": tag, "items": listed(items)}) for name, tag, items in cases]


def derived_points() -> list[VectorCase]:
    return [
        valid(DERIVED_POINT_KIND, f"derived-point/{label} {index}", {"label": label, "index": index})
        for label, size in (("generator", 9), ("face", FACES))
        for index in range(size)
    ]


def streams() -> list[VectorCase]:
    bounds = [2, 6, 108, 3, 2**32 - 1]
    seed = bytes(range(32)).hex()
    return [
        valid(
            PUBLIC_STREAM_KIND,
            f"public-stream/{purpose}",
            {"seed": seed, "purpose": purpose, "size": 100, "bounds": bounds},
        )
        for purpose in ("lot", "patterns")
    ]


def points_and_scalars() -> list[VectorCase]:
    return [
        valid(POINT_KIND, "point/the base point", {"encoding": BASE.hex()}),
        valid(POINT_KIND, "point/the first face", {"encoding": face_point(0).hex()}),
        *(
            invalid(POINT_KIND, f"point/{reason}", {"encoding": data.hex()}, Code.BAD_POINT, "DK1", flags=["encoding"])
            for reason, data in BAD_POINTS.items()
        ),
        valid(
            SCALAR_KIND, "scalar/zero", {"encoding": bytes(32).hex()}, "a challenge or response must not be zero (DK2)"
        ),
        valid(SCALAR_KIND, "scalar/one less than the order", {"encoding": (ORDER - 1).to_bytes(32, "little").hex()}),
        *(
            invalid(
                SCALAR_KIND,
                f"scalar/{reason}",
                {"encoding": value.to_bytes(32, "little").hex()},
                Code.BAD_SCALAR,
                "DK2",
                flags=["encoding"],
            )
            for reason, value in BAD_SCALARS.items()
        ),
    ]


COUNTS: Final = (1, 0, 2)


def proofs() -> list[MadeProof]:
    recorder = Recorder("keys")
    host, guest = make_key(recorder), make_key(recorder)
    joint = joint_key(host.public, guest.public)
    recorder.take(2)
    head = PLACE
    place = {"head": head.hex(), "seat": 0}

    said = prove_knowledge(host, Context(head, 0), recorder)
    nonce = bytes(range(32))
    (mask,) = recorder.take(1)
    knowledge = proof(
        PROVE_KNOWLEDGE_KIND,
        VERIFY_KNOWLEDGE_KIND,
        "knowledge",
        {**place, "secret": host.secret.hex(), "mask": mask, "nonce": nonce.hex()},
    )
    assert knowledge.made.expected["commitment"] == commit(nonce, host.public, said).hex()

    deck = fresh_deck(COUNTS, joint)
    fresh, between = shuffled("shuffle of a fresh deck", deck, joint, Context(head, 0), COUNTS)
    general, pile = shuffled("shuffle of what was shuffled", between, joint, Context(head, 1), None)
    single, _ = shuffled("shuffle of one card", pile[:1], joint, Context(head, 1), None)

    prove_shares(guest, pile, Context(head, 1), recorder)
    (mask,) = recorder.take(1)
    shares = proof(
        PROVE_SHARES_KIND,
        VERIFY_SHARES_KIND,
        "shares",
        {
            "head": head.hex(),
            "seat": 1,
            "secret": guest.secret.hex(),
            "mask": mask,
            "cards": join_cards(pile).hex(),
            "other_secret": host.secret.hex(),
        },
    )
    return [knowledge, shares, fresh, general, single]


REQUIREMENTS: Final = ("OP3", "DK5", "DK4", "DK4", "DK4")
"""The requirement that each of these proofs must meet."""


def false_proofs(made: Sequence[MadeProof]) -> list[VectorCase]:
    knowledge, shares, fresh, general, single = (
        Changed(proven, requirement) for proven, requirement in zip(made, REQUIREMENTS, strict=True)
    )
    for changed in (knowledge, shares, fresh, general, single):
        changed.case("said by the other seat", flag="elsewhere", seat=1 - changed.values["seat"])
        changed.case("said at another place", flag="elsewhere", head=ANOTHER_PLACE)
    # Challenge and response are part of what was committed to, so OP2 is what a verifier finds first.
    knowledge.cases = []
    spoil_knowledge(knowledge)
    spoil_shares(shares)
    spoil_shuffle(general)
    return [case for changed in (knowledge, shares, fresh, general, single) for case in changed.cases]


def joint_keys(made: Sequence[MadeProof]) -> list[VectorCase]:
    host, guest = (made[place].checked["public"] for place in (0, 1))
    negative = sub(IDENTITY, Point(bytes.fromhex(host))).hex()
    return [
        valid(JOINT_KEY_KIND, "joint-key/of both", {"host": host, "guest": guest}),
        invalid(JOINT_KEY_KIND, "joint-key/a copy", {"host": host, "guest": host}, Code.BAD_POINT, "OP4"),
        invalid(JOINT_KEY_KIND, "joint-key/the negative", {"host": host, "guest": negative}, Code.BAD_POINT, "OP4"),
    ]


def make() -> VectorFile:
    """The file."""
    made = proofs()
    cases = [
        *hashes(),
        *derived_points(),
        *streams(),
        *points_and_scalars(),
        *joint_keys(made),
        *(proven.made for proven in made),
        *(proven.check() for proven in made),
        *false_proofs(made),
    ]
    return vector_file("deck", ABOUT, sorted(cases, key=lambda case: DECK_KINDS.index(case.kind)), FLAGS)
