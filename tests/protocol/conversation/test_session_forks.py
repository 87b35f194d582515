"""A player who takes back what it signed: both find it, and keep a file that proves it to anyone."""

from __future__ import annotations

import copy
from functools import cache

import attrs
import msgpack
import pytest

from mandala_protocol import forks, record
from mandala_protocol.errors import Code
from mandala_protocol.forks import Doubt, NotAFork, Proven, Unproven
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.messages import Chat, Commit, Move, Propose, encode
from mandala_protocol.poker.workers import Serial
from mandala_protocol.seats import Seat
from mandala_protocol.transcript import Fork, seal


@cache
def _forked(pair_class, further: int):
    """A pair in which the mover has said one move, and after ``further`` more entries takes up an older copy."""
    pair = pair_class(10, steady=True)
    mover = pair.until_due(Move, occurrence=3).seat
    place = pair.sessions[mover].table.transcript.length
    pair.say_next()
    said = pair.sessions[mover].table.transcript.entries[place]
    for _ in range(further):
        pair.say_next()
    pair.cut()
    again = pair.rebuild(mover, place)
    moves = sorted(map(MANDALA.format_move, MANDALA.legal_moves(again.table.view(mover))))
    other = again._speaker.say(again._speaker.move_body(next(move for move in moves if move != said.body.move)))
    return pair, mover, said, other


@pytest.fixture
def forked(make_pair):
    def make(further: int = 0):
        return copy.deepcopy(_forked(make_pair, further))

    return make


@pytest.mark.parametrize("further", [0, 1, 4])
def test_TR8_a_move_taken_back_from_an_older_copy_is_found_on_both_sides(forked, further):
    pair, mover, said, other = forked(further)
    errors = pair.resume_in_dispute()
    assert set(errors) == set(Seat)
    for seat, ours, theirs in ((mover, other, said), (mover.other, said, other)):
        fork = errors[seat]
        assert isinstance(fork, Fork)
        assert (fork.code, fork.requirement) == (Code.FORK, "TR8")
        assert (fork.said.payload, fork.other.payload) == (ours.payload, theirs.payload)
        assert (fork.said.signature, fork.other.signature) == (ours.signature, theirs.signature)


@pytest.mark.parametrize("further", [0, 4])
def test_RF6_what_each_side_keeps_proves_it_to_anyone(forked, further):
    pair, mover, said, other = forked(further)
    for seat, fork in pair.resume_in_dispute().items():
        data = forks.write(pair.sessions[seat].table.transcript.entries, fork.other)
        verdict = forks.verify(data, GAMES, Serial())
        assert isinstance(verdict, Proven)
        assert (verdict.seat, verdict.number) == (mover, said.number)
        assert [player.identity for player in verdict.players] == [one.public for one in pair.identities]
        assert {verdict.said, verdict.other} == {said.body, other.body}


def test_TR11_a_side_that_first_asks_how_far_the_other_has_come_makes_no_fork(make_pair):
    """The same older copy; but it goes on by the standard, and gets its own move back."""
    pair = make_pair(10, steady=True)
    mover = pair.until_due(Move, occurrence=3).seat
    place = pair.sessions[mover].table.transcript.length
    pair.say_next()
    said = pair.sessions[mover].table.transcript.entries[place]
    pair.cut()
    again = pair.rebuild(mover, place)
    pair.resume()
    assert again.table.transcript.entries[place] == said


# The file.


@pytest.fixture
def proof(make_pair):
    """Entries of a game up to one by the host, what it contradicts them with, and the pair."""
    pair = make_pair(1)
    pair.until_due(Commit, speaker=Seat.GUEST)
    entries = pair.sessions[Seat.HOST].table.transcript.entries
    other = seal(2, entries[2].previous, Commit(bytes(64)), pair.identities[Seat.HOST])
    return pair, entries, other


def test_RF6_a_proof_holds_the_record_up_to_the_entry_and_both_of_them(proof):
    _, entries, other = proof
    data = forks.write([*entries, other], other)
    name, version, said, contradicting = msgpack.unpackb(data)
    assert (name, version) == ("mandala-lan fork", 1)
    assert said == [[entry.payload, entry.signature] for entry in entries]
    assert contradicting == [other.payload, other.signature]
    verdict = forks.verify(data, GAMES, Serial())
    assert isinstance(verdict, Proven)
    assert (verdict.seat, verdict.said, verdict.other) == (Seat.HOST, entries[2].body, other.body)


def test_RF7_the_same_entry_twice_proves_nothing(proof):
    _, entries, _ = proof
    assert forks.verify(forks.write(entries, entries[2]), GAMES, Serial()) == Unproven(Doubt.SAME)


@pytest.mark.parametrize("number", [1, 3, 9])
def test_RF7_entries_for_different_places_prove_nothing(proof, number):
    pair, entries, _ = proof
    other = seal(number, entries[2].previous, Commit(bytes(64)), pair.identities[Seat.HOST])
    assert forks.verify(forks.write(entries, other), GAMES, Serial()) == Unproven(Doubt.OTHER_PLACE)


