"""What can be wrong with the cards, keys and proofs that a peer sends."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from mandala_protocol.errors import Code

_PROOF_REQUIREMENTS: Final = {"knowledge": "OP3", "shuffle": "DK4", "shares": "DK5"}


class DeckError(Exception):
    """Something about the deck that the protocol does not allow: its wire code, the number of the requirement in
    docs/protocol.md that it breaks, and one plain line."""

    code: ClassVar[Code]
    requirement: str


class BadPoint(DeckError):
    """Not the canonical encoding of a point of the prime-order subgroup other than the identity."""

    code = Code.BAD_POINT
    requirement = "DK1"

    def __init__(self) -> None:
        super().__init__("a point is not a valid element of the group")


class BadScalar(DeckError):
    """Not the encoding of a number below the order of the group, or zero where that cannot be."""

    code = Code.BAD_SCALAR
    requirement = "DK2"

    def __init__(self, detail: str = "a scalar is not below the order of the group") -> None:
        super().__init__(detail)


class BadLength(DeckError):
    """A row of points, scalars or cards has another number of items than is due."""

    code = Code.MALFORMED
    requirement = "DK3"

    def __init__(self, what: str, due: int) -> None:
        super().__init__(f"{due} {what} were due, another number came")


class FailedProof(DeckError):
    """A proof does not hold for what it was said to prove."""

    code = Code.FAILED_PROOF

    def __init__(self, proof: Literal["knowledge", "shares", "shuffle"]) -> None:
        super().__init__(f"the proof of {proof} does not hold")
        self.proof = proof
        self.requirement = _PROOF_REQUIREMENTS[proof]


class BadCommitment(DeckError):
    """What was opened is not what was committed to."""

    code = Code.BAD_COMMITMENT
    requirement = "OP2"

    def __init__(self) -> None:
        super().__init__("the opening does not match the commitment")


class RelatedKeys(DeckError):
    """One key is the copy or the negative of the other."""

    code = Code.BAD_POINT
    requirement = "OP4"

    def __init__(self, relation: Literal["copy", "negative"]) -> None:
        super().__init__(f"one key is the {relation} of the other")


class WrongFace(DeckError):
    """An opened card shows none of the faces of this game."""

    code = Code.FALSE_FACE
    requirement = "DK6"

    def __init__(self) -> None:
        super().__init__("the opened card is none of the faces of this game")


class WrongSecret(DeckError):
    """The secret key that was opened does not belong to the public key of the game."""

    code = Code.WRONG_KEY
    requirement = "EN4"

    def __init__(self) -> None:
        super().__init__("the secret key does not belong to the public key of this game")
