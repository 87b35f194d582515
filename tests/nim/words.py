"""The client's sentences about Nim."""

from __future__ import annotations

from typing import Any, Final

from mandala_client.games.game_words import GameWords
from mandala_client.games.table_events import TableEvent, Wording
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import (
    IllegalMove,
    View,
)
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from tests.nim.rules import LETTERS, NIM, NimEnd, NimState, Take

TOOK: Final = Wording("You take {stones} from heap {heap}.", "{name} takes {stones} from heap {heap}.")


class NimWords(GameWords[Take]):
    """The functions are documented at ``GameWords``; what is left out there has its usual answer."""

    rules = NIM

    def examples(self) -> str:
        return "A1, C4"

    def how_to_type(self) -> list[str]:
        return ["Take stones: the letter of the heap and how many, such as B3."]

    def moved(self, step: Step, mover: Seat, move: Take) -> tuple[TableEvent, ...]:
        values = {"stones": _stones(move.stones), "heap": LETTERS[move.heap]}
        return (TableEvent(TOOK, mover, values, is_deed=True),)

    def refusal(self, error: IllegalMove, view: View[Any] | None = None, move: Take | None = None) -> str:
        if view is None or move is None:
            return "The heap has no such number of stones."
        return f"Heap {LETTERS[move.heap]} has {_stones(view.state.heaps[move.heap])}."

    def preview(self, snapshot: Snapshot, move: Take, other: str, *, brief: bool = False) -> list[str]:
        assert snapshot.view is not None, "a move is chosen at a table"
        left = snapshot.view.state.heaps[move.heap] - move.stones
        return [f"Heap {LETTERS[move.heap]} will have {_stones(left)}."]

    def table(self, snapshot: Snapshot) -> list[str]:
        return [heaps_of(_state(snapshot))]

    def why_over(self, termination: NimEnd) -> str:
        return "The last stone was taken."


def heaps_of(state: NimState) -> str:
    """Such as "Heap A: 3, heap B: 5, heap C: 0."."""
    text = ", ".join(f"heap {letter}: {size}" for letter, size in zip(LETTERS, state.heaps, strict=True))
    return f"{text[0].upper()}{text[1:]}."


def _stones(count: int) -> str:
    return "1 stone" if count == 1 else f"{count} stones"


def _state(snapshot: Snapshot) -> NimState:
    assert snapshot.view is not None, "the game has begun"
    state: NimState = snapshot.view.state
    return state
