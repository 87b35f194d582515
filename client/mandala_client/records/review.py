"""The review of a game: for each move what it brought, and what it cost in the eyes of the teacher of this game.

The teacher sees nothing but what the mover could see. The points are counted with all cards open. A game without a
teacher may have a judge, who knows no chances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from mandala_client.games.catalogue import ui_of
from mandala_client.games.game_ui import AnyGameUI
from mandala_client.records.replay import Frame, Replay
from mandala_client.text.language import _, error_text
from mandala_client.text.player_names import Names
from mandala_client.text.sorry import Sorry
from mandala_client.ui.progress import ShowProgress
from mandala_net.bots.catalogue import bots_of
from mandala_net.bots.forecast import Forecast, forecast_at_end
from mandala_net.bots.move_review import DECIMALS, MoveJudgement, judge_move
from mandala_net.bots.sealed_file import BadWeights
from mandala_net.bots.teacher import Teacher, foreseen, taught
from mandala_protocol.games.game import ExpectMove, Moved, Over, View
from mandala_protocol.record.steps import Abandoned, Step
from mandala_protocol.seats import Seat

WORST: Final = 3
"""The number of moves of a player that are named as those that cost most."""

JudgeView: TypeAlias = Callable[[View[Any], Any], MoveJudgement[Any]]
"""Judges the move that was made in a view."""


class NotReviewed(Sorry):
    """There is nothing to review, or it may not be."""


@frozen
class Better:
    """A move that was better in the eyes of the judge, and ``why``, without a full stop; empty for no reason."""

    move: Any
    why: str


@frozen
class ReviewedMove:
    """A move and what came of it.

    ``at``: its frame, counted from 0. ``points`` of both after it, by seat, as far as their cards are known. ``swing``:
    by how many points the lead of the mover grew by it; negative if it shrank. In a game that counts no points before
    its end they are None and 0. ``given_away``: what it fell short of the best, in estimated points; 0.0 if and only if
    nothing was ``better``. ``forced``: no other move was possible. ``before`` and ``after``: what the mover could
    expect with the best move, and with this one; None without a teacher.
    """

    at: int
    frame: Frame
    seat: Seat
    move: Any
    points: tuple[int, int] | None
    swing: int
    given_away: float
    better: Better | None
    forced: bool
    before: Forecast | None = None
    after: Forecast | None = None

    @property
    def cost(self) -> float:
        """The cost of the move: in games of 100, or without a teacher in points."""
        if self.before is None or self.after is None:
            return self.given_away
        return self.before.in_100 - self.after.in_100


@frozen
class Total:
    """The totals of one player: the number of moves, and the points given away by them.

    ``forced``: the number of moves that were the only one possible. ``best``: the number of all others than which none
    was better.
    """

    moves: int
    forced: int
    best: int
    given_away: float

    @property
    def choices(self) -> int:
        """The number of moves that were one of several that were possible."""
        return self.moves - self.forced


@frozen
class Moment:
    """A moment of a game, and what the player can expect then.

    ``at``: the frame of the move that comes next, counted from 0; at the end of the game that of the last frame.
    """

    at: int
    forecast: Forecast


@frozen
class Review:
    """All moves that could be judged, in order.

    ``game``: its name on the wire; ``judge``: the bot that judges. ``names`` by seat. ``near``: whose points are told
    first, the own seat if there is one. ``seats``: whose moves they are, the near one first; both, or the own one alone
    where no other hand is known. ``course``: what the first of these could expect, moment by moment; empty without a
    teacher.
    """

    game: str
    judge: str
    names: Names
    near: Seat
    seats: tuple[Seat, ...]
    moves: tuple[ReviewedMove, ...] = field(repr=False)
    course: tuple[Moment, ...] = field(repr=False, default=())
    is_taught: bool = False

    @property
    def ui(self) -> AnyGameUI:
        """The client's side of the game."""
        return ui_of(self.game)

    @property
    def counts_points(self) -> bool:
        """Return whether the game counts points before its end."""
        return all(move.points is not None for move in self.moves)

    def by(self, seat: Seat) -> tuple[ReviewedMove, ...]:
        """The moves of this player."""
        return tuple(move for move in self.moves if move.seat is seat)

    def total(self, seat: Seat) -> Total:
        """The totals of all moves of this player."""
        moves = self.by(seat)
        given_away = round(sum(move.given_away for move in moves), DECIMALS)
        best = sum(move.better is None and not move.forced for move in moves)
        return Total(len(moves), sum(move.forced for move in moves), best, given_away)

    def worst(self, seat: Seat) -> tuple[ReviewedMove, ...]:
        """The few moves of this player that cost most, the worst first; of equal ones that which gave away more."""
        cost = [move for move in self.by(seat) if move.better is not None]
        return tuple(sorted(cost, key=lambda move: (-move.cost, -move.given_away))[:WORST])

    def numbers_of_worst(self) -> frozenset[int]:
        """Return which of all moves, counted from 0, are among these few."""
        worst = {move.at for seat in self.seats for move in self.worst(seat)}
        return frozenset(number for number, move in enumerate(self.moves) if move.at in worst)

    def at(self, at: int) -> ReviewedMove | None:
        """The move of this frame, counted from 0; None if it is none, or could not be judged."""
        return next((move for move in self.moves if move.at == at), None)


