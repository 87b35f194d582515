"""The rules of Nim, the smallest game there is: no cards, nothing hidden. The points named are those of the books.

N1: There are three heaps, of 3, 5 and 7 stones.
N2: The players take turns. A player takes at least one stone, all of them from one heap.
N3: Nobody takes more stones than the heap has.
N4: Whoever takes the last stone wins, by 1 point to 0.
N5: A player who resigns loses, by 0 points to 1. A game that both agree to end is a draw, 0 to 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from mandala_protocol.games.game import BadNotation, IllegalMove, Result, Termination
from mandala_protocol.games.open_game import OpenGame, OpenState, won_by
from mandala_protocol.seats import Seat

HEAPS: Final = (3, 5, 7)
LETTERS: Final = "ABC"

_NOTATION: Final = re.compile(r"([A-C])([1-7])")


class NimEnd(Termination):
    """The one way in which the rules end a game (N4); its value is its name on the wire, in records and in stores."""

    LAST_STONE = "last stone"


@frozen
class Take:
    """The number of stones taken from the heap of this number, counted from 0."""

    heap: int
    stones: int


@frozen
class NimState(OpenState):
    """The number of stones in each heap."""

    heaps: tuple[int, ...]


class _NimRules(OpenGame[NimState, Take]):
    """The functions are documented at ``OpenGame`` and ``Game``; what is left out there has its usual answer."""

    name = "nim"
    title = "Nim"

    def initial(self, first: Seat, seed: bytes) -> NimState:
        return NimState(first, HEAPS)

    def moves(self, state: NimState) -> Iterator[Take]:
        for heap, size in enumerate(state.heaps):
            for stones in range(1, size + 1):
                yield Take(heap, stones)

    def after(self, state: NimState, move: Take) -> NimState:
        if move.stones > state.heaps[move.heap]:
            raise IllegalMove("N3", f"heap {LETTERS[move.heap]} has no {move.stones} stones")
        heaps = tuple(size - move.stones * (heap == move.heap) for heap, size in enumerate(state.heaps))
        return NimState(state.to_move.other, heaps)

    def result(self, state: NimState) -> Result | None:
        return None if any(state.heaps) else won_by(state.to_move.other, NimEnd.LAST_STONE)

    def line(self, state: NimState) -> str:
        return f"heaps {','.join(map(str, state.heaps))}"

    def format_move(self, move: Take) -> str:
        return f"{LETTERS[move.heap]}{move.stones}"

    def parse_move(self, text: str) -> Take:
        found = _NOTATION.fullmatch(text)
        if found is None:
            raise BadNotation("a move is a heap and a number, such as B3")
        return Take(LETTERS.index(found[1]), int(found[2]))


NIM: Final = _NimRules()
