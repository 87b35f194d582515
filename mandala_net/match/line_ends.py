"""The meaning of a closed connection, by the state of the session: a loss, a goodbye, or the end of the game."""

from __future__ import annotations

from mandala_net.link.close_reasons import GAME_OVER, REFUSALS, STOPPED, TERMS_DECLINED
from mandala_net.match.news import (
    GameAbandoned,
    GameAdjourned,
    LineLost,
    NotSaved,
    Outcome,
    OwnFork,
    PeerBroke,
    PeerLeft,
    WeLeft,
    end_of,
)
from mandala_protocol.conversation.session import Session
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.record.transcript import Fork
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Accept


def is_game_over(session: Session) -> bool:
    """Return whether nothing more is to be said on this line: the game is over, or adjourned."""
    return session.adjourned or (session.was_open and session.referee.due is None)


def likely_farewells(session: Session) -> frozenset[str]:
    """The goodbyes that a program like ours may send now; anything else is someone's own words."""
    if not session.was_open:
        return REFUSALS | {STOPPED}
    if session.referee.due is None:
        return frozenset({STOPPED, GAME_OVER})
    return frozenset({STOPPED, TERMS_DECLINED} if session.referee.due.kind is Accept else {STOPPED})


def is_given_up(session: Session, code: int) -> bool:
    """Return whether the records differ because one side called the game abandoned, for which no one is to blame."""
    return (session.given_up or session.referee.abandoned is not None) and code == Code.OTHER_PAST


def given_up(session: Session) -> GameAbandoned:
    """The outcome where the pasts differ by that."""
    ours = session.referee.abandoned
    return GameAbandoned(session.seat.other if ours is None else ours.waited)


def blame(session: Session, error: RemoteProtocolError) -> PeerBroke | OwnFork:
    """The one who has broken the protocol: the other player, or someone who signs with our key."""
    if isinstance(error, Fork) and error.is_by(session.identity) and not error.is_by(session.peer):
        return OwnFork()
    return PeerBroke(error, session.refusals.kept)


def meaning(session: Session, outcome: Outcome) -> Outcome:
    """The meaning of a closed connection: when the game is over, and both know it, it is not a loss."""
    referee = session.referee
    if isinstance(outcome, WeLeft) and session.was_open:
        return end_of(referee.abandoned, referee.result) or outcome
    if not isinstance(outcome, LineLost | PeerLeft):
        return outcome
    if session.disputed:
        detail = Sentence("the other program has not shown where its record differs")
        return PeerBroke(RemoteProtocolError(Code.OTHER_PAST, "RS4", detail))
    if not is_game_over(session) or not session.confirmed:
        return outcome
    if session.adjourned:
        return GameAdjourned()
    return end_of(referee.abandoned, referee.result) or outcome


def weightier(before: Outcome | None, outcome: Outcome) -> Outcome:
    """The one that counts: the first, but that the other broke the protocol, or the disk, is more than a lost line."""
    weighty = isinstance(outcome, PeerBroke | OwnFork | NotSaved | GameAbandoned)
    if before is None or (weighty and isinstance(before, LineLost | PeerLeft)):
        return outcome
    return before
