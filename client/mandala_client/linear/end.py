"""The end of a game in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mandala_client.evening import Evening
from mandala_client.linear.told import GameTold
from mandala_client.words import telling
from mandala_net.news import Ended
from mandala_protocol.seats import Seat
from mandala_protocol.snapshot import Snapshot

if TYPE_CHECKING:
    from mandala_client.deal import Practised


def end_of(
    ended: Ended,
    game: GameTold,
    evening: Evening | None,
    practised: Practised | None,
    *,
    person: bool,
    in_lobby: bool = False,
) -> list[str]:
    """How the game ended, the score of the evening, and how the game or its cards can be seen again.

    ``person``: somebody has played, and hears the statistics of the game too. Of a game that is no longer on the table
    it is only told once more how it ended.
    """
    snapshot = game.snapshot
    told = [] if snapshot is None else telling.score_sheet(snapshot)
    told.append(telling.outcome(ended, snapshot or ended.snapshot, in_lobby=in_lobby))
    if snapshot is not None and person and telling.game_over(snapshot) is not None:
        told += _statistics(snapshot)
    other_name = game.other_name or telling.player_name(Seat.GUEST, None)
    if evening is not None and evening.games > 1:
        told.append(telling.evening_score(evening, other_name, practised))
    if ended.record is not None:
        told += telling.record_kept(ended.record)
    if practised is not None:
        compared = telling.both_sides(practised, other_name)
        told += [*([] if compared is None else [compared]), *telling.deal_again(practised)]
    return told


def _statistics(snapshot: Snapshot) -> list[str]:
    from mandala_client.words.tally import sentences, tally

    counted = tally(snapshot)
    if not counted.turns:
        return []  # nothing but noughts
    return sentences(counted, telling.player_name(snapshot.seat.other, snapshot.names))
