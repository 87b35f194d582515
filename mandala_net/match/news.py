"""The news of a running game, besides its state, and its outcome at the end.

What the session tells of the other player is passed on as it is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from attrs import field, frozen

from mandala_net.match.sequel import Sequel
from mandala_net.match.terms import SHORTEST_GRACE
from mandala_net.store.stored_game import StoredGame
from mandala_protocol.conversation.events import OfferDeclined as OfferDeclined
from mandala_protocol.conversation.events import OfferMade as OfferMade
from mandala_protocol.conversation.events import PlayerNews
from mandala_protocol.conversation.events import RematchWanted as RematchWanted
from mandala_protocol.conversation.events import Talked as Talked
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.game import Result
from mandala_protocol.record.steps import Abandoned
from mandala_protocol.seats import Seat


@frozen
class PeerAway:
    """The line to the other player has been lost for ``seconds``, and why; it is looked for all the while.

    ``grace``: in how many seconds our player may call the game abandoned; None if never. ``agreed``: the grace that
    both have agreed on, in seconds, after which the other program may do so too; 0 for never. ``quietly``: it has been
    away so often lately that a status alone needs to tell of it. ``returning``: it is this program that has come back
    to the game, and the two have not met since; the other may have been there all the while.
    """

    seconds: int
    reason: str
    grace: int | None
    agreed: int = 0
    quietly: bool = False
    returning: bool = False

    @property
    def graces(self) -> int:
        """The number of times the whole grace has passed: from 1 on, our player may call the game abandoned.

        After the first time, one that is very short counts as ``SHORTEST_GRACE``, so that no one is asked all the time.
        """
        if self.grace is None or not self.agreed or self.seconds < self.agreed:
            return 0
        return 1 + (self.seconds - self.agreed) // max(self.agreed, SHORTEST_GRACE)

    @property
    def vain_graces(self) -> int:
        """The number of times the agreed grace has passed since this program came back, and found no one.

        From 1 on, the other player has probably called the game abandoned; before both have met, ours cannot.
        """
        return self.seconds // max(self.agreed, SHORTEST_GRACE) if self.returning and self.agreed else 0


@frozen
class PeerBack:
    """Both are there again, and the game goes on where it was; ``quietly`` and ``returning`` after such an absence."""

    quietly: bool = False
    returning: bool = False


@frozen
class PeerQuiet:
    """The other side has been silent for ``seconds``, though it should have answered.

    ``quietly``: that has been so often lately that a status alone needs to tell of it.
    """

    seconds: int
    quietly: bool = False


@frozen
class PeerHeard:
    """The other side is heard again; ``quietly`` after such a silence."""

    quietly: bool = False


@frozen
class NoRematch:
    """No other game will follow: the other player has left, or is not there any more.

    ``reason``: what was wrong if it broke the protocol instead, or proposed another game than both wanted, or why one
    of the two was not let in.
    """

    reason: str = ""


@frozen
class SavingWaits:
    """Another program keeps the store busy: nothing more is said before the game can be saved."""


@frozen
class SavingGoesOn:
    """The store, which was waited for, has saved everything."""


News: TypeAlias = PlayerNews | PeerAway | PeerBack | PeerQuiet | PeerHeard | NoRematch | SavingWaits | SavingGoesOn


@frozen
class GameFinished:
    """The game was played to its end and both signed the result."""

    result: Result


@frozen
class GameAdjourned:
    """Both have agreed to go on later."""


@frozen
class GameAbandoned:
    """``waited`` says that it has waited for the other for longer than was agreed, and called the game abandoned.

    ``absence``: for how many seconds at most the line was lost here, where the other player says so; None if we do.
    """

    waited: Seat
    absence: int | None = None


@frozen
class PeerLeft:
    """The other player left on purpose, before the end."""

    reason: str


@frozen
class WeLeft:
    """We left on purpose, before the end."""


@frozen
class Declined:
    """One side would not play: the host is busy or did not let us in, or it is our own decision (``by_us``)."""

    reason: str
    by_us: bool = False


@frozen
class PeerBroke:
    """The other program broke the protocol: the session was ended.

    ``kept``: what its player signed and is kept for it, so that the game is broken off; None if it stays open.
    """

    error: RemoteProtocolError
    kept: KeptEntry | None = field(default=None, repr=False)


@frozen
class OwnFork:
    """Our own identity has signed something else at one place: our games have gone on in two places."""


@frozen
class PeerComplained:
    """The other program says that we broke the protocol."""

    code: int
    requirement: str
    detail: str


@frozen
class LineLost:
    """The connection was lost, or the other side was silent for too long.

    ``requirement``: the number of the one by which it was given up; empty if there is none.
    """

    reason: str
    requirement: str = field(default="", eq=False)


@frozen
class NotSaved:
    """The game could not be saved here, so nothing more was said."""

    reason: str


Outcome: TypeAlias = (
    GameFinished
    | GameAdjourned
    | GameAbandoned
    | PeerLeft
    | WeLeft
    | Declined
    | PeerBroke
    | OwnFork
    | PeerComplained
    | LineLost
    | NotSaved
)


def end_of(abandoned: Abandoned | None, result: Result | None) -> GameFinished | GameAbandoned | None:
    """The outcome of a game that is over; None if it is not."""
    if abandoned is not None:
        return GameAbandoned(abandoned.waited)
    return None if result is None else GameFinished(result)


@frozen
class GameEnded:
    """The end of a match: the outcome, the file of the record if there is one, and the last state of the game.

    ``resumable``: the game stays open, and can be resumed later. ``sequel``: what another game of the same two
    would follow from, if there may be one. ``stored``: the game as it is in the store, if it is there.
    ``warning``: a sentence about what could not be saved beside the outcome. ``save_again``: tries to save the proof
    for which the game is broken off, where that was not possible; it raises ``StoreError``.
    """

    outcome: Outcome
    record: Path | None
    snapshot: Snapshot | None = field(default=None, repr=False)
    resumable: bool = False
    sequel: Sequel | None = field(default=None, repr=False)
    stored: StoredGame | None = field(default=None, repr=False)
    warning: str = ""
    save_again: Callable[[], Awaitable[None]] | None = field(default=None, repr=False)

    @property
    def can_try_again(self) -> bool:
        """Return whether what could not be saved may be saved after all."""
        return self.save_again is not None or (self.resumable and isinstance(self.outcome, NotSaved))
