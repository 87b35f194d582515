"""The meaning of a lost connection and a return, silence and endings, by a clock of the test's own."""

from __future__ import annotations

from typing import Any

import pytest

from mandala_net.link.timeouts import Timeouts
from mandala_net.match.liveness import Liveness
from mandala_net.match.match_outcome import weightier
from mandala_net.match.news import (
    Declined,
    GameAbandoned,
    GameAdjourned,
    LineLost,
    NotSaved,
    OwnFork,
    PeerAway,
    PeerBack,
    PeerBroke,
    PeerComplained,
    PeerHeard,
    PeerLeft,
    PeerQuiet,
    WeLeft,
)
from mandala_net.match.presence import Presence
from mandala_protocol.conversation.events import Speak
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Accept, Move
from tests.client.sessions import join
from tests.hearing import hear
from tests.narrowing import present

TIMEOUTS = Timeouts()


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def pair(grace: int = 0, until: type | None = Move) -> tuple[Session, Session]:
    """A game up to the first move, or one in which nothing has been said."""
    secrets = (bytes([1]) * 32, bytes([2]) * 32)
    host, guest = join(secrets, secrets, grace)
    while until is not None and host.referee.due is not None and host.referee.due.kind is not until:
        speaker, listener = (host, guest) if host.pending is Pending.ENTRY else (guest, host)
        hear(listener, speaker.send(Speak()))
    return host, guest


def presence_of(session: Session, clock: Clock, **given: Any) -> Presence:
    return Presence(session, TIMEOUTS, clock=clock, wall=clock, **given)


# Away and back.


def test_a_lost_line_is_told_each_second_until_the_other_is_back(clock: Clock) -> None:
    presence = presence_of(pair()[0], clock)
    presence.take_line()
    assert presence.go_on() == PeerBack(quietly=True, returning=True), (
        "this program has come back to a game that has begun"
    )
    assert presence.look() is None
    assert presence.lose_line(LineLost("cut")) is None
    assert not presence.over
    told = []
    for _ in range(8):
        look = presence.look()
        assert look is not None
        told += [look.news] if look.news is not None else []
        assert look.seconds <= 1
        clock.now += 0.5
    assert told == [PeerAway(seconds, "cut", None) for seconds in range(4)]
    presence.take_line()
    assert presence.status.absence == 4
    assert presence.go_on() == PeerBack()
    assert presence.look() is None


def test_another_reason_is_told_at_once(clock: Clock) -> None:
    presence = presence_of(pair()[0], clock)
    presence.go_on()
    presence.lose_line(LineLost("cut"))
    presence.look()
    clock.now += 2
    assert presence.lose_line(PeerLeft("dinner")) == PeerAway(2, "dinner", None)
    assert not presence.over


def test_after_the_grace_the_other_is_overdue_but_only_if_both_have_met(clock: Clock) -> None:
    session = pair(grace=60)[0]
    never_met, met = presence_of(session, clock), presence_of(session, clock)
    met.go_on()
    for presence in (never_met, met):
        presence.lose_line(LineLost("cut"))
    clock.now += 59
    looks = [present(presence.look()) for presence in (never_met, met)]
    assert [present(look.news).grace for look in looks] == [None, 1]
    assert not met.overdue
    clock.now += 1
    assert [presence.overdue for presence in (never_met, met)] == [False, True]
    assert [present(present(presence.look()).news).graces for presence in (never_met, met)] == [0, 1]
    clock.now += 60
    assert present(present(met.look()).news).graces == 2
    met.go_on()
    assert not met.overdue


def test_who_has_accepted_a_very_short_grace_is_asked_no_more_than_once_a_minute() -> None:
    asked = [PeerAway(seconds, "cut", 0, agreed=1).graces for seconds in (0, 1, 59, 60, 61, 121)]
    assert asked == [0, 1, 1, 1, 2, 3]


def test_whoever_wants_to_leave_waits_for_no_other_line(clock: Clock) -> None:
    presence = presence_of(pair()[0], clock)
    presence.go_on()
    presence.leave()
    assert presence.lose_line(LineLost("cut")) is None
    assert presence.status.outcome == WeLeft()


def test_before_a_game_has_begun_nobody_is_waited_for(clock: Clock) -> None:
    for outcome in (LineLost("cut"), PeerLeft("enough"), Declined("busy")):
        presence = presence_of(pair(until=None)[0], clock)
        assert presence.go_on() is None
        assert presence.lose_line(outcome) is None
        assert presence.look() is None
        assert presence.status.outcome == outcome


def test_whom_we_turn_away_ourselves_is_not_waited_for_though_there_is_a_proposal_already(clock: Clock) -> None:
    presence = presence_of(pair(until=Accept)[Seat.GUEST], clock)
    assert presence.begun
    ours = Declined("the name is known with a different key", by_us=True)
    presence.lose_line(Declined("busy"))
    assert not presence.over
    presence.lose_line(ours)
    assert presence.status.outcome == ours


