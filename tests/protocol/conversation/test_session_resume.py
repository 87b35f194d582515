"""A lost line, a killed process, an older copy of the record: the game goes on where it was, and nothing is unsaid."""

from __future__ import annotations

import attrs
import pytest

from mandala_protocol.conversation.connection import ConnectionState
from mandala_protocol.conversation.events import (
    MakeOffer,
    OfferMade,
    PastTold,
    Play,
    Resign,
    Said,
    Speak,
    TellMissing,
    TellPast,
)
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.games.game import EndReason
from mandala_protocol.games.mandala import MANDALA, Build, Colour, Grow, MandalaMove
from mandala_protocol.record.transcript import Entry, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    Accept,
    Body,
    Chat,
    Commit,
    EntryMessage,
    Mix,
    Move,
    OfferKind,
    Propose,
    Resume,
    Share,
    Shuffle,
    encode,
)
from tests.narrowing import of_kind, present
from tests.protocol.conversation.conftest import Pair, Prepared

SIDES = ((), (Seat.HOST,), (Seat.GUEST,), (Seat.HOST, Seat.GUEST))
"""Whose processes are gone, and made again from their records."""


def heads(pair: Pair) -> tuple[bytes, bytes]:
    host, guest = (session.referee.transcript.head for session in pair.sessions)
    return host, guest


def length(pair: Pair) -> int:
    return max(session.referee.transcript.length for session in pair.sessions)


def uninterrupted(make_pair: type[Pair], moves: int) -> tuple[Entry, ...]:
    pair = make_pair(1, steady=True, moves=moves)
    pair.play_to_end()
    return pair.sessions[Seat.HOST].referee.transcript.entries


def standing(session: Session) -> tuple[ConnectionState, Pending]:
    return session.state, session.pending


def is_over(session: Session) -> bool:
    return session.referee.due is None


def said_again(pair: Pair) -> list[bytes]:
    """The messages that each side sends again on a new connection, of which nothing arrives."""
    pair.open_lines()
    for session in pair.sessions:
        pair.deliver(session.seat, session.send(TellPast()))
    again = [session.send(TellMissing()) for session in pair.sessions]
    pair.cut()
    return again


# At every entry of a game.


def test_RS1_a_game_broken_off_at_every_entry_is_the_same_game_to_the_byte(make_pair: type[Pair]) -> None:
    """Each entry is lost once and said again; then the line is lost once more, and one side's process with it."""
    whole = uninterrupted(make_pair, 16)
    pair = make_pair(1, steady=True, moves=16)
    pair.say_next()
    lost = 0
    while pair.speaker is not None:
        speaker = pair.say_next(arrives=False)
        pair.rebuild(Seat(lost % 2))
        pair.resume()
        assert len(set(heads(pair))) == 1
        pair.cut()
        pair.resume()
        assert speaker.referee.transcript.length == length(pair)
        lost += 1
    assert pair.sessions[Seat.GUEST].referee.transcript.entries == whole
    assert lost == len(whole) - 1 > 40


def test_RS1_whoever_is_gone_and_however_often_the_entry_is_lost_it_is_said_again_byte_for_byte(
    make_pair: type[Pair],
) -> None:
    whole = uninterrupted(make_pair, 2)
    pair = make_pair(1, steady=True, moves=2)
    pair.say_next()
    while pair.speaker is not None:
        speaker = pair.say_next(arrives=False).seat
        entry = encode(pair.sessions[speaker].referee.transcript.entries[-1].message())
        for gone in SIDES:
            for seat in gone:
                pair.rebuild(seat)
            again = said_again(pair)
            assert again[speaker] == entry
            assert again[speaker.other] == b""
        pair.resume()
        owed = [session.pending for session in pair.sessions]
        for gone in SIDES:
            pair.cut()
            for seat in gone:
                pair.rebuild(seat)
            pair.resume()
            assert [session.pending for session in pair.sessions] == owed
            assert len(set(heads(pair))) == 1
    assert pair.sessions[Seat.GUEST].referee.transcript.entries == whole


