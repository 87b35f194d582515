"""The changes between two turns that the events alone do not say: what the game notices, and the live score."""

from __future__ import annotations

from typing import Any

from mandala_client.games.game_words import GameWords
from mandala_client.text.language import _
from mandala_client.text.player_names import player_name
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_client.ui.blocks.values import Compared, Comparison
from mandala_protocol.conversation.snapshot import Snapshot


def noticed(words: GameWords[Any], before: Snapshot, after: Snapshot) -> list[str]:
    """The sentences after the events of the moves between two turns, and before whose turn it is."""
    return [*words.noticed(before, after), *_live_score(words, before, after)]


def _live_score(words: GameWords[Any], before: Snapshot, after: Snapshot) -> list[str]:
    """Return the live score if it is on and has changed."""
    then, now = words.standing(before), words.standing(after)
    if not after.live_score or then is None or now is None or (then.own, then.other) == (now.own, now.other):
        return []
    score = Compared(_("Live score"), str(now.own), str(now.other))
    return sentences_of([Comparison(player_name(after.seat.other, after.names), (score,))])
