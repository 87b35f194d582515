"""Both agree to go on later: the record says so, and what was due stays due."""

from __future__ import annotations

import pytest

from mandala_protocol.conversation.events import (
    Command,
    Leave,
    MakeOffer,
    OfferMade,
    Play,
    Resign,
    Speak,
)
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.errors import Code, LocalProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import EndReason
from mandala_protocol.games.mandala import MANDALA, Build, Colour, MandalaMove
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.record.steps import Adjourned
from mandala_protocol.record.transcript import Entry, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Adjourn, Body, Commit, End, Key, Move, Offer, OfferKind, Share, encode
from tests.narrowing import of_kind, present
from tests.protocol.conversation.conftest import Pair, Prepared


def wish(pair: Pair, seat: Seat, what: str, turn: int) -> bytes:
    """The signature of a wish, made by hand."""
    return pair.identities[seat].sign(offer_statement(pair.sessions[seat].referee.game_id, what, turn))


def adjourn(pair: Pair) -> None:
    """The one who waits offers it, the one who is to speak agrees."""
    speaker = pair.to_speak
    other = pair.sessions[speaker.seat.other]
    assert OfferMade(OfferKind.ADJOURN) in pair.deliver(other.seat, other.send(MakeOffer(OfferKind.ADJOURN)))
    assert speaker.snapshot().their_offer == StandingOffer(OfferKind.ADJOURN)
    pair.deliver(speaker.seat, speaker.send(MakeOffer(OfferKind.ADJOURN)))


def owed_by(session: Session) -> Pending:
    return session.pending


def go_on(pair: Pair) -> None:
    pair.cut()
    pair.resume()


def test_EN13_the_one_who_is_to_speak_agrees_and_says_so_at_once(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    mover = pair.until_due(Move, occurrence=2)
    due = mover.referee.due
    adjourn(pair)
    for session in pair.sessions:
        assert session.adjourned
        assert session.pending is Pending.NOTHING
        assert session.referee.due == due
        assert session.referee.adjourned == [Adjourned(session.referee.transcript.length - 1, 1)]
        assert session.snapshot().their_offer is None
    for command in (Speak(), Play(Build(0, Colour.RED))):
        with pytest.raises(LocalProtocolError):
            mover.send(command)


def test_EN13_the_one_who_waits_agrees_and_the_other_says_so(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    mover = pair.until_due(Move, occurrence=2)
    other = pair.sessions[mover.seat.other]
    assert pair.deliver(mover.seat, mover.send(MakeOffer(OfferKind.ADJOURN))) == [OfferMade(OfferKind.ADJOURN)]
    assert owed_by(mover) is Pending.MOVE
    assert pair.deliver(other.seat, other.send(MakeOffer(OfferKind.ADJOURN))) == [OfferMade(OfferKind.ADJOURN)]
    assert owed_by(mover) is Pending.ENTRY
    pair.say_next()
    assert isinstance(mover.referee.transcript.entries[-1].body, Adjourn)
    assert all(session.adjourned for session in pair.sessions)


@pytest.mark.parametrize("rebuilt", [(), (Seat.HOST,), (Seat.GUEST,), tuple(Seat)])
def test_EN13_the_game_goes_on_after_it_and_its_record_is_right(prepared: Prepared, rebuilt: tuple[Seat, ...]) -> None:
    pair, _ = prepared(Move, moves=3)
    mover = pair.until_due(Move, occurrence=2)
    due = mover.referee.due
    adjourn(pair)
    pair.deliver(mover.seat, mover.send(Leave("until tomorrow")))
    pair.cut()
    for seat in rebuilt:
        pair.rebuild(seat)
    pair.resume()
    assert pair.to_speak.referee.due == due
    assert pair.to_speak.pending is Pending.MOVE
    assert not any(session.adjourned for session in pair.sessions)
    pair.play_to_end()
    verdict = verification.verify(verification.write(pair.sessions[0].referee.transcript.entries), GAMES, Serial())
    assert verdict.complete
    assert [adjourned.turn for adjourned in verdict.referee.adjourned] == [1]


@pytest.mark.parametrize("speaker", Seat)
def test_EN13_a_game_is_adjourned_in_the_middle_of_a_deal_too(make_pair: type[Pair], speaker: Seat) -> None:
    """The share of the host is said, that of the guest is still due; what the host gave stays given."""
    pair = make_pair(1, moves=1)
    pair.until_due(Share, speaker=speaker)
    adjourn(pair)
    go_on(pair)
    assert present(pair.to_speak.referee.due).kind is Share
    pair.play_to_end()
    assert verification.verify(
        verification.write(pair.sessions[0].referee.transcript.entries), GAMES, Serial()
    ).complete


@pytest.mark.parametrize("offers_last", ["mover", "other"])
def test_EN15_an_entry_on_the_line_on_which_the_game_was_adjourned_is_refused(
    prepared: Prepared, offers_last: str
) -> None:
    """What is due stays due, and from the same player; but only on the next line."""
    pair, _ = prepared(Move)
    mover = pair.until_due(Move, occurrence=2)
    other = pair.sessions[mover.seat.other]
    first, last = (other, mover) if offers_last == "mover" else (mover, other)
    pair.deliver(first.seat, first.send(MakeOffer(OfferKind.ADJOURN)))
    pair.deliver(last.seat, last.send(MakeOffer(OfferKind.ADJOURN)))
    if offers_last == "other":
        pair.say_next()
    adjourned = mover.referee.transcript.entries
    move, _ = mover._speaker.move_body(_a_move(mover))
    error = pair.refused(mover, pair.forge(mover, move))
    assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "EN15")
    assert other.referee.transcript.entries == adjourned
    assert other.new_entries()[-1] == adjourned[-1]


def test_EN15_an_entry_behind_the_adjournment_in_the_same_bytes_is_refused_and_the_adjournment_stays(
    prepared: Prepared,
) -> None:
    pair, _ = prepared(Move)
    mover = pair.until_due(Move, occurrence=2)
    other = pair.sessions[mover.seat.other]
    pair.deliver(other.seat, other.send(MakeOffer(OfferKind.ADJOURN)))
    adjournment = mover.send(MakeOffer(OfferKind.ADJOURN))
    move, _ = mover._speaker.move_body(_a_move(mover))
    error = pair.refused(mover, adjournment + pair.forge(mover, move))
    assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "EN15")
    assert isinstance(other.new_entries()[-1].body, Adjourn)


