"""The bots of Patterns, and its teacher."""

from __future__ import annotations

from functools import partial
from typing import Final

from mandala_net.bots.game_bots import GameBots
from mandala_net.bots.patterns.greedy_bot import PatternsGreedyBot
from mandala_net.bots.patterns.level_bots import EASY, HARD, MEDIUM, PatternsLevelBot
from mandala_net.bots.patterns.table_lines import table_of
from mandala_net.bots.patterns.teaching import patterns_teacher

PATTERNS_BOTS: Final = GameBots(
    makers={
        "easy": partial(PatternsLevelBot, "easy", EASY),
        PatternsGreedyBot.name: PatternsGreedyBot,
        "medium": partial(PatternsLevelBot, "medium", MEDIUM),
        "hard": partial(PatternsLevelBot, "hard", HARD),
    },
    table_of=table_of,
    teacher=patterns_teacher,
)
