"""The other does not come back: after the grace that was agreed a player may call the game abandoned."""

from __future__ import annotations

import pytest

from mandala_protocol.conversation.connection import ConnectionState
from mandala_protocol.conversation.events import Abandon, Resign
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.steps import Abandoned
from mandala_protocol.record.transcript import seal
from mandala_protocol.seats import First, Seat
from mandala_protocol.wire.messages import Accept, Body, Commit, End, Key, Move, ResultBody, Share
from tests.protocol.conversation.conftest import Pair, Prepared, TestIdentity

GRACE = 600


def abandoned(pair: Pair, seat: Seat) -> Session:
    """One side is gone; the other has waited, and says so to its own record."""
    pair.cut()
    session = pair.sessions[seat]
    session.send(Abandon())
    return session


@pytest.mark.parametrize("kind", [Commit, Share, Move])
@pytest.mark.parametrize("own_turn", [True, False])
def test_EN14_either_may_call_the_game_abandoned_and_the_record_is_right(
    prepared: Prepared, kind: type[Body], own_turn: bool
) -> None:
    pair, _ = prepared(kind, grace=GRACE)
    speaker = pair.until_due(kind).seat
    waiting = speaker if own_turn else speaker.other
    session = abandoned(pair, waiting)
    last = session.referee.transcript.entries[-1]
    assert last.body == End("abandoned", 0, b"")
    assert session.new_entries()[-1] == last
    assert session.referee.due is None
    assert session.referee.result is None
    verdict = verification.verify(verification.write(session.referee.transcript.entries), GAMES, Serial())
    assert verdict.fault is None
    assert not verdict.complete
    assert verdict.referee.abandoned == Abandoned(last.number, waiting)


@pytest.mark.parametrize("own_turn", [True, False])
@pytest.mark.parametrize("gone", [False, True])
def test_RS3_whoever_comes_back_hears_that_the_game_was_abandoned(
    prepared: Prepared, own_turn: bool, gone: bool
) -> None:
    pair, _ = prepared(Move, grace=GRACE)
    speaker = pair.until_due(Move, occurrence=2).seat
    waiting = speaker if own_turn else speaker.other
    session = abandoned(pair, waiting)
    if gone:
        pair.rebuild(waiting.other)
    pair.resume()
    other = pair.sessions[waiting.other]
    assert other.referee.abandoned == session.referee.abandoned
    assert other.referee.transcript.head == session.referee.transcript.head
    assert (other.pending, other.referee.due, other.state) == (Pending.NOTHING, None, ConnectionState.OPEN)


@pytest.mark.parametrize("own_turn", [True, False])
def test_RS3_ones_own_abandonment_comes_back_from_the_other(prepared: Prepared, own_turn: bool) -> None:
    pair, _ = prepared(Move, grace=GRACE)
    speaker = pair.until_due(Move).seat
    waiting = speaker if own_turn else speaker.other
    session = abandoned(pair, waiting)
    length = session.referee.transcript.length
    pair.resume()
    pair.cut()
    again = pair.rebuild(waiting, length - 1)
    pair.resume()
    assert again.referee.abandoned == Abandoned(length - 1, waiting)


@pytest.mark.parametrize("kind", [Move, Share])
def test_RS4_who_had_said_more_learns_that_the_other_waited_in_vain(prepared: Prepared, kind: type[Body]) -> None:
    """Its last entry never arrived, and stands where the other called the game abandoned."""
    pair, _ = prepared(kind, grace=GRACE)
    absent = pair.until_due(kind).seat
    pair.say_next(arrives=False)
    session = abandoned(pair, absent.other)
    errors = pair.resume_in_dispute()
    assert {error.code for error in errors.values()} == {Code.OTHER_PAST}
    assert set(errors) == set(Seat)
    assert "abandoned" in errors[absent].detail
    assert errors[absent].evidence == session.referee.transcript.entries[-1].evidence
    assert errors[absent.other].evidence == pair.sessions[absent].referee.transcript.entries[-1].evidence


def test_RS4_who_had_said_much_more_learns_it_too(prepared: Prepared) -> None:
    pair, _ = prepared(Move, grace=GRACE, moves=3)
    absent = pair.until_due(Move, occurrence=4).seat
    pair.say_next(arrives=False)
    pair.sessions[absent]._speaker.say(End("abandoned", 3, b""))
    abandoned(pair, absent.other)
    errors = pair.resume_in_dispute()
    assert {seat: error.code for seat, error in errors.items()} == dict.fromkeys(Seat, Code.OTHER_PAST)


def test_RS4_both_may_have_waited_in_vain_and_nobody_is_blamed(prepared: Prepared) -> None:
    pair, _ = prepared(Move, grace=GRACE)
    pair.cut()
    for session in pair.sessions:
        session.send(Abandon())
    errors = pair.resume_in_dispute()
    assert {seat: error.code for seat, error in errors.items()} == dict.fromkeys(Seat, Code.OTHER_PAST)


# When it is not possible.


@pytest.mark.parametrize("own_turn", [True, False])
def test_EN14_without_a_grace_no_game_is_abandoned(make_pair: type[Pair], own_turn: bool) -> None:
    pair = make_pair(1)
    speaker = pair.until_due(Commit)
    session = speaker if own_turn else pair.sessions[speaker.seat.other]
    transcript = session.referee.transcript
    with pytest.raises(RemoteProtocolError) as heard:
        session.referee.take(
            seal(transcript.length, transcript.head, End("abandoned", 0, b""), pair.identities[session.seat.other])
        )
    assert (heard.value.code, heard.value.requirement) == (Code.NOT_AGREED, "EN14")
    pair.cut()
    with pytest.raises(LocalProtocolError) as refused:
        session.send(Abandon())
    assert (refused.value.code, refused.value.requirement) == (Code.NOT_AGREED, "EN14")


