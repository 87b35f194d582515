"""The errors in the cards, keys and proofs that a peer sends."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from mandala_protocol.errors import Code
from mandala_protocol.sentence import Sentence

_FAILED_PROOFS: Final = {
    "knowledge": ("OP3", Sentence("the proof of knowing the key is not valid")),
    "shuffle": ("DK4", Sentence("the proof of the shuffle is not valid")),
    "shares": ("DK5", Sentence("the proof of the shares is not valid")),
}

_RELATED_KEYS: Final = {
    "copy": Sentence("one key is a copy of the other"),
    "negative": Sentence("one key is the negative of the other"),
}


class DeckError(Exception):
    """Something about the deck that the protocol does not allow: its wire code, the number of the requirement in
    docs/protocol.md that it breaks, and one plain line, the same for all of a kind where none is given."""

    code: ClassVar[Code]
    requirement: str
    detail: Sentence

    def __init__(self, detail: Sentence | None = None) -> None:
        self.detail = detail or self.detail
        super().__init__(self.detail)


class BadPoint(DeckError):
    """Bytes that are not the canonical encoding of a point of the prime-order subgroup other than the identity."""

    code = Code.BAD_POINT
    requirement = "DK1"
    detail = Sentence("a point is not a valid element of the group")


class BadScalar(DeckError):
    """Bytes that do not encode a number below the order of the group, or zero where that cannot be."""

    code = Code.BAD_SCALAR
    requirement = "DK2"
    detail = Sentence("a scalar is not below the order of the group")

    def __init__(self, *, zero: bool = False) -> None:
        super().__init__(Sentence("a scalar is zero") if zero else None)


class BadLength(DeckError):
    """A row of points, scalars or cards has another number of items than is due."""

    code = Code.MALFORMED
    requirement = "DK3"

    def __init__(self, what: Sentence, due: int) -> None:
        super().__init__(Sentence("wrong number of {what}: {due} expected", what=what, due=due))


class FailedProof(DeckError):
    """A proof does not hold for what it was said to prove; ``statement``: the hash of that, or empty."""

    code = Code.FAILED_PROOF

    def __init__(self, proof: Literal["knowledge", "shares", "shuffle"], statement: bytes = b"") -> None:
        self.requirement, detail = _FAILED_PROOFS[proof]
        super().__init__(detail)
        self.statement = statement
        self.proof = proof


class BadCommitment(DeckError):
    """An opening that does not match its commitment."""

    code = Code.BAD_COMMITMENT
    requirement = "OP2"
    detail = Sentence("the opening does not match the commitment")


class RelatedKeys(DeckError):
    """One key is the copy or the negative of the other."""

    code = Code.BAD_POINT
    requirement = "OP4"

    def __init__(self, relation: Literal["copy", "negative"]) -> None:
        super().__init__(_RELATED_KEYS[relation])


class WrongFace(DeckError):
    """An opened card shows none of the faces of this game."""

    code = Code.FALSE_FACE
    requirement = "DK6"
    detail = Sentence("the opened card is not one of this game's cards")


class WrongSecret(DeckError):
    """The secret key that was opened does not belong to the public key of the game."""

    code = Code.WRONG_KEY
    requirement = "EN4"
    detail = Sentence("the secret key does not belong to the public key of this game")