def test_RS1_both_see_the_same_cards_after_their_processes_were_made_again(prepared: Prepared) -> None:
    pair, _ = prepared(Move, steady=True)
    pair.until_due(Move, occurrence=8)
    before = [
        (session.referee.state, session.referee.cards.faces(session.seat), session.snapshot().words)
        for session in pair.sessions
    ]
    pair.cut()
    for seat in Seat:
        pair.rebuild(seat)
    pair.resume()
    after = [
        (session.referee.state, session.referee.cards.faces(session.seat), session.snapshot().words)
        for session in pair.sessions
    ]
    assert after == before


@pytest.mark.parametrize("seat", Seat)
def test_RS3_what_a_side_has_lost_comes_back_from_the_other_its_own_words_too(
    make_pair: type[Pair], prepared: Prepared, seat: Seat
) -> None:
    """From every older copy of its record, as a backup would hold it; and it plays on to the same end."""
    whole = uninterrupted(make_pair, 2)
    pair, _ = prepared(Move, steady=True, moves=2)
    pair.until_due(Move, occurrence=2)
    expected = heads(pair)
    hand = pair.sessions[seat].referee.cards.faces(seat)
    for older in range(1, length(pair)):
        pair.cut()
        again = pair.rebuild(seat, older)
        pair.resume()
        assert heads(pair) == expected
        assert again.referee.cards.faces(seat) == hand
        assert [entry.number for entry in again.new_entries()] == list(range(older, length(pair)))
    pair.play_to_end()
    assert pair.sessions[seat].referee.transcript.entries == whole


@pytest.mark.parametrize("piece", [1, 1000])
def test_RS3_entries_said_again_may_come_in_any_pieces(make_pair: type[Pair], piece: int) -> None:
    pair = make_pair(1, piece=piece, steady=True)
    pair.until_due(Move)
    expected = heads(pair)
    pair.cut()
    pair.rebuild(Seat.GUEST, 1)
    pair.resume()
    assert heads(pair) == expected


def test_RS3_past_missing_entries_and_a_new_one_may_come_together(prepared: Prepared) -> None:
    """The other has heard our past before it says the new entry, and needs nothing of that from us."""
    pair, _ = prepared(Move, steady=True)
    mover = pair.to_speak
    other = pair.sessions[mover.seat.other]
    pair.cut()
    other = pair.rebuild(other.seat, length(pair) - 3)
    pair.open_lines()
    output = mover.send(TellPast())
    pair.deliver(other.seat, other.send(TellPast()))
    output += mover.send(TellMissing())
    move = MANDALA.legal_moves(mover.referee.view(mover.seat))[0]
    events = pair.deliver(mover.seat, output + mover.send(Play(move)))
    assert [type(event) for event in events] == [PastTold, Said, Said, Said, Said]
    assert other.pending is Pending.NOTHING
    assert other.send(TellMissing()) == b""
    assert other.state is ConnectionState.OPEN
    assert len(set(heads(pair))) == 1
    pair.say_next()


def test_RS3_nothing_new_is_said_before_all_that_was_announced_has_come(prepared: Prepared) -> None:
    pair, _ = prepared(Move, steady=True)
    waiting = pair.to_speak.seat
    pair.cut()
    session = pair.rebuild(waiting, length(pair) - 1)
    other = pair.sessions[waiting.other]
    pair.open_lines()
    pair.deliver(waiting, session.send(TellPast()))
    pair.deliver(other.seat, other.send(TellPast()))
    session.send(TellMissing())
    assert standing(session) == (ConnectionState.CATCHING_UP, Pending.NOTHING)
    for command in (Speak(), Play(Build(0, Colour.RED)), Resign(), MakeOffer(OfferKind.END)):
        with pytest.raises(LocalProtocolError):
            session.send(command)
    pair.deliver(other.seat, other.send(TellMissing()))
    state, pending = standing(session)
    assert state is ConnectionState.OPEN
    assert pending is not Pending.NOTHING


def test_RS1_a_finished_game_is_told_to_the_one_who_missed_its_end(make_pair: type[Pair]) -> None:
    pair = make_pair(1, steady=True, moves=1)
    pair.play_to_end()
    pair.cut()
    host = pair.rebuild(Seat.HOST, length(pair) - 1)
    assert not is_over(host)
    pair.resume()
    assert is_over(host)
    assert host.referee.result == pair.sessions[Seat.GUEST].referee.result


