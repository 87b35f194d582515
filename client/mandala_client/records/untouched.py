"""Games against a bot that were left before one's own first move: no one resumes them, so none is kept."""

from __future__ import annotations

from attrs import evolve

from mandala_net.match.game_lock import forget_claims
from mandala_net.match.news import GameEnded
from mandala_net.player.profile import Profile
from mandala_protocol.games.game import Moved


def unless_untouched(home: Profile, ended: GameEnded) -> GameEnded:
    """Return how a game against a bot ended; without its record, and out of the store, if we have not moved in it.

    Raises ``StoreError``.
    """
    snapshot, record = ended.snapshot, ended.record
    if not ended.resumable or snapshot is None or record is None:
        return ended
    if any(isinstance(step.event, Moved) and step.event.seat is snapshot.seat for step in snapshot.steps):
        return ended
    rows = [game.row for game in home.store.find(record.stem.rpartition("-")[2])]
    for row in rows:
        home.store.forget(row)
    forget_claims(home.paths.locks, rows)
    record.unlink(missing_ok=True)
    return evolve(ended, record=None, resumable=False)
