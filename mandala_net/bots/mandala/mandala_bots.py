"""The bots of Mandala, and who judges its moves."""

from __future__ import annotations

from typing import Final

from mandala_net.bots.game_bots import GameBots
from mandala_net.bots.mandala.greedy_bot import GreedyBot
from mandala_net.bots.move_review import TASTE

MANDALA_BOTS: Final = GameBots(makers={GreedyBot.name: GreedyBot}, judge=GreedyBot(TASTE))
