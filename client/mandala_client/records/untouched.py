"""Games against a bot that were left before one's own first move: no one resumes them, so none is kept."""

from __future__ import annotations

import logging

from attrs import evolve

from mandala_net.match.game_lock import forget_locks
from mandala_net.match.news import GameEnded
from mandala_net.player.profile import Profile
from mandala_net.store.store import StoreError
from mandala_protocol.games.game import Moved

log = logging.getLogger(__name__)


def unless_untouched(profile: Profile, ended: GameEnded) -> GameEnded:
    """Forget a game against a bot in which we have not moved, and return its end without a record.

    Any other end is returned as it is.
    """
    snapshot, stored = ended.snapshot, ended.stored
    if not ended.resumable or snapshot is None or stored is None:
        return ended
    if any(isinstance(step.event, Moved) and step.event.seat is snapshot.seat for step in snapshot.steps):
        return ended
    try:
        profile.store.forget(stored.row)
        if ended.record is not None:
            ended.record.unlink(missing_ok=True)
    except (StoreError, OSError) as error:
        log.warning("a game that was not begun cannot be forgotten: %s", error)
        return ended
    forget_locks(profile.paths.locks, [stored.row])
    return evolve(ended, record=None, resumable=False, stored=None, warning="")
