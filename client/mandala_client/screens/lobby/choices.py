"""The choices with which a person leaves the lobby: a game to play or to look at, or to quit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import evolve, frozen

from mandala_client.settings.setting import NO, setting
from mandala_client.settings.settings import game_setting, live_score_setting
from mandala_client.text.language import InContext, Label, ngettext, pgettext
from mandala_protocol.seats import First
from mandala_protocol.sentence import N_

if TYPE_CHECKING:
    from mandala_net.discovery.listing import Listing
    from mandala_net.link.address import Address
    from mandala_net.store.store import StoredGame

_GRACES: Final = (0, 2, 5, 10, 30, 60)
"""The minutes of grace that are offered; 0 is for never."""


def _bots() -> Mapping[str, Label]:
    """The bots to play against, the weaker ones first."""
    from mandala_client.sentences.bot_names import bots_of_all_games  # slow to import: not before somebody asks

    return {bot: texts.about for bot, texts in bots_of_all_games().items()}


def _plays(alone: PlayAlone, bot: str) -> bool:
    from mandala_client.sentences.bot_names import bots_of

    return bot in bots_of(alone.game)


def _minutes(count: int) -> str:
    if not count:
        return pgettext("grace", "without limit")
    return ngettext("{count} minute", "{count} minutes", count).format(count=count)


@frozen
class HostGame:
    """Open a game.

    ``ask``: strangers are let in only after a question. ``grace``: the minutes without the other player after which a
    game counts as abandoned, 0 for never.
    """

    game: str = game_setting()
    first: First = setting(
        First.LOT,
        letter="f",
        word=InContext("typed word", "first"),
        title=N_("First player"),
        help=N_("The player who starts."),
        values={
            First.LOT: InContext("first player", "by lot"),
            First.HOST: InContext("first player", "you"),
            First.GUEST: InContext("first player", "the guest"),
        },
    )
    ask: bool = setting(
        True,
        letter="a",
        word=InContext("typed word", "strangers"),
        title=N_("Strangers"),
        help=N_("Strangers are players you have not met before."),
        values={True: N_("ask me first"), False: N_("join without asking")},
    )
    grace: int = setting(
        0,
        letter="g",
        word=InContext("typed word", "grace"),
        title=N_("Wait if away"),
        help=N_("A player who has waited this long for the other player may abandon the game."),
        values={minutes: partial(_minutes, minutes) for minutes in _GRACES},
    )
    live_score: bool = live_score_setting()


@frozen
class JoinListed:
    """Join a game that was announced on the network."""

    listing: Listing


@frozen
class JoinAt:
    """Join a game at an address."""

    address: Address


@frozen
class PlayAlone:
    """Play against a bot, by its name; in ``practice`` moves can be taken back, and nothing is kept.

    The bot is at first the ``usual_bot`` of our games.
    """

    game: str = game_setting()
    bot: str = setting(
        "easy",
        letter="b",
        word=InContext("typed word", "bot"),
        title=N_("Opponent"),
        help=N_("The bot to play against."),
        values=_bots,
        fits=_plays,
    )
    practice: bool = setting(
        False,
        letter="p",
        word=InContext("typed word", "practice"),
        title=N_("Practice"),
        help=N_("It is not kept and does not count. Afterwards you can play the same set-up with the seats swapped."),
        values={True: N_("yes: you can take moves back"), False: NO},
    )

    def with_fitting_bot(self) -> PlayAlone:
        """A copy with the usual bot of the game, if the chosen bot does not play it."""
        from mandala_client.sentences.bot_names import usual_bot

        return self if _plays(self, self.bot) else evolve(self, bot=usual_bot(self.game))


@frozen
class LearnGame:
    """Play the lesson of a game, by its name."""

    game: str


@frozen
class GoOn:
    "Resume an unfinished game."

    game: StoredGame


@frozen
class WatchReplay:
    """Look at a game again, step by step."""

    game: StoredGame


@frozen
class ReadReview:
    """Hear what each move of a game gave away."""

    game: StoredGame


@frozen
class Quit:
    """Leave the program."""


LobbyChoice: TypeAlias = HostGame | JoinListed | JoinAt | PlayAlone | LearnGame | GoOn | WatchReplay | ReadReview | Quit
