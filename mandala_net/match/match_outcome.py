"""The end of a connection, by the state of its session, and the outcome of a match that is over by it.

A connection has one end: of all that happened at once, the one that counts. ``states`` says whether the match is over.
"""

from __future__ import annotations

from attrs import evolve

from mandala_net.link.close_reasons import GAME_OVER, REFUSALS, STOPPED, TERMS_DECLINED
from mandala_net.match.news import (
    Declined,
    GameAbandoned,
    GameAdjourned,
    LineLost,
    NotSaved,
    Outcome,
    OwnFork,
    PeerBroke,
    PeerComplained,
    PeerLeft,
    WeLeft,
    end_of,
)
from mandala_net.match.states import ABSENCES, MatchState, MatchStatus, cause_of
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.trace import Trace, trace_ended
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


def end_of_line(session: Session, before: Outcome | None, end: Outcome, *, terms_open: bool) -> Outcome:
    """The end of a connection that counts, of what ended it ``before``, if anything did, and what does now.

    ``terms_open``: our player was still asked about a proposal.
    """
    if terms_open and isinstance(end, LineLost | PeerLeft):
        end = Declined(Sentence("The connection ended before you answered."), by_us=True)
    return weightier(before, meaning(session, end))


def meaning(session: Session, end: Outcome) -> Outcome:
    """The meaning of a closed connection: when the game is over, and both know it, it is not a loss."""
    referee = session.referee
    if not isinstance(end, LineLost | PeerLeft):
        return end
    if session.disputed:
        detail = Sentence("the other program has not shown where its record differs")
        return PeerBroke(RemoteProtocolError(Code.OTHER_PAST, "RS4", detail))
    if not is_game_over(session) or not session.confirmed:
        return end
    if session.adjourned:
        return GameAdjourned()
    return end_of(referee.abandoned, referee.result) or end


def weightier(before: Outcome | None, end: Outcome) -> Outcome:
    """The one that counts: the first, but that the protocol was broken is more than a lost line or a refusal.

    What could not be saved has not happened: that is more than any end but a breach of the protocol.
    """
    if before is None:
        return end
    match end:
        case PeerBroke() | OwnFork() | GameAbandoned():
            return end if isinstance(before, LineLost | PeerLeft | Declined) else before
        case NotSaved():
            return before if isinstance(before, PeerBroke | OwnFork | GameAbandoned) else end
        case _:
            return before


def trace_end_of_line(trace: Trace | None, end: Outcome) -> None:
    """Trace how a connection ends; what breaks the protocol is traced by the session."""
    match end:
        case LineLost(reason=reason) if reason == GAME_OVER:
            trace_ended(trace, "left", reason)  # we have said so
        case LineLost(reason=reason, requirement=requirement):
            trace_ended(trace, f"lost {requirement}".rstrip(), reason)
        case PeerLeft(reason=reason):
            trace_ended(trace, "bye", reason)
        case PeerComplained(detail=detail):
            trace_ended(trace, "error", detail)
        case Declined(reason=reason, by_us=False):
            trace_ended(trace, "busy", reason)
        case Declined(reason=reason) | NotSaved(reason=reason):
            trace_ended(trace, "left", reason)
        case WeLeft():
            trace_ended(trace, "left", Sentence("The connection has been closed on this side."))
        case _:
            pass


def outcome_of(session: Session, status: MatchStatus, end: Outcome) -> Outcome:
    """The outcome of a match that is over by this end. ``status``: the match's before that."""
    no_longer_awaited = status.state in (MatchState.AWAY, MatchState.LEAVING) and cause_of(end) in ABSENCES
    if no_longer_awaited or isinstance(end, WeLeft):
        end = end_of(session.referee.abandoned, session.referee.result) or WeLeft()
    if isinstance(end, GameAbandoned) and end.waited is not session.seat:
        end = evolve(end, absence=status.absence)
    return end
