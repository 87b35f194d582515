"""The bots of Mandala, and its teacher."""

from __future__ import annotations

from functools import partial
from typing import Final

from mandala_net.bots.game_bots import GameBots
from mandala_net.bots.mandala.greedy_bot import GreedyBot
from mandala_net.bots.mandala.level_bots import EASY, HARD, MEDIUM, level_bot
from mandala_net.bots.mandala.table_lines import table_of
from mandala_net.bots.mandala.teaching import mandala_teacher

MANDALA_BOTS: Final = GameBots(
    makers={
        "easy": partial(level_bot, "easy", EASY),
        GreedyBot.name: GreedyBot,
        "medium": partial(level_bot, "medium", MEDIUM),
        "hard": partial(level_bot, "hard", HARD),
    },
    table_of=table_of,
    teacher=mandala_teacher,
)
