"""Declining an offer, which stands all the same, and taking back one's own."""

from __future__ import annotations

import pytest

from mandala_protocol.conversation.events import (
    DeclineOffer,
    MakeOffer,
    OfferDeclined,
    OfferMade,
    Resign,
    WithdrawOffer,
)
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.errors import Code, LocalProtocolError
from mandala_protocol.games.game import EndReason
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Decline, Move, OfferKind, encode
from tests.narrowing import present
from tests.protocol.conversation.conftest import Pair


@pytest.fixture
def pair(make_pair: type[Pair]) -> Pair:
    """It is time for the first move."""
    pair = make_pair(1, steady=True)
    pair.until_due(Move)
    return pair


def is_refused(session: Session) -> bool:
    with pytest.raises(LocalProtocolError) as caught:
        session.send(DeclineOffer())
    return (caught.value.code, caught.value.requirement) == (Code.OUT_OF_TURN, "EN16")


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("kind", OfferKind)
def test_EN16_whoever_has_made_an_offer_hears_that_it_is_declined(pair: Pair, seat: Seat, kind: OfferKind) -> None:
    offering, declining = pair.sessions[seat], pair.sessions[seat.other]
    assert pair.deliver(seat, offering.send(MakeOffer(kind))) == [OfferMade(kind)]
    assert offering.snapshot().own_offer == declining.snapshot().their_offer == StandingOffer(kind)
    said = declining.send(DeclineOffer())
    assert said == encode(Decline(kind.value, 0))
    assert pair.deliver(seat.other, said) == [OfferDeclined(kind)]
    declined = StandingOffer(kind, declined=True)
    assert offering.snapshot().own_offer == declining.snapshot().their_offer == declined


def test_EN16_only_an_offer_that_holds_can_be_declined_and_only_once(pair: Pair) -> None:
    first = pair.to_speak.seat
    other = pair.sessions[first.other]
    assert is_refused(other)
    pair.deliver(first, pair.sessions[first].send(MakeOffer(OfferKind.END)))
    other.send(DeclineOffer())
    assert is_refused(other)
    pair.deliver(first, pair.sessions[first].send(MakeOffer(OfferKind.END)))
    assert is_refused(other), "the same offer once more"
    pair.deliver(first, pair.sessions[first].send(MakeOffer(OfferKind.ADJOURN)))
    other.send(DeclineOffer())
    pair.say_next()
    assert is_refused(other), "void with the move"


def test_EN16_an_offer_that_comes_again_after_another_one_is_a_new_one(pair: Pair) -> None:
    seat = pair.to_speak.seat
    offering, declining = pair.sessions[seat], pair.sessions[seat.other]
    for number, kind in enumerate((*OfferKind, OfferKind.END)):
        assert pair.deliver(seat, offering.send(MakeOffer(kind))) == [OfferMade(kind, replaces=number > 0)]
        assert pair.deliver(seat.other, declining.send(DeclineOffer())) == [OfferDeclined(kind)]


def test_EN16_a_resignation_cannot_be_declined(pair: Pair) -> None:
    waiting = pair.to_speak.seat.other
    pair.deliver(waiting, pair.sessions[waiting].send(Resign()))
    assert is_refused(pair.sessions[waiting.other])


def test_EN17_an_offer_that_was_declined_can_still_be_agreed_to(pair: Pair) -> None:
    seat = pair.to_speak.seat
    pair.deliver(seat, pair.sessions[seat].send(MakeOffer(OfferKind.END)))
    pair.deliver(seat.other, pair.sessions[seat.other].send(DeclineOffer()))
    assert pair.sessions[seat.other].snapshot().their_offer == StandingOffer(OfferKind.END, declined=True)
    pair.deliver(seat.other, pair.sessions[seat.other].send(MakeOffer(OfferKind.END)))
    pair.play_to_end()
    assert present(pair.sessions[seat].referee.result).termination is EndReason.AGREED


@pytest.mark.parametrize(
    "decline",
    [Decline("end", 0), Decline("adjourn", 1), Decline("end", 7)],
    ids=["of another wish", "later", "too late"],
)
def test_EN17_a_decline_of_what_was_not_offered_is_passed_over(pair: Pair, decline: Decline) -> None:
    seat = pair.to_speak.seat
    assert pair.deliver(seat.other, encode(decline)) == []
    pair.deliver(seat, pair.sessions[seat].send(MakeOffer(OfferKind.ADJOURN)))
    assert pair.deliver(seat.other, encode(decline)) == []
    assert pair.deliver(seat.other, encode(Decline("adjourn", 0))) == [OfferDeclined(OfferKind.ADJOURN)]


