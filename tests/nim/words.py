"""The client's sentences about Nim."""

from __future__ import annotations

from typing import Any, Final

from mandala_client.games.endings import ended_early, why_ended_early
from mandala_client.games.game_words import GameWords
from mandala_client.games.table_events import TableEvent, Wording, wording_for_all
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.blocks.values import Blocks, Compared, Comparison
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import (
    BadNotation,
    EndOfGame,
    EndReason,
    IllegalMove,
    Moved,
    Over,
    Result,
    Revealed,
    Termination,
    View,
)
from mandala_protocol.record.steps import Step
from tests.nim.rules import LETTERS, NIM, NimEnd, NimState, Take

TOOK: Final = Wording("You take {stones} from heap {heap}.", "{name} takes {stones} from heap {heap}.")
REVEALED: Final = wording_for_all("Both keys are open.")


class NimWords(GameWords[Take]):
    """The functions are documented at ``GameWords``; what is left out there has its usual answer."""

    def typed(self, text: str) -> Take | None:
        try:
            return NIM.parse_move(text.strip().upper())
        except BadNotation:
            return None

    def notation(self, move: Take) -> str:
        return NIM.format_move(move)

    def examples(self) -> str:
        return "A1, C4"

    def how_to_type(self) -> list[str]:
        return ["Take stones: the letter of the heap and how many, such as B3."]

    def events(self, step: Step) -> tuple[TableEvent, ...]:
        match step.event:
            case Moved(seat=mover, move=move):
                values = {"stones": _stones(move.stones), "heap": LETTERS[move.heap]}
                return (TableEvent(TOOK, mover, values, is_deed=True),)
            case EndOfGame() as ended:
                return (ended_early(ended),)
            case Revealed():
                return (TableEvent(REVEALED),)
            case _:
                raise AssertionError("Nim has no cards to shuffle or to deal")

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

    def game_over(self, snapshot: Snapshot) -> str | None:
        result, names = snapshot.result, snapshot.names
        if result is None or names is None:
            return None
        other = player_name(snapshot.seat.other, names)
        we_won = result.winner is snapshot.seat
        if result.termination is NimEnd.LAST_STONE:
            return "You took the last stone: you win." if we_won else f"{other} took the last stone and wins."
        assert isinstance(result.termination, EndReason), "Nim ends with the last stone, or its players end it"
        return why_ended_early(result.termination, other, we_won=we_won)

    def score(self, snapshot: Snapshot) -> Blocks:
        result, seat = snapshot.result, snapshot.seat
        if result is None:
            return []
        points = Compared("Points", str(result.scores[seat]), str(result.scores[seat.other]), is_sum=True)
        return [Comparison(player_name(seat.other, snapshot.names), (points,))]

    def points_now(self, snapshot: Snapshot) -> str:
        return "Nobody has a point before the end."

    def why_over(self, termination: Termination) -> str:
        return "The last stone was taken."


def heaps_of(state: NimState) -> str:
    """Such as "Heap A: 3, heap B: 5, heap C: 0."."""
    text = ", ".join(f"heap {letter}: {size}" for letter, size in zip(LETTERS, state.heaps, strict=True))
    return f"{text[0].upper()}{text[1:]}."


def score_for_all(result: Result, names: Names) -> str:
    """Who won, for someone who looks on."""
    if result.winner is None:
        return "A draw, 0 to 0: both agreed to end it."
    winner, loser = player_name(result.winner, names), player_name(result.winner.other, names)
    why = f"{winner} took the last stone." if result.termination is NimEnd.LAST_STONE else f"{loser} resigned."
    return f"{winner} wins 1 to 0. {why}"


def result_of(state: NimState) -> Result:
    """The result of a game that is over."""
    expected = NIM.expects(state)
    assert isinstance(expected, Over), "the game goes on"
    return expected.result


def _stones(count: int) -> str:
    return "1 stone" if count == 1 else f"{count} stones"


def _state(snapshot: Snapshot) -> NimState:
    assert snapshot.view is not None, "the game has begun"
    state: NimState = snapshot.view.state
    return state