def test_a_finished_game_is_restored_without_its_seed(make_pair: type[Pair]) -> None:
    pair = make_pair(1, steady=True, moves=1)
    pair.play_to_end()
    old = pair.sessions[Seat.HOST].referee
    pair.seed = None
    again = pair.rebuild(Seat.HOST)
    assert again.referee.result == old.result
    assert again.referee.cards.faces(Seat.HOST) == old.cards.faces(Seat.HOST)


# What does not fit.


def test_RS2_a_past_is_told_once_and_only_for_a_game_that_has_begun(make_pair: type[Pair]) -> None:
    fresh = make_pair(1)
    past = encode(Resume(1, bytes(32)))
    error = fresh.refused(fresh.sessions[Seat.GUEST], past)
    assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "RS2")
    with pytest.raises(LocalProtocolError):
        fresh.sessions[Seat.GUEST].send(TellPast())
    pair = make_pair(1)
    pair.until_due(Commit)
    pair.cut()
    pair.open_lines()
    host, guest = pair.sessions
    output = guest.send(TellPast())
    pair.deliver(Seat.GUEST, output)
    error = pair.refused(guest, output)
    assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "RS2")
    assert host.state is ConnectionState.FAILED


def test_RS2_a_past_told_when_both_have_gone_on_is_refused(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    output = encode(Resume(mover.referee.transcript.length, mover.referee.transcript.head))
    error = pair.refused(mover, output)
    assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "RS2")


def test_RS3_an_entry_before_the_past_or_beyond_it_is_refused(make_pair: type[Pair]) -> None:
    for announced in (False, True):
        pair = make_pair(1)
        pair.until_due(Shuffle)
        pair.cut()
        pair.rebuild(Seat.GUEST, 4)
        pair.open_lines()
        host = pair.sessions[Seat.HOST]
        entries = host.referee.transcript.entries
        if announced:
            pair.deliver(Seat.HOST, encode(Resume(4, entries[3].head)))
            # Now both know the same, and the host goes on; but one entry comes twice.
            error = pair.refused(host, encode(entries[4].message()) + encode(entries[4].message()))
            assert (error.code, error.requirement) == (Code.BROKEN_CHAIN, "TR5")
        else:
            error = pair.refused(host, encode(entries[4].message()))
            assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "RS3")


def test_RS3_an_entry_of_a_number_that_was_not_announced_is_refused(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Shuffle)
    pair.cut()
    pair.rebuild(Seat.GUEST, 3)
    pair.open_lines()
    host = pair.sessions[Seat.HOST]
    entries = host.referee.transcript.entries
    pair.deliver(Seat.HOST, encode(Resume(5, entries[4].head)))
    error = pair.refused(host, encode(entries[5].message()))
    assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "RS3")


@pytest.mark.parametrize("again", [1, 2, 3, 4])
def test_RS3_an_entry_that_was_told_on_this_line_before_is_refused(make_pair: type[Pair], again: int) -> None:
    """Those that are here already may be told, where the pasts seem to differ: each of them once, and in order."""
    pair = make_pair(1)
    pair.until_due(Shuffle)
    pair.cut()
    guest = pair.rebuild(Seat.GUEST, 3)
    pair.open_lines()
    host = pair.sessions[Seat.HOST]
    entries = host.referee.transcript.entries
    pair.deliver(Seat.HOST, encode(Resume(6, entries[5].head)))
    outputs = [encode(entry.message()) for entry in entries]
    pair.deliver(Seat.HOST, b"".join(outputs[1:5]))
    assert guest.referee.transcript.length == 5
    error = pair.refused(host, outputs[again])
    assert (error.code, error.requirement) == (Code.OUT_OF_TURN, "RS3")


def test_RS4_entries_that_do_not_lead_to_the_head_that_was_told_are_refused(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Shuffle)
    pair.cut()
    guest = pair.rebuild(Seat.GUEST, 3)
    pair.open_lines()
    host = pair.sessions[Seat.HOST]
    entries = host.referee.transcript.entries
    pair.deliver(Seat.HOST, encode(Resume(5, bytes(32))))
    error = pair.refused(host, encode(entries[3].message()) + encode(entries[4].message()))
    assert (error.code, error.requirement) == (Code.OTHER_PAST, "RS4")
    assert guest.pending is Pending.NOTHING


