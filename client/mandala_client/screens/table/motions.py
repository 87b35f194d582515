"""The motions of the table: which one follows from what has happened, whether it is seen, and how it passes."""

from __future__ import annotations

from attrs import evolve

from mandala_client.games.table_events import event_sentences, motion_of, parts_of
from mandala_client.table.table_model import Ended, EndPage, Playing, Preparing, TableModel
from mandala_client.ui.motion import Motion, Passing, in_front
from mandala_client.ui.rows import Screen
from mandala_client.ui.style import Look


def motions_between(before: TableModel, after: TableModel, look: Look) -> tuple[Motion, ...]:
    """The motions of what was not known before, in their order; none when a game is resumed.

    These are the parts of the last step that is shown in parts, and then the last motion that a step has.
    """
    known, snapshot = before.snapshot, after.snapshot
    if known is None or snapshot is None or snapshot.names is None:
        return ()
    seat, names = snapshot.seat, snapshot.names
    steps = snapshot.steps[len(known.steps) :][::-1]
    happened = [(after.game.words.events(step), step.after) for step in steps]
    in_parts = (parts_of(events, state) for events, state in happened)
    parts = next((parts for parts in in_parts if len(parts) > 1), [])
    motion = next(filter(None, (motion_of(events, seat, names, look) for events, _state in happened)), None)
    shown = (Motion(" ".join(event_sentences(part.events, seat, names)), table=part.table) for part in parts)
    return (*shown, *([] if motion is None else [motion]))


def motion_of_end(before: TableModel, after: TableModel, look: Look) -> Motion | None:
    """The motion of the end of a game; None if it was known before, or there is no result."""
    snapshot = after.snapshot
    if isinstance(before.phase, Ended) or snapshot is None or snapshot.result is None:
        return None
    sentence, ways = after.game.words.game_over(snapshot), after.game.table.final_ways(snapshot)
    if sentence is None or not ways:
        return None
    return Motion(sentence, tuple(way.lane(snapshot.names, look) for way in ways))


def is_in_sight(model: TableModel) -> bool:
    """Return whether the table, or the result at its end, is what is shown: no page and no question is before it."""
    if model.overlay is not None or model.question is not None or model.draft.confirming:
        return False
    match model.phase:
        case Preparing():
            return False
        case Playing():
            return not model.phase.log_open
        case Ended():
            return model.phase.page is EndPage.RESULT


def is_step_by_step(model: TableModel) -> bool:
    """Return whether earlier tables are shown in place of the one that is played at."""
    return model.moving is not None and model.moving.motion.table is not None and is_in_sight(model)


def with_motion(model: TableModel, shown: Screen, look: Look) -> Screen:
    """The page that is shown, with the motion in its spare part if there is one and it can be seen."""
    if model.moving is None or shown.spare is None or not is_in_sight(model):
        return shown
    return in_front(shown, model.moving, shown.spare, look)


def moving(model: TableModel, motion: Motion, share: float = 0) -> TableModel:
    """A motion on its way, of whose time this share is over, in place of any other."""
    return evolve(model, moving=Passing(motion, share))


def moving_next(model: TableModel, motion: Motion) -> TableModel:
    """A motion that waits until those of earlier tables are over, and the one that passes now.

    Of others that wait only the last is kept.
    """
    now = model.moving
    if now is None:
        return moving(model, motion)
    waiting = tuple(one for one in now.then if one.table is not None)
    return evolve(model, moving=evolve(now, then=(*waiting, motion)))


def moving_at_end(model: TableModel, motion: Motion) -> TableModel:
    """The motion of the end, in place of any other but those of earlier tables."""
    now = model.moving
    return moving(model, motion) if now is None or now.motion.table is None else moving_next(model, motion)


def passed(model: TableModel, share: float) -> TableModel:
    """Let this share of a motion's time pass; when all of it has, the next motion follows, or none."""
    now = model.moving
    if now is None or share < 1:
        return evolve(model, moving=None if now is None else evolve(now, share=share))
    return evolve(model, moving=Passing(now.then[0], then=now.then[1:]) if now.then else None)


def settled(model: TableModel) -> TableModel:
    """Nothing moves any more."""
    return evolve(model, moving=None)
