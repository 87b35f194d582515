"""The interface of a game's teacher: it foresees how a game may end, advises a move, and compares two.

It sees what one seat sees, and nothing more. Equal views get equal answers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, Generic, Protocol

from attrs import frozen

from mandala_net.bots.forecast import Forecast, forecast_at_end
from mandala_net.bots.move_review import DECIMALS, MoveJudgement
from mandala_protocol.games.game import Counts, ExpectMove, ExpectReveal, Game, Moved, MoveT, Over, Revealed, View
from mandala_protocol.seats import Seat

KEPT: Final = 1024
"""The most answers that are kept: a few games of them."""

LINE: Final = 3
"""The most moves of a line of play: the best one, and those that the search expects after it."""


@frozen
class Leaning:
    """A search's opinion of a position, before it is made a forecast.

    ``lead``: 0.0 in an even game, and more is better. ``early``: how much of the game is to come, from 1 to 0.
    ``terms``: what else the chance to win is weighed by. ``settled``: the points of the margin that are no guess, and
    ``open`` what the rest of it is weighed by. ``counted``: the chance to win where it was counted, which no map makes
    better.
    """

    lead: float
    early: float
    terms: tuple[float, ...] = ()
    settled: float = 0.0
    open: tuple[float, ...] = ()
    counted: float | None = None


@frozen
class ForeseenMove(Generic[MoveT]):
    """A legal move, and what is to be expected after it by the one who makes it."""

    move: MoveT
    forecast: Forecast


class Teacher(Protocol):
    """Teaches one game."""

    @property
    def name(self) -> str:
        """The level whose search it is."""

    @property
    def finest(self) -> int:
        """The fewest games in 100 by which two moves must differ for one to be better."""

    def leaning(self, view: View[Any]) -> Leaning:
        """The search's opinion for the seat of this view, whichever seat is to move."""

    def forecast(self, view: View[Any]) -> Forecast:
        """The forecast for the seat of this view, whichever seat is to move."""

    def advise(self, view: View[Any]) -> Any:
        """The best move. Raises ``ValueError`` if the seat of the view is not to move."""

    def compared(self, view: View[Any], made: Any) -> tuple[ForeseenMove[Any], ForeseenMove[Any]]:
        """The best move and the one that was made, a legal move; the same twice if that is the best."""

    def line(self, view: View[Any]) -> tuple[Moved[Any], ...]:
        """The best move and those expected after it, at most ``LINE``. Raises ``ValueError`` as ``advise``."""

    def reason(self, view: View[Any], best: Any, made: Any | None = None) -> Any:
        """The reason to prefer one move to the other, or to all others; in the form of the game, as that of a judge."""


def foreseen(game: Game[Any, Any], teacher: Teacher, view: View[Any]) -> Forecast | None:
    """The forecast for the seat of this view; None while cards are dealt or shown, and no seat is to move."""
    return _foreseen(*_asked(game, teacher, view))


def taught(game: Game[Any, Any], teacher: Teacher, view: View[Any], move: MoveT) -> MoveJudgement[MoveT]:
    """Judge the move that the seat of this view made there.

    A move is worse than the best if it costs at least as many games in 100 as the teacher can tell, and some points.
    Raises ``ValueError`` if the move is not one that could be made.
    """
    judgement: MoveJudgement[MoveT] = _taught(*_asked(game, teacher, view), move)
    return judgement


def expected_line(game: Game[Any, Any], teacher: Teacher, view: View[Any]) -> tuple[Moved[Any], ...]:
    """The best move for the seat of this view and those expected after it. Raises ``ValueError`` as ``advise``."""
    return _line(*_asked(game, teacher, view))


# Whoever looks at a game again need not wait again.


def _asked(game: Game[Any, Any], teacher: Teacher, view: View[Any]) -> tuple[Any, ...]:
    """All that an answer depends on, in a form that can be looked up."""
    return game, teacher, view.state, view.seat, tuple(sorted(view.holdings.items()))


@lru_cache(maxsize=KEPT)
def _foreseen(game: Any, teacher: Any, state: Any, seat: Seat, held: tuple[tuple[str, Counts], ...]) -> Forecast | None:
    match game.expects(state):
        case Over(result=result):
            return forecast_at_end(result, seat)
        case ExpectMove():
            forecast: Forecast = teacher.forecast(View(state, seat, dict(held)))
            return forecast
        case ExpectReveal() if not game.faces:  # nothing was hidden, so the end is known already
            return _foreseen(game, teacher, game.apply(state, Revealed(({}, {}))), seat, held)
        case _:
            return None


@lru_cache(maxsize=KEPT)
def _line(
    _game: Any, teacher: Teacher, state: Any, seat: Seat, held: tuple[tuple[str, Counts], ...]
) -> tuple[Moved[Any], ...]:
    return teacher.line(View(state, seat, dict(held)))


@lru_cache(maxsize=KEPT)
def _taught(
    game: Game[Any, Any], teacher: Teacher, state: Any, seat: Seat, held: tuple[tuple[str, Counts], ...], move: Any
) -> MoveJudgement[Any]:
    view = View(state, seat, dict(held))
    legal = game.legal_moves(view)
    if move not in legal:
        raise ValueError("only a legal move can be judged")
    best, made = teacher.compared(view, move)
    given_away = round(best.forecast.margin - made.forecast.margin, DECIMALS)
    if best.forecast.in_100 - made.forecast.in_100 < teacher.finest or given_away <= 0:
        best, given_away = made, 0.0
    reason = teacher.reason(view, best.move, made.move)
    return MoveJudgement(move, best.move, reason, given_away, len(legal) == 1, best.forecast, made.forecast)
