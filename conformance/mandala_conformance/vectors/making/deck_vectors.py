"""The vectors of the deck: hashing, derived points, keys, shares, shuffles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import frozen

from mandala_conformance.vectors.form.vector_fields import VectorValue
from mandala_conformance.vectors.making.making import invalid, valid, vector_file
from mandala_conformance.vectors.vector_file import VectorCase, VectorFile
from mandala_protocol.errors import Code
from mandala_protocol.poker.ciphertexts import Ciphertext, fresh_deck, join_cards, prove_shares
from mandala_protocol.poker.game_keys import commit, joint_key, make_key, prove_knowledge
from mandala_protocol.poker.generators import face_point
from mandala_protocol.poker.group import BASE, FIELD, IDENTITY, ORDER, Point, add, join, reduce_scalar, sub
from mandala_protocol.poker.hashing import Context, number, tagged_hash
from mandala_protocol.poker.sampling import HashStream
from mandala_protocol.poker.shuffle import shuffle
from mandala_protocol.poker.shuffle_proof import SUMS, prove_shuffle
from mandala_protocol.poker.workers import Serial

SERIAL: Final = Serial()
FACES: Final = 6
COUNTS: Final = (1, 0, 2)
ABOUT: Final = (
    "The deck: hashing, derived points, keys, shares, shuffles (chapters 1, 6 and 7). Byte strings are in hexadecimal; "
    "points as in RFC 8032, scalars of 32 bytes little-endian; rows of them in order, indexes counted from 0. What a "
    "prover chooses at random is named and given, so that every value can be computed again; how it draws them is its "
    "own affair. An invalid case is a valid one with one thing changed. The heads have 64 bytes here: they stand for "
    "no record."
)
FLAGS: Final = {
    "elsewhere": "The same proof, said at another place or by the other seat.",
    "encoding": "A point or a scalar in it is not the one encoding of a valid one.",
    "row": "A row has too few items.",
}


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


def hashes() -> list[VectorCase]:
    cases = [("no items", "test", []), ("two items", "test", [b"ab", b""]), ("a number", "test", [number(108)])]
    return [valid("hash", f"hash/{name}", {"tag": tag, "items": row(items)}) for name, tag, items in cases]


def derived_points() -> list[VectorCase]:
    return [
        valid("derived-point", f"derived-point/{label} {index}", {"label": label, "index": index})
        for label, size in (("generator", 9), ("face", FACES))
        for index in range(size)
    ]


def streams() -> list[VectorCase]:
    bounds = [2, 6, 108, 3, 2**32 - 1]
    seed = bytes(range(32)).hex()
    return [
        valid(
            "public-stream",
            f"public-stream/{purpose}",
            {"seed": seed, "purpose": purpose, "size": 100, "bounds": bounds},
        )
        for purpose in ("lot", "patterns")
    ]


EIGHTH: Final = Point(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))
BAD_POINTS: Final = {
    "the identity": IDENTITY,
    "the identity with the sign bit set": IDENTITY[:-1] + b"\x80",
    "of order 2": (FIELD - 1).to_bytes(32, "little"),
    "of order 4": bytes(32),
    "of order 8": EIGHTH,
    "outside the subgroup: the base point moved by a point of order 8": add(BASE, EIGHTH),
    "not canonical: p for 0": FIELD.to_bytes(32, "little"),
    "not canonical: p + 3 for 3": (FIELD + 3).to_bytes(32, "little"),
    "not on the curve": (2).to_bytes(32, "little"),
}
BAD_SCALARS: Final = {"the order": ORDER, "the order and one": ORDER + 1, "all bits": 2**256 - 1}
MIXED: Final = add(BASE, EIGHTH).hex()
UNREDUCED: Final = ORDER.to_bytes(32, "little").hex()


def points_and_scalars() -> list[VectorCase]:
    return [
        valid("point", "point/the base point", {"encoding": BASE.hex()}),
        valid("point", "point/the first face", {"encoding": face_point(0).hex()}),
        *(
            invalid("point", f"point/{reason}", {"encoding": data.hex()}, Code.BAD_POINT, "DK1", flags=["encoding"])
            for reason, data in BAD_POINTS.items()
        ),
        valid("scalar", "scalar/zero", {"encoding": bytes(32).hex()}, "a challenge or response must not be zero (DK2)"),
        valid("scalar", "scalar/one less than the order", {"encoding": (ORDER - 1).to_bytes(32, "little").hex()}),
        *(
            invalid(
                "scalar",
                f"scalar/{reason}",
                {"encoding": value.to_bytes(32, "little").hex()},
                Code.BAD_SCALAR,
                "DK2",
                flags=["encoding"],
            )
            for reason, value in BAD_SCALARS.items()
        ),
    ]


@frozen
class MadeProof:
    """A proof: the case of its making, and the values with which it is checked."""

    made: VectorCase
    checked: Mapping[str, VectorValue]

    def check(self) -> VectorCase:
        """The case of its check."""
        return valid(self.made.kind.name.replace("prove", "verify"), f"verify/{self.made.id}", self.checked)


def proof(kind: str, name: str, given: Mapping[str, VectorValue]) -> MadeProof:
    """A proof that is made from ``given``; what a verifier needs of it is what was given and what came out."""
    made = valid(kind, name, given)
    fields = valid_fields(kind.replace("prove", "verify"))
    everything = {**given, **made.expected}
    return MadeProof(made, {field: everything[field] for field in fields})


def valid_fields(kind: str) -> list[str]:
    from mandala_conformance.vectors.all_kinds import KINDS

    return list(KINDS[kind].given)


def proofs() -> list[MadeProof]:
    recorder = Recorder("keys")
    host, guest = make_key(recorder), make_key(recorder)
    joint = joint_key(host.public, guest.public)
    recorder.take(2)
    head = tagged_hash("head")
    place = {"head": head.hex(), "seat": 0}

    said = prove_knowledge(host, Context(head, 0), recorder)
    nonce = bytes(range(32))
    (mask,) = recorder.take(1)
    knowledge = proof(
        "prove-knowledge", "knowledge", {**place, "secret": host.secret.hex(), "mask": mask, "nonce": nonce.hex()}
    )
    assert knowledge.made.expected["commitment"] == commit(nonce, host.public, said).hex()

    deck = fresh_deck(COUNTS, joint)
    fresh, between = shuffled("shuffle of a fresh deck", deck, joint, Context(head, 0), COUNTS)
    general, pile = shuffled("shuffle of what was shuffled", between, joint, Context(head, 1), None)
    single, _ = shuffled("shuffle of one card", pile[:1], joint, Context(head, 1), None)

    prove_shares(guest, pile, Context(head, 1), recorder)
    (mask,) = recorder.take(1)
    shares = proof(
        "prove-shares",
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


def shuffled(
    name: str, inputs: Sequence[Ciphertext], joint: Point, context: Context, fresh: tuple[int, ...] | None
) -> tuple[MadeProof, tuple[Ciphertext, ...]]:
    recorder = Recorder(name)
    size = len(inputs)
    outputs, secret = shuffle(inputs, joint, recorder, SERIAL)
    recorder.take(size)
    prove_shuffle(inputs, outputs, secret, joint, context, recorder, SERIAL, fresh)
    given = {
        "head": context.head.hex(),
        "seat": context.seat,
        "joint": joint.hex(),
        "fresh": None if fresh is None else list(fresh),
        "inputs": join_cards(inputs).hex(),
        "order": list(secret.order),
        "randomness": row(secret.randomness),
        "column_randomness": recorder.take(size),
        "link_randomness": recorder.take(size),
        "sum_masks": recorder.take(SUMS),
        "link_masks": recorder.take(size),
        "order_masks": recorder.take(size),
    }
    proven = proof("prove-shuffle", name, given)
    assert proven.made.expected["outputs"] == join_cards(outputs).hex()
    return proven, outputs


REQUIREMENTS: Final = {"verify-knowledge": "OP3", "verify-shares": "DK5", "verify-shuffle": "DK4"}
CODES: Final = {"DK1": Code.BAD_POINT, "DK2": Code.BAD_SCALAR, "DK3": Code.MALFORMED, "OP2": Code.BAD_COMMITMENT}


class Changed:
    """The invalid cases of one proof."""

    def __init__(self, proven: MadeProof) -> None:
        self._id = proven.made.id
        self._kind = proven.made.kind.name.replace("prove", "verify")
        self.values = proven.checked
        self.cases: list[VectorCase] = []

    def case(self, reason: str, number: str | None = None, flag: str | None = None, **changes: VectorValue) -> None:
        """Add a case in which some fields are changed; ``number`` is the requirement, if it is not the proof's own."""
        requirement = REQUIREMENTS[self._kind] if number is None else number
        code = Code.FAILED_PROOF if number is None else CODES[number]
        flags = [] if flag is None else [flag]
        given = {**self.values, **changes}
        self.cases.append(invalid(self._kind, f"verify/{self._id}: {reason}", given, code, requirement, flags=flags))


