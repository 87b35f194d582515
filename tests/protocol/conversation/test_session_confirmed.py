"""Confirmation of our messages: a pong says that all before its ping was taken in and saved."""

from __future__ import annotations

import pytest

from mandala_protocol.conversation.events import (
    Alive,
    AskedAlive,
    CheckAlive,
    ConfirmAlive,
    Speak,
    TellMissing,
    TellPast,
)
from mandala_protocol.conversation.session import Session
from mandala_protocol.wire.messages import Commit
from tests.protocol.conversation.conftest import Pair


def ask(pair: Pair, session: Session) -> None:
    assert pair.deliver(session.seat, session.send(CheckAlive())) == [AskedAlive()]


def answer(pair: Pair, session: Session) -> None:
    other = pair.sessions[session.seat.other]
    assert pair.deliver(other.seat, other.send(ConfirmAlive())) == [Alive()]


def test_before_anything_was_said_there_is_nothing_to_confirm(make_pair: type[Pair]) -> None:
    assert not any(session.confirmed for session in make_pair(1).sessions)


def test_LK18_the_answer_to_a_ping_after_an_entry_confirms_it(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Commit)
    speaker = pair.say_next()
    assert not speaker.confirmed
    assert pair.sessions[speaker.seat.other].confirmed
    ask(pair, speaker)
    assert not speaker.confirmed
    answer(pair, speaker)
    assert speaker.confirmed


def test_LK18_the_answer_to_a_ping_before_an_entry_does_not_confirm_it(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    speaker = pair.until_due(Commit)
    ask(pair, speaker)
    pair.say_next()
    answer(pair, speaker)
    assert not speaker.confirmed
    ask(pair, speaker)
    answer(pair, speaker)
    assert speaker.confirmed


def test_LK18_the_answer_to_a_ping_that_went_ahead_of_an_entry_does_not_confirm_it(make_pair: type[Pair]) -> None:
    """As while the entry waits to be saved."""
    pair = make_pair(1)
    speaker = pair.until_due(Commit)
    waiting = speaker.send(Speak())
    assert pair.deliver(speaker.seat, speaker.send(CheckAlive(ahead=True))) == [AskedAlive()]
    pair.deliver(speaker.seat, waiting)
    answer(pair, speaker)
    assert not speaker.confirmed
    ask(pair, speaker)
    answer(pair, speaker)
    assert speaker.confirmed


def test_the_next_entry_of_the_other_confirms_what_was_said_before(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Commit)
    speaker = pair.say_next()
    pair.say_next()
    assert speaker.confirmed


def test_the_same_past_on_the_next_line_confirms_it(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Commit)
    speaker = pair.say_next()
    pair.cut()
    pair.resume()
    assert speaker.confirmed


@pytest.mark.parametrize("asked_before", [False, True])
def test_an_entry_said_again_is_confirmed_by_the_answer_to_a_later_ping_alone(
    make_pair: type[Pair], asked_before: bool
) -> None:
    pair = make_pair(1)
    pair.until_due(Commit)
    speaker = pair.say_next(arrives=False)
    pair.open_lines()
    if asked_before:
        ask(pair, speaker)
    for command in (TellPast(), TellMissing()):
        for session in pair.sessions:
            pair.deliver(session.seat, session.send(command))
    if asked_before:
        answer(pair, speaker)
    assert not speaker.confirmed
    ask(pair, speaker)
    answer(pair, speaker)
    assert speaker.confirmed
