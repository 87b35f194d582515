"""The summary of a game's entries, which the table of games keeps so that they need not be read again."""

from __future__ import annotations

import enum

from attrs import evolve, frozen

from mandala_protocol.names import clean_name
from mandala_protocol.record.steps import ABANDONED
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Accept, Adjourn, End, Key, Move, Propose, ResultBody


class State(enum.Enum):
    """The state of a game."""

    OPEN = "open"
    ADJOURNED = "adjourned"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    BROKEN = "broken"
    """The other side broke the protocol, or said two different things in one place."""
    DROPPED = "dropped"
    """Its owner wants it listed no longer, or this program cannot read all of it."""


CLOSED = frozenset({State.FINISHED, State.ABANDONED, State.BROKEN})
"""Games that nothing more can be said in."""


@frozen
class Summary:
    """The summary of one game's entries; each field is a column of the table of games.

    ``proposal`` and ``game_id`` are the heads after the first and second entry (32 bytes), ``host`` and ``guest`` the
    cleaned names, ``grace`` and ``ended`` seconds, ``winner`` a seat; ``keys`` and ``results`` count those in the
    record.
    """

    state: State = State.OPEN
    ended: int | None = None
    entries: int = 0
    moves: int = 0
    game: str | None = None
    grace: int = 0
    proposal: bytes | None = None
    game_id: bytes | None = None
    host: str | None = None
    guest: str | None = None
    reason: str | None = None
    host_score: int | None = None
    guest_score: int | None = None
    winner: int | None = None
    keys: int = 0
    results: int = 0

    @property
    def keys_open(self) -> bool:
        """Return whether both keys are in the record, so that the seed of this side is of no more use."""
        return self.keys >= len(Seat)

    def after(self, entry: Entry, now: int) -> Summary:
        """The summary with one more entry, said at ``now`` (Unix seconds)."""
        state = self.state if self.state in CLOSED else State.OPEN
        summary = evolve(self, entries=self.entries + 1, state=state)
        match entry.body:
            case Propose() as body:
                return evolve(
                    summary, proposal=entry.head, game=body.game, grace=body.grace, host=clean_name(body.name)
                )
            case Accept(name=name):
                return evolve(summary, game_id=entry.head, guest=clean_name(name))
            case Move():
                return evolve(summary, moves=self.moves + 1)
            case Adjourn():
                return evolve(summary, state=State.ADJOURNED)
            case Key():
                return evolve(summary, keys=self.keys + 1)
            case ResultBody() as body:
                return _with_result(summary, body, now)
            case End(reason=reason) if reason == ABANDONED:
                return evolve(summary, state=State.ABANDONED, reason=ABANDONED, ended=now)
            case _:
                return summary

    def after_unread(self) -> Summary:
        """The summary with one more entry that this program cannot read."""
        return evolve(self, entries=self.entries + 1)


def _with_result(summary: Summary, body: ResultBody, now: int) -> Summary:
    host_score, guest_score = body.scores
    summary = evolve(
        summary,
        results=summary.results + 1,
        reason=body.reason,
        host_score=host_score,
        guest_score=guest_score,
        winner=body.winner,
    )
    return evolve(summary, state=State.FINISHED, ended=now) if summary.results >= len(Seat) else summary
