"""The vectors of signatures: what Ed25519 libraries disagree about, and what identities sign."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count
from typing import Final

from mandala_conformance.made_games.given_identity import GivenIdentity
from mandala_conformance.vectors.form.making import invalid, valid, vector_file
from mandala_conformance.vectors.form.odd_values import BAD_POINTS, ORDER_8
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import HASH, VectorValue, exactly, hexadecimal, integer, one_of
from mandala_conformance.vectors.form.vector_kinds import (
    CaseRefused,
    Computed,
    FileRecords,
    Given,
    RefusedBy,
    VectorKind,
    unhex,
)
from mandala_protocol.errors import Code
from mandala_protocol.poker.group import BASE, FIELD, IDENTITY, ORDER, Point, add, base_mul, reduce_scalar
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.record.signatures import verify
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.record.transcript import START, seal
from mandala_protocol.wire.messages import HEAD, MAX_MESSAGE_BYTES, Commit

FALSE_SIGNATURE: Final = RefusedBy("bad-signature", "CV10")


def run_signature(given: Given, _: FileRecords) -> Computed:
    if not verify(unhex(given["identity"]), unhex(given["signature"]), unhex(given["signed"])):
        raise CaseRefused(FALSE_SIGNATURE)
    return {}


def run_signed_entry(given: Given, _: FileRecords) -> Computed:
    payload, signature = unhex(given["payload"]), unhex(given["signature"])
    signed = tagged_hash("entry", payload)
    if not verify(unhex(given["identity"]), signature, signed):
        raise CaseRefused(RefusedBy("bad-signature", "TR7"))
    return {"signed": signed.hex(), "head": tagged_hash("chain", payload, signature)[:HEAD].hex()}


def run_signed_wish(given: Given, _: FileRecords) -> Computed:
    signed = offer_statement(unhex(given["game_id"]), given["wish"], given["turn"])
    if not verify(unhex(given["identity"]), unhex(given["signature"]), signed):
        raise CaseRefused(RefusedBy("bad-signature", "EN6"))
    return {"signed": signed.hex()}


SIGNATURE_KIND: Final = VectorKind(
    "signature",
    "A signature of an identity (CV10) over the bytes in signed.",
    {"identity": exactly(32), "signed": hexadecimal(0, 1_000), "signature": exactly(64)},
    {},
    run_signature,
    ("CV10",),
)

SIGNED_ENTRY_KIND: Final = VectorKind(
    "signed-entry",
    "An entry with its signature: the 64 bytes that are signed (TR7), and the head after it (TR10).",
    {"identity": exactly(32), "payload": hexadecimal(0, MAX_MESSAGE_BYTES), "signature": exactly(64)},
    {"signed": HASH, "head": exactly(HEAD)},
    run_signed_entry,
    (
        "TR7",
        "TR10",
    ),
)

SIGNED_WISH_KIND: Final = VectorKind(
    "signed-wish",
    "A wish: the 64 bytes that are signed (EN6).",
    {
        "identity": exactly(32),
        "game_id": exactly(HEAD),
        "wish": one_of("resign", "end", "adjourn"),
        "turn": integer(0, 65_535),
        "signature": exactly(64),
    },
    {"signed": HASH},
    run_signed_wish,
    ("EN6",),
)

SIGNATURE_KINDS: Final = (
    SIGNATURE_KIND,
    SIGNED_ENTRY_KIND,
    SIGNED_WISH_KIND,
)


# The making of its cases.

ABOUT: Final = (
    "Signatures with the identity of a player (CV10, TR7, EN6). Libraries for Ed25519 differ in what they take: with a "
    "library that takes one of the invalid cases two peers can come to hold two different records for right."
)

FLAGS: Final = {
    "scalar": "The scalar S is not below the order of the group.",
    "small-order": "R or the identity is a point of small order.",
    "not-canonical": "R or the identity is not the canonical encoding of its point.",
    "cofactor": "The equation holds only when it is multiplied by the cofactor 8.",
}

SIGNER: Final = GivenIdentity(bytes([1]) * 32)
SIGNED: Final = tagged_hash("entry", b"vectors")


class SecretScalar:
    """The numbers behind an Ed25519 key, to make signatures that no library makes."""

    def __init__(self, seed: bytes) -> None:
        digest = bytearray(hashlib.sha512(seed).digest()[:32])
        digest[0] &= 248
        digest[31] = digest[31] & 63 | 64
        self.number = int.from_bytes(digest, "little") % ORDER

    def sign(self, identity: bytes, point: bytes, nonce: int) -> bytes:
        """The signature (R, nonce + k·a) with ``point`` for R, over the hash of these."""
        scalar = (nonce + hash_of(point, identity) * self.number) % ORDER
        return point + scalar.to_bytes(32, "little")


def hash_of(point: bytes, identity: bytes) -> int:
    """The number k of a signature."""
    return int.from_bytes(hashlib.sha512(point + identity + SIGNED).digest(), "little") % ORDER


def times_base(number: int) -> Point:
    return base_mul(reduce_scalar(number.to_bytes(64, "little")))


def cases_of_cv10() -> Iterator[VectorCase]:
    identity, right = SIGNER.public, SIGNER.sign(SIGNED)
    secret = SecretScalar(SIGNER.secret)
    moved = add(Point(identity), ORDER_8)
    # Nonces for which k is a multiple of 8, and for which it is not.
    whole = next(n for n in count(1) if hash_of(times_base(n), moved) % 8 == 0)
    partly = next(n for n in count(1) if hash_of(times_base(n), moved) % 8)

    def given(signature: bytes, by: bytes = identity, signed: bytes = SIGNED) -> dict[str, str]:
        return {"identity": by.hex(), "signed": signed.hex(), "signature": signature.hex()}

    def false(name: str, signature: bytes, by: bytes = identity, *flags: str, signed: bytes = SIGNED) -> VectorCase:
        case = given(signature, by, signed)
        return invalid(SIGNATURE_KIND, f"signature/{name}", case, Code.BAD_SIGNATURE, "CV10", flags=flags)

    yield valid(SIGNATURE_KIND, "signature/right", given(right))
    yield valid(
        SIGNATURE_KIND,
        "signature/a second one over the same bytes",
        given(secret.sign(identity, times_base(12_345), 12_345)),
        "TR7 asks a signer to sign as RFC 8032 says; nobody can see from one signature whether it did",
    )
    yield valid(
        SIGNATURE_KIND,
        "signature/an identity moved by a point of order 8, without the cofactor",
        given(secret.sign(moved, times_base(whole), whole), moved),
        "the equation holds as it is, and the identity is neither of small order nor not canonical",
    )
    yield false("one bit of R", bytes([right[0] ^ 1]) + right[1:])
    yield false("one bit of S", right[:40] + bytes([right[40] ^ 1]) + right[41:])
    yield false("other bytes", right, signed=SIGNED[:-1] + bytes([SIGNED[-1] ^ 1]))
    yield false("another identity", right, GivenIdentity(bytes([2]) * 32).public)
    yield false("nothing but zeros", bytes(64))
    for name, added in (("S and the order", ORDER), ("S and eight times the order", 8 * ORDER)):
        number = int.from_bytes(right[32:], "little") + added
        yield false(name, right[:32] + (number % 2**256).to_bytes(32, "little"), identity, "scalar")
    yield false("S is the order", right[:32] + ORDER.to_bytes(32, "little"), identity, "scalar")
    one = (1).to_bytes(32, "little")
    for name, point in (("the identity", IDENTITY), ("of order 2", BAD_POINTS["of order 2"]), ("of order 8", ORDER_8)):
        yield false(f"R is {name}", secret.sign(identity, point, 0), identity, "small-order")
        nonce = next(n for n in count(1) if hash_of(times_base(n), point) % 8 == 0)
        yield false(f"the key is {name}", times_base(nonce) + nonce.to_bytes(32, "little"), point, "small-order")
    yield false("the key is of order 4, all zeros", BASE + one, bytes(32), "small-order")
    again = (FIELD + 1).to_bytes(32, "little")
    yield false("R is p + 1 for 1", secret.sign(identity, again, 0), identity, "small-order", "not-canonical")
    yield false("the key is p + 1 for 1", BASE + one, again, "small-order", "not-canonical")
    yield false("the key is p + 3 for 3", BASE + one, BAD_POINTS["not canonical: p + 3 for 3"], "not-canonical")
    yield false("the key is not on the curve", BASE + one, BAD_POINTS["not on the curve"])
    yield false(
        "an identity moved by a point of order 8", secret.sign(moved, times_base(partly), partly), moved, "cofactor"
    )
    shifted = add(times_base(partly), ORDER_8)
    yield false("R moved by a point of order 8", secret.sign(identity, shifted, partly), identity, "cofactor")


def cases_of_statements() -> Iterator[VectorCase]:
    identity = SIGNER.public.hex()
    entry = seal(0, START, Commit(bytes(64)), SIGNER)
    given = {"identity": identity, "payload": entry.payload.hex(), "signature": entry.signature.hex()}
    yield valid(SIGNED_ENTRY_KIND, "signed-entry/right", given)
    flipped = entry.payload[:-1] + bytes([entry.payload[-1] ^ 1])
    yield invalid(
        SIGNED_ENTRY_KIND, "signed-entry/other payload", {**given, "payload": flipped.hex()}, Code.BAD_SIGNATURE, "TR7"
    )
    bare = SIGNER.sign(entry.payload).hex()
    yield invalid(
        SIGNED_ENTRY_KIND,
        "signed-entry/over the payload itself",
        {**given, "signature": bare},
        Code.BAD_SIGNATURE,
        "TR7",
        "what is signed is its hash under a tag",
    )
    game = bytes(range(32))
    for wish, turn in (("resign", 0), ("end", 256), ("adjourn", 65_535)):
        signature = SIGNER.sign(offer_statement(game, wish, turn)).hex()
        said = {"identity": identity, "game_id": game.hex(), "wish": wish, "turn": turn, "signature": signature}
        yield valid(SIGNED_WISH_KIND, f"signed-wish/{wish}", said)
        changes: dict[str, dict[str, VectorValue]] = {
            "another turn": {"turn": turn ^ 1},
            "another game": {"game_id": bytes(32).hex()},
        }
        for name, change in changes.items():
            yield invalid(
                SIGNED_WISH_KIND, f"signed-wish/{wish}: {name}", {**said, **change}, Code.BAD_SIGNATURE, "EN6"
            )
    other = SIGNER.sign(offer_statement(game, "end", 7)).hex()
    said = {"identity": identity, "game_id": game.hex(), "wish": "resign", "turn": 7, "signature": other}
    yield invalid(SIGNED_WISH_KIND, "signed-wish/resign: signed for end", said, Code.BAD_SIGNATURE, "EN6")


def make() -> VectorFile:
    """The file."""
    return vector_file("signatures", ABOUT, [*cases_of_cv10(), *cases_of_statements()], FLAGS)
