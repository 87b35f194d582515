"""The texts about a bot: its name, and how well it plays."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

from mandala_protocol.sentence import N_


@frozen
class BotTexts:
    """The texts about a bot, each of them in ``N_``.

    ``name``: what it is called, in at most 10 columns in every language, so that no table cuts it; records have it in
    English. ``about``: the bot with a few words on how it plays.
    """

    name: str
    about: str


RANDOM_BOT: Final = BotTexts(N_("Random bot"), N_("the random bot, which plays any legal move"))
"""The bot that plays every game."""

GREEDY_BOT: Final = BotTexts(N_("Greedy bot"), N_("the greedy bot, which plays well"))

LEVELS_AND_GREEDY: Final[Mapping[str, BotTexts]] = MappingProxyType(
    {
        "easy": BotTexts(N_("Bot"), N_("the easy bot, for your first games")),
        "greedy": GREEDY_BOT,
        "medium": BotTexts(N_("Medium bot"), N_("the medium bot, which plays better")),
        "hard": BotTexts(N_("Hard bot"), N_("the hard bot, which thinks ahead")),
    }
)
"""The bots of a game with three levels, from the weakest to the strongest."""

EARLIER_NAMES: Final[Mapping[str, str]] = MappingProxyType({"Easy bot": "Bot"})
"""The English names of bots in older records, each with that of today."""
