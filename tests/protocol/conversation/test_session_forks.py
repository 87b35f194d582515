"""A player who takes back what it signed: both find it, and keep a file that proves it to anyone."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

import attrs
import msgpack  # type: ignore[import-untyped]
import pytest

from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.evidence import Doubt, Evidence, EvidenceJudgement, NotEvidence, ProvenFork, Unproven
from mandala_protocol.errors import Code
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import Entry, Fork, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Chat, Commit, Move, Propose, encode
from tests.narrowing import of_kind, present
from tests.protocol.conversation.conftest import Pair, Prepared

Forked: TypeAlias = tuple[Pair, Seat, Entry, Entry]
"""A pair, who forks, what that one has said, and what it says instead."""

Proof: TypeAlias = tuple[Pair, tuple[Entry, ...], Entry]
"""A pair, entries of its game, and one that contradicts the last of them."""


def judged(data: bytes) -> EvidenceJudgement:
    return evidence.judge(evidence.read_file(data), GAMES, Serial())


def as_file(entries: Sequence[Entry], accused: Entry, second: Entry | None = None) -> bytes:
    messages = tuple(entry.message() for entry in entries)
    return evidence.write(Evidence(messages, accused.message(), None if second is None else second.message()))


def as_earlier_file(entries: Sequence[Entry], other: Entry) -> bytes:
    """The file of a fork as programs wrote it before evidence of other kinds was kept (RF6)."""
    pairs = [[entry.payload, entry.signature] for entry in entries]
    data: bytes = msgpack.packb(["mandala-lan fork", 1, pairs, [other.payload, other.signature]])
    return data


@cache
def _forked(further: int) -> Forked:
    """A pair in which the mover has said one move, and after ``further`` more entries takes up an older copy."""
    pair = Pair(1, steady=True)
    mover = pair.until_due(Move, occurrence=3).seat
    place = pair.sessions[mover].referee.transcript.length
    pair.say_next()
    said = pair.sessions[mover].referee.transcript.entries[place]
    for _ in range(further):
        pair.say_next()
    pair.cut()
    again = pair.rebuild(mover, place)
    moves = sorted(MANDALA.legal_moves(again.referee.view(mover)), key=MANDALA.format_move)
    before = MANDALA.parse_move(of_kind(Move, said.body).move)
    other = again._speaker.say(*again._speaker.move_body(next(move for move in moves if move != before)))
    return pair, mover, said, other


@pytest.fixture
def forked() -> Callable[..., Forked]:
    def make(further: int = 0) -> Forked:
        return copy.deepcopy(_forked(further))

    return make


@pytest.mark.parametrize("further", [0, 1, 4])
def test_TR8_a_move_taken_back_from_an_older_copy_is_found_on_both_sides(
    forked: Callable[..., Forked], further: int
) -> None:
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
def test_RF8_what_each_side_keeps_proves_it_to_anyone(forked: Callable[..., Forked], further: int) -> None:
    pair, mover, said, other = forked(further)
    for seat in pair.resume_in_dispute():
        session = pair.sessions[seat]
        kept = evidence.of_kept(session.referee.transcript.entries, present(session.refusals.refused))
        verdict = judged(evidence.write(kept))
        assert isinstance(verdict, ProvenFork)
        assert verdict.requirement == "TR8"
        assert (verdict.seat, verdict.number) == (mover, said.number)
        assert [player.identity for player in verdict.players] == [identity.public for identity in pair.identities]
        assert {verdict.said, verdict.other} == {said.body, other.body}


def test_TR11_a_side_that_first_asks_how_far_the_other_has_come_makes_no_fork(prepared: Prepared) -> None:
    """The same older copy; but it goes on by the standard, and gets its own move back."""
    pair, _ = prepared(Move, steady=True)
    mover = pair.until_due(Move, occurrence=3).seat
    place = pair.sessions[mover].referee.transcript.length
    pair.say_next()
    said = pair.sessions[mover].referee.transcript.entries[place]
    pair.cut()
    again = pair.rebuild(mover, place)
    pair.resume()
    assert again.referee.transcript.entries[place] == said


# The file.


@pytest.fixture
def proof(make_pair: type[Pair]) -> Proof:
    """Entries of a game up to one by the host, what it contradicts them with, and the pair."""
    pair = make_pair(1)
    pair.until_due(Commit, speaker=Seat.GUEST)
    entries = pair.sessions[Seat.HOST].referee.transcript.entries
    other = seal(2, entries[2].previous, Commit(bytes(64)), pair.identities[Seat.HOST])
    return pair, entries, other


def test_RF8_evidence_of_a_fork_holds_the_record_up_to_the_entry_and_what_contradicts_it(proof: Proof) -> None:
    _, entries, other = proof
    data = as_file(entries, other)
    name, version, said, contradicting, second, lent = msgpack.unpackb(data)
    assert (name, version, second, lent) == ("mandala-lan evidence", 1, None, None)
    assert said == [[entry.payload, entry.signature] for entry in entries]
    assert contradicting == [other.payload, other.signature]
    verdict = judged(data)
    assert isinstance(verdict, ProvenFork)
    assert (verdict.seat, verdict.said, verdict.other) == (Seat.HOST, entries[2].body, other.body)


def test_RF6_RF7_a_file_of_a_fork_as_it_was_written_before_proves_the_same(proof: Proof) -> None:
    _, entries, other = proof
    assert judged(as_earlier_file(entries, other)) == judged(as_file(entries, other))


def test_RF9_the_same_entry_twice_proves_nothing(proof: Proof) -> None:
    _, entries, _ = proof
    assert judged(as_file(entries, entries[2])) == Unproven(Doubt.SAME)


@pytest.mark.parametrize("number", [1, 3, 9])
def test_RF9_entries_for_different_places_prove_nothing(proof: Proof, number: int) -> None:
    pair, entries, _ = proof
    other = seal(number, entries[2].previous, Commit(bytes(64)), pair.identities[Seat.HOST])
    assert judged(as_file(entries, other)) == Unproven(Doubt.OTHER_PLACES if number == 1 else Doubt.OTHER_PLACE)


def test_RF9_entries_after_different_pasts_prove_nothing(proof: Proof) -> None:
    pair, entries, _ = proof
    other = seal(2, bytes(32), Commit(bytes(64)), pair.identities[Seat.HOST])
    assert judged(as_file(entries, other)) == Unproven(Doubt.OTHER_PLACES)


def test_RF9_two_proposals_prove_nothing_as_anybody_may_propose_as_often_as_it_likes(proof: Proof) -> None:
    pair, entries, _ = proof
    body = entries[0].body
    assert isinstance(body, Propose)
    other = seal(0, bytes(32), attrs.evolve(body, nonce=bytes(32)), pair.identities[Seat.HOST])
    assert judged(as_file(entries, other)) == Unproven(Doubt.OTHER_PLACES)


@pytest.mark.parametrize("signer", [Seat.GUEST, None])
def test_RF9_an_entry_signed_by_somebody_else_proves_nothing(proof: Proof, signer: Seat | None) -> None:
    pair, entries, _ = proof
    identity = type(pair.identities[0])(9) if signer is None else pair.identities[signer]
    other = seal(2, entries[2].previous, Commit(bytes(64)), identity)
    assert judged(as_file(entries, other)) == Unproven(Doubt.OTHER_SIGNER)


def test_RF9_a_record_that_is_not_right_proves_nothing(proof: Proof) -> None:
    pair, entries, other = proof
    stranger = type(pair.identities[0])(9)
    false = seal(1, entries[1].previous, entries[1].body, stranger)
    verdict = judged(as_file([entries[0], false, entries[2]], other))
    assert isinstance(verdict, Unproven)
    assert verdict.doubt is Doubt.RECORD
    assert verdict.error is not None
    assert verdict.error.code is Code.BAD_SIGNATURE


def test_RF9_another_entry_that_cannot_be_read_proves_nothing(proof: Proof) -> None:
    _, entries, _ = proof
    pairs = [[entry.payload, entry.signature] for entry in entries]
    data = msgpack.packb(["mandala-lan fork", 1, pairs, [b"no entry", bytes(64)]])
    assert judged(data) == Unproven(Doubt.UNREADABLE)


def test_an_empty_record_proves_nothing(proof: Proof) -> None:
    _, _, other = proof
    assert judged(as_file([], other)) == Unproven(Doubt.OTHER_PLACE)


PAIR = [b"", bytes(64)]


def test_RF8_evidence_that_was_cut_off_or_damaged_is_said_to_be(proof: Proof) -> None:
    _, entries, other = proof
    data = as_file(entries, other)
    head = len("mandala-lan evidence") + 3
    for left in (head, head + 1, len(data) // 2, len(data) - 70, len(data) - 1):
        text = f"the evidence ends too early, at byte {left}: it was cut off or damaged"
        with pytest.raises(NotEvidence, match=text):
            evidence.read_file(data[:left])
        assert evidence.begins_as_one(data[:left])
    with pytest.raises(NotEvidence, match=f"the evidence is damaged, from byte {len(data)} on"):
        evidence.read_file(data + b"\x00")
    with pytest.raises(NotEvidence, match=f"the evidence is damaged, from byte {head + 1} on"):
        evidence.read_file(data[: head + 1] + b"\xc1" + data[head + 2 :])
    assert not evidence.begins_as_one(verification.write(entries))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"x" * (verification.MAX_RECORD_BYTES + 1),
        encode(Chat("hello")),
        verification.write([]),
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
                ["mandala-lan evidence", 1, [], PAIR],
                ["mandala-lan fork", 1, [], PAIR, None, None],
                ["mandala-lan evidence", 2, [], PAIR, None, None],
                ["mandala-lan evidence", 1, [], None, None, None],
                ["mandala-lan evidence", 1, [], PAIR, [], None],
                ["mandala-lan evidence", 1, [], PAIR, None, {}],
                ["mandala-lan evidence", 1, [], PAIR, None, b"no shares"],
                ["mandala-lan evidence", 1, [], PAIR, None, b"\x80"],
                ["mandala-lan evidence", 1, [], PAIR, None, "text"],
            )
        ],
    ],
)
def test_RF9_another_file_is_refused(data: bytes) -> None:
    with pytest.raises(NotEvidence):
        evidence.read_file(data)
