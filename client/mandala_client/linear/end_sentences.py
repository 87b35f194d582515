"""The end of a game in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mandala_client.games.game_words import GameWords
from mandala_client.games.series import Series
from mandala_client.linear.game_sentences import GameSentences
from mandala_client.sentences import outcomes
from mandala_client.sentences.series_text import both_sides, series_score
from mandala_client.text.player_names import player_name
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_net.match.news import GameEnded
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Moved
from mandala_protocol.seats import Seat

if TYPE_CHECKING:
    from mandala_client.games.deal import Practised


def end_of(
    ended: GameEnded,
    game: GameSentences,
    series: Series | None,
    practised: Practised | None,
    *,
    person: bool,
    in_lobby: bool = False,
) -> list[str]:
    """The end of the game, the score of the series, and the commands to see the game or its cards again.

    ``person``: someone has played, and hears the statistics of the game too. Of a game that is no longer on the table
    it is only told once more how it ended.
    """
    snapshot = game.snapshot
    words = game.words
    sentences = [] if snapshot is None else sentences_of(words.score(snapshot))
    sentences.append(outcomes.outcome(ended, snapshot or ended.snapshot, in_lobby=in_lobby))
    if snapshot is not None and person and words.game_over(snapshot) is not None:
        sentences += _statistics(snapshot, words)
    other_name = game.other_name or player_name(Seat.GUEST, None)
    if series is not None and series.games > 1:
        sentences.append(series_score(series, other_name, practised))
    sentences += outcomes.warning(ended)
    for way in outcomes.ways_to_check(ended)[:1]:
        sentences += way
    if practised is not None:
        compared = both_sides(practised, other_name)
        sentences += [*([] if compared is None else [compared]), *outcomes.deal_again(practised)]
    return sentences


def _statistics(snapshot: Snapshot, words: GameWords[Any]) -> list[str]:
    if not any(isinstance(step.event, Moved) for step in snapshot.steps):
        return []  # nothing but noughts
    return sentences_of(words.statistics(snapshot))
