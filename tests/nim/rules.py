"""The rules of Nim, the smallest game there is: no cards, nothing hidden. The points named are those of the books.

N1: There are three heaps, of 3, 5 and 7 stones.
N2: The players take turns. A player takes at least one stone, all of them from one heap.
N3: Nobody takes more stones than the heap has.
N4: Whoever takes the last stone wins, by 1 point to 0.
N5: A player who resigns loses, by 0 points to 1. A game that both agree to end is a draw, 0 to 0.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

from attrs import evolve, frozen

from mandala_protocol.games.game import (
    BadNotation,
    EndOfGame,
    Expectation,
    ExpectMove,
    ExpectReveal,
    Face,
    Game,
    GameEvent,
    IllegalMove,
    Moved,
    Over,
    Result,
    Revealed,
    Termination,
    View,
)
from mandala_protocol.seats import Seat

HEAPS: Final = (3, 5, 7)
LETTERS: Final = "ABC"

_NOTATION: Final = re.compile(r"([A-C])([1-7])")


class NimEnd(Termination):
    """The one way in which the rules end a game (N4); its value is its name on the wire, in records and in stores."""

    LAST_STONE = "last stone"


@frozen
class Take:
    """So many stones from the heap of this number, counted from 0."""

    heap: int
    stones: int


@frozen
class NimState:
    """``ended``: the result once it is certain; ``revealed``: both have opened their keys after that."""

    heaps: tuple[int, ...]
    to_move: Seat
    ended: Result | None = None
    revealed: bool = False


@frozen
class _NimRules:
    """The functions are documented at ``Game``."""

    name: str = "nim"
    title: str = "Nim"
    faces: int = 0

    def initial(self, first: Seat, seed: bytes) -> NimState:
        return NimState(HEAPS, first)

    def expects(self, state: NimState) -> Expectation:
        if state.ended is None:
            return ExpectMove(state.to_move)
        return Over(state.ended) if state.revealed else ExpectReveal()

    def apply(self, state: NimState, event: GameEvent[Take]) -> NimState:
        match event:
            case Moved(seat=seat, move=move) if self.expects(state) == ExpectMove(seat):
                return _after(state, move)
            case EndOfGame(seat=seat) if state.ended is None:
                winner = None if seat is None else seat.other
                return evolve(state, ended=_result(winner, event.reason))
            case Revealed() if self.expects(state) == ExpectReveal():
                return evolve(state, revealed=True)
            case _:
                raise ValueError("this is not expected now")

    def legal_moves(self, view: View[NimState]) -> tuple[Take, ...]:
        if self.expects(view.state) != ExpectMove(view.seat):
            return ()
        heaps = enumerate(view.state.heaps)
        return tuple(Take(heap, stones) for heap, size in heaps for stones in range(1, size + 1))

    def check(self, view: View[NimState], move: Take) -> None:
        if self.expects(view.state) != ExpectMove(view.seat):
            raise IllegalMove("N2", "the other player is to move")
        _require_stones(view.state, move)

    def played(self, state: NimState, move: Take) -> tuple[Face, ...]:
        return ()

    def format_move(self, move: Take) -> str:
        return f"{LETTERS[move.heap]}{move.stones}"

    def parse_move(self, text: str) -> Take:
        found = _NOTATION.fullmatch(text)
        if found is None:
            raise BadNotation("a move is a heap and a number, such as B3")
        return Take(LETTERS.index(found[1]), int(found[2]))

    def position(self, state: NimState) -> str:
        heaps = ",".join(map(str, state.heaps))
        ended = "-"
        if state.ended is not None:
            winner = "-" if state.ended.winner is None else int(state.ended.winner)
            how = state.ended.termination.value.replace(" ", "-")
            ended = f"{how}:{winner}:{'open' if state.revealed else 'closed'}"
        return f"heaps {heaps} to-move {int(state.to_move)} ended {ended}"

    def digest(self, state: NimState) -> bytes:
        return hashlib.sha256(self.position(state).encode("ascii")).digest()


def _require_stones(state: NimState, move: Take) -> None:
    if move.stones > state.heaps[move.heap]:
        raise IllegalMove("N3", f"heap {LETTERS[move.heap]} has no {move.stones} stones")


def _after(state: NimState, move: Take) -> NimState:
    _require_stones(state, move)
    heaps = tuple(size - move.stones * (heap == move.heap) for heap, size in enumerate(state.heaps))
    return NimState(heaps, state.to_move.other, result_now(heaps, state.to_move))


def result_now(heaps: tuple[int, ...], last: Seat) -> Result | None:
    """The result after a move of ``last``, if these heaps end the game."""
    return None if any(heaps) else _result(last, NimEnd.LAST_STONE)


def _result(winner: Seat | None, termination: Termination) -> Result:
    return Result((int(winner is Seat.HOST), int(winner is Seat.GUEST)), winner, termination)


NIM: Final[Game[NimState, Take]] = _NimRules()
