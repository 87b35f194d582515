"""The states of a match: what leads from one to the next, and which outcome a match has in the end."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from mandala_net.match.states import ABSENCES, MATCH_STATES, MatchCause, MatchState, MatchStatus, cause_of
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.game import EndReason, Result
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence

FIRST: Final = (MatchState.SEEKING, MatchState.ASKING, MatchState.BETWEEN_GAMES)
"""The states in which a match begins."""

WALKS: Final = st.lists(st.tuples(st.sampled_from(MatchCause), st.floats(0, 100)), max_size=12)
"""Causes, and the seconds before each."""


def walked(first: MatchState, walk: list[tuple[MatchCause, float]]) -> list[MatchStatus]:
    """The statuses of a match that begins in this state, and to which this happens."""
    statuses, now = [MatchStatus(first, 0.0)], 0.0
    for cause, seconds in walk:
        now += seconds
        statuses.append(statuses[-1].after(cause, now))
    return statuses


def test_every_state_has_its_rules_and_each_can_be_reached() -> None:
    assert set(MATCH_STATES) == set(MatchState)
    reached = {*FIRST, *(after for rules in MATCH_STATES.values() for after in rules.leads.values())}
    assert reached == set(MatchState)
    led = {cause for rules in MATCH_STATES.values() for cause in rules.leads}
    assert led == set(MatchCause), "a cause that leads nowhere means nothing"


@given(first=st.sampled_from(FIRST), walk=WALKS)
def test_what_is_over_stays_over(first: MatchState, walk: list[tuple[MatchCause, float]]) -> None:
    statuses = walked(first, walk)
    for before, after in pairwise(statuses):
        if before.state is MatchState.OVER:
            assert after == before


@given(first=st.sampled_from(FIRST), walk=WALKS)
def test_an_absence_is_counted_from_when_the_other_player_was_last_there(
    first: MatchState, walk: list[tuple[MatchCause, float]]
) -> None:
    for before, after in pairwise(walked(first, walk)):
        assert after.since >= before.since
        if before.state is after.state is MatchState.AWAY:
            assert after.since == before.since
        assert after.met or not before.met
        if after.state in (MatchState.PLAYING, MatchState.AWAY):
            assert after.met, "no one is away who was never there"


@pytest.mark.parametrize("cause", ABSENCES)
def test_who_is_waited_for_and_who_is_not(cause: MatchCause) -> None:
    after = {state: MatchStatus(state, 0.0).after(cause, 1.0).state for state in MatchState}
    assert after[MatchState.PLAYING] is after[MatchState.AWAY] is MatchState.AWAY
    assert after[MatchState.SEEKING] is MatchState.SEEKING
    assert after[MatchState.ASKING] is after[MatchState.LEAVING] is MatchState.OVER
    over_between = after[MatchState.BETWEEN_GAMES] is MatchState.OVER
    assert over_between is (cause is MatchCause.LEFT), "whoever leaves between two games wants none"


ENDS: Final[tuple[Outcome, ...]] = (
    WeLeft(),
    Declined("a name known with another key", by_us=True),
    GameFinished(Result((0, 0), None, EndReason.AGREED)),
    GameAdjourned(),
    GameAbandoned(Seat.HOST),
    PeerBroke(RemoteProtocolError(Code.MALFORMED, "MS2", Sentence("x"))),
    PeerComplained(2, "MS2", "x"),
    OwnFork(),
    NotSaved("full"),
)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: type(end).__name__)
@pytest.mark.parametrize("state", [state for state in MatchState if state is not MatchState.OVER])
def test_some_ends_of_a_connection_end_every_match(end: Outcome, state: MatchState) -> None:
    assert MatchStatus(state, 0.0).after(cause_of(end), 0.0).state is MatchState.OVER


def test_after_the_others_the_other_player_may_come_back() -> None:
    causes = {cause_of(end) for end in (LineLost("cut"), PeerLeft("dinner"), Declined("busy"))}
    assert causes == set(ABSENCES)