def test_before_another_game_has_begun_a_lost_line_is_waited_for_and_no_longer_than_was_said(clock: Clock) -> None:
    presence = presence_of(pair(until=None)[0], clock, follows=True)
    clock.now += 10
    assert presence.lose_line(Declined("not ready")) is None
    assert presence.alone_until == clock.now - 10 + TIMEOUTS.rematch, "whoever turns us away has not been there"
    assert presence.lose_line(LineLost("cut")) is None
    assert presence.alone_until == clock.now + TIMEOUTS.rematch
    assert presence.lose_line(PeerLeft("enough")) is None
    assert presence.status.outcome == PeerLeft("enough")
    assert presence_of(pair()[0], clock, follows=True).alone_until is None


def test_the_absence_of_a_game_of_before_is_counted_from_its_latest_entry(clock: Clock) -> None:
    presence = presence_of(pair()[0], clock, latest=400)
    presence.take_line()
    assert presence.status.absence == 600


def test_a_clock_that_was_set_back_an_hour_counts_no_absence_of_before(clock: Clock) -> None:
    presence = presence_of(pair()[0], clock, latest=1_000 + 3_600)
    presence.take_line()
    assert presence.status.absence == 0


def test_silences_are_told_aloud_as_often_as_absences(clock: Clock) -> None:
    presence = presence_of(pair()[0], clock)
    told = []
    for _ in range(5):
        told += [presence.heard_of(PeerQuiet(10)), presence.heard_of(PeerHeard())]
    assert told == [*[PeerQuiet(10), PeerHeard()] * 3, *[PeerQuiet(10, True), PeerHeard(True)] * 2]


# Signs of life.


def test_silence_is_quiet_first_and_a_loss_then(clock: Clock) -> None:
    life = Liveness(pair()[0], TIMEOUTS, after_another=False, clock=clock)
    assert life.look(behind=False) is None
    clock.now += TIMEOUTS.quiet
    assert life.look(behind=False) == PeerQuiet(10)
    assert life.hear() == PeerHeard()
    assert life.hear() is None
    clock.now += TIMEOUTS.lost
    lost = life.look(behind=False)
    assert isinstance(lost, LineLost)
    assert "15 seconds" in lost.reason


@pytest.mark.parametrize(("behind", "lost"), [(True, False), (False, True)])
def test_what_needs_no_decision_is_not_waited_for_and_nobody_is_blamed_for_what_we_have_not_read(
    clock: Clock, behind: bool, lost: bool
) -> None:
    host, guest = pair(until=None)
    hear(guest, host.send(Speak()))  # now `accept` is due from the guest
    life = Liveness(host, TIMEOUTS, after_another=False, clock=clock)
    clock.now += TIMEOUTS.words
    life.hear()
    assert isinstance(life.look(behind=behind), LineLost) is lost
    life.go_on()
    assert life.look(behind=False) is None


def test_a_person_may_think_for_as_long_as_they_like(clock: Clock) -> None:
    host, guest = pair()
    waiting = host if guest.pending is Pending.MOVE else guest
    life = Liveness(waiting, TIMEOUTS, after_another=False, clock=clock)
    clock.now += 10_000
    life.hear()
    assert life.look(behind=False) is None


def test_before_another_game_the_proposal_is_no_decision_any_more(clock: Clock) -> None:
    guest = pair(until=None)[Seat.GUEST]
    first, next_one = (Liveness(guest, TIMEOUTS, after_another=after, clock=clock) for after in (False, True))
    clock.now += TIMEOUTS.words
    for life in (first, next_one):
        life.hear()
    assert first.look(behind=False) is None
    assert isinstance(next_one.look(behind=False), LineLost)


def test_a_new_entry_begins_the_time_anew(clock: Clock) -> None:
    host, guest = pair(until=None)
    life = Liveness(guest, TIMEOUTS, after_another=False, clock=clock)
    assert not life.note_length()
    hear(guest, host.send(Speak()))
    assert life.note_length()
    assert not life.note_length()


# Endings.


def test_the_first_end_of_a_connection_counts_but_for_one_that_is_more() -> None:
    broke = PeerBroke(RemoteProtocolError(Code.MALFORMED, "MS2", Sentence("x")))
    lost, left, unsaved = LineLost("cut"), PeerLeft("enough"), NotSaved("full")
    assert weightier(None, lost) is lost
    assert weightier(lost, left) is lost
    for light in (lost, left, Declined("busy")):
        assert weightier(light, broke) is broke
    for unbroken in (lost, left, WeLeft(), GameAdjourned()):
        assert weightier(unbroken, unsaved) is unsaved
    for breach in (broke, OwnFork(), GameAbandoned(Seat.HOST)):
        assert weightier(breach, unsaved) is breach
    for heavy in (WeLeft(), GameAdjourned(), PeerComplained(2, "MS2", "x")):
        assert weightier(heavy, broke) is heavy
