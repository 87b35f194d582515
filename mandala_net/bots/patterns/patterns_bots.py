"""The bots of Patterns, and who judges its moves."""

from __future__ import annotations

from functools import partial
from typing import Final

from mandala_net.bots.game_bots import GameBots
from mandala_net.bots.move_review import TASTE
from mandala_net.bots.patterns.greedy_bot import PatternsGreedyBot
from mandala_net.bots.patterns.level_bots import EASY, HARD, MEDIUM, PatternsLevelBot
from mandala_net.bots.patterns.table_lines import table_of

PATTERNS_BOTS: Final = GameBots(
    makers={
        "easy": partial(PatternsLevelBot, "easy", EASY),
        PatternsGreedyBot.name: PatternsGreedyBot,
        "medium": partial(PatternsLevelBot, "medium", MEDIUM),
        "hard": partial(PatternsLevelBot, "hard", HARD),
    },
    judge=PatternsGreedyBot(TASTE),
    table_of=table_of,
)
