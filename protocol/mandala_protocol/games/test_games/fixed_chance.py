"""Test games: games in which nothing is left to chance and nothing is secret, so that a tester can force rare phases.

A test game is named by the game that it plays, ``-test-`` and a number from 0 to 4,294,967,295 in decimal without
leading zeros, such as ``mandala-test-17``. Its rules, faces, notation, position and everything that is said are those
of that game, and its name is signed with the proposal. A program takes one only when its person has asked for test
games; otherwise it does not know the name (OR4). These values are drawn in place of what CV12, OP1, OP5 and DK9 say;
``name`` stands for the ASCII bytes of the name of the test game:

- The seed of OP5, from which the lot, the set-up and the words follow, is ``tagged_hash("test-game-seed", name)[:32]``.
- The secret of seat s is ``S(s) = tagged_hash("test-game-secret", name, number(s))[:32]``.
- The stream ``test-opening`` (CV9) of the seed S(s) gives first the 32 bytes of the nonce that the seat opens, then 64
  bytes, which as a little-endian integer modulo ℓ are its secret key x.
- For the ``shuffle`` that a seat says after k others in the game, k = 0, 1 …, the row of the places 1 … N of its N
  inputs is shuffled as in PL12, with the numbers drawn from the stream ``test-shuffle`` of the seed
  ``S(s) ‖ number(k)``. π(i) is the i-th item of that row.

Everything else is as in any game: masks and the randomness of re-encryption are fresh (CV12), a hand is mixed by
chance, and so is which of equal cards is opened (PL7). None of it changes what can be played.

A program that plays a test game by itself makes, of all legal moves, the one whose notation comes first in the order of
its ASCII bytes. So the whole game follows from its name and ``first``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

from attrs import frozen

from mandala_protocol.games.game import Expectation, Face, Game, GameEvent, View
from mandala_protocol.games.test_games.test_game_names import played_in
from mandala_protocol.poker.hashing import number, tagged_hash
from mandala_protocol.poker.sampling import HashStream
from mandala_protocol.seats import Seat

MoveT = TypeVar("MoveT")

_SEED_BYTES: Final = 32


@frozen
class FixedChance:
    """The chance of one test game, by its name: the same on both sides, and known to everybody."""

    name: str

    @property
    def seed(self) -> bytes:
        """The 32 bytes that stand in the place of the common seed."""
        return tagged_hash("test-game-seed", self.name.encode())[:_SEED_BYTES]

    def opening(self, seat: Seat) -> HashStream:
        """The bytes from which a seat draws its nonce, then its key."""
        return HashStream(self._secret(seat), "test-opening")

    def shuffle(self, seat: Seat, count: int) -> HashStream:
        """The bytes from which a seat draws the order of a shuffle, when it has said ``count`` before."""
        return HashStream(self._secret(seat) + number(count), "test-shuffle")

    def _secret(self, seat: Seat) -> bytes:
        return tagged_hash("test-game-secret", self.name.encode(), number(seat))[:_SEED_BYTES]


@frozen
class TestGame(Game[Any, Any]):
    """The rules of a test game: those of the game that it plays, under its own name."""

    __test__ = False
    """Tells pytest that this class is not a test."""

    name: str
    rules: Game[Any, Any]

    @property
    def chance(self) -> FixedChance:
        return FixedChance(self.name)

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def faces(self) -> int:
        return self.rules.faces

    def initial(self, first: Seat, seed: bytes) -> Any:
        return self.rules.initial(first, seed)

    def expects(self, state: Any) -> Expectation:
        return self.rules.expects(state)

    def apply(self, state: Any, event: GameEvent[Any]) -> Any:
        return self.rules.apply(state, event)

    def legal_moves(self, view: View[Any]) -> tuple[Any, ...]:
        return self.rules.legal_moves(view)

    def check(self, view: View[Any], move: Any) -> None:
        self.rules.check(view, move)

    def played(self, state: Any, move: Any) -> tuple[Face, ...]:
        return self.rules.played(state, move)

    def format_move(self, move: Any) -> str:
        return self.rules.format_move(move)

    def parse_move(self, text: str) -> Any:
        return self.rules.parse_move(text)

    def position(self, state: Any) -> str:
        return self.rules.position(state)


class WithTestGames(Mapping[str, Game[Any, Any]]):
    """These games and all test games of theirs, by name. Only the former are counted and listed."""

    def __init__(self, games: Mapping[str, Game[Any, Any]]) -> None:
        self._games = games

    def __getitem__(self, name: str) -> Game[Any, Any]:
        if name in self._games:
            return self._games[name]
        rules = self._games[played_in(name)]
        if rules.name == name:
            raise KeyError(name)
        return TestGame(name, rules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


def chance_of(game: object) -> FixedChance | None:
    """The chance of a test game; None for any other game."""
    return game.chance if isinstance(game, TestGame) else None


def first_by_notation(game: Game[Any, MoveT], moves: Iterable[MoveT]) -> MoveT:
    """Return the move that whoever plays a test game by itself makes: the first in the order of its notation."""
    return min(moves, key=lambda move: game.format_move(move).encode("ascii"))
