"""The base of the rules of a game without hidden cards, which says the rest of ``Game`` from its moves and its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from attrs import evolve, field, frozen

from mandala_protocol.games.game import (
    EndOfGame,
    EndReason,
    Expectation,
    ExpectMove,
    ExpectReveal,
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


@frozen
class OpenState:
    """The part of the state that all such games have; the state of a game adds fields of its own.

    ``to_move`` after the end: the seat that would be next. ``ended``: the result once it is certain.
    ``revealed``: both players have opened their keys after that.
    """

    to_move: Seat
    ended: Result | None = field(default=None, kw_only=True)
    revealed: bool = field(default=False, kw_only=True)


StateT = TypeVar("StateT", bound=OpenState)
MoveT = TypeVar("MoveT")


class OutOfTurn(IllegalMove):
    """It is not this seat's turn, or the game has ended."""

    def __init__(self) -> None:
        super().__init__("turn", "the other player is to move")


class OpenGame(Game[StateT, MoveT], Protocol[StateT, MoveT]):
    """The rules of a game without hidden cards. A method with a body is optional, as in ``Game``."""

    def moves(self, state: StateT) -> Iterable[MoveT]:
        """Every move of the seat to move, in a fixed order. It is not asked once the game has ended."""

    def after(self, state: StateT, move: MoveT) -> StateT:
        """The state after a move of the seat to move, with the seat that moves next.

        Raises ``IllegalMove`` for a move that the rules forbid.
        """

    def result(self, state: StateT) -> Result | None:
        """The result if the rules end the game in this state; None if it goes on."""

    def line(self, state: StateT) -> str:
        """The fields of its own state as one line of ASCII; equal fields have equal lines and the other way round."""

    def early_result(self, state: StateT, event: EndOfGame) -> Result:
        """The result if the players end the game: 1 to 0 for the one who did not resign, or a draw."""
        return won_by(None if event.seat is None else event.seat.other, event.reason)

    def settled(self, state: StateT) -> StateT:
        """This state with its result, if the rules end the game in it."""
        return evolve(state, ended=self.result(state))

    # What follows.

    def expects(self, state: StateT) -> Expectation:
        if state.ended is None:
            return ExpectMove(state.to_move)
        return Over(state.ended) if state.revealed else ExpectReveal()

    def apply(self, state: StateT, event: GameEvent[MoveT]) -> StateT:
        match event:
            case Moved(seat=seat, move=move) if self.expects(state) == ExpectMove(seat):
                return self.settled(self.after(state, move))
            case EndOfGame(reason=reason, seat=seat) if state.ended is None:
                if (reason is EndReason.RESIGNED) is (seat is None):
                    raise ValueError("one seat resigns, both together agree")
                return evolve(state, ended=self.early_result(state, event))
            case Revealed(holdings=holdings) if self.expects(state) == ExpectReveal():
                if any(any(cards) for held in holdings for cards in held.values()):
                    raise ValueError("this game has no hidden cards")
                return evolve(state, revealed=True)
            case _:
                raise ValueError("this is not expected now")

    def legal_moves(self, view: View[StateT]) -> tuple[MoveT, ...]:
        return tuple(self.moves(view.state)) if self.expects(view.state) == ExpectMove(view.seat) else ()

    def check(self, view: View[StateT], move: MoveT) -> None:
        if self.expects(view.state) != ExpectMove(view.seat):
            raise OutOfTurn
        self.after(view.state, move)

    def position(self, state: StateT) -> str:
        ended = "-"
        if state.ended is not None:
            winner = "-" if state.ended.winner is None else int(state.ended.winner)
            how = state.ended.termination.value.replace(" ", "-")
            ended = f"{how}:{winner}:{'open' if state.revealed else 'closed'}"
        return f"{self.line(state)} to-move {int(state.to_move)} ended {ended}"


def won_by(winner: Seat | None, termination: Termination) -> Result:
    """The result of a game without points: 1 to 0 for the winner, 0 to 0 if there is none."""
    return Result((int(winner is Seat.HOST), int(winner is Seat.GUEST)), winner, termination)
