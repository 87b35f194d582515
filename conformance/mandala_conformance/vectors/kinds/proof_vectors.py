"""The vectors of two proofs of the deck, as a prover makes them and a verifier checks them: of keys and of shares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from mandala_conformance.vectors.form.making import invalid, valid
from mandala_conformance.vectors.form.odd_values import MIXED, UNREDUCED
from mandala_conformance.vectors.form.vector_case import VectorCase
from mandala_conformance.vectors.form.vector_fields import (
    HASH,
    HEAD,
    POINT,
    SCALAR,
    SEAT,
    Field,
    VectorValue,
    array,
    exactly,
    hexadecimal,
    integer,
)
from mandala_conformance.vectors.form.vector_kinds import (
    Computed,
    FileRecords,
    Given,
    VectorKind,
    WrongCase,
    listed,
    row,
    unhex,
)
from mandala_protocol.errors import Code
from mandala_protocol.poker.ciphertexts import (
    Ciphertext,
    EqualityProof,
    Shares,
    join_cards,
    open_face,
    prove_shares,
    share_point,
    split_cards,
    verify_shares,
)
from mandala_protocol.poker.game_keys import (
    KeyPair,
    KnowledgeProof,
    commit,
    open_commitment,
    prove_knowledge,
    verify_knowledge,
)
from mandala_protocol.poker.group import (
    BASE,
    IDENTITY,
    ORDER,
    Point,
    base_mul,
    join,
    mul,
    parse_point,
    parse_scalar,
    reduce_scalar,
    split_points,
    sub,
)
from mandala_protocol.poker.hashing import Context, challenge_128, number, tagged_hash
from mandala_protocol.poker.sampling import HashStream

FACES: Final = 6
PLACE: Final = tagged_hash("head")[:32]
"""The head of the place at which the proofs of the vectors are said."""

ANOTHER_PLACE: Final = tagged_hash("another head")[:32].hex()
MOST_CARDS: Final = 120


def points(most: int = MOST_CARDS) -> Field:
    return array(POINT, 0, most)


def scalars(most: int = MOST_CARDS) -> Field:
    return array(SCALAR, 0, most)


CARDS: Final = hexadecimal(0, 64 * MOST_CARDS)


def context_of(given: Given) -> Context:
    return Context(unhex(given["head"]), given["seat"])


def cards_of(value: VectorValue) -> tuple[Ciphertext, ...]:
    data = unhex(value)
    return split_cards(data, -(-len(data) // 64))


class GivenScalars:
    """A source of randomness that gives these scalars, one after the other."""

    def __init__(self, scalars_given: Iterable[str]) -> None:
        self._rest: Iterator[bytes] = iter([bytes.fromhex(scalar) for scalar in scalars_given])

    def __call__(self, size: int) -> bytes:
        scalar = next(self._rest, None)
        if scalar is None:
            raise WrongCase("there are too few random values")
        return scalar + bytes(size - len(scalar))


# Proofs.


def run_prove_knowledge(given: Given, _: FileRecords) -> Computed:
    secret = parse_scalar(unhex(given["secret"]))
    key = KeyPair(secret, base_mul(secret))
    proof = prove_knowledge(key, context_of(given), GivenScalars([given["mask"]]))
    return {
        "public": key.public.hex(),
        "challenge": proof.challenge.hex(),
        "response": proof.response.hex(),
        "commitment": commit(unhex(given["nonce"]), key.public, proof).hex(),
    }


def run_verify_knowledge(given: Given, _: FileRecords) -> Computed:
    public = parse_point(unhex(given["public"]))
    proof = KnowledgeProof(parse_scalar(unhex(given["challenge"])), parse_scalar(unhex(given["response"])))
    open_commitment(unhex(given["commitment"]), unhex(given["nonce"]), public, proof)
    verify_knowledge(public, proof, context_of(given))
    return {"mask_point": sub(base_mul(proof.response), mul(proof.challenge, public)).hex()}


def run_prove_shares(given: Given, _: FileRecords) -> Computed:
    secret, other = (parse_scalar(unhex(given[name])) for name in ("secret", "other_secret"))
    key, cards, context = KeyPair(secret, base_mul(secret)), cards_of(given["cards"]), context_of(given)
    shares = prove_shares(key, cards, context, GivenScalars([given["mask"]]))
    statement = _share_statement(key.public, cards, shares.points, context)
    other_points = [share_point(other, card) for card in cards]
    faces = [open_face(card, own, d, FACES) for card, own, d in zip(cards, shares.points, other_points, strict=True)]
    return {
        "public": key.public.hex(),
        "statement": statement.hex(),
        "weights_after_the_first": _share_weights(statement, len(cards)),
        "points": listed(shares.points),
        "challenge": shares.proof.challenge.hex(),
        "response": shares.proof.response.hex(),
        "other_points": listed(other_points),
        "faces": faces,
    }


def run_verify_shares(given: Given, _: FileRecords) -> Computed:
    public, cards, context = parse_point(unhex(given["public"])), cards_of(given["cards"]), context_of(given)
    proof = EqualityProof(parse_scalar(unhex(given["challenge"])), parse_scalar(unhex(given["response"])))
    shares = Shares(split_points(row(given["points"]), len(cards)), proof)
    verify_shares(public, cards, shares, context)
    statement = _share_statement(public, cards, shares.points, context)
    return {"statement": statement.hex(), "weights_after_the_first": _share_weights(statement, len(cards))}


def _share_statement(public: Point, cards: Sequence[Ciphertext], shares: Sequence[Point], context: Context) -> bytes:
    return tagged_hash("shares-statement", *context.items, public, join_cards(cards), join(shares))


def _share_weights(statement: bytes, size: int) -> list[str]:
    return listed(challenge_128("shares-weight", statement, number(place)) for place in range(1, size))


_PROVER: Final = {"head": HEAD, "seat": SEAT, "secret": SCALAR, "mask": SCALAR}
_PROOF: Final = {"challenge": SCALAR, "response": SCALAR}

PROVE_KNOWLEDGE_KIND: Final = VectorKind(
    "prove-knowledge",
    "The making of a commitment and its proof (OP1): secret x, mask t.",
    {**_PROVER, "nonce": exactly(32)},
    {"public": POINT, **_PROOF, "commitment": HASH},
    run_prove_knowledge,
    (
        "CV8",
        "OP1",
    ),
)

VERIFY_KNOWLEDGE_KIND: Final = VectorKind(
    "verify-knowledge",
    "The check of an opening (OP2, OP3); mask_point is s·G − c·Y.",
    {"head": HEAD, "seat": SEAT, "public": POINT, **_PROOF, "nonce": exactly(32), "commitment": HASH},
    {"mask_point": POINT},
    run_verify_knowledge,
    (
        "CV8",
        "OP2",
        "OP3",
    ),
)

PROVE_SHARES_KIND: Final = VectorKind(
    "prove-shares",
    "The making of shares and their proof (DK10): secret x, mask w. With the secret of the other seat the cards "
    "are opened: faces has the number of each.",
    {**_PROVER, "cards": CARDS, "other_secret": SCALAR},
    {
        "public": POINT,
        "statement": HASH,
        "weights_after_the_first": scalars(),
        "points": points(),
        **_PROOF,
        "other_points": points(),
        "faces": array(integer(0, FACES - 1), 0, MOST_CARDS),
    },
    run_prove_shares,
    (
        "CV8",
        "DK6",
        "DK10",
    ),
)

VERIFY_SHARES_KIND: Final = VectorKind(
    "verify-shares",
    "The check of shares (DK5).",
    {"head": HEAD, "seat": SEAT, "public": POINT, "cards": CARDS, "points": points(), **_PROOF},
    {"statement": HASH, "weights_after_the_first": scalars()},
    run_verify_shares,
    (
        "CV8",
        "DK5",
    ),
)


# The making of their cases.


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


@frozen
class MadeProof:
    """A proof: the case of its making, and the values with which it is checked as a case of another kind."""

    made: VectorCase
    checking: VectorKind
    checked: Mapping[str, VectorValue]

    def check(self) -> VectorCase:
        """The case of its check."""
        return valid(self.checking, f"verify/{self.made.id}", self.checked)


def proof(making: VectorKind, checking: VectorKind, name: str, given: Mapping[str, VectorValue]) -> MadeProof:
    """A proof that is made from ``given``; what a verifier needs of it is what was given and what came out."""
    made = valid(making, name, given)
    everything = {**given, **made.expected}
    return MadeProof(made, checking, {field: everything[field] for field in checking.given})


CODES: Final = {
    "DK1": Code.BAD_POINT,
    "DK2": Code.BAD_SCALAR,
    "DK3": Code.MALFORMED,
    "MS6": Code.MALFORMED,
    "OP2": Code.BAD_COMMITMENT,
}


class Changed:
    """The invalid cases of one proof."""

    def __init__(self, proven: MadeProof, requirement: str) -> None:
        self._id = proven.made.id
        self._kind = proven.checking
        self._requirement = requirement
        self.values = proven.checked
        self.cases: list[VectorCase] = []

    def case(self, reason: str, number: str | None = None, flag: str | None = None, **changes: VectorValue) -> None:
        """Add a case in which some fields are changed; ``number`` is the requirement, if it is not the proof's own."""
        requirement = self._requirement if number is None else number
        code = Code.FAILED_PROOF if number is None else CODES[number]
        flags = [] if flag is None else [flag]
        given = {**self.values, **changes}
        self.cases.append(invalid(self._kind, f"verify/{self._id}: {reason}", given, code, requirement, flags=flags))


