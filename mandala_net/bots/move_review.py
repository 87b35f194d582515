"""A judge's estimate of what a move gave away, from what the mover could see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from attrs import frozen

from mandala_net.bots.forecast import Forecast
from mandala_protocol.games.game import MoveT, View

TASTE: Final = 0
"""The seed of a bot that is asked what it thinks: of moves that are equally good it recommends the same each time."""

DECIMALS: Final = 1
"""An estimate finer than a tenth of a point means nothing: moves that differ by less are equally good."""

MoveT_co = TypeVar("MoveT_co", covariant=True)


class ValuedMove(Protocol[MoveT_co]):
    """A legal move, and what a judge thinks of it."""

    @property
    def move(self) -> MoveT_co:
        """The move."""

    @property
    def total(self) -> float:
        """The move's value in points."""


class Judge(Protocol):
    """The interface of a judge, who says what the moves of one game are worth. Equal views are always judged alike."""

    @property
    def name(self) -> str:
        """The name of the bot that judges."""

    def ranked(self, view: View[Any]) -> Sequence[ValuedMove[Any]]:
        """Every legal move, the best first. Raises ``ValueError`` if the seat of the view is not to move."""

    def reason(self, view: View[Any], best: Any, made: Any) -> Any:
        """The reason to prefer the best of the ``ranked`` moves to the one made. Its form is the game's own."""


@frozen
class MoveJudgement(Generic[MoveT]):
    """A move as it is judged.

    ``best``: the best move and ``reason`` why it and not the move made, in the form of the game; it is the move made if
    none is better. ``given_away``: by how many points the move made is estimated to fall short of it, in tenths and
    never negative; 0.0 if and only if it is best. ``forced``: no other move was possible. ``before`` and ``after``:
    what the mover could expect with the best move, and with the one made; None if the game has no teacher.
    """

    move: MoveT
    best: MoveT
    reason: Any
    given_away: float
    forced: bool
    before: Forecast | None = None
    after: Forecast | None = None


def judge_move(judge: Judge, view: View[Any], move: MoveT) -> MoveJudgement[MoveT]:
    """Judge the move that the seat of this view made there.

    Raises ``ValueError`` if the move is not one that could be made.
    """
    ranked = judge.ranked(view)
    made = next((valued for valued in ranked if valued.move == move), None)
    if made is None:
        raise ValueError("only a legal move can be judged")
    given_away = round(ranked[0].total - made.total, DECIMALS)
    best = ranked[0] if given_away else made
    return MoveJudgement(move, best.move, judge.reason(view, best, made), given_away, len(ranked) == 1)
