"""The bots of Patterns, and who judges its moves."""

from __future__ import annotations

from typing import Final

from mandala_net.bots.game_bots import GameBots
from mandala_net.bots.move_review import TASTE
from mandala_net.bots.patterns.greedy_bot import PatternsGreedyBot

PATTERNS_BOTS: Final = GameBots(makers={PatternsGreedyBot.name: PatternsGreedyBot}, judge=PatternsGreedyBot(TASTE))
