"""The course of a game: what one player could expect at each moment, from what that player could see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from mandala_client.records.replay import Frame, Replay
from mandala_net.bots.forecast import Forecast, forecast_at_end
from mandala_net.bots.teacher import Teacher, foreseen
from mandala_protocol.games.game import Moved, Over, View
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


@frozen
class Moment:
    """A moment of a game, and what the player can expect then.

    ``at``: the frame of the move that comes next, counted from 0; at the end of the game that of the last frame.
    """

    at: int
    forecast: Forecast


def course_of(
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
    match rules.expects(replay.frames[-1].state):
        case Over(result=result):
            yield Moment(len(replay.frames) - 1, forecast_at_end(result, seat))
        case _:
            pass