def test_CV1_of_an_entry_that_leads_to_another_head_than_was_told_nothing_is_kept(make_pair: type[Pair]) -> None:
    """All entries are right, and the last is the next one; only the head that was told before is false."""
    pair = make_pair(1)
    pair.until_due(Shuffle)
    pair.cut()
    pair.rebuild(Seat.GUEST, 3)
    pair.open_lines()
    host, guest = pair.sessions
    entries = host.referee.transcript.entries
    pair.deliver(Seat.HOST, encode(Resume(5, bytes(32))))
    error = pair.refused(host, encode(entries[3].message()) + encode(entries[4].message()))
    assert (error.code, error.requirement, error.evidence) == (Code.OTHER_PAST, "RS4", entries[4].evidence)
    assert guest.referee.transcript.entries == entries[:4]
    assert guest.new_entries() == entries[3:4]


def test_RS4_a_false_head_of_a_past_that_is_the_same_is_refused_at_its_last_entry(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Shuffle)
    pair.cut()
    pair.open_lines()
    host, guest = pair.sessions
    entries = host.referee.transcript.entries
    pair.deliver(Seat.GUEST, encode(Resume(5, bytes(32))))
    assert host.disputed
    shown = host.send(TellMissing())
    assert shown == b"".join(encode(entry.message()) for entry in entries[1:])
    assert host.pending is Pending.NOTHING
    assert pair.deliver(Seat.GUEST, b"".join(encode(entry.message()) for entry in entries[1:4])) == []
    error = pair.refused(guest, encode(entries[4].message()))
    assert (error.code, error.requirement) == (Code.OTHER_PAST, "RS4")


def test_RS4_a_past_of_one_entry_has_the_proposal_as_its_head(make_pair: type[Pair]) -> None:
    """Of entry 0 nothing is sent again, so no entry could show where such pasts differ."""
    for head_is_right in (True, False):
        pair = make_pair(1)
        pair.until_due(Shuffle)
        pair.cut()
        pair.open_lines()
        host, guest = pair.sessions
        announced = encode(Resume(1, host.referee.proposal if head_is_right else bytes(32)))
        if head_is_right:
            pair.deliver(Seat.GUEST, announced)
            assert (host.disputed, guest.error) == (False, None)
        else:
            error = pair.refused(guest, announced)
            assert (error.code, error.requirement) == (Code.OTHER_PAST, "RS4")


def test_RS4_the_first_entry_is_compared_like_any_other_and_is_never_a_fork(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Shuffle)
    pair.cut()
    pair.open_lines()
    host, guest = pair.sessions
    first = guest.referee.transcript.entries[0]
    body = attrs.evolve(of_kind(Propose, first.body), nonce=bytes(32))
    other = seal(0, first.previous, body, pair.identities[Seat.HOST])
    pair.deliver(Seat.HOST, encode(Resume(5, bytes(32))))
    pair.deliver(Seat.HOST, encode(first.message()))
    error = pair.refused(host, encode(other.message()))
    assert (error.code, error.requirement) == (Code.OTHER_PAST, "RS4")
    assert guest.refusals.refused is None


def test_OR5_an_acceptance_that_comes_back_must_be_ones_own(make_pair: type[Pair]) -> None:
    """The host makes up a guest, and says that the guest who comes back had accepted as that."""
    pair = make_pair(1)
    pair.until_due(Accept)
    pair.cut()
    host = pair.sessions[Seat.HOST]
    somebody = type(pair.identities[0])(9)
    body = Accept(False, somebody.public, "Ben", bytes(32))
    accepted = seal(1, host.referee.transcript.head, body, somebody)
    pair.open_lines()
    pair.deliver(Seat.HOST, encode(Resume(2, accepted.head)))
    error = pair.refused(host, encode(accepted.message()))
    assert (error.code, error.requirement) == (Code.WRONG_IDENTITY, "OR5")