def test_EN14_while_the_other_is_there_the_game_is_not_abandoned(make_pair: type[Pair]) -> None:
    pair = make_pair(1, grace=GRACE)
    session = pair.until_due(Commit)
    for _ in range(2):
        with pytest.raises(LocalProtocolError) as refused:
            session.send(Abandon())
        assert refused.value.requirement == "EN14"
        pair.cut()
        pair.open_lines()
    assert session.state is ConnectionState.RESUMING


@pytest.mark.parametrize("kind", [Accept, ResultBody])
def test_EN14_there_is_nothing_to_abandon_before_the_game_is_accepted_and_once_it_has_a_result(
    prepared: Prepared, kind: type[Body]
) -> None:
    pair, speaker = prepared(kind, grace=GRACE, moves=0)
    pair.cut()
    for session in pair.sessions:
        with pytest.raises(LocalProtocolError) as refused:
            session.send(Abandon())
        assert refused.value.requirement == "EN14"
    transcript = speaker.referee.transcript
    with pytest.raises(RemoteProtocolError) as heard:
        speaker.referee.take(
            seal(transcript.length, transcript.head, End("abandoned", 0, b""), pair.identities[speaker.seat.other])
        )
    assert (heard.value.code, heard.value.requirement) == (Code.OUT_OF_TURN, "OR1")


def test_EN14_a_game_may_be_abandoned_while_a_key_is_due_and_has_no_result_then(prepared: Prepared) -> None:
    pair, mover = prepared(Move, grace=GRACE)
    pair.deliver(mover.seat, mover.send(Resign()))
    pair.until_due(Key, speaker=Seat.GUEST)
    session = abandoned(pair, Seat.HOST)
    verdict = verification.verify(verification.write(session.referee.transcript.entries), GAMES, Serial())
    assert verdict.fault is None
    assert not verdict.complete
    assert verdict.referee.result is None


def test_OR3_nothing_can_be_said_after_it(make_pair: type[Pair]) -> None:
    pair = make_pair(1, grace=GRACE)
    speaker = pair.until_due(Commit).seat
    abandoned(pair, speaker.other)
    pair.resume()
    session = pair.sessions[speaker]
    error = pair.refused(session, pair.forge(session, End("abandoned", 0, b"")))
    assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "OR3")


@pytest.mark.parametrize("own_turn", [True, False])
def test_EN14_an_abandonment_is_refused_on_an_open_line(make_pair: type[Pair], own_turn: bool) -> None:
    pair = make_pair(1, grace=GRACE)
    speaker = pair.until_due(Commit)
    session = speaker if own_turn else pair.sessions[speaker.seat.other]
    error = pair.refused(session, pair.forge(session, End("abandoned", 0, b"")))
    assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "EN14")
    assert session.referee.abandoned is None


@pytest.mark.parametrize(("turn", "statement", "requirement"), [(1, b"", "EN1"), (0, bytes(64), "EN14")])
def test_an_abandonment_of_another_turn_or_with_a_statement_is_refused(
    make_pair: type[Pair], turn: int, statement: bytes, requirement: str
) -> None:
    pair = make_pair(1, grace=GRACE)
    session = pair.until_due(Commit)
    transcript = session.referee.transcript
    body = End("abandoned", turn, statement)
    with pytest.raises(RemoteProtocolError) as caught:
        session.referee.take(seal(transcript.length, transcript.head, body, pair.identities[session.seat.other]))
    assert (caught.value.code, caught.value.requirement) == (Code.NOT_AGREED, requirement)


@pytest.mark.parametrize("own_turn", [True, False])
def test_TR7_a_stranger_cannot_abandon_a_game_of_others(make_pair: type[Pair], own_turn: bool) -> None:
    pair = make_pair(1, grace=GRACE)
    speaker = pair.until_due(Commit)
    session = speaker if own_turn else pair.sessions[speaker.seat.other]
    transcript = session.referee.transcript
    stranger = type(pair.identities[0])(9)
    with pytest.raises(RemoteProtocolError) as caught:
        session.referee.take(seal(transcript.length, transcript.head, End("abandoned", 0, b""), stranger))
    assert (caught.value.code, caught.value.requirement) == (Code.BAD_SIGNATURE, "TR7")


class Alone(Pair):
    """One player, with one identity, at both seats."""

    def _session(self, seat: Seat, seed: int | None, first: First, grace: int = 0) -> Session:
        self.identities = (TestIdentity(1), TestIdentity(1))
        return super()._session(seat, seed, first, grace)


@pytest.mark.parametrize("waiting", Seat)
def test_TR13_of_one_identity_at_both_seats_the_one_that_is_not_due_has_waited(waiting: Seat) -> None:
    pair = Alone(1, grace=GRACE)
    due = pair.until_due(Commit).seat
    session = abandoned(pair, waiting)
    verdict = verification.verify(verification.write(session.referee.transcript.entries), GAMES, Serial())
    assert verdict.fault is None
    assert verdict.referee.abandoned == Abandoned(session.referee.transcript.length - 1, due.other)
