"""The end of a game in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mandala_client.linear.game_sentences import GameTold
from mandala_client.play.series import Series
from mandala_client.text import status_text
from mandala_net.match.news import GameEnded
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.seats import Seat

if TYPE_CHECKING:
    from mandala_client.play.deal import Practised


def end_of(
    ended: GameEnded,
    game: GameTold,
    evening: Series | None,
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
    told = [] if snapshot is None else status_text.score_sheet(snapshot)
    told.append(status_text.outcome(ended, snapshot or ended.snapshot, in_lobby=in_lobby))
    if snapshot is not None and person and status_text.game_over(snapshot) is not None:
        told += _statistics(snapshot)
    other_name = game.other_name or status_text.player_name(Seat.GUEST, None)
    if evening is not None and evening.games > 1:
        told.append(status_text.evening_score(evening, other_name, practised))
    if ended.record is not None:
        told += status_text.record_kept(ended.record)
    if practised is not None:
        compared = status_text.both_sides(practised, other_name)
        told += [*([] if compared is None else [compared]), *status_text.deal_again(practised)]
    return told


def _statistics(snapshot: Snapshot) -> list[str]:
    from mandala_client.games.mandala.game_statistics import sentences, tally

    counted = tally(snapshot)
    if not counted.turns:
        return []  # nothing but noughts
    return sentences(counted, status_text.player_name(snapshot.seat.other, snapshot.names))
