"""A session at one moment: whom it waits for, the state of the connection, and everything that may be shown."""

from __future__ import annotations

import enum
from typing import Any

from attrs import frozen

from mandala_protocol.conversation.offers import Offers, StandingOffer
from mandala_protocol.games.game import Moved, Result, View
from mandala_protocol.names import clean_name
from mandala_protocol.record.order import Due
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.steps import Drawn, Step
from mandala_protocol.seats import Seat


class Pending(enum.Enum):
    """The next thing that the conversation waits for, as seen from here."""

    NOTHING = "nothing from us"
    ENTRY = "something that needs no decision"
    MOVE = "our move"


@frozen
class Snapshot:
    """Everything that can be shown of a session at one moment; never a hidden card of the other side.

    ``game`` is the name of the game on the wire, None before it is proposed. ``connected``: there is a line on which
    both can be heard. ``own_offer`` and ``their_offer``: those that can still be accepted.

    ``live_score``: both have agreed to the live score. ``grace``: the seconds after which a player who is
    away may find the game called abandoned; 0 for never. ``drawn``: the cards that came to our hand, step by step.
    """

    game: str | None
    seat: Seat
    names: tuple[str, str] | None
    due: Due | None
    pending: Pending
    words: str | None
    view: View[Any] | None
    steps: tuple[Step, ...]
    result: Result | None
    connected: bool
    length: int
    own_offer: StandingOffer | None = None
    their_offer: StandingOffer | None = None
    live_score: bool = False
    grace: int = 0
    drawn: tuple[Drawn, ...] = ()

    @property
    def has_moves(self) -> bool:
        """Return whether a player has made a move."""
        return any(isinstance(step.event, Moved) for step in self.steps)


def snapshot_of(referee: Referee, seat: Seat, pending: Pending, offers: Offers, *, connected: bool) -> Snapshot:
    """Everything that the player at this seat may see now."""
    players = referee.players
    return Snapshot(
        game=referee.game,
        seat=seat,
        names=(clean_name(players[0].name), clean_name(players[1].name)) if len(players) == 2 else None,
        due=referee.due,
        pending=pending,
        words=referee.agreed.words if referee.agreed is not None else None,
        view=referee.view(seat) if referee.state is not None else None,
        steps=tuple(referee.steps),
        result=referee.result,
        connected=connected,
        length=referee.transcript.length,
        own_offer=offers.ours,
        their_offer=offers.theirs,
        live_score=referee.live_score,
        grace=referee.grace,
        drawn=tuple(drawn for drawn in referee.drawn if drawn.seat is seat),
    )
