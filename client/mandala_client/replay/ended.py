"""The game just played, to be looked at again: where its replay comes from, and whether there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mandala_client.desk import MakeReplay
from mandala_client.language import told
from mandala_client.sorry import Sorry
from mandala_client.words.outcomes import game_of
from mandala_net.home import Home
from mandala_net.news import Ended, Finished, GameAbandoned
from mandala_net.store import StoreError
from mandala_protocol.games.game import Moved
from mandala_protocol.snapshot import Snapshot

if TYPE_CHECKING:
    from mandala_client.replay.frames import Replay


def replay_of_ended(ended: Ended, home: Home) -> MakeReplay | None:
    """How the game that has ended is looked at again; None if it is not over, or no move of it could be reviewed.

    A finished game is taken from its record, where all cards are open. Of an abandoned one the own cards are known to
    nobody but this player's ``home``.
    """
    if ended.record is None:
        return None
    match ended.outcome:
        case Finished():
            return _from_record(ended)
        case GameAbandoned() if ended.snapshot is not None and _can_be_judged(ended.snapshot):
            return _from_home(ended, home)
        case _:
            return None


def _can_be_judged(abandoned: Snapshot) -> bool:
    """Whether the record says that the game is over, and has a move of ours."""
    events = (step.event for step in abandoned.steps)
    return abandoned.due is None and any(isinstance(one, Moved) and one.seat is abandoned.seat for one in events)


def _from_record(ended: Ended) -> MakeReplay:
    def make(progress: Callable[[int, int], None]) -> Replay:
        from mandala_client.replay.finding import in_file, replay_of

        assert ended.record is not None, "there is a record to look into"
        return replay_of(in_file(ended.record), progress)

    return make


def _from_home(ended: Ended, home: Home) -> MakeReplay:
    def make(progress: Callable[[int, int], None]) -> Replay:
        from mandala_client.replay.finding import in_home, replay_of

        try:
            return replay_of(in_home(home, game_of(ended)), progress)
        except StoreError as error:
            raise Sorry(told(error)) from error

    return make
