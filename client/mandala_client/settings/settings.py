"""The player's settings: name, language, look, and how much is asked and announced."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from attrs import frozen

from mandala_client.settings.setting import NO, YES, OptionOf, Setting, setting, settings_of
from mandala_client.text.language import InContext, Label, Language, ngettext
from mandala_protocol.sentence import N_


class Theme(enum.Enum):
    """The colours of the cards, where there are colours."""

    DEFAULT = "default"
    HIGH_CONTRAST = "high-contrast"
    COLOUR_BLIND = "colour-blind"
    MONOCHROME = "monochrome"


class Colours(enum.Enum):
    """The number of colours to use; AUTO asks the terminal and its environment."""

    AUTO = "auto"
    TRUE = "true"
    MANY = "256"
    SIXTEEN = "16"
    NONE = "none"


class Clock(enum.Enum):
    """The thinking time at the table: hidden, shown, or shown with a reminder after a number of minutes."""

    OFF = "off"
    SHOWN = "shown"
    ONE = "1"
    THREE = "3"
    FIVE = "5"
    TEN = "10"

    @property
    def reminds_after(self) -> int | None:
        """The seconds of an own turn after which there is a reminder; None for never."""
        return int(self.value) * 60 if self.value.isdecimal() else None


def _with_reminder(clock: Clock) -> str:
    minutes = int(clock.value)
    text = ngettext("shown; reminder after {count} minute", "shown; reminder after {count} minutes", minutes)
    return text.format(count=minutes)


def _games() -> Mapping[str, Label]:
    """The games that this program plays, by their names on the wire."""
    from mandala_protocol.games.catalogue import GAMES  # slow to import: not before somebody asks

    return {name: partial(str, game.title) for name, game in GAMES.items()}


def live_score_setting(option: OptionOf = OptionOf.NONE) -> Any:
    """Declare whether the points are shown during the game."""
    return setting(
        True,
        letter="v",
        word=InContext("typed word", "score"),
        title=N_("Live score"),
        help=N_("Show the live score, if both players want it."),
        values={True: N_("if both want it"), False: NO},
        option=option,
    )


def game_setting(text: str = N_("The game to play."), option: OptionOf = OptionOf.NONE) -> Any:
    """Declare which game is opened; ``text`` is its help."""
    return setting(
        "mandala",
        letter="e",
        word=InContext("typed word", "game"),
        title=N_("Game"),
        help=text,
        values=_games,
        option=option,
        is_hidden=lambda: len(_games()) < 2,
    )


@frozen
class Settings:
    """All settings; None where nothing is chosen, and the account's name or the locale decides."""

    name: str | None = setting(
        None,
        letter="n",
        word=InContext("typed word", "name"),
        title=N_("Name"),
        help=N_("The name that the other player sees."),
        values={None: N_("the name of your account")},
        typed=True,
        option=OptionOf.TABLES,
    )
    language: Language | None = setting(
        None,
        letter="l",
        word=InContext("typed word", "language"),
        title=N_("Language"),
        help=N_("The language to use."),
        values={
            None: N_("the system's"),
            **{language: partial(str, language.own_name) for language in Language},
        },
        option=OptionOf.EVERY_COMMAND,
    )
    theme: Theme = setting(
        Theme.DEFAULT,
        letter="t",
        word=InContext("typed word", "theme"),
        title=N_("Theme"),
        help=N_("The colours of cards and tiles."),
        values={
            Theme.DEFAULT: InContext("theme", "default"),
            Theme.HIGH_CONTRAST: InContext("theme", "high contrast"),
            Theme.COLOUR_BLIND: InContext("theme", "colour-blind safe"),
            Theme.MONOCHROME: InContext("theme", "monochrome"),
        },
        option=OptionOf.SCREENS,
    )
    colours: Colours = setting(
        Colours.AUTO,
        letter="c",
        word=InContext("typed word", "colours"),
        title=N_("Colours"),
        help=N_("The number of colours to use; auto asks the terminal."),
        values={
            Colours.AUTO: InContext("colours", "from the terminal"),
            Colours.TRUE: InContext("colours", "true colour"),
            Colours.MANY: InContext("colours", "256"),
            Colours.SIXTEEN: InContext("colours", "16"),
            Colours.NONE: InContext("colours", "none"),
        },
        option=OptionOf.SCREENS,
    )
    only_ascii: bool = setting(
        False,
        letter="a",
        word=InContext("typed word", "ascii"),
        title=N_("ASCII only"),
        help=N_("Use ASCII characters only."),
        values={True: YES, False: NO},
        key="ascii",
        option=OptionOf.EVERY_COMMAND,
    )
    confirm: bool = setting(
        True,
        letter="m",
        word=InContext("typed word", "confirm"),
        title=N_("Confirmation"),
        help=N_("Ask before a move you might regret."),
        values={True: YES, False: NO},
        option=OptionOf.TABLES,
    )
    bell: bool = setting(
        True,
        letter="b",
        word=InContext("typed word", "bell"),
        title=N_("Bell"),
        help=N_("Ring when it is your turn."),
        values={True: N_("on your turn"), False: NO},
        option=OptionOf.TABLES,
    )
    still: bool = setting(
        False,
        letter="s",
        word=InContext("typed word", "still"),
        title=N_("Still"),
        help=N_("Let nothing move at the table."),
        values={True: YES, False: NO},
        option=OptionOf.TABLES,
    )
    clock: Clock = setting(
        Clock.OFF,
        letter="k",
        word=InContext("typed word", "clock"),
        title=N_("Clock"),
        help=N_("Show the thinking time, only to you, and remind you after some minutes. It decides nothing."),
        values={
            Clock.OFF: NO,
            Clock.SHOWN: N_("shown"),
            **{clock: partial(_with_reminder, clock) for clock in Clock if clock.reminds_after is not None},
        },
        option=OptionOf.TABLES,
    )
    live_score: bool = live_score_setting(OptionOf.GAMES)
    live_chance: bool = setting(
        False,
        letter="w",
        word=InContext("typed word", "chance"),
        title=N_("Win chance"),
        help=N_("Show your chance to win on your turn, in practice games only."),
        values={True: N_("in practice games"), False: NO},
        option=OptionOf.TABLES,
    )
    chat: bool = setting(
        True,
        letter="h",
        word=InContext("typed word", "chat"),
        title=N_("Chat"),
        help=N_("Show what the other player says."),
        values={True: N_("shown"), False: N_("muted")},
    )
    game: str = game_setting(N_("The game that is opened when none is named."), OptionOf.OPENING)


SETTINGS: Final[tuple[Setting, ...]] = settings_of(Settings)
"""The table of all settings."""
