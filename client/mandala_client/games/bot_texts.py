"""The texts about a bot: its name, and how well it plays."""

from __future__ import annotations

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
