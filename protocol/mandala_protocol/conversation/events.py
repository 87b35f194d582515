"""The commands to a session, and the events that it returns."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from attrs import frozen

from mandala_protocol.record.transcript import Entry
from mandala_protocol.wire.messages import OfferKind

# What whoever drives a session asks for.


@frozen
class Agree:
    """Agree to play: from now on, entries that are due from us may be sent."""


@frozen
class TellPast:
    """Send the length of our record: the first message on a connection that resumes a game."""


@frozen
class TellMissing:
    """Send the entries that the peer lacks, after it has sent the length of its record."""


@frozen
class Speak:
    """Send the entry that is due from us and needs no decision."""


@frozen
class Play:
    """Make a move, as a move of the game."""

    move: Any


@frozen
class Resign:
    """Resign; possible at any time during the game."""


@frozen
class MakeOffer:
    """Offer to end the game now, or to adjourn it; or agree to the other player's offer of that kind."""

    kind: OfferKind


@frozen
class DeclineOffer:
    """Decline the other player's offer, which can still be accepted."""


@frozen
class WithdrawOffer:
    """Take back our own offer on our own turn, when nothing ends without us; the other player is not told."""


@frozen
class Abandon:
    """Call the game abandoned, because the other player has been away longer than agreed. It needs no connection."""


@frozen
class Talk:
    """Send a line of chat."""

    text: str


@frozen
class WantRematch:
    """Ask for another game, on a connection about a game."""


@frozen
class Leave:
    """Send a goodbye; nothing is sent after it."""

    reason: str


@frozen
class Refuse:
    """Tell a guest that there will be no game now."""

    reason: str


@frozen
class CheckAlive:
    """Ask for a sign of life.

    ``ahead``: it goes out before what was said last, which still waits to be saved; the answer confirms none of that.
    """

    ahead: bool = False


@frozen
class ConfirmAlive:
    """Give signs of life, one for each request."""

    times: int = 1


Command: TypeAlias = (
    Agree
    | TellPast
    | TellMissing
    | Speak
    | Play
    | Resign
    | MakeOffer
    | DeclineOffer
    | WithdrawOffer
    | Abandon
    | Talk
    | WantRematch
    | Leave
    | Refuse
    | CheckAlive
    | ConfirmAlive
)

HEAVY: Final = (Speak, Play, Resign, MakeOffer, Abandon, TellMissing)
"""Commands for which something may be signed, proven or saved: they take longer than a blink."""


# The events that a driver hears.


@frozen
class PastTold:
    """The peer has sent the length of its record; send what it lacks now."""


@frozen
class Said:
    """An entry was taken into the record."""

    entry: Entry


@frozen
class OfferMade:
    """The other player offers this; it ``replaces`` an earlier offer in this turn, or ``repeats`` one we declined."""

    kind: OfferKind
    replaces: bool = False
    repeats: bool = False


@frozen
class OfferDeclined:
    """The other player declines our offer of this kind and plays on."""

    kind: OfferKind


@frozen
class Talked:
    """The other player said something; the text is cleaned for display."""

    text: str


@frozen
class RematchWanted:
    """The other player wants another game."""


PlayerNews: TypeAlias = OfferMade | OfferDeclined | Talked | RematchWanted
"""Everything that the other player says beside the game to the person here."""


@frozen
class AskedAlive:
    """The peer asks for a sign of life."""


@frozen
class Alive:
    """The peer gave a sign of life."""


@frozen
class Refused:
    """The host will not play now."""

    reason: str


@frozen
class Left:
    """The peer leaves the connection on purpose."""

    reason: str


@frozen
class Complained:
    """The peer ends the session and says that we broke the protocol."""

    code: int
    requirement: str
    detail: str


@frozen
class PassedOver:
    """A message that changes nothing: its kind is unknown, it is void, or it came before."""


SessionEvent: TypeAlias = PassedOver | PastTold | Said | PlayerNews | AskedAlive | Alive | Refused | Left | Complained
