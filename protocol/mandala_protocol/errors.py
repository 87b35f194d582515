"""The errors between two peers, each with its wire code and a sentence for people."""

from __future__ import annotations

import enum
from typing import Final

from mandala_protocol.sentence import Sentence


class Code(enum.IntEnum):
    """The wire codes. Numbers never change their meaning; new ones are added at the end of their group."""

    # the conversation
    VERSION = 1
    MALFORMED = 2
    OVERSIZED = 3
    UNKNOWN_MESSAGE = 4
    OUT_OF_TURN = 5
    NOT_AGREED = 6
    FLOOD = 7
    # the record
    BROKEN_CHAIN = 16
    BAD_SIGNATURE = 17
    WRONG_IDENTITY = 18
    FORK = 19
    OTHER_PAST = 20
    # the deck
    BAD_POINT = 32
    BAD_SCALAR = 33
    FAILED_PROOF = 34
    WRONG_CARD = 35
    FALSE_FACE = 36
    BAD_COMMITMENT = 37
    WRONG_KEY = 38
    # the rules
    ILLEGAL_MOVE = 48
    STATE_MISMATCH = 49
    WRONG_RESULT = 50
    # the link
    HANDSHAKE = 64
    TIMEOUT = 65

    @property
    def wire_name(self) -> str:
        """The name in the standard, such as ``failed-proof``."""
        return self.name.lower().replace("_", "-")

    @property
    def sentence(self) -> Sentence:
        """The sentence for the person on this side; "the other program" is the peer."""
        return _SENTENCES[self]


UNKNOWN_GAME: Final = "OR4"
"""The requirement that is broken by the proposal of a game that the receiver does not know: often a newer one."""

_SENTENCES = {
    Code.VERSION: Sentence("The other program speaks another version of the protocol."),
    Code.MALFORMED: Sentence("The other program sent a message that does not follow the protocol."),
    Code.OVERSIZED: Sentence("The other program sent a message that is too large."),
    Code.UNKNOWN_MESSAGE: Sentence("The other program sent a message that this version does not know."),
    Code.OUT_OF_TURN: Sentence("The other program spoke out of turn, or said something unexpected."),
    Code.NOT_AGREED: Sentence("The other program sent something that both players had not agreed on."),
    Code.FLOOD: Sentence("The other program sent far more messages than a game needs."),
    Code.BROKEN_CHAIN: Sentence("The other program continued a different record than the one both had agreed on."),
    Code.BAD_SIGNATURE: Sentence("The other program sent an entry with a false signature."),
    Code.WRONG_IDENTITY: Sentence("The other player is not who they claimed to be."),
    Code.FORK: Sentence("The other player signed two entries that contradict each other."),
    Code.OTHER_PAST: Sentence("The other program has a different history of this game."),
    Code.BAD_POINT: Sentence("The other program sent a number that is not a valid card or key."),
    Code.BAD_SCALAR: Sentence("The other program sent a number outside the allowed range."),
    Code.FAILED_PROOF: Sentence("The other player could not prove an operation on the cards."),
    Code.WRONG_CARD: Sentence("The other player opened a different card than the expected one."),
    Code.FALSE_FACE: Sentence("The other player claimed a card that is not the one they hold."),
    Code.BAD_COMMITMENT: Sentence("The other player opened something other than they had committed to."),
    Code.WRONG_KEY: Sentence("The other player opened a key that is not the one of this game."),
    Code.ILLEGAL_MOVE: Sentence("The other player made a move that the rules forbid."),
    Code.STATE_MISMATCH: Sentence("The two programs disagree about the position."),
    Code.WRONG_RESULT: Sentence("The two programs disagree about the result."),
    Code.HANDSHAKE: Sentence("No secure connection could be agreed with the other program."),
    Code.TIMEOUT: Sentence("The other program did not answer in time."),
}


class ProtocolError(Exception):
    """Something that the protocol does not allow, with its wire code and the requirement that it breaks.

    ``requirement`` is the number in docs/protocol.md, such as "PL3"; ``detail`` one plain line without secrets.
    """

    def __init__(self, code: Code, requirement: str, detail: Sentence) -> None:
        super().__init__(f"{detail} [{requirement}, {code.wire_name}]")
        self.code = code
        self.requirement = requirement
        self.detail = detail


class LocalProtocolError(ProtocolError):
    """We asked for something that the protocol does not allow now: a fault of ours, nothing was sent."""


class RemoteProtocolError(ProtocolError):
    """The peer did something that the protocol does not allow.

    ``evidence`` is what it sent, as received; ``compared`` what is here in its place, for the trace: public values.
    """

    def __init__(
        self, code: Code, requirement: str, detail: Sentence, evidence: bytes = b"", compared: str = ""
    ) -> None:
        super().__init__(code, requirement, detail)
        self.evidence = evidence
        self.compared = compared