@pytest.mark.parametrize("kind", [Commit, Mix, Share])
def test_OR1_another_kind_in_place_of_ones_own_entry_is_refused(
    make_pair: type[Pair], prepared: Prepared, kind: type[Body]
) -> None:
    pair, session = prepared(kind)
    body = pair.body_due(session)
    early = make_pair(1)
    early.until_due(Accept)
    early.cut()
    early.open_lines()
    host = early.sessions[Seat.HOST]
    entry = seal(1, host.referee.transcript.head, body, early.identities[Seat.GUEST])
    early.deliver(Seat.HOST, encode(Resume(2, entry.head)))
    assert early.refused(host, encode(entry.message())).requirement == "OR1"


def test_an_entry_that_comes_back_is_checked_like_any_other(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    entries = pair.sessions[Seat.HOST].referee.transcript.entries
    (mix,) = [entry for entry in entries if isinstance(entry.body, Mix) and entry.number == len(entries) - 1]
    false = attrs.evolve(of_kind(Mix, mix.body), challenge=(7).to_bytes(32, "little"))
    forged = seal(mix.number, mix.previous, false, pair.identities[Seat.GUEST])
    pair.cut()
    pair.rebuild(Seat.GUEST, mix.number)
    pair.open_lines()
    host = pair.sessions[Seat.HOST]
    pair.deliver(Seat.HOST, encode(Resume(len(entries), forged.head)))
    assert pair.refused(host, encode(forged.message())).code is Code.FAILED_PROOF


def test_a_restored_record_that_was_changed_is_refused(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Shuffle)
    past = [entry.message() for entry in pair.sessions[0].referee.transcript.entries]
    past[4] = EntryMessage(past[4].payload, bytes([past[4].signature[0] ^ 1]) + past[4].signature[1:])
    again = make_pair(1).sessions[Seat.HOST]
    with pytest.raises(RemoteProtocolError):
        again.restore(past)


# What is said beside the entries.


def test_RS3_a_wish_that_still_holds_is_told_again(prepared: Prepared) -> None:
    pair, _ = prepared(Move, steady=True)
    mover = pair.until_due(Move, occurrence=2)
    wishing, waiting = mover.seat.other, mover.seat
    pair.sessions[wishing].send(MakeOffer(OfferKind.END))  # never arrives
    pair.cut()
    # A process that is made again has forgotten its wish; that of the other stays.
    pair.rebuild(waiting)
    events = pair.resume()
    assert OfferMade(OfferKind.END) in events
    pair.cut()
    assert OfferMade(OfferKind.END) not in pair.resume()
    assert pair.sessions[waiting].snapshot().their_offer == StandingOffer(OfferKind.END)
    pair.deliver(waiting, pair.sessions[waiting].send(MakeOffer(OfferKind.END)))
    pair.play_to_end()
    assert present(pair.sessions[wishing].referee.result).termination is EndReason.AGREED


def test_RS3_a_wish_is_told_behind_the_entries_that_it_needs_to_hold(prepared: Prepared) -> None:
    """The mover plays, and then wishes to resign; both are lost."""
    pair, mover = prepared(Move, steady=True)
    pair.sessions[mover.seat].send(Play(next(iter(_moves_without_draw(mover)))))
    mover.send(Resign())
    pair.cut()
    pair.resume()
    assert pair.to_speak.pending is Pending.ENTRY
    pair.play_to_end()
    result = mover.referee.result
    assert result is not None
    assert (result.termination, result.winner) == (EndReason.RESIGNED, mover.seat.other)


def test_RS3_a_wish_that_has_become_void_is_not_told_again(prepared: Prepared) -> None:
    pair, mover = prepared(Move, steady=True)
    mover.send(MakeOffer(OfferKind.END))  # never arrives
    pair.say_next()
    pair.cut()
    events = pair.resume()
    assert OfferMade(OfferKind.END) not in events
    assert OfferMade(OfferKind.ADJOURN) not in events


def test_chat_and_signs_of_life_may_come_while_both_catch_up(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Shuffle)
    pair.cut()
    pair.open_lines()
    assert len(pair.deliver(Seat.HOST, encode(Chat("back again")))) == 1


def _moves_without_draw(session: Session) -> list[MandalaMove]:
    return [move for move in MANDALA.legal_moves(session.referee.view(session.seat)) if isinstance(move, Grow)]
