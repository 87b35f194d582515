"""The vectors of Patterns: set-ups, and a whole game."""

from __future__ import annotations

import hashlib
from typing import Final

from mandala_conformance.vectors.making.conversation_scripts import ConversationScript, game
from mandala_conformance.vectors.making.making import valid, vector_file
from mandala_conformance.vectors.vector_file import VectorFile

ABOUT: Final = (
    "Patterns: set-ups as they follow from a seed (PL12), and a whole game with everything that is said after the "
    "handshake, to its end by the rules and the final flips."
)
SET_UPS: Final = 12


def make() -> VectorFile:
    """The file."""
    seeds = [hashlib.sha256(bytes([number])).hexdigest() for number in range(SET_UPS)]
    script = ConversationScript([game("patterns", 15, live_score=True)], identities=(21, 22))
    script.begin()
    script.carry_on()
    return vector_file(
        "patterns",
        ABOUT,
        [
            *(valid("set-up", f"set-up/{seed[:8]}", {"game": "patterns", "seed": seed, "first": 0}) for seed in seeds),
            valid("set-up", "set-up/the guest first", {"game": "patterns", "seed": seeds[0], "first": 1}),
            script.case("patterns: a whole game", "to the end by the rules, with final flips"),
        ],
    )