def test_EN17_a_second_decline_of_the_same_offer_is_passed_over_and_a_flood_of_them_too(pair: Pair) -> None:
    seat = pair.to_speak.seat
    pair.deliver(seat, pair.sessions[seat].send(MakeOffer(OfferKind.END)))
    assert pair.deliver(seat.other, encode(Decline("end", 0)) * 1_000) == [OfferDeclined(OfferKind.END)]
    pair.sessions[seat].send(MakeOffer(OfferKind.END))
    assert pair.deliver(seat.other, encode(Decline("end", 0))) == []


def test_EN17_a_decline_that_crosses_with_a_move_is_passed_over(pair: Pair) -> None:
    mover = pair.to_speak
    pair.deliver(mover.seat, mover.send(MakeOffer(OfferKind.END)))
    declined = pair.sessions[mover.seat.other].send(DeclineOffer())
    pair.say_next()
    assert pair.deliver(mover.seat.other, declined) == []


def test_EN17_a_decline_before_there_is_a_game_is_passed_over(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    for seat in Seat:
        assert pair.deliver(seat, encode(Decline("end", 0))) == []


def test_an_offer_that_is_said_again_on_the_next_line_is_no_new_one(pair: Pair) -> None:
    seat = pair.to_speak.seat
    pair.deliver(seat, pair.sessions[seat].send(MakeOffer(OfferKind.END)))
    pair.sessions[seat.other].send(DeclineOffer())  # never arrives
    pair.cut()
    assert OfferMade(OfferKind.END) not in pair.resume()
    assert is_refused(pair.sessions[seat.other])


def test_an_offer_that_was_declined_and_is_made_again_after_a_restart_is_told(pair: Pair) -> None:
    """Whoever offers has forgotten it, and so makes the same wish once more (EN16)."""
    seat = pair.to_speak.seat
    offering, declining = pair.sessions[seat], pair.sessions[seat.other]
    assert pair.deliver(seat, offering.send(MakeOffer(OfferKind.END))) == [OfferMade(OfferKind.END)]
    assert pair.deliver(seat, offering.send(MakeOffer(OfferKind.END))) == [], "it is in sight"
    declining.send(DeclineOffer())
    again = pair.deliver(seat, offering.send(MakeOffer(OfferKind.END)))
    assert again == [OfferMade(OfferKind.END, repeats=True)]
    assert declining.snapshot().their_offer == StandingOffer(OfferKind.END, declined=True)
    assert is_refused(declining), "it is the same wish"


# Taking back.


@pytest.mark.parametrize("kind", OfferKind)
def test_EN8_the_speaker_can_take_an_offer_back_and_is_asked_if_the_other_agrees_to_it(
    pair: Pair, kind: OfferKind
) -> None:
    seat = pair.to_speak.seat
    offering, agreeing = pair.sessions[seat], pair.sessions[seat.other]
    pair.deliver(seat, offering.send(MakeOffer(kind)))
    assert offering.send(WithdrawOffer()) == b"", "no message of version 1 says so"
    assert offering.snapshot().own_offer is None
    assert pair.deliver(seat.other, agreeing.send(MakeOffer(kind))) == [OfferMade(kind)]
    assert offering.snapshot().their_offer == StandingOffer(kind)
    assert pair.to_speak is offering
    assert offering.pending is Pending.MOVE, "the game goes on"
    assert pair.deliver(seat, offering.send(DeclineOffer())) == [OfferDeclined(kind)]


def test_EN8_an_offer_that_was_taken_back_can_be_made_again_and_holds_at_once(pair: Pair) -> None:
    seat = pair.to_speak.seat
    offering, agreeing = pair.sessions[seat], pair.sessions[seat.other]
    pair.deliver(seat, offering.send(MakeOffer(OfferKind.END)))
    offering.send(WithdrawOffer())
    pair.deliver(seat.other, agreeing.send(MakeOffer(OfferKind.END)))
    pair.deliver(seat, offering.send(MakeOffer(OfferKind.END)))
    pair.play_to_end()
    assert present(agreeing.referee.result).termination is EndReason.AGREED


def test_EN8_nothing_is_taken_back_that_the_other_may_take_up_without_us(pair: Pair) -> None:
    waiting = pair.sessions[pair.to_speak.seat.other]
    for said in (None, waiting.send(MakeOffer(OfferKind.END))):
        with pytest.raises(LocalProtocolError) as caught:
            waiting.send(WithdrawOffer())
        assert (caught.value.code, caught.value.requirement) == (Code.OUT_OF_TURN, "EN7")
        assert said is None or waiting.snapshot().own_offer == StandingOffer(OfferKind.END)
