"""The table of a connection's states, and that a session keeps to it whatever goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, get_args

import pytest

from mandala_protocol.conversation.connection import STATES, Cause, ConnectionMachine, ConnectionState
from mandala_protocol.conversation.events import Command, PassedOver, Play, SessionEvent, Speak, Talk, Talked
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.games.game import IllegalMove
from mandala_protocol.games.mandala import Colour, Discard
from mandala_protocol.poker.workers import Serial
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import MESSAGE_KINDS, Chat, Move, Ping, Rematch, Resume, Shuffle, encode
from tests.protocol.conversation.conftest import Pair, Prepared

T = TypeVar("T")
MALFORMED = b"\x00\x01\xc1"


def reached(machine: ConnectionMachine, seen: set[ConnectionState]) -> set[ConnectionState]:
    seen.add(machine.state)
    for cause in STATES[machine.state].leads:
        further = ConnectionMachine()
        further.state = machine.state
        further.move(cause)
        if further.state not in seen:
            reached(further, seen)
    return seen


def test_every_state_has_its_rules_and_can_be_reached() -> None:
    assert set(STATES) == set(ConnectionState)
    assert reached(ConnectionMachine(), set()) == set(ConnectionState)


def test_every_cause_leads_somewhere_and_every_command_is_possible_somewhere() -> None:
    assert {cause for rules in STATES.values() for cause in rules.leads} == set(Cause)
    assert {kind for rules in STATES.values() for kind in rules.commands} == set(get_args(Command))


@pytest.mark.parametrize("state", ConnectionState)
def test_a_message_is_refused_or_passed_over_but_not_both(state: ConnectionState) -> None:
    rules = STATES[state]
    assert not set(rules.fails) & rules.passes
    assert {*rules.fails, *rules.passes} <= set(MESSAGE_KINDS.values())


def test_nothing_leads_out_of_failure() -> None:
    machine = ConnectionMachine()
    machine.move(Cause.CONNECTED)
    machine.move(Cause.FAILED)
    for cause in Cause:
        machine.move(cause)
    assert machine.state is ConnectionState.FAILED


def test_a_new_connection_forgets_what_the_last_one_was() -> None:
    machine = ConnectionMachine()
    for cause in (Cause.CONNECTED, Cause.NEW_GAME, Cause.AGREED, Cause.ADJOURNED, Cause.LOST):
        machine.move(cause)
    assert machine.was(ConnectionState.ADJOURNED), "until the next one it is known"
    machine.move(Cause.CONNECTED)
    assert not machine.was(ConnectionState.ADJOURNED)


# One message after the other.


@pytest.mark.parametrize("piece", [1, 5, 1 << 20])
def test_what_came_before_a_bad_message_is_delivered(make_pair: type[Pair], piece: int) -> None:
    pair = make_pair(1)
    host = pair.sessions[Seat.HOST]
    data = encode(Chat("one")) + encode(Chat("two")) + MALFORMED + encode(Chat("three"))
    told: list[SessionEvent] = []

    def hear_in_pieces() -> None:
        for start in range(0, len(data), piece):
            host.receive_data(data[start : start + piece])
            while (event := host.next_event()) is not None:
                told.append(event)

    with pytest.raises(RemoteProtocolError) as caught:
        hear_in_pieces()
    assert caught.value.code is Code.MALFORMED
    assert told == [Talked("one"), Talked("two")]


def test_events_come_one_by_one_up_to_the_bad_message(make_pair: type[Pair]) -> None:
    host = make_pair(1).sessions[Seat.HOST]
    host.receive_data(encode(Chat("one")) + encode(Ping()) + MALFORMED)
    assert host.next_event() == Talked("one")
    before = host.state
    assert before is ConnectionState.OPEN
    host.next_event()
    with pytest.raises(RemoteProtocolError):
        host.next_event()
    assert host.state is ConnectionState.FAILED


def test_every_message_is_one_event_also_where_it_changes_nothing(make_pair: type[Pair]) -> None:
    host = make_pair(1).sessions[Seat.HOST]
    host.receive_data(b"\x00\x03\x92\x63\x80" + encode(Rematch()))
    assert [host.next_event() for _ in range(3)] == [PassedOver(), PassedOver(), None]


# Whatever goes wrong.


class Broken(Serial):
    """Workers who fail by a fault of our own."""

    def run(self, tasks: Sequence[Callable[[], T]]) -> list[T]:
        raise MemoryError


@pytest.mark.parametrize("hears", [True, False])
def test_after_any_exception_the_session_has_failed(prepared: Prepared, hears: bool) -> None:
    pair, speaker = prepared(Shuffle)
    other = pair.sessions[speaker.seat.other]
    said = pair.forge(speaker, speaker._speaker.next_body()) if hears else b""
    victim = other if hears else speaker
    victim.referee._workers = victim._speaker._workers = Broken()
    victim.receive_data(said)
    with pytest.raises(MemoryError):
        victim.next_event() if hears else victim.send(Speak())
    assert (victim.state, victim.error) == (ConnectionState.FAILED, None)
    for fails in (victim.next_event, lambda: victim.send(Talk("x")), lambda: victim.open_line("Ben")):
        with pytest.raises(LocalProtocolError) as caught:
            fails()
        assert caught.value.requirement == "MS9"


def test_a_move_that_is_not_possible_changes_nothing(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    with pytest.raises(IllegalMove):
        mover.send(Play(Discard(Colour.RED, 8)))
    with pytest.raises(LocalProtocolError):
        pair.sessions[mover.seat.other].send(Play(Discard(Colour.RED, 1)))
    assert {session.state for session in pair.sessions} == {ConnectionState.OPEN}


def test_RS2_an_open_line_has_no_place_for_resume(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    assert pair.refused(pair.sessions[Seat.GUEST], encode(Resume(1, bytes(32)))).requirement == "RS2"
