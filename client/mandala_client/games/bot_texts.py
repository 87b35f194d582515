"""The texts about a bot: its name, and how well it plays."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

from mandala_protocol.sentence import marked


@frozen
class BotTexts:
    """The texts about a bot, each of them ``marked``.

    ``name``: what it is called; records have it in English. ``about``: the bot with a few words on how it plays.
    """

    name: str
    about: str


RANDOM_BOT: Final = BotTexts(marked("Random bot"), marked("the random bot, which plays any legal move"))
"""The bot that plays every game."""

GREEDY_BOT: Final = BotTexts(marked("Greedy bot"), marked("the greedy bot, which plays well"))

LEVELS_AND_GREEDY: Final[Mapping[str, BotTexts]] = MappingProxyType(
    {
        "easy": BotTexts(marked("Easy bot"), marked("the easy bot, for your first games")),
        "greedy": GREEDY_BOT,
        "medium": BotTexts(marked("Medium bot"), marked("the medium bot, which plays better")),
        "hard": BotTexts(marked("Hard bot"), marked("the hard bot, which thinks ahead")),
    }
)
"""The bots of a game with three levels, from the weakest to the strongest."""
