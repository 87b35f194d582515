"""The commands to a session, and the events that it returns."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from attrs import frozen

from mandala_protocol.record.transcript import Entry
from mandala_protocol.wire.messages import OfferKind

# What whoever drives a session asks for.


@frozen
class Agree:
    """Our person agrees to play: what is due from us may be said from now on."""


@frozen
class TellPast:
    """Say how far our record goes: the first thing to send on a line that resumes a game."""


@frozen
class TellMissing:
    """Say again what the peer lacks, after it has told how far its record goes."""


@frozen
class Speak:
    """Say what is due from us and needs no decision."""


@frozen
class Play:
    """Make a move, one of the moves of the game that is played."""

    move: Any


@frozen
class Resign:
    """Give up; possible at any time while the game goes on."""


@frozen
class MakeOffer:
    """Offer to end the game as it stands, or to go on later; or agree to the other's offer of that kind."""

    kind: OfferKind


@frozen
class DeclineOffer:
    """Tell the other that we would rather play on than take up its offer, which stands all the same."""


@frozen
class Abandon:
    """Call the game abandoned, as the other has been gone for longer than was agreed; the only one without a line."""


@frozen
class Talk:
    """Send a line of chat."""

    text: str


@frozen
class WantRematch:
    """Say that we want another game, on a line that is about one."""


@frozen
class Leave:
    """Say goodbye; nothing is sent after it."""

    reason: str


@frozen
class Refuse:
    """Tell a guest that there will be no game now."""

    reason: str


@frozen
class CheckAlive:
    """Ask for a sign of life."""


@frozen
class ConfirmAlive:
    """Give a sign of life, for each of so many times that it was asked for."""

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


# What a driver is told.


@frozen
class PastTold:
    """The peer has said how far its record goes: now it is to be told what it lacks."""


@frozen
class Said:
    """An entry was taken into the record."""

    entry: Entry


@frozen
class OfferMade:
    """The other player offers this; ``replaces``: in place of what it has offered before in this turn."""

    kind: OfferKind
    replaces: bool = False


@frozen
class OfferDeclined:
    """The other player would rather play on than take up our offer of this kind."""

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
    """The peer ends the session because of something that we did, as it says."""

    code: int
    requirement: str
    detail: str


@frozen
class PassedOver:
    """A message changed nothing: it is of an unknown kind, void, or was said before."""


SessionEvent: TypeAlias = PassedOver | PastTold | Said | PlayerNews | AskedAlive | Alive | Refused | Left | Complained