def test_RF7_entries_after_different_pasts_prove_nothing(proof):
    pair, entries, _ = proof
    other = seal(2, bytes(32), Commit(bytes(64)), pair.identities[Seat.HOST])
    assert forks.verify(forks.write(entries, other), GAMES, Serial()) == Unproven(Doubt.OTHER_PLACE)


def test_RF7_two_proposals_prove_nothing_as_anybody_may_propose_as_often_as_it_likes(proof):
    pair, entries, _ = proof
    body = entries[0].body
    assert isinstance(body, Propose)
    other = seal(0, bytes(32), attrs.evolve(body, nonce=bytes(32)), pair.identities[Seat.HOST])
    assert forks.verify(forks.write(entries, other), GAMES, Serial()) == Unproven(Doubt.OTHER_PLACE)


@pytest.mark.parametrize("signer", [Seat.GUEST, None])
def test_RF7_an_entry_signed_by_somebody_else_proves_nothing(proof, signer):
    pair, entries, _ = proof
    identity = type(pair.identities[0])(9) if signer is None else pair.identities[signer]
    other = seal(2, entries[2].previous, Commit(bytes(64)), identity)
    assert forks.verify(forks.write(entries, other), GAMES, Serial()) == Unproven(Doubt.OTHER_SIGNER)


def test_RF7_a_record_that_is_not_right_proves_nothing(proof):
    pair, entries, other = proof
    stranger = type(pair.identities[0])(9)
    false = seal(1, entries[1].previous, entries[1].body, stranger)
    verdict = forks.verify(forks.write([entries[0], false, entries[2]], other), GAMES, Serial())
    assert isinstance(verdict, Unproven)
    assert verdict.doubt is Doubt.RECORD
    assert verdict.error is not None
    assert verdict.error.code is Code.BAD_SIGNATURE


def test_RF7_another_entry_that_cannot_be_read_proves_nothing(proof):
    _, entries, _ = proof
    pairs = [[entry.payload, entry.signature] for entry in entries]
    data = msgpack.packb(["mandala-lan fork", 1, pairs, [b"no entry", bytes(64)]])
    verdict = forks.verify(data, GAMES, Serial())
    assert isinstance(verdict, Unproven)
    assert verdict.doubt is Doubt.UNREADABLE


def test_an_empty_record_proves_nothing(proof):
    _, _, other = proof
    assert forks.verify(forks.write([], other), GAMES, Serial()) == Unproven(Doubt.OTHER_PLACE)


PAIR = [b"", bytes(64)]


def test_RF6_a_proof_that_was_cut_off_or_damaged_is_said_to_be(proof):
    _, entries, other = proof
    data = forks.write(entries, other)
    head = len("mandala-lan fork") + 3
    for left in (head, head + 1, len(data) // 2, len(data) - 70, len(data) - 1):
        told = f"the evidence ends too early, at byte {left}: it was cut off or damaged"
        with pytest.raises(NotAFork, match=told):
            forks.verify(data[:left], GAMES, Serial())
        assert forks.begins_as_one(data[:left])
    with pytest.raises(NotAFork, match=f"the evidence is damaged, from byte {len(data)} on"):
        forks.verify(data + b"\x00", GAMES, Serial())
    with pytest.raises(NotAFork, match=f"the evidence is damaged, from byte {head + 1} on"):
        forks.verify(data[: head + 1] + b"\xc1" + data[head + 2 :], GAMES, Serial())
    assert not forks.begins_as_one(record.write(entries))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"x" * (record.MAX_RECORD_BYTES + 1),
        encode(Chat("hello")),
        record.write([]),
        msgpack.packb(["mandala-lan fork", 1, [], PAIR]) + b"\x00",
        *[
            msgpack.packb(value)
            for value in (
                "mandala-lan fork",
                ["mandala-lan fork", 1, []],
                ["mandala-lan fork", 1, [], PAIR, PAIR],
                ["mandala-lan fork", 2, [], PAIR],
                ["mandala-lan fork", True, [], PAIR],
                ["mandala-lan fork", 1, None, PAIR],
                ["mandala-lan fork", 1, [None], PAIR],
                ["mandala-lan fork", 1, [], None],
                ["mandala-lan fork", 1, [], [b"", bytes(63)]],
                ["mandala-lan fork", 1, [], ["", bytes(64)]],
                ["mandala-lan fork", 1, [], [bytes(60_001), bytes(64)]],
                ["mandala-lan fork", 1, [PAIR] * 10_001, PAIR],
                ["mandala-lan fork", 1, [{}], PAIR],
            )
        ],
    ],
)
def test_RF7_another_file_is_refused(data):
    with pytest.raises(NotAFork):
        forks.verify(data, GAMES, Serial())
