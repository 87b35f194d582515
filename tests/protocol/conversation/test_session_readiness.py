"""Own shares of the next cards are computed while nobody waits: sooner, and nothing else is different."""

from __future__ import annotations

from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.speaker import READY_CARDS
from mandala_protocol.wire.messages import Move, Share
from tests.protocol.conversation.conftest import Pair


def test_a_prepared_game_says_the_same_to_the_byte(make_pair: type[Pair]) -> None:
    plain, prepared = make_pair(1), make_pair(1)
    plain.until_due(Move, occurrence=8)
    while prepared.sessions[0].referee.transcript.length < plain.sessions[0].referee.transcript.length:
        for session in prepared.sessions:
            if session.can_prepare:
                session.prepare()
        prepared.say_next()
    assert prepared.sessions[0].referee.transcript.head == plain.sessions[0].referee.transcript.head
    for session, other in zip(prepared.sessions, plain.sessions, strict=True):
        assert session.referee.cards.faces(session.seat) == other.referee.cards.faces(other.seat)


def can_prepare(session: Session) -> bool:
    return session.can_prepare


def test_there_is_nothing_to_prepare_before_the_deck_is_shuffled_and_after_it_was_prepared(
    make_pair: type[Pair],
) -> None:
    pair = make_pair(1)
    assert not pair.to_speak.can_prepare
    session = pair.until_due(Share)
    assert can_prepare(session)
    session.prepare()
    assert not can_prepare(session)
    next_cards = session.referee.cards.next_in_pile(READY_CARDS + 1)
    assert session.referee.keys.unready(session.seat, next_cards) == [next_cards[READY_CARDS]]
