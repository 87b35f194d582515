"""Players made of rules of thumb: each sees its own view and nothing more, and answers with a move."""

from __future__ import annotations

from mandala_net.bots.mandala.greedy_bot import GreedyBot
from mandala_net.bots.mandala.reasons import MoveReason
from mandala_net.bots.player import Bot
from mandala_net.bots.random_bot import RandomBot
from mandala_net.bots.roster import BOT_NAMES, make_bot

__all__ = ["BOT_NAMES", "Bot", "GreedyBot", "MoveReason", "RandomBot", "make_bot"]
