"""Entries refused because they come at a wrong time, and one's own that comes back wrong: what is kept of them."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from mandala_protocol.conversation.events import MakeOffer, OfferMade, Play, Speak
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.conversation.session import Session
from mandala_protocol.errors import Code
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.record.transcript import Entry, read, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    Body,
    EntryMessage,
    Key,
    MessageReader,
    Mix,
    Move,
    OfferKind,
    Resume,
    Shuffle,
    encode,
)
from tests.narrowing import of_kind, present
from tests.protocol.conversation.conftest import Pair, Prepared


def sealed(pair: Pair, session: Session, body: Body) -> Entry:
    """An entry that is signed and chained as it should be."""
    transcript = session.referee.transcript
    return seal(transcript.length, transcript.head, body, pair.identities[session.seat])


def a_move(session: Session) -> Move:
    (move, *_) = MANDALA.legal_moves(session.referee.view(session.seat))
    return session._speaker.move_body(move)[0]


def out_of_turn(make_pair: type[Pair]) -> tuple[Pair, Session, Entry]:
    """An entry where the receiver is to speak."""
    pair = make_pair(1)
    speaker = pair.until_due(Shuffle)
    other = pair.sessions[speaker.seat.other]
    return pair, other, sealed(pair, other, Key(bytes(31) + b"\x01"))


def after_adjourning(make_pair: type[Pair]) -> tuple[Pair, Session, Entry]:
    """The move that is due, on the connection on which the game was adjourned."""
    pair = make_pair(1)
    mover = pair.until_due(Move, occurrence=2)
    other = pair.sessions[mover.seat.other]
    pair.deliver(other.seat, other.send(MakeOffer(OfferKind.ADJOURN)))
    pair.deliver(mover.seat, mover.send(MakeOffer(OfferKind.ADJOURN)))
    return pair, mover, sealed(pair, mover, a_move(mover))


def before_resume(make_pair: type[Pair]) -> tuple[Pair, Session, Entry]:
    """The entry that is due, before the past was announced."""
    pair = make_pair(1)
    speaker = pair.until_due(Shuffle)
    entry = read_one(speaker.send(Speak()))
    pair.cut()
    pair.open_lines()
    return pair, speaker, entry


def read_one(data: bytes) -> Entry:
    """The entry in these bytes, which hold nothing else."""
    (message,) = MessageReader().feed(data)
    return read(of_kind(EntryMessage, message))


@pytest.mark.parametrize(
    ("number", "make_it"), [("OR2", out_of_turn), ("EN15", after_adjourning), ("RS3", before_resume)]
)
def test_TR12_an_entry_that_is_refused_for_its_time_is_kept(
    make_pair: type[Pair], number: str, make_it: Callable[[type[Pair]], tuple[Pair, Session, Entry]]
) -> None:
    """TR12 for OR2, EN15 and RS3: whatever an entry is refused for, its signer has signed it for this place."""
    pair, session, entry = make_it(make_pair)
    error = pair.refused(session, encode(entry.message()))
    assert error.requirement == number
    kept = present(pair.sessions[session.seat.other].refusals.refused)
    assert (kept.number, kept.message, kept.requirement) == (entry.number, entry.message(), number)


def test_RS15_what_was_refused_for_its_connection_alone_is_right_afterwards(make_pair: type[Pair]) -> None:
    pair, mover, entry = after_adjourning(make_pair)
    pair.refused(mover, encode(entry.message()))
    hearer = pair.sessions[mover.seat.other]
    again = pair.rebuild(hearer.seat, kept=[present(hearer.refusals.refused)])
    assert again.refusals.locked is None
    assert again.referee.transcript.entries[-1] == entry


def test_RS15_a_fork_is_not_judged_again(prepared: Prepared) -> None:
    """Not even if the entry that was kept for it would be right as the next one."""
    pair, mover = prepared(Move)
    hearer = pair.sessions[mover.seat.other]
    entry = sealed(pair, mover, a_move(mover))
    kept = KeptEntry(entry.number, entry.message(), Code.FORK, "TR8")
    again = pair.rebuild(hearer.seat, kept=[kept])
    assert again.refusals.locked == kept
    assert again.referee.transcript.length == entry.number


def test_TR12_a_wrong_entry_of_ones_own_that_comes_back_is_not_kept(prepared: Prepared) -> None:
    """Its own program has signed it, so it shows nothing about the other player."""
    pair, _ = prepared(Move)
    entries = pair.sessions[Seat.HOST].referee.transcript.entries
    mix = entries[-1]
    false = attrs.evolve(of_kind(Mix, mix.body), challenge=(7).to_bytes(32, "little"))
    forged = seal(mix.number, mix.previous, false, pair.identities[Seat.GUEST])
    pair.cut()
    pair.rebuild(Seat.GUEST, mix.number)
    pair.open_lines()
    host, guest = pair.sessions
    pair.deliver(Seat.HOST, encode(Resume(len(entries), forged.head)))
    assert pair.refused(host, encode(forged.message())).code is Code.FAILED_PROOF
    assert guest.refusals.refused is None
    assert guest.referee.transcript.length == mix.number


def test_RS8_wishes_are_forgotten_with_the_process(prepared: Prepared) -> None:
    """RS3: a peer that was started again has no wish to send again, and plays on."""
    pair, _ = prepared(Move)
    mover = pair.until_due(Move, occurrence=2)
    other = pair.sessions[mover.seat.other]
    pair.deliver(other.seat, other.send(MakeOffer(OfferKind.END)))
    pair.cut()
    again = pair.rebuild(other.seat)
    assert OfferMade(OfferKind.END) not in pair.resume()
    pair.deliver(mover.seat, mover.send(Play(MANDALA.legal_moves(mover.referee.view(mover.seat))[0])))
    assert again.referee.moves_made == 2
