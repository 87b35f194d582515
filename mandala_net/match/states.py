"""The states of a match: what each waits for, and what leads from one to the next.

All of it is data, from which the table and the diagram of docs/match.md are drawn. A ``Presence`` moves by this table
alone, and no one else decides that a match is over.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

from attrs import evolve, field, frozen

from mandala_net.link.address import Address
from mandala_net.match.news import (
    Declined,
    GameAbandoned,
    GameAdjourned,
    GameFinished,
    LineLost,
    NotSaved,
    Outcome,
    OwnFork,
    PeerBroke,
    PeerComplained,
    PeerLeft,
    WeLeft,
)


class MatchState(enum.Enum):
    """The state of a match, as one side sees it."""

    SEEKING = "seeking"
    ASKING = "asking"
    BETWEEN_GAMES = "between games"
    PLAYING = "playing"
    AWAY = "away"
    LEAVING = "leaving"
    OVER = "over"


class MatchCause(enum.Enum):
    """The cause of a change of state. If the table has no row for it, nothing changes."""

    MET = "both are heard on a connection"
    BEGUN = "the other player can come back to the game"
    LOST = "the connection is lost"
    LEFT = "the other player leaves"
    REFUSED = "the other player refuses to play now"
    GONE = "the other player stays away too long"
    LEAVING = "our player wants to leave"
    WE_LEFT = "our player has left"
    DECLINED = "our side refuses to play"
    FINISHED = "the game has its result"
    ADJOURNED = "the game is adjourned"
    ABANDONED = "the game is called abandoned"
    BROKEN = "the protocol is broken"
    NOT_SAVED = "the game cannot be saved"


@frozen
class MatchStateRules:
    """The rules of one state: what it means, and the next state for each cause that leads on."""

    meaning: str
    leads: Mapping[MatchCause, MatchState] = field(factory=dict)


_ENDINGS: Final = dict.fromkeys(
    (
        MatchCause.WE_LEFT,
        MatchCause.DECLINED,
        MatchCause.FINISHED,
        MatchCause.ADJOURNED,
        MatchCause.ABANDONED,
        MatchCause.BROKEN,
        MatchCause.NOT_SAVED,
    ),
    MatchState.OVER,
)
"""The causes that end every match."""

ABSENCES: Final = (MatchCause.LOST, MatchCause.LEFT, MatchCause.REFUSED)
"""The causes after which the other player may come back."""

_AWAY: Final = dict.fromkeys(ABSENCES, MatchState.AWAY)
_GONE: Final = dict.fromkeys(ABSENCES, MatchState.OVER)

_LEAVING: Final = {MatchCause.LEAVING: MatchState.LEAVING}

MATCH_STATES: Final[Mapping[MatchState, MatchStateRules]] = {
    MatchState.SEEKING: MatchStateRules(
        "a game of before is open, and the two have not met since this program runs",
        {MatchCause.MET: MatchState.PLAYING, **_LEAVING, **_ENDINGS},
    ),
    MatchState.ASKING: MatchStateRules(
        "a new game that has not begun: no one could come back to it",
        {
            MatchCause.MET: MatchState.ASKING,
            MatchCause.BEGUN: MatchState.PLAYING,
            **_GONE,
            **_LEAVING,
            **_ENDINGS,
        },
    ),
    MatchState.BETWEEN_GAMES: MatchStateRules(
        "one game is over and the next has not begun; the other player may come back to begin it, for a while",
        {
            MatchCause.MET: MatchState.BETWEEN_GAMES,
            MatchCause.BEGUN: MatchState.PLAYING,
            MatchCause.LOST: MatchState.BETWEEN_GAMES,
            MatchCause.LEFT: MatchState.OVER,
            MatchCause.GONE: MatchState.OVER,
            **_LEAVING,
            **_ENDINGS,
        },
    ),
    MatchState.PLAYING: MatchStateRules("both are heard on a connection", {**_AWAY, **_LEAVING, **_ENDINGS}),
    MatchState.AWAY: MatchStateRules(
        "there is no connection, and the other player is waited for",
        {MatchCause.MET: MatchState.PLAYING, MatchCause.GONE: MatchState.OVER, **_LEAVING, **_ENDINGS},
    ),
    MatchState.LEAVING: MatchStateRules(
        "our player leaves: no one waits for another connection", {**_GONE, **_ENDINGS}
    ),
    MatchState.OVER: MatchStateRules("nothing more is said in this match but why"),
}


@frozen
class MatchStatus:
    """The state of a match, and what both its search and its news need to know of the other player.

    ``since``: when the other player was last there, in seconds of the match's clock. ``reason``: why it is away.
    ``met``: both have been heard on one connection since this program runs. ``absence``: the most seconds without a
    connection, by our own clock, when the latest was taken. ``address``: where the other player was last reached, if
    that is known. ``outcome``: of a match that is over.
    """

    state: MatchState
    since: float
    reason: str = ""
    met: bool = False
    absence: int = 0
    address: Address | None = None
    outcome: Outcome | None = None

    def after(self, cause: MatchCause, now: float) -> MatchStatus:
        """The status after this cause, at the time ``now``."""
        state = MATCH_STATES[self.state].leads.get(cause)
        if state is None:
            return self
        goes = state in (MatchState.AWAY, MatchState.BETWEEN_GAMES) and cause in ABSENCES
        comes = cause in (MatchCause.MET, MatchCause.BEGUN)
        return evolve(self, state=state, since=now if goes else self.since, met=self.met or comes)


def cause_of(end: Outcome) -> MatchCause:
    """The cause that the end of a connection is for its match."""
    match end:
        case LineLost():
            return MatchCause.LOST
        case PeerLeft():
            return MatchCause.LEFT
        case Declined(by_us=by_us):
            return MatchCause.DECLINED if by_us else MatchCause.REFUSED
        case WeLeft():
            return MatchCause.WE_LEFT
        case GameFinished():
            return MatchCause.FINISHED
        case GameAdjourned():
            return MatchCause.ADJOURNED
        case GameAbandoned():
            return MatchCause.ABANDONED
        case PeerBroke() | PeerComplained() | OwnFork():
            return MatchCause.BROKEN
        case NotSaved():
            return MatchCause.NOT_SAVED
