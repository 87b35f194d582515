"""The game just played: where its replay comes from, if there is one, and whether it is worth keeping."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from mandala_client.sentences.outcomes import game_of
from mandala_client.text.language import error_text
from mandala_client.text.sorry import Sorry
from mandala_client.ui.progress import ShowProgress
from mandala_net.match.game_lock import forget_locks
from mandala_net.match.news import GameAbandoned, GameEnded, GameFinished
from mandala_net.player.profile import Profile
from mandala_net.store.store import StoreError
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Moved

if TYPE_CHECKING:
    from mandala_client.records.replay import MakeReplay, Replay

log = logging.getLogger(__name__)


def replay_of_ended(ended: GameEnded, profile: Profile) -> MakeReplay | None:
    """The replay of the game that has ended; None if it is not over, or none of its moves can be reviewed.

    A finished game is taken from the store, where its proofs were checked when they came, or else from its record. Of
    an abandoned one the own cards are known to no one but this player's ``home``.
    """
    if ended.record is None and ended.stored is None:
        return None
    match ended.outcome:
        case GameFinished() if ended.stored is not None:
            return partial(_from_home, ended, profile)
        case GameFinished() if ended.record is not None:
            return partial(_from_record, ended.record)
        case GameAbandoned() if ended.snapshot is not None and _can_be_judged(ended.snapshot):
            return partial(_from_home, ended, profile)
        case _:
            return None


def _can_be_judged(abandoned: Snapshot) -> bool:
    """Return whether the record says that the game is over, and has a move of ours."""
    events = (step.event for step in abandoned.steps)
    return abandoned.due is None and any(isinstance(event, Moved) and event.seat is abandoned.seat for event in events)


def _from_record(record: Path, progress: ShowProgress) -> Replay:
    from mandala_client.records.finding import in_file, replay_of

    return replay_of(in_file(record), progress)


def _from_home(ended: GameEnded, profile: Profile, progress: ShowProgress) -> Replay:
    from mandala_client.records.finding import in_home, replay_of

    try:
        return replay_of(in_home(profile, game_of(ended)), progress)
    except StoreError as error:
        raise Sorry(error_text(error)) from error


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
