"""The top of the discard pile: the cards that came to it last."""

from __future__ import annotations

from collections.abc import Sequence

from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.record.steps import Step


def on_top(steps: Sequence[Step]) -> Counts:
    """The cards that were discarded together last, by colour; none if nothing was discarded since the last shuffle.

    ``steps`` are all of the game, the oldest first. The pile itself is public as counts alone (S8), so which of
    several colours lies above the others is not said.
    """
    for step in reversed(steps):
        now, before = step.after.discard, step.before.discard
        if not any(now):
            return NO_CARDS
        if sum(now) > sum(before):
            return tuple(more - less for more, less in zip(now, before, strict=True))
    return NO_CARDS
