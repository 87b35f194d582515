"""The game that two players have just finished, from which their next one follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from mandala_net.link.address import Address
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.names import clean_name
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import First

if TYPE_CHECKING:
    from mandala_protocol.conversation.session import Session


@frozen
class Sequel:
    """The terms of another game before it begins.

    ``game`` is the proposal of the one that is over (32 bytes), by which both find each other again; ``seat`` ours in
    both games, and ``name`` our name; ``peer`` the other's identity (32 bytes) and ``opponent`` its name, cleaned.
    ``terms`` are what the host proposes, and the guest expects: as before, but the other seat plays first (S9). Each
    wants the live score in them as before. ``address``: where the other was last reached, if known.
    """

    game: bytes
    seat: Seat
    name: str
    peer: bytes
    opponent: str
    terms: GameTerms
    address: Address | None


def sequel_of(session: Session, address: Address | None) -> Sequel:
    """The sequel to the game of this session, which has been played to its end."""
    referee, seat = session.referee, session.seat
    first = First.GUEST if referee.first_player is Seat.HOST else First.HOST
    live_score = referee.live_score_offered if seat is Seat.HOST else referee.live_score
    return Sequel(
        referee.proposal,
        seat,
        referee.players[seat].name,
        session.peer,
        clean_name(referee.players[seat.other].name),
        GameTerms(referee.rules.name, first, referee.grace, live_score),
        address,
    )
