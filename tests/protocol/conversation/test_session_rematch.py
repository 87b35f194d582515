"""Another game after the one that is over: it begins when both have said that they want it, and not before."""

from __future__ import annotations

from typing import Any

import pytest

from mandala_protocol.conversation.connection import ConnectionState
from mandala_protocol.conversation.events import RematchWanted, SessionEvent, Speak, WantRematch
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import Code, LocalProtocolError
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Accept, Commit, First, Propose, Rematch, encode
from tests.protocol.conversation.conftest import NAMES, Pair

REMATCH = encode(Rematch())


@pytest.fixture
def pair(make_pair: type[Pair]) -> Pair:
    """Two who have finished a game, on a line that is about another one."""
    pair = make_pair(1)
    pair.cut()
    open_lines(pair)
    return pair


def open_lines(pair: Pair) -> None:
    for session in pair.sessions:
        session.open_line(NAMES[session.seat.other], after_another=True)


def want(pair: Pair, seat: Seat) -> list[SessionEvent]:
    return pair.deliver(seat, pair.sessions[seat].send(WantRematch()))


def test_RS10_nothing_is_due_until_both_have_said_that_they_want_it(pair: Pair) -> None:
    for seat in (Seat.GUEST, Seat.HOST):
        assert pair.speaker is None
        assert want(pair, seat) == [RematchWanted()]
    assert pair.speaker is pair.sessions[Seat.HOST]
    pair.play_until(lambda session: session.pending is Pending.MOVE)


@pytest.mark.parametrize("wanted", [(), (Seat.HOST,), (Seat.GUEST,)])
def test_RS10_an_entry_before_both_want_it_is_refused(pair: Pair, wanted: tuple[Seat, ...]) -> None:
    for seat in wanted:
        want(pair, seat)
    host = pair.sessions[Seat.HOST]
    host._machine.state = ConnectionState.OPEN  # another program, that does not care
    error = pair.refused(host, host.send(Speak()))
    assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "RS10")
    assert pair.sessions[Seat.GUEST].referee.transcript.length == 0


def test_RS10_a_second_rematch_is_passed_over_and_cannot_be_said(pair: Pair) -> None:
    want(pair, Seat.GUEST)
    assert pair.deliver(Seat.GUEST, REMATCH) == []
    with pytest.raises(LocalProtocolError) as caught:
        pair.sessions[Seat.GUEST].send(WantRematch())
    assert (caught.value.code, caught.value.requirement) == (Code.OUT_OF_TURN, "RS10")


def test_RS10_a_rematch_in_a_game_is_passed_over_and_cannot_be_said(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Accept)
    for seat in Seat:
        assert pair.deliver(seat, REMATCH) == []
        with pytest.raises(LocalProtocolError):
            pair.sessions[seat].send(WantRematch())
    assert {session.state for session in pair.sessions} == {ConnectionState.OPEN}


def test_RS10_a_wish_is_said_again_on_the_next_line(pair: Pair) -> None:
    want(pair, Seat.GUEST)
    pair.cut()
    open_lines(pair)
    want(pair, Seat.HOST)
    assert pair.speaker is None
    want(pair, Seat.GUEST)
    assert pair.speaker is not None


def test_RS11_a_proposal_that_the_guest_has_not_heard_is_said_again_byte_for_byte(pair: Pair) -> None:
    host, guest = pair.sessions
    for seat in Seat:
        want(pair, seat)
    said = host.send(Speak())
    pair.cut()
    open_lines(pair)
    assert host.pending is Pending.NOTHING
    for seat in Seat:
        want(pair, seat)
    assert host.send(Speak()) == said
    assert host.pending is Pending.NOTHING
    pair.deliver(Seat.HOST, said)
    assert isinstance(guest.referee.transcript.entries[0].body, Propose)
    pair.play_until(lambda session: session.pending is Pending.MOVE)
    assert host.referee.transcript.head == guest.referee.transcript.head


def test_RS11_a_line_that_is_lost_once_the_game_has_begun_goes_on_with_it(pair: Pair) -> None:
    for seat in Seat:
        want(pair, seat)
    pair.say_next()
    pair.say_next(arrives=False)
    pair.resume()
    pair.play_until(lambda session: session.pending is Pending.MOVE)
    assert pair.sessions[0].referee.transcript.head == pair.sessions[1].referee.transcript.head


EXPECTED = GameTerms(MANDALA.name, First.GUEST, grace=600)
"""What a guest knows of another game before it is proposed."""


@pytest.mark.parametrize(
    ("changes", "is_kept"),
    [
        ({}, True),
        ({"live_score": True}, True),
        ({"first": "host"}, False),
        ({"first": "lot"}, False),
        ({"grace": 599}, False),
        ({"grace": 0}, False),
        ({"game": "patterns"}, False),
    ],
)
def test_RS13_a_guest_takes_another_game_on_the_terms_known_before_and_refuses_others(
    make_pair: type[Pair], changes: dict[str, Any], is_kept: bool
) -> None:
    pair = make_pair(1, First.GUEST, grace=600, expected=EXPECTED)
    pair.cut()
    open_lines(pair)
    for seat in Seat:
        want(pair, seat)
    host, guest = pair.sessions
    said = pair.forge(host, pair.body_due(host, **changes))
    if is_kept:
        pair.deliver(Seat.HOST, said)
        assert guest.pending is Pending.ENTRY
        return
    error = pair.refused(host, said)
    assert (error.code, error.requirement) == (Code.NOT_AGREED, "RS13")
    assert guest.referee.transcript.length == 0


def test_RS13_a_guest_who_joins_a_first_game_takes_it_as_it_is_proposed(make_pair: type[Pair]) -> None:
    pair = make_pair(1, First.HOST, grace=60)
    pair.until_due(Commit)
