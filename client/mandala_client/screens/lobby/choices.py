"""What a person can leave the lobby with: a game to be played or looked at, or nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import frozen

from mandala_protocol.seats import First

if TYPE_CHECKING:
    from mandala_net.discovery.listing import Listing
    from mandala_net.link.connect import Address
    from mandala_net.store.store import StoredGame

GRACES: Final = (0, 2, 5, 10, 30, 60)
"""The minutes of grace that are offered; 0 is for never."""

BOTS: Final = ("greedy", "random")
"""The bots to play against, the stronger one first."""


@frozen
class HostGame:
    """Open a game.

    ``first``: who begins. ``ask``: strangers are let in only after a question. ``grace``: after so many minutes
    without the other player a game counts as abandoned, 0 for never. ``live_score``: offer to show the points.
    """

    first: First = First.LOT
    ask: bool = True
    grace: int = 0
    live_score: bool = False


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
    """Play against a bot, by its name; in ``practice`` moves can be taken back, and nothing is kept."""

    bot: str = BOTS[0]
    practice: bool = False


@frozen
class GoOn:
    """Go on with a game that is still open."""

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


Choice: TypeAlias = HostGame | JoinListed | JoinAt | PlayAlone | GoOn | WatchReplay | ReadReview | Quit
