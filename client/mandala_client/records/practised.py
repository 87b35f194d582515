"""A game for practice as frames: it has no record, and all its cards are known to this program."""

from __future__ import annotations

from collections.abc import Sequence

from mandala_client.games.mandala.event_text import Names
from mandala_client.games.mandala.score_text import onlooker_score
from mandala_client.records.replay import Frame, NothingToReplay, Replay, frame_after
from mandala_client.text.language import _
from mandala_protocol.games.mandala.state import GameOver, MandalaState
from mandala_protocol.games.simulation import Holdings
from mandala_protocol.names import clean_name
from mandala_protocol.record.steps import Step


def practised(names: Names, steps: Sequence[Step], held: Sequence[tuple[Holdings, Holdings]]) -> Replay:
    """The game of these steps; ``held`` are all hidden cards after each of them, by seat.

    Raises ``NothingToReplay`` if it is not over: no one shall see the cards of a game that goes on.
    """
    state = steps[-1].after if steps else None
    if not isinstance(state, MandalaState) or not isinstance(state.phase, GameOver):
        raise NothingToReplay(_("This game is not over."))
    shown = (clean_name(names[0]), clean_name(names[1]))
    frames: list[Frame] = []
    for step, cards in zip(steps, held, strict=True):
        frames.append(frame_after(frames[-1] if frames else None, step, shown, step.after, cards, None))
    return Replay(names=shown, frames=tuple(frames), closing=tuple(onlooker_score(state, shown)))