def false_proofs(made: Sequence[MadeProof]) -> list[VectorCase]:
    knowledge, shares, fresh, general, single = (Changed(proven) for proven in made)
    for one in (knowledge, shares, fresh, general, single):
        one.case("said by the other seat", flag="elsewhere", seat=1 - one.values["seat"])
        one.case("said at another place", flag="elsewhere", head=tagged_hash("another head").hex())
    # Challenge and response are part of what was committed to, so OP2 is what a verifier finds first.
    knowledge.cases = []
    spoil_knowledge(knowledge)
    spoil_shares(shares)
    spoil_shuffle(general)
    return [case for one in (knowledge, shares, fresh, general, single) for case in one.cases]


def spoil_knowledge(one: Changed) -> None:
    values = one.values
    one.case("said by the other seat", flag="elsewhere", seat=1 - values["seat"])
    one.case("said at another place", flag="elsewhere", head=tagged_hash("another head").hex())
    negative = sub(IDENTITY, Point(bytes.fromhex(values["public"])))
    challenge, response, nonce = (bytes.fromhex(values[name]) for name in ("challenge", "response", "nonce"))
    commitment = tagged_hash("key-commitment", nonce, negative, challenge, response).hex()
    one.case("the negative of the key", public=negative.hex(), commitment=commitment)
    one.case("the negative of the key, not committed to", "OP2", public=negative.hex())
    one.case("the identity as a key", "DK1", "encoding", public=IDENTITY.hex())
    one.case("a key outside the subgroup", "DK1", "encoding", public=MIXED)
    unreduced = (int.from_bytes(response, "little") + ORDER).to_bytes(32, "little")
    one.case("the same response, not reduced", "DK2", "encoding", response=unreduced.hex())
    one.case("a nonce that was not committed to", "OP2", nonce=bytes(32).hex())
    one.case("another challenge", "OP2", challenge=values["response"])


