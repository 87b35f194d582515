"""Defects of what is drawn in secret."""

from __future__ import annotations

from collections.abc import Sequence

from mandala_protocol.conversation.speaker import Speaker
from mandala_protocol.games.game import Face
from mandala_protocol.poker.randomness import SEED_BYTES, secret_stream
from mandala_protocol.poker.sampling import HashStream
from tests.conformance.defects.defect import DefectBook, replace

SECRETS = DefectBook()


@SECRETS.defect(
    "draws-the-same-again",
    "Draws the same masks and randomness in every game",
    case="TG6/fresh",
    seen="[1-9][0-9]* of them twice",
    game="mandala",
    command="join",
)
def draws_the_same_again() -> None:
    def drawn(_: Speaker, purpose: str, *_content: bytes) -> HashStream:
        return secret_stream(bytes(SEED_BYTES), purpose)

    replace(Speaker, "_drawn", drawn)


@SECRETS.defect(
    "opens-the-first",
    "Opens the first of several equal cards",
    case="PL7/places",
    seen="always the first",
    game="mandala",
)
def opens_the_first() -> None:
    def first_of_each(self: Speaker, faces: Sequence[Face], _: HashStream) -> tuple[int, ...]:
        wanted, places = list(faces), []
        for place, face in enumerate(self._referee.cards.faces(self._seat)):
            if face in wanted:
                wanted.remove(face)
                places.append(place)
        return tuple(places)

    replace(Speaker, "_positions_of", first_of_each)
