"""What a player has chosen once and for all: name, language, look, and how much is asked and told."""

from __future__ import annotations

import enum

from attrs import frozen

from mandala_client.text.language import Language


class Theme(enum.Enum):
    """Which colours the cards have, where there are colours."""

    DEFAULT = "default"
    HIGH_CONTRAST = "high-contrast"
    COLOUR_BLIND = "colour-blind"
    MONOCHROME = "monochrome"


class Colours(enum.Enum):
    """How many colours the terminal is trusted with; AUTO asks the terminal and its environment."""

    AUTO = "auto"
    TRUE = "true"
    MANY = "256"
    SIXTEEN = "16"
    NONE = "none"


@frozen
class Settings:
    """All settings; None where nothing is chosen, and the account's name or the locale decides.

    ``only_ascii``: no character beyond ASCII. ``confirm``: what is easily regretted is asked once more. ``bell``: ring
    when it is the own turn. ``live_score``: agree to show the points as they stand. ``chat``: show what the other says.
    """

    name: str | None = None
    language: Language | None = None
    theme: Theme = Theme.DEFAULT
    colours: Colours = Colours.AUTO
    only_ascii: bool = False
    confirm: bool = True
    bell: bool = True
    live_score: bool = False
    chat: bool = True
