"""Requirements of the standard that were easy to get wrong, each with what a hostile or unlucky peer would do."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pytest

from mandala_protocol.conversation.events import Complained, Leave, MakeOffer, Play, Resign
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import ExpectReveal
from mandala_protocol.games.mandala import MANDALA, Discard, MandalaMove
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.record.transcript import seal, signed_by
from mandala_protocol.seats import Seat
from mandala_protocol.wire.codec import pack
from mandala_protocol.wire.messages import (
    Accept,
    Chat,
    End,
    Error,
    Key,
    MessageReader,
    Mix,
    Move,
    Offer,
    OfferKind,
    Open,
    Share,
    encode,
)
from tests.narrowing import present
from tests.protocol.conversation.conftest import Pair, Prepared

START = MANDALA.initial(Seat.HOST, bytes(32))
SCALAR = (7).to_bytes(32, "little")


def claiming(session: Session) -> bool:
    return present(session.referee.due).kind is Move and " claim:" in MANDALA.position(session.referee.state)


def test_PL8_a_claim_with_an_empty_share_is_refused(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    session = pair.play_until(claiming)
    move = MANDALA.legal_moves(session.referee.view(session.seat))[0]
    body, _ = session._speaker.move_body(move)
    empty = attrs.evolve(body, played=Share((), b"", SCALAR, SCALAR))
    error = pair.refused(session, pair.forge(session, empty))
    assert (error.code, error.detail) == (Code.WRONG_CARD, "cards are opened, but the move plays none")


def test_PL8_a_move_that_plays_cards_and_opens_none_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Move)
    move = MANDALA.legal_moves(session.referee.view(session.seat))[0]
    body, _ = session._speaker.move_body(move)
    error = pair.refused(session, pair.forge(session, attrs.evolve(body, played=None)))
    assert (error.code, error.detail) == (Code.WRONG_CARD, "the move plays cards, but opens none")


def test_RF4_a_false_key_at_the_end_puts_no_blame_on_the_moves_before(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    pair.until_due(Move, occurrence=2)
    mover = pair.to_speak
    pair.deliver(mover.seat, mover.send(Resign()))
    pair.until_due(Key, speaker=Seat.GUEST)
    guest = pair.sessions[Seat.GUEST]
    transcript = guest.referee.transcript
    false = seal(transcript.length, transcript.head, Key(SCALAR), pair.identities[Seat.GUEST])
    verdict = verification.verify(verification.write([*transcript.entries, false]), GAMES, Serial())
    assert verdict.fault is not None
    assert (verdict.fault.number, verdict.fault.error.code) == (false.number, Code.WRONG_KEY)


def test_EN8_a_wish_to_resign_that_has_become_void_does_not_shut_out_the_next(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    other = pair.sessions[mover.seat.other]
    # The mover states that it resigns, and then moves all the same.
    statement = offer_statement(mover.referee.game_id, "resign", 0)
    wish = Offer("resign", 0, pair.identities[mover.seat].sign(statement))
    pair.deliver(mover.seat, encode(wish))
    pair.deliver(mover.seat, mover.send(Play(_move_without_draw(mover))))
    assert other.referee.moves_made == 1
    pair.deliver(mover.seat, mover.send(MakeOffer(OfferKind.END)))
    assert other.snapshot().their_offer == StandingOffer(OfferKind.END)


def _move_without_draw(session: Session) -> MandalaMove:
    moves = MANDALA.legal_moves(session.referee.view(session.seat))
    return next(move for move in moves if MANDALA.format_move(move).startswith("B"))


def test_MS20_a_complaint_with_an_unknown_code_and_requirement_is_heard(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    session = pair.sessions[Seat.HOST]
    session.receive_data(encode(Error(60_000, "ZZ99", "of a later version")))
    assert session.next_event() == Complained(60_000, "ZZ99", "of a later version")


def test_MS9_what_comes_behind_a_goodbye_is_passed_over(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    guest = pair.sessions[Seat.GUEST]
    events = pair.deliver(Seat.GUEST, guest.send(Leave("")) + encode(Chat("still here")))
    assert [type(event).__name__ for event in events] == ["Left"]


def test_MS11_a_kind_below_zero_is_refused() -> None:
    packed = pack([-1, {}])
    with pytest.raises(RemoteProtocolError):
        list(MessageReader().feed(len(packed).to_bytes(2, "big") + packed))


def test_OR7_a_player_has_the_same_name_in_hello_and_in_the_record(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    guest = pair.until_due(Accept)
    body = pair.body_due(guest, name="Somebody Else")
    with pytest.raises(RemoteProtocolError):
        pair.deliver(guest.seat, pair.forge(guest, body))


def test_a_speaker_made_again_from_its_seed_takes_its_own_record(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    again = pair._session(Seat.HOST, 1, present(pair.sessions[Seat.HOST]._speaker._terms).first)
    for entry, speaker in zip(pair.sessions[0].referee.transcript.entries, _speakers(pair), strict=True):
        if speaker is Seat.HOST:
            again._speaker.take_own(entry)
        else:
            again.referee.take(entry)
    assert again.referee.cards.faces(Seat.HOST) == pair.sessions[0].referee.cards.faces(Seat.HOST)


def test_EN7_a_game_that_the_rules_have_ended_cannot_be_ended_once_more(make_pair: type[Pair]) -> None:
    """The last draw ends the game by the rules (D11), while its mix is still due."""
    pair = make_pair(1)
    while not isinstance(MANDALA.expects(pair.sessions[0].referee.state or START), ExpectReveal):
        session = pair.to_speak
        if session.pending is Pending.MOVE:
            moves = MANDALA.legal_moves(session.referee.view(session.seat))
            discard = next(move for move in moves if isinstance(move, Discard))
            pair.deliver(session.seat, session.send(Play(discard)))
        else:
            pair.say_next()
    session = pair.to_speak
    assert present(session.referee.due).kind is Mix
    turn = session.referee.moves_made
    wish = Offer("resign", turn, pair.identities[session.seat.other].sign(bytes(64)))
    assert pair.deliver(session.seat.other, encode(wish)) == []
    with pytest.raises(LocalProtocolError):
        session.send(Resign())
    error = pair.refused(session, pair.forge(session, End("resigned", turn, b"")))
    assert error.code is Code.OUT_OF_TURN


def test_TR8_an_entry_of_another_game_is_no_fork(make_pair: type[Pair]) -> None:
    pair, earlier = make_pair(1), make_pair(2)
    pair.until_due(Share)
    earlier.until_due(Open)
    host = pair.sessions[Seat.HOST]
    old = earlier.sessions[Seat.HOST].referee.transcript.entries[2]
    assert pair.refused(host, encode(old.message())).code is not Code.FORK


def _speakers(pair: Pair) -> Iterator[Seat]:
    for entry in pair.sessions[0].referee.transcript.entries:
        yield next(seat for seat in Seat if signed_by(entry, pair.identities[seat].public))