def spoil_shares(one: Changed) -> None:
    values = one.values
    one.case("shares of each other's cards", points=values["points"][::-1])
    one.case("a share outside the subgroup", "DK1", "encoding", points=[MIXED, *values["points"][1:]])
    one.case("a share is missing", "DK3", "row", points=values["points"][1:])
    one.case("another key", public=BASE.hex())
    one.case("another response", response=values["challenge"])
    one.case("a challenge of zero", "DK2", "encoding", challenge=bytes(32).hex())
    one.case("a response of zero", "DK2", "encoding", response=bytes(32).hex())
    one.case("a challenge not reduced", "DK2", "encoding", challenge=UNREDUCED)


def spoil_shuffle(one: Changed) -> None:
    values = one.values
    cards = bytes.fromhex(values["outputs"])
    moved = [cards[start : start + 32] for start in range(0, len(cards), 32)]
    moved[1] = add(Point(moved[1]), sub(face_point(0), face_point(1)))
    one.case("a card twice", outputs=(cards[64:128] + cards[64:]).hex())
    one.case("another face", outputs=join(moved).hex())
    one.case("a card outside the subgroup", "DK1", "encoding", outputs=MIXED + cards[32:].hex())
    one.case("a card is missing", "DK3", "row", outputs=cards[64:].hex())
    one.case("another joint key", joint=BASE.hex())
    for field in ("commitments", "chain", "sums", "chain_responses", "order_responses"):
        one.case(f"the {field} in another order", **{field: values[field][::-1]})
        one.case(f"{field}: one is missing", "DK3", "row", **{field: values[field][1:]})
    for field in ("commitments", "chain"):
        one.case(f"{field} outside the subgroup", "DK1", "encoding", **{field: [MIXED, *values[field][1:]]})
    for field in ("sums", "chain_responses", "order_responses"):
        one.case(f"{field} out of range", "DK2", "encoding", **{field: [UNREDUCED, *values[field][1:]]})
    one.case("a challenge not reduced", "DK2", "encoding", challenge=UNREDUCED)


def joint_keys(made: Sequence[MadeProof]) -> list[VectorCase]:
    host, guest = (made[place].checked["public"] for place in (0, 1))
    negative = sub(IDENTITY, Point(bytes.fromhex(host))).hex()
    return [
        valid("joint-key", "joint-key/of both", {"host": host, "guest": guest}),
        invalid("joint-key", "joint-key/a copy", {"host": host, "guest": host}, Code.BAD_POINT, "OP4"),
        invalid("joint-key", "joint-key/the negative", {"host": host, "guest": negative}, Code.BAD_POINT, "OP4"),
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
    return vector_file("deck", ABOUT, sorted(cases, key=lambda case: KIND_ORDER.index(case.kind.name)), FLAGS)


KIND_ORDER: Final = (
    "hash",
    "derived-point",
    "public-stream",
    "point",
    "scalar",
    "joint-key",
    "prove-knowledge",
    "verify-knowledge",
    "prove-shares",
    "verify-shares",
    "prove-shuffle",
    "verify-shuffle",
)