def review_of(replay: Replay, near: Seat = Seat.HOST, progress: ShowProgress = lambda _done, _total: None) -> Review:
    """Judge every move whose mover's hand is known; ``near`` is the own seat, that of the host if there is none.

    ``progress`` is told how much of how much is judged.
    Raises ``NotReviewed`` if the game may go on, as nobody shall have hints against a person, if no bot can judge the
    moves of this game, or if no hand is known.
    """
    if not is_over(replay):
        raise NotReviewed(_("You can review only a finished game; this one has no result."))
    teacher = _teacher_of(replay.game)
    name, judge = _judge_of(replay, teacher)
    steps = len(replay.frames) * (1 if teacher is None else 2)  # a teacher looks at each once more, for the course
    judged = (
        _reviewed(replay, judge, at, frame) for at, frame in enumerate(_counted(replay.frames, progress, 0, steps))
    )
    moves = tuple(move for move in judged if move is not None)
    to_move = [frame for frame in replay.frames if isinstance(replay.ui.rules.expects(frame.state), ExpectMove)]
    seats = tuple(seat for seat in (near, near.other) if any(frame.held[seat] is not None for frame in to_move))
    if not seats:
        raise NotReviewed(_("The hands of this game are unknown, so no move can be reviewed."))
    course: tuple[Moment, ...] = ()
    if teacher is not None:
        known = {move.at: move.before for move in moves if move.seat is seats[0] and move.before is not None}
        frames = _counted(replay.frames, progress, len(replay.frames), steps)
        course = tuple(_course(replay, teacher, seats[0], known, frames))
    return Review(replay.game, name, replay.names, near, seats, moves, course, teacher is not None)


def _counted(frames: Sequence[Frame], progress: ShowProgress, before: int, total: int) -> Iterator[Frame]:
    """The frames one by one; after each, the ``progress`` of what is done with it. ``before``: what was done before."""
    for done, frame in enumerate(frames, start=before + 1):
        yield frame
        progress(done, total)


def _teacher_of(game: str) -> Teacher | None:
    make = bots_of(game).teacher
    try:
        return None if make is None else make()
    except BadWeights as error:
        raise NotReviewed(error_text(error)) from error


def _judge_of(replay: Replay, teacher: Teacher | None) -> tuple[str, JudgeView]:
    """The name of the bot that judges, and how it does that: the teacher if there is one."""
    if teacher is not None:
        return teacher.name, lambda view, move: taught(replay.ui.rules, teacher, view, move)
    judge = bots_of(replay.game).judge
    if judge is None:
        raise NotReviewed(_("No bot can judge the moves of this game."))
    return judge.name, lambda view, move: judge_move(judge, view, move)


def is_over(replay: Replay) -> bool:
    """Return whether nothing more can happen in this game: all cards are open, or it was called abandoned."""
    return replay.is_over or isinstance(replay.frames[-1].happening, Abandoned)


def _reviewed(replay: Replay, judge: JudgeView, at: int, frame: Frame) -> ReviewedMove | None:
    step = frame.happening
    if frame.part or not isinstance(step, Step) or not isinstance(step.event, Moved):
        return None
    moved: Moved[Any] = step.event
    # A game that begins with a move has dealt no cards before it, so that nothing is held then either.
    before = replay.frames[max(at - 1, 0)].held
    held = before[moved.seat]
    if held is None:
        return None
    view = View(step.before, moved.seat, held)
    judged = judge(view, moved.move)
    records = replay.ui.records
    better = None
    if judged.given_away:
        better = Better(judged.best, records.why_better(view, judged, moved.seat, replay.names))
    points = records.points(step.after, frame.held)
    earlier = records.points(step.before, before)
    swing = 0
    if points is not None and earlier is not None:
        swing = _lead(points, moved.seat) - _lead(earlier, moved.seat)
    return ReviewedMove(
        at,
        frame,
        moved.seat,
        moved.move,
        points,
        swing,
        judged.given_away,
        better,
        judged.forced,
        judged.before,
        judged.after,
    )


def _lead(points: tuple[int, int], seat: Seat) -> int:
    return points[seat] - points[seat.other]


def _course(
    replay: Replay, teacher: Teacher, seat: Seat, known: Mapping[int, Forecast], frames: Iterable[Frame]
) -> Iterator[Moment]:
    """Every moment before a move at which the cards of this seat are known, and the end.

    ``known``: by frame what has been foreseen already. ``frames`` are those of the replay, taken one by one.
    """
    rules = replay.ui.rules
    for at, frame in enumerate(frames):
        step = frame.happening
        if frame.part or not isinstance(step, Step) or not isinstance(step.event, Moved):
            continue
        held = replay.frames[max(at - 1, 0)].held[seat]
        if held is None:
            continue
        view: View[Any] = View(step.before, seat, held)
        forecast = known[at] if at in known else foreseen(rules, teacher, view)
        if forecast is not None:
            yield Moment(at, forecast)
    end = rules.expects(replay.frames[-1].state)
    if isinstance(end, Over):
        yield Moment(len(replay.frames) - 1, forecast_at_end(end.result, seat))
