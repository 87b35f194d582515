"""The end of a game in sentences."""

from __future__ import annotations

from typing import Any

from mandala_client.games.game_words import GameWords
from mandala_client.sentences import outcomes
from mandala_client.sentences.series_text import both_sides, series_score
from mandala_client.table.table_model import Ended, TableModel
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Moved


def end_of(model: TableModel, ended: Ended, *, person: bool, again: bool) -> list[str]:
    """The end of the game, the score of the series, and the commands to see the game or its cards again.

    ``person``: someone has played, and hears the statistics of the game too. ``again``: it was told before, and is only
    told once more how the game ended.
    """
    end, snapshot, words = ended.end, None if again else model.snapshot, model.game.words
    sentences = [] if snapshot is None else sentences_of(words.score(snapshot))
    sentences.append(outcomes.outcome(end, snapshot or end.snapshot, in_lobby=model.from_lobby))
    if snapshot is not None and person and words.game_over(snapshot) is not None:
        sentences += _statistics(snapshot, words)
    if ended.series is not None and ended.series.games > 1:
        sentences.append(series_score(ended.series, model.other_name, ended.practised))
    sentences += outcomes.warning(end)
    for way in outcomes.ways_to_check(end)[:1]:
        sentences += way
    if ended.practised is not None:
        compared = both_sides(ended.practised, model.other_name)
        sentences += [*([] if compared is None else [compared]), *outcomes.deal_again(ended.practised)]
    return sentences


def _statistics(snapshot: Snapshot, words: GameWords[Any]) -> list[str]:
    if not any(isinstance(step.event, Moved) for step in snapshot.steps):
        return []  # nothing but noughts
    return sentences_of(words.statistics(snapshot))
