"""The meaning of a lost connection and a return, silence and endings, by a clock of the test's own."""

from __future__ import annotations

from typing import Any

import pytest

from mandala_net.link.timeouts import Timeouts
from mandala_net.match.line_ends import weightier
from mandala_net.match.liveness import Liveness
from mandala_net.match.news import (
    Declined,
    GameAdjourned,
    LineLost,
    NotSaved,
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

PATIENCE = Timeouts()


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


def presence(session: Session, clock: Clock, **given: Any) -> Presence:
    return Presence(session, PATIENCE, clock=clock, wall=clock, **given)


# Away and back.


def test_a_lost_line_is_told_each_second_until_the_other_is_back(clock: Clock) -> None:
    one = presence(pair()[0], clock)
    one.take_line()
    assert one.come_back() == PeerBack(quietly=True, returning=True), (
        "this program has come back to a game that has begun"
    )
    assert one.look() is None
    assert one.lose_line(LineLost("cut")) == (None, None)
    told = []
    for _ in range(8):
        look = one.look()
        assert look is not None
        told += [look.news] if look.news is not None else []
        assert look.seconds <= 1
        clock.now += 0.5
    assert told == [PeerAway(seconds, "cut", None) for seconds in range(4)]
    one.take_line()
    assert one.absence == 4
    assert one.come_back() == PeerBack()
    assert one.look() is None


def test_another_reason_is_told_at_once(clock: Clock) -> None:
    one = presence(pair()[0], clock)
    one.come_back()
    one.lose_line(LineLost("cut"))
    one.look()
    clock.now += 2
    over, news = one.lose_line(PeerLeft("dinner"))
    assert over is None
    assert news == PeerAway(2, "dinner", None)


def test_after_the_grace_the_other_is_overdue_but_only_if_both_have_met(clock: Clock) -> None:
    session = pair(grace=60)[0]
    session.lose_line()
    never_met, met = presence(session, clock), presence(session, clock)
    met.come_back()
    for one in (never_met, met):
        one.lose_line(LineLost("cut"))
    clock.now += 59
    looks = [present(one.look()) for one in (never_met, met)]
    assert [present(look.news).grace for look in looks] == [None, 1]
    assert not met.overdue
    clock.now += 1
    assert [one.overdue for one in (never_met, met)] == [False, True]
    assert [present(present(one.look()).news).graces for one in (never_met, met)] == [0, 1]
    clock.now += 60
    assert present(present(met.look()).news).graces == 2
    met.come_back()
    assert not met.overdue


def test_who_has_accepted_a_very_short_grace_is_asked_no_more_than_once_a_minute() -> None:
    asked = [PeerAway(seconds, "cut", 0, agreed=1).graces for seconds in (0, 1, 59, 60, 61, 121)]
    assert asked == [0, 1, 1, 1, 2, 3]


def test_whoever_wants_to_leave_waits_for_no_other_line(clock: Clock) -> None:
    one = presence(pair()[0], clock)
    one.come_back()
    one.leaving = True
    assert one.lose_line(LineLost("cut")) == (WeLeft(), None)


def test_before_a_game_has_begun_nobody_is_waited_for(clock: Clock) -> None:
    one = presence(pair(until=None)[0], clock)
    assert one.come_back() is None
    for outcome in (LineLost("cut"), PeerLeft("enough"), Declined("busy")):
        assert one.lose_line(outcome) == (outcome, None)
    assert one.look() is None


def test_whom_we_turn_away_ourselves_is_not_waited_for_though_there_is_a_proposal_already(clock: Clock) -> None:
    one = presence(pair(until=Accept)[Seat.GUEST], clock)
    assert one.begun
    ours = Declined("the name is known with a different key", by_us=True)
    assert one.lose_line(Declined("busy"))[0] is None
    assert one.lose_line(ours) == (ours, None)


def test_before_another_game_has_begun_a_lost_line_is_waited_for_and_no_longer_than_was_said(clock: Clock) -> None:
    one = presence(pair(until=None)[0], clock, follows=True)
    clock.now += 10
    assert one.lose_line(Declined("not ready")) == (None, None)
    assert one.alone_until == clock.now - 10 + PATIENCE.rematch, "whoever turns us away has not been there"
    assert one.lose_line(LineLost("cut")) == (None, None)
    assert one.alone_until == clock.now + PATIENCE.rematch
    assert one.lose_line(PeerLeft("enough")) == (PeerLeft("enough"), None)
    assert presence(pair()[0], clock, follows=True).alone_until is None


def test_the_absence_of_a_game_of_before_is_counted_from_its_latest_entry(clock: Clock) -> None:
    one = presence(pair()[0], clock, latest=400)
    one.take_line()
    assert one.absence == 600


def test_silences_are_told_aloud_as_often_as_absences(clock: Clock) -> None:
    one = presence(pair()[0], clock)
    told = []
    for _ in range(5):
        told += [one.heard_of(PeerQuiet(10)), one.heard_of(PeerHeard())]
    assert told == [*[PeerQuiet(10), PeerHeard()] * 3, *[PeerQuiet(10, True), PeerHeard(True)] * 2]


# Signs of life.


def test_silence_is_quiet_first_and_a_loss_then(clock: Clock) -> None:
    life = Liveness(pair()[0], PATIENCE, after_another=False, clock=clock)
    assert life.look(behind=False) is None
    clock.now += PATIENCE.quiet
    assert life.look(behind=False) == PeerQuiet(10)
    assert life.hear() == PeerHeard()
    assert life.hear() is None
    clock.now += PATIENCE.lost
    lost = life.look(behind=False)
    assert isinstance(lost, LineLost)
    assert "15 seconds" in lost.reason


@pytest.mark.parametrize(("behind", "lost"), [(True, False), (False, True)])
def test_what_needs_no_decision_is_not_waited_for_and_nobody_is_blamed_for_what_we_have_not_read(
    clock: Clock, behind: bool, lost: bool
) -> None:
    host, guest = pair(until=None)
    hear(guest, host.send(Speak()))  # now `accept` is due from the guest
    life = Liveness(host, PATIENCE, after_another=False, clock=clock)
    clock.now += PATIENCE.words
    life.hear()
    assert isinstance(life.look(behind=behind), LineLost) is lost
    life.go_on()
    assert life.look(behind=False) is None


def test_a_person_may_think_for_as_long_as_they_like(clock: Clock) -> None:
    host, guest = pair()
    waiting = host if guest.pending is Pending.MOVE else guest
    life = Liveness(waiting, PATIENCE, after_another=False, clock=clock)
    clock.now += 10_000
    life.hear()
    assert life.look(behind=False) is None


def test_before_another_game_the_proposal_is_no_decision_any_more(clock: Clock) -> None:
    guest = pair(until=None)[Seat.GUEST]
    first, next_one = (Liveness(guest, PATIENCE, after_another=after, clock=clock) for after in (False, True))
    clock.now += PATIENCE.words
    for life in (first, next_one):
        life.hear()
    assert first.look(behind=False) is None
    assert isinstance(next_one.look(behind=False), LineLost)


def test_a_new_entry_begins_the_time_anew(clock: Clock) -> None:
    host, guest = pair(until=None)
    life = Liveness(guest, PATIENCE, after_another=False, clock=clock)
    assert not life.note_length()
    hear(guest, host.send(Speak()))
    assert life.note_length()
    assert not life.note_length()


# Endings.


def test_the_first_outcome_counts_but_for_one_that_is_more_than_a_lost_line() -> None:
    broke = PeerBroke(RemoteProtocolError(Code.MALFORMED, "MS2", Sentence("x")))
    lost, left = LineLost("cut"), PeerLeft("enough")
    assert weightier(None, lost) is lost
    assert weightier(lost, left) is lost
    for light in (lost, left):
        assert weightier(light, broke) is broke
        assert weightier(light, NotSaved("full")) == NotSaved("full")
    for heavy in (broke, WeLeft(), GameAdjourned(), PeerComplained(2, "MS2", "x")):
        assert weightier(heavy, NotSaved("full")) is heavy