def test_EN15_another_entry_in_the_place_of_the_adjournment_is_still_a_fork(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    mover = pair.until_due(Move, occurrence=2)
    body, _ = mover._speaker.move_body(_a_move(mover))
    move = encode(_sealed(pair, mover, body).message())
    adjourn(pair)
    assert pair.refused(mover, move).code is Code.FORK


@pytest.mark.parametrize("command", [Resign(), MakeOffer(OfferKind.END), MakeOffer(OfferKind.ADJOURN)])
def test_EN15_nothing_is_wished_on_the_line_on_which_the_game_was_adjourned(
    prepared: Prepared, command: Command
) -> None:
    """The one who is to speak would put its own wish into the record at once."""
    pair, _ = prepared(Move)
    pair.until_due(Move, occurrence=2)
    adjourn(pair)
    for session in pair.sessions:
        length = session.referee.transcript.length
        with pytest.raises(LocalProtocolError) as refused:
            session.send(command)
        assert (refused.value.code, refused.value.requirement) == (Code.OUT_OF_TURN, "EN15")
        assert session.referee.transcript.length == length


def test_EN15_a_wish_that_crossed_with_the_adjournment_holds_on_the_next_line(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    mover = pair.until_due(Move, occurrence=2)
    other = pair.sessions[mover.seat.other]
    pair.deliver(other.seat, other.send(MakeOffer(OfferKind.ADJOURN)))
    resigned = other.send(Resign())
    pair.deliver(mover.seat, mover.send(MakeOffer(OfferKind.ADJOURN)))
    assert pair.deliver(other.seat, resigned) == []
    assert mover.pending is Pending.NOTHING
    go_on(pair)
    pair.play_to_end()
    assert present(mover.referee.result).termination is EndReason.RESIGNED
    assert present(mover.referee.result).winner is mover.seat


def _a_move(session: Session) -> MandalaMove:
    return MANDALA.legal_moves(session.referee.view(session.seat))[0]


def _sealed(pair: Pair, session: Session, body: Body) -> Entry:
    transcript = session.referee.transcript
    return seal(transcript.length, transcript.head, body, pair.identities[session.seat])


def test_EN13_an_adjournment_that_was_lost_is_heard_on_the_next_line_and_play_goes_on(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    mover = pair.until_due(Move, occurrence=2)
    other = pair.sessions[mover.seat.other]
    pair.deliver(other.seat, other.send(MakeOffer(OfferKind.ADJOURN)))
    mover.send(MakeOffer(OfferKind.ADJOURN))  # never arrives
    assert mover.adjourned
    go_on(pair)
    assert [len(session.referee.adjourned) for session in pair.sessions] == [1, 1]
    assert not any(session.adjourned for session in pair.sessions)
    assert pair.speaker is mover
    pair.say_next()


def test_EN13_the_one_who_waited_hears_its_own_adjournment_again_from_an_older_copy(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    mover = pair.until_due(Move, occurrence=2).seat
    adjourn(pair)
    pair.cut()
    again = pair.rebuild(mover, pair.sessions[mover].referee.transcript.length - 1)
    pair.resume()
    assert len(again.referee.adjourned) == 1
    assert pair.speaker is again


def test_EN13_a_second_adjournment_in_one_turn_is_refused_here_and_there(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    mover = pair.until_due(Move, occurrence=2)
    adjourn(pair)
    go_on(pair)
    for session in pair.sessions:
        with pytest.raises(LocalProtocolError) as refused:
            session.send(MakeOffer(OfferKind.ADJOURN))
        assert (refused.value.code, refused.value.requirement) == (Code.NOT_AGREED, "EN13")
    again = Offer("adjourn", 1, wish(pair, mover.seat.other, "adjourn", 1))
    assert pair.deliver(mover.seat.other, encode(again)) == []
    error = pair.refused(mover, pair.forge(mover, Adjourn(1, again.signature)))
    assert (error.code, error.requirement) == (Code.NOT_AGREED, "EN13")


def test_EN8_the_signature_of_a_void_wish_is_of_no_account(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    assert pair.deliver(Seat.GUEST, encode(Offer("end", 0, bytes(64)))) == [], "there is no game id yet"
    mover = pair.until_due(Move, occurrence=2)
    assert pair.deliver(mover.seat.other, encode(Offer("end", 0, bytes(64)))) == [], "of another turn"
    adjourn(pair)
    go_on(pair)
    assert pair.deliver(mover.seat.other, encode(Offer("adjourn", 1, bytes(64)))) == [], "granted in this turn"
    error = pair.refused(pair.sessions[mover.seat.other], encode(Offer("end", 1, bytes(64))))
    assert (error.code, error.requirement) == (Code.BAD_SIGNATURE, "EN6")


def test_EN13_wishes_that_were_granted_are_not_told_again(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    pair.until_due(Move, occurrence=2)
    adjourn(pair)
    pair.cut()
    assert OfferMade(OfferKind.ADJOURN) not in pair.resume()
    assert pair.to_speak.pending is Pending.MOVE


def test_EN13_in_the_next_turn_the_game_can_be_adjourned_again(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    pair.until_due(Move, occurrence=2)
    adjourn(pair)
    go_on(pair)
    pair.say_next()
    adjourn(pair)
    assert [adjourned.turn for adjourned in pair.sessions[0].referee.adjourned] == [1, 2]


def test_EN8_an_offer_to_adjourn_is_void_after_the_next_move(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    other = pair.sessions[mover.seat.other]
    pair.deliver(mover.seat, mover.send(MakeOffer(OfferKind.ADJOURN)))
    pair.say_next()
    assert other.snapshot().their_offer is None


def test_EN2_nobody_adjourns_without_the_other(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    for signature in (bytes(64), wish(pair, mover.seat, "adjourn", 0), wish(pair, mover.seat.other, "end", 0)):
        fresh, twin = prepared(Move)
        error = fresh.refused(twin, fresh.forge(twin, Adjourn(0, signature)))
        assert (error.code, error.requirement) == (Code.BAD_SIGNATURE, "EN2")


def test_EN1_a_wish_to_adjourn_at_another_turn_adjourns_nothing(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    error = pair.refused(mover, pair.forge(mover, Adjourn(1, wish(pair, mover.seat.other, "adjourn", 1))))
    assert (error.code, error.requirement) == (Code.NOT_AGREED, "EN1")


def test_OR1_only_a_game_that_is_being_played_is_adjourned(prepared: Prepared) -> None:
    pair, session = prepared(Commit)
    with pytest.raises(LocalProtocolError):
        session.send(MakeOffer(OfferKind.ADJOURN))
    error = pair.refused(session, pair.forge(session, Adjourn(0, wish(pair, session.seat.other, "adjourn", 0))))
    assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "OR1")
    pair, session = prepared(Move)
    pair.deliver(session.seat, session.send(Resign()))
    session = pair.until_due(Key)
    error = pair.refused(session, pair.forge(session, Adjourn(0, wish(pair, session.seat.other, "adjourn", 0))))
    assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "OR1")


def test_TR7_an_adjournment_is_signed_by_the_one_who_is_to_speak(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    other = mover.seat.other
    transcript = mover.referee.transcript
    body = Adjourn(0, wish(pair, mover.seat, "adjourn", 0))
    entry = seal(transcript.length, transcript.head, body, pair.identities[other])
    error = pair.refused(mover, encode(entry.message()))
    assert (error.code, error.requirement) == (Code.BAD_SIGNATURE, "TR7")


def test_an_offer_to_end_does_not_adjourn_and_resigning_goes_before(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    other = pair.sessions[mover.seat.other]
    pair.deliver(other.seat, other.send(MakeOffer(OfferKind.ADJOURN)))
    pair.deliver(mover.seat, mover.send(MakeOffer(OfferKind.END)))
    assert mover.pending is Pending.MOVE
    pair.deliver(other.seat, other.send(Resign()))
    pair.say_next()
    assert of_kind(End, mover.referee.transcript.entries[-1].body).reason == "resigned"
    assert MANDALA.position(mover.referee.state)
