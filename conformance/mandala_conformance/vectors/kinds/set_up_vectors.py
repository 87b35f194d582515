"""The vectors of set-ups; with a whole game of Patterns they are one file."""

from __future__ import annotations

import hashlib
from typing import Final

from mandala_conformance.vectors.form.making import valid, vector_file
from mandala_conformance.vectors.form.vector_case import VectorFile
from mandala_conformance.vectors.form.vector_fields import SEAT, exactly, text
from mandala_conformance.vectors.form.vector_kinds import Computed, FileRecords, Given, VectorKind, WrongCase, unhex
from mandala_conformance.vectors.kinds.conversation_vectors import ConversationScript, game
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.seats import Seat


def run_set_up(given: Given, _: FileRecords) -> Computed:
    if given["game"] not in GAMES:
        raise WrongCase("there is no such game")
    game = GAMES[given["game"]]
    return {"position": game.position(game.initial(Seat(given["first"]), unhex(given["seed"])))}


SET_UP_KIND: Final = VectorKind(
    "set-up",
    "The position of a game as it follows from the seed (OP5) and the seat that plays first (PL12).",
    {"game": text(32), "seed": exactly(32), "first": SEAT},
    {"position": text(1_000)},
    run_set_up,
    (
        "PL12",
        "PL13",
    ),
)


# The making of its cases.

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
            *(
                valid(SET_UP_KIND, f"set-up/{seed[:8]}", {"game": "patterns", "seed": seed, "first": 0})
                for seed in seeds
            ),
            valid(SET_UP_KIND, "set-up/the guest first", {"game": "patterns", "seed": seeds[0], "first": 1}),
            script.case("patterns: a whole game", "to the end by the rules, with final flips"),
        ],
    )
