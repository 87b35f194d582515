"""The record as a file: its bytes written out by hand, and how much of a game a part of it proves."""

from __future__ import annotations

import pytest

from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import Entry, seal, signed_by
from mandala_protocol.record.verification import Verdict
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import End, EntryMessage, Key, Move
from tests.protocol.conversation.conftest import Pair


def binary(data: bytes) -> bytes:
    """A byte string in the shortest form of msgpack."""
    size = len(data)
    head = b"\xc4" + bytes([size]) if size < 2**8 else b"\xc5" + size.to_bytes(2, "big")
    return head + data


@pytest.mark.parametrize("count", [0, 15, 16, 40])
def test_RF1_a_record_is_three_items_with_each_entry_as_it_was_said(count: int) -> None:
    entries = [EntryMessage(bytes([number]) * (100 + 10 * number), bytes([number]) * 64) for number in range(count)]
    size = bytes([0x90 | count]) if count < 16 else b"\xdc" + count.to_bytes(2, "big")
    said = b"".join(b"\x92" + binary(entry.payload) + binary(entry.signature) for entry in entries)
    written = b"\x93" + b"\xb2mandala-lan record" + b"\x01" + size + said
    assert verification.write(entries) == written
    assert verification.read_messages(written) == entries
    assert verification.SUFFIX == ".mandala"


def test_RF2_a_file_that_is_too_large_is_refused_and_longer_headers_are_read() -> None:
    entry = EntryMessage(b"payload", bytes(64))
    longer = b"\xdc\x00\x03" + b"\xd9\x12mandala-lan record" + b"\xcc\x01" + b"\xdd\x00\x00\x00\x01"
    assert verification.read_messages(longer + b"\x92" + binary(entry.payload) + binary(entry.signature)) == [entry]
    with pytest.raises(verification.NotARecord, match="too large"):
        verification.read_messages(bytes(16_000_001))


@pytest.fixture(scope="module")
def resigned() -> Pair:
    """A short game that was played to its end: after a few moves the one who is to move resigns."""
    pair = Pair(1, moves=4)
    pair.play_to_end()
    return pair


def entries_of(pair: Pair) -> tuple[Entry, ...]:
    return pair.sessions[Seat.HOST].referee.transcript.entries


def verified(entries: tuple[Entry, ...]) -> Verdict:
    return verification.verify(verification.write(entries), GAMES, Serial())


def test_RF5_a_record_is_complete_with_both_results_and_otherwise_names_who_was_due(resigned: Pair) -> None:
    entries = entries_of(resigned)
    assert verified(entries).complete
    for length in (0, 1, 2, 5, 7, 12, len(entries) - 4, len(entries) - 2, len(entries) - 1):
        verdict, following = verified(entries[:length]), entries[length]
        assert verdict.fault is None
        assert not verdict.complete
        due = verdict.referee.due
        assert due is not None
        speaker = next(seat for seat in Seat if signed_by(following, resigned.identities[seat].public))
        assert due.speaker is speaker
        assert due.kind is type(following.body) or isinstance(following.body, End)


@pytest.mark.parametrize("seat", Seat)
def test_RF5_a_record_that_ends_abandoned_says_by_whom(seat: Seat) -> None:
    pair = Pair(1, grace=600)
    pair.until_due(Move)
    entries = entries_of(pair)
    end = seal(len(entries), entries[-1].head, End("abandoned", 0, b""), pair.identities[seat])
    verdict = verified((*entries, end))
    assert verdict.fault is None
    assert not verdict.complete
    assert verdict.referee.due is None
    abandoned = verdict.referee.abandoned
    assert abandoned is not None
    assert abandoned.waited is seat


def test_RF4_how_many_moves_no_key_opens_is_counted(resigned: Pair) -> None:
    """The keys are the last entries but two: with none nothing is opened, with one the other seat's cards are."""
    entries = entries_of(resigned)
    (host_key, guest_key) = (entry.number for entry in entries if isinstance(entry.body, Key))
    playing = [
        next(seat for seat in Seat if signed_by(entry, resigned.identities[seat].public))
        for entry in entries
        if isinstance(entry.body, Move) and entry.body.played is not None
    ]
    assert set(playing) == set(Seat)
    assert verified(entries[:host_key]).unseen_plays == len(playing)
    assert verified(entries[:guest_key]).unseen_plays == playing.count(Seat.HOST)
    assert verified(entries).unseen_plays == 0
