"""Defects of what is drawn in secret."""

from __future__ import annotations

from mandala_protocol.conversation.speaker import Speaker
from mandala_protocol.poker.randomness import SEED_BYTES, secret_stream
from mandala_protocol.poker.sampling import HashStream
from tests.conformance.defects.defect import DefectBook, replace

SECRETS = DefectBook()


@SECRETS.defect(
    "draws-the-same-again",
    "Draws the same masks and randomness in every game",
    case="TG6/twice",
    seen="the same mask",
    game="mandala",
    command="join",
)
def draws_the_same_again() -> None:
    def drawn(_: Speaker, purpose: str, *_content: bytes) -> HashStream:
        return secret_stream(bytes(SEED_BYTES), purpose)

    replace(Speaker, "_drawn", drawn)
