"""The review of a game: for each move what it brought, and what it gave away in the eyes of the greedy bot.

The bot judges one move ahead, from nothing but what the mover could see. The points are counted with all cards open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from mandala_client.games.mandala.board import Held
from mandala_client.games.mandala.event_text import Names
from mandala_client.games.mandala.hint import clauses
from mandala_client.records.replay import Frame, Replay
from mandala_client.text.language import _
from mandala_net.bots.mandala.mandala_bots import MANDALA_BOTS
from mandala_net.bots.mandala.reasons import Clause
from mandala_net.bots.move_review import DECIMALS, judge_move
from mandala_protocol.games.counts import union
from mandala_protocol.games.game import Counts, Moved, View
from mandala_protocol.games.mandala import MandalaMove, MandalaState
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.scoring import seat_score
from mandala_protocol.games.mandala.state import GameOver
from mandala_protocol.record.steps import Abandoned, Step
from mandala_protocol.seats import Seat

WORST: Final = 3
"""How many moves of a player are named that gave away most."""


class NotReviewed(ValueError):
    """There is nothing to review, or it may not be; the text is one sentence for a person."""


@frozen
class Better:
    """A move that was better in the eyes of the bot, and what speaks for it."""

    move: MandalaMove
    clauses: tuple[Clause, ...]


@frozen
class ReviewedMove:
    """A move and what came of it.

    ``at``: its frame, counted from 0. ``points`` of both after it, by seat, as far as their cards are known.
    ``swing``: by how many points the lead of the mover grew by it; negative if it shrank. ``given_away``: what it fell
    short of the best, in the bot's estimate of points; 0.0 if and only if nothing was ``better``. ``forced``: no other
    move was possible.
    """

    at: int
    frame: Frame
    seat: Seat
    move: MandalaMove
    points: tuple[int, int]
    swing: int
    given_away: float
    better: Better | None
    forced: bool


@frozen
class Total:
    """Of one player: how many moves, and the points given away by them.

    ``forced``: how many were the only one possible. ``best``: how many of all others nothing was better than.
    """

    moves: int
    forced: int
    best: int
    given_away: float

    @property
    def choices(self) -> int:
        """Return how many moves were one of several that were possible."""
        return self.moves - self.forced


@frozen
class Review:
    """All moves that could be judged, in order.

    ``names`` by seat. ``near``: whose points are told first, the own seat if there is one. ``seats``: whose moves they
    are, the near one first; both, or the own one alone where no other hand is known.
    """

    names: Names
    near: Seat
    seats: tuple[Seat, ...]
    moves: tuple[ReviewedMove, ...] = field(repr=False)

    def by(self, seat: Seat) -> tuple[ReviewedMove, ...]:
        """The moves of this player."""
        return tuple(move for move in self.moves if move.seat is seat)

    def total(self, seat: Seat) -> Total:
        """Return what is to be said of all moves of this player."""
        moves = self.by(seat)
        given_away = round(sum(move.given_away for move in moves), DECIMALS)
        best = sum(move.better is None and not move.forced for move in moves)
        return Total(len(moves), sum(move.forced for move in moves), best, given_away)

    def worst(self, seat: Seat) -> tuple[ReviewedMove, ...]:
        """The few moves of this player that gave away most, the worst first; of equal ones the earlier."""
        gave = [move for move in self.by(seat) if move.better is not None]
        return tuple(sorted(gave, key=lambda move: -move.given_away)[:WORST])

    def numbers_of_worst(self) -> frozenset[int]:
        """Return which of all moves, counted from 0, are among these few."""
        worst = {move.at for seat in self.seats for move in self.worst(seat)}
        return frozenset(number for number, move in enumerate(self.moves) if move.at in worst)

    def at(self, at: int) -> ReviewedMove | None:
        """The move of this frame, counted from 0; None if it is none, or could not be judged."""
        return next((move for move in self.moves if move.at == at), None)


def review_of(replay: Replay, near: Seat = Seat.HOST) -> Review:
    """Judge every move whose mover's hand is known; ``near`` is the own seat, that of the host if there is none.

    Raises ``NotReviewed`` if the game may go on, as no one shall have hints against a person, or if no hand is known.
    """
    if not is_over(replay):
        raise NotReviewed(_("You can review only a finished game; this one has no result."))
    moves = tuple(
        reviewed
        for at, (before, frame) in enumerate(zip(replay.frames, replay.frames[1:], strict=False), start=1)
        if (reviewed := _reviewed(at, before, frame)) is not None
    )
    seats = tuple(seat for seat in (near, near.other) if any(frame.held[seat] for frame in replay.frames))
    if not seats:
        raise NotReviewed(_("The hands of this game are unknown, so no move can be reviewed."))
    return Review(replay.names, near, seats, moves)


def is_over(replay: Replay) -> bool:
    """Return whether nothing more can happen in this game: all cards are open, or it was called abandoned."""
    last = replay.frames[-1]
    return isinstance(last.state.phase, GameOver) or isinstance(last.happening, Abandoned)


def _reviewed(at: int, before: Frame, frame: Frame) -> ReviewedMove | None:
    step = frame.happening
    if not isinstance(step, Step) or not isinstance(step.event, Moved):
        return None
    moved: Moved[Any] = step.event
    held = before.held[moved.seat]
    if held is None:
        return None
    view = View(before.state, moved.seat, held)
    assert MANDALA_BOTS.judge is not None
    judgement = judge_move(MANDALA_BOTS.judge, view, moved.move)
    better = None
    if judgement.given_away:
        better = Better(judgement.best, clauses(view, judgement.best, judgement.reason))
    lead_before, points = _lead(before, moved.seat), _points(frame.state, frame.held)
    swing = points[moved.seat] - points[moved.seat.other] - lead_before
    return ReviewedMove(
        at, frame, moved.seat, moved.move, points, swing, judgement.given_away, better, judgement.forced
    )


def _lead(frame: Frame, seat: Seat) -> int:
    points = _points(frame.state, frame.held)
    return points[seat] - points[seat.other]


def _points(state: MandalaState, held: Held) -> tuple[int, int]:
    """Of both players, by seat; without the starting cards of a cup that are not known."""
    host, guest = (_points_of(state, seat, held[seat]) for seat in Seat)
    return host, guest


def _points_of(state: MandalaState, seat: Seat, held: Mapping[str, Counts] | None) -> int:
    player = state.players[seat]
    starting = NO_CARDS if held is None else held.get("cup", NO_CARDS)
    return seat_score(player.river, union(player.claimed, starting)).total