def spoil_knowledge(changed: Changed) -> None:
    values = changed.values
    changed.case("said by the other seat", flag="elsewhere", seat=1 - values["seat"])
    changed.case("said at another place", flag="elsewhere", head=ANOTHER_PLACE)
    negative = sub(IDENTITY, Point(bytes.fromhex(values["public"])))
    challenge, response, nonce = (bytes.fromhex(values[name]) for name in ("challenge", "response", "nonce"))
    commitment = tagged_hash("key-commitment", nonce, negative, challenge, response).hex()
    changed.case("the negative of the key", public=negative.hex(), commitment=commitment)
    changed.case("the negative of the key, not committed to", "OP2", public=negative.hex())
    changed.case("the identity as a key", "DK1", "encoding", public=IDENTITY.hex())
    changed.case("a key outside the subgroup", "DK1", "encoding", public=MIXED)
    unreduced = (int.from_bytes(response, "little") + ORDER).to_bytes(32, "little")
    changed.case("the same response, not reduced", "DK2", "encoding", response=unreduced.hex())
    changed.case("a nonce that was not committed to", "OP2", nonce=bytes(32).hex())
    changed.case("another challenge", "OP2", challenge=values["response"])


def spoil_shares(changed: Changed) -> None:
    values = changed.values
    changed.case("shares of each other's cards", points=values["points"][::-1])
    changed.case("a share outside the subgroup", "DK1", "encoding", points=[MIXED, *values["points"][1:]])
    changed.case("a share is missing", "DK3", "row", points=values["points"][1:])
    changed.case("another key", public=BASE.hex())
    changed.case("another response", response=values["challenge"])
    changed.case("a challenge of zero", "DK2", "encoding", challenge=bytes(32).hex())
    changed.case("a response of zero", "DK2", "encoding", response=bytes(32).hex())
    changed.case("a challenge not reduced", "DK2", "encoding", challenge=UNREDUCED)
