"""Test games: their names, what is drawn from them, and that nobody plays one who was not asked to."""

from __future__ import annotations

import pytest

from mandala_protocol.games.catalogue import GAMES, GAMES_AND_TESTS
from mandala_protocol.games.test_games.fixed_chance import FixedChance, TestGame, chance_of, first_by_notation
from mandala_protocol.games.test_games.test_game_names import is_test_game
from mandala_protocol.poker.hashing import number, tagged_hash
from mandala_protocol.poker.sampling import HashStream
from mandala_protocol.poker.shuffle import draw_permutation
from mandala_protocol.seats import Seat


@pytest.mark.parametrize("name", ["mandala-test-0", "mandala-test-17", "patterns-test-4294967295"])
def test_a_test_game_is_found_by_its_name(name: str) -> None:
    game = GAMES_AND_TESTS[name]
    assert isinstance(game, TestGame)
    assert game.name == name
    assert game.rules is GAMES[name.partition("-")[0]]
    assert is_test_game(name)
    assert name not in GAMES


@pytest.mark.parametrize(
    "name",
    [
        "mandala-test-",
        "mandala-test-01",
        "mandala-test-4294967296",
        "mandala-test--1",
        "mandala-test-1 ",
        "chess-test-1",
        "test-1",
    ],
)
def test_other_names_are_no_test_games(name: str) -> None:
    assert name not in GAMES_AND_TESTS


def test_only_real_games_are_listed() -> None:
    assert list(GAMES_AND_TESTS) == list(GAMES)
    assert all(chance_of(game) is None and not is_test_game(name) for name, game in GAMES_AND_TESTS.items())


def test_what_is_drawn_follows_the_rule_of_the_module() -> None:
    chance, name = FixedChance("mandala-test-17"), b"mandala-test-17"
    secret = tagged_hash("test-game-secret", name, number(1))[:32]
    assert chance.seed == tagged_hash("test-game-seed", name)[:32]
    assert chance.opening(Seat.GUEST)(96) == HashStream(secret, "test-opening")(96)
    order = draw_permutation(108, chance.shuffle(Seat.GUEST, 2))
    assert order == draw_permutation(108, HashStream(secret + number(2), "test-shuffle"))
    assert order[:6] == ORDER


ORDER = (89, 82, 33, 24, 103, 40)


def test_who_plays_alone_makes_the_first_move_by_its_notation() -> None:
    class Named:
        def format_move(self, move: str) -> str:
            return move

    assert first_by_notation(Named(), ["B0r1", "A1o", "A0y", "Kr"]) == "A0y"  # type: ignore[arg-type]
