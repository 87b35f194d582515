"""The vectors of test games: what is drawn by chance in other games follows from the name there (chapter 19)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mandala_conformance.vectors.form.making import invalid, valid, vector_file
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import (
    POINT,
    SCALAR,
    SEAT,
    VectorValue,
    array,
    exactly,
    integer,
    text,
)
from mandala_conformance.vectors.form.vector_kinds import (
    CaseRefused,
    Computed,
    FileRecords,
    Given,
    RefusedBy,
    VectorKind,
    WrongCase,
)
from mandala_conformance.vectors.kinds.proof_vectors import MOST_CARDS
from mandala_protocol.errors import Code
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.test_games.fixed_chance import WithTestGames, chance_of
from mandala_protocol.games.test_games.test_game_names import HIGHEST_NUMBER
from mandala_protocol.poker.game_keys import make_key
from mandala_protocol.poker.shuffle import draw_permutation
from mandala_protocol.seats import Seat

NONCE_BYTES: Final = 32


def run_test_game(given: Given, _: FileRecords) -> Computed:
    try:
        game = WithTestGames(GAMES)[given["name"]]
    except KeyError:
        raise CaseRefused(RefusedBy(Code.NOT_AGREED.wire_name, "OR4")) from None
    chance, seat = chance_of(game), Seat(given["seat"])
    if chance is None:
        raise WrongCase("this is no test game")
    opening = chance.opening(seat)
    nonce = opening(NONCE_BYTES)
    key = make_key(opening)
    order = draw_permutation(given["cards"], chance.shuffle(seat, given["shuffle"]))
    return {
        "seed": chance.seed.hex(),
        "nonce": nonce.hex(),
        "secret": key.secret.hex(),
        "public": key.public.hex(),
        "order": list(order),
    }


TEST_GAME_KIND: Final = VectorKind(
    "test-game",
    "What a seat draws in a test game (chapter 19): the seed (TG3), the nonce and the secret key x (TG4), and the "
    "order of a shuffle of so many cards (TG5). shuffle is k: how many the seat has sent before. Output i is input "
    "order[i]; both count from 0. An invalid name is not known (OR4).",
    {"name": text(64), "seat": SEAT, "shuffle": integer(0, 100), "cards": integer(1, MOST_CARDS)},
    {
        "seed": exactly(32),
        "nonce": exactly(NONCE_BYTES),
        "secret": SCALAR,
        "public": POINT,
        "order": array(integer(0, MOST_CARDS - 1), 1, MOST_CARDS),
    },
    run_test_game,
    ("TG1", "TG3", "TG4", "TG5"),
)


# The making of its cases.

ABOUT: Final = "Test games (chapter 19): the seed, the keys and the orders of shuffles, as they follow from the name."

DECK: Final = 108
UNKNOWN: Final = {
    "a leading zero": "mandala-test-017",
    "no number": "mandala-test-",
    "a number too large": f"mandala-test-{HIGHEST_NUMBER + 1}",
    "a negative number": "mandala-test--1",
    "another game": "chess-test-1",
    "a test game of a test game": "mandala-test-1-test-1",
}
"""Names that are not those of test games (TG1)."""


def given(name: str, seat: int, shuffle: int = 0, cards: int = DECK) -> dict[str, VectorValue]:
    return {"name": name, "seat": seat, "shuffle": shuffle, "cards": cards}


def cases() -> Iterator[VectorCase]:
    for name in ("mandala-test-17", "mandala-test-0", f"mandala-test-{HIGHEST_NUMBER}"):
        for seat in Seat:
            yield valid(TEST_GAME_KIND, f"test-game/{name}, seat {int(seat)}", given(name, seat))
    again = given("mandala-test-17", 1, shuffle=1, cards=31)
    yield valid(TEST_GAME_KIND, "test-game/mandala-test-17, the second shuffle", again, "after a reshuffle of 31 cards")
    single = given("mandala-test-17", 0, shuffle=2, cards=1)
    yield valid(TEST_GAME_KIND, "test-game/mandala-test-17, one card", single, "nothing is drawn for it")
    patterns = given("patterns-test-73", 0, cards=1)
    yield valid(
        TEST_GAME_KIND, "test-game/patterns-test-73, seat 0", patterns, "it has no shuffle, but a seed and keys"
    )
    for reason, name in UNKNOWN.items():
        yield invalid(TEST_GAME_KIND, f"test-game/{reason}", given(name, 0), Code.NOT_AGREED, "OR4")


def make() -> VectorFile:
    """The file."""
    return vector_file("test-games", ABOUT, list(cases()))
