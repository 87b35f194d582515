"""In which order an entry is checked, over which bytes, and what a receiver may say where several things are wrong."""

from __future__ import annotations

import attrs
import msgpack  # type: ignore[import-untyped]
import pytest

from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.evidence import ProvenBreach
from mandala_protocol.conversation.session import Session
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import EndReason
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.record.transcript import read, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import (
    Accept,
    Body,
    Commit,
    EntryMessage,
    Key,
    Move,
    Offer,
    Open,
    Propose,
    ResultBody,
    Share,
    encode,
)
from tests.narrowing import of_kind
from tests.protocol.conversation.conftest import NAMES, Pair, Prepared

COMMIT, KEY, UNKNOWN = 2, 8, 98


@attrs.define
class Draft:
    """An entry in the making, into which one fault after the other is put."""

    number: object
    previous: object
    kind: int
    body: object
    cut: bool = False
    long_header: bool = False
    fifth_item: bool = False
    signed: bool = True

    def payload(self) -> bytes:
        items = [self.number, self.previous, self.kind, self.body]
        packed: bytes = msgpack.packb([*items, None] if self.fifth_item else items)
        if self.long_header:
            packed = b"\xdc\x00" + bytes([packed[0] & 0x0F]) + packed[1:]
        return packed[:-3] if self.cut else packed


FAULTS: dict[str, dict[str, object]] = {
    "MS3": {"cut": True},
    "TR1": {"fifth_item": True},
    "TR2": {"number": -1},
    "TR3": {"previous": b"short"},
    "TR4": {"kind": UNKNOWN},
    "MS5": {"kind": COMMIT, "body": {"commitment": b"short", "more": 1}},
    "MS6": {"kind": COMMIT, "body": {"commitment": b"short"}},
    "MS4": {"long_header": True},
    "TR5": {"number": 7},
    "TR6": {"previous": bytes(32)},
    "TR7": {"signed": False},
    "OR1": {"kind": KEY, "body": {"secret": bytes(32)}},
}
"""Faults of an entry by the requirement that each breaks, in the order in which the standard has them looked for."""


@pytest.mark.parametrize("first", FAULTS)
def test_TR9_of_several_faults_the_one_that_is_looked_for_first_is_named(prepared: Prepared, first: str) -> None:
    """Each entry has one fault, and all that are looked for later, as far as they can be in one entry."""
    pair, session = prepared(Commit)
    transcript = session.referee.transcript
    draft = Draft(transcript.length, transcript.head, COMMIT, codec.unstructure(pair.body_due(session)))
    order = list(FAULTS)
    for number in reversed(order[order.index(first) :]):
        draft = attrs.evolve(draft, **FAULTS[number])  # type: ignore[arg-type]
    payload = draft.payload()
    signature = pair.identities[session.seat].sign(tagged_hash("entry", payload)) if draft.signed else bytes(64)
    error = pair.refused(session, encode(EntryMessage(payload, signature)))
    assert error.requirement == first


def test_TR9_whose_turn_it_is_is_looked_at_before_what_is_due(prepared: Prepared) -> None:
    pair, session = prepared(Commit)
    other = pair.sessions[session.seat.other]
    assert pair.refused(other, pair.forge(other, Key(bytes(32)))).requirement == "OR2"


def test_TR9_a_fork_is_found_before_anything_else(prepared: Prepared) -> None:
    """The entry cannot be read, and comes from the one whose turn it is not."""
    pair, _ = prepared(Share)
    host = pair.sessions[Seat.HOST]
    taken = host.referee.transcript.entries[2]
    payload = msgpack.packb([2, taken.previous, UNKNOWN])
    assert pair.refused(host, pair.forge_payload(host, payload)).requirement == "TR8"


def test_TR9_the_identity_of_an_acceptance_is_looked_at_before_its_signature(prepared: Prepared) -> None:
    pair, session = prepared(Accept)
    entry = seal(1, session.referee.transcript.head, pair.body_due(session, identity=bytes(32)), pair.identities[0])
    assert pair.refused(session, encode(EntryMessage(entry.payload, bytes(64)))).requirement == "OR5"


@pytest.mark.parametrize(
    ("faults", "number"),
    [
        (("identity", "turn", "kind", "signature"), "OR5"),
        (("turn", "kind", "signature"), "OR2"),
        (("kind", "signature"), "OR1"),
        (("signature",), "TR7"),
    ],
)
def test_TR9_of_a_first_entry_its_identity_comes_first_and_its_signature_last(
    make_pair: type[Pair], faults: tuple[str, ...], number: str
) -> None:
    """Each entry has one fault, and all that are looked for later: instead of ``accept`` it is a ``propose``."""
    pair = make_pair(1)
    guest = pair.until_due(Accept)
    sender = pair.sessions[Seat.HOST if "turn" in faults else Seat.GUEST]
    identity = bytes(32) if "identity" in faults else sender.identity
    name = NAMES[sender.seat]
    body: Body = Accept(False, identity, name, bytes(32))
    if "kind" in faults:
        proposal = of_kind(Propose, guest.referee.transcript.entries[0].body)
        body = attrs.evolve(proposal, identity=identity, name=name)
    entry = seal(1, guest.referee.transcript.head, body, pair.identities[sender.seat])
    signature = bytes(64) if "signature" in faults else entry.signature
    error = pair.refused(sender, encode(EntryMessage(entry.payload, signature)))
    assert error.requirement == number


def test_TR9_another_acceptance_is_a_fork_even_with_another_name(prepared: Prepared) -> None:
    pair, _ = prepared(Commit)
    guest = pair.sessions[Seat.GUEST]
    taken = guest.referee.transcript.entries[1]
    body = attrs.evolve(of_kind(Accept, taken.body), name="Somebody Else")
    other = seal(1, taken.previous, body, pair.identities[Seat.GUEST])
    assert pair.refused(guest, encode(other.message())).requirement == "TR8"


@pytest.mark.parametrize("scores", [[-1, 0], [0, 65_536], [0], [0, True]])
def test_MS6_points_are_two_numbers_within_their_bounds(scores: list[object]) -> None:
    fields = {"scores": scores, "winner": None, "reason": "deck", "digest": bytes(32)}
    payload = codec.pack([9, bytes(32), ResultBody.kind_number, fields])
    with pytest.raises(RemoteProtocolError) as caught:
        read(EntryMessage(payload, bytes(64)))
    assert (caught.value.code, caught.value.requirement) == (Code.MALFORMED, "MS6")


def test_PL1_comes_first_of_all_that_is_wrong_with_a_move(prepared: Prepared) -> None:
    """It is no move, opens no card, and leads to another position."""
    pair, session = prepared(Move)
    error = pair.refused(session, pair.forge(session, Move("Z", None, bytes(32))))
    assert (error.code, error.requirement) == (Code.ILLEGAL_MOVE, "PL1")


def test_CV3_an_opening_with_several_faults_is_refused_for_one_of_them(prepared: Prepared) -> None:
    """Its key is no point, its challenge no scalar, and it was not committed to: no order is given for these."""
    pair, session = prepared(Open)
    body = pair.body_due(session, key=bytes(32), challenge=b"\xff" * 32)
    error = pair.refused(session, pair.forge(session, body))
    assert (error.code, error.requirement) in {
        (Code.BAD_POINT, "DK1"),
        (Code.BAD_SCALAR, "DK2"),
        (Code.BAD_COMMITMENT, "OP2"),
    }


# Over which bytes.


def long_form(session: Session, pair: Pair) -> tuple[bytes, bytes]:
    """The entry that is due in its one encoding, and with a header that is longer than it need be."""
    transcript = session.referee.transcript
    draft = Draft(transcript.length, transcript.head, COMMIT, codec.unstructure(pair.body_due(session)))
    return draft.payload(), attrs.evolve(draft, long_header=True).payload()


def test_CV5_a_signature_is_over_the_bytes_that_came(prepared: Prepared) -> None:
    """The content is the same in both forms: only over the form that came does the signature hold."""
    pair, session = prepared(Commit)
    _, long = long_form(session, pair)
    assert pair.refused(session, pair.forge_payload(session, long)).requirement == "MS4"
    hearer = pair.sessions[session.seat.other]
    kept = hearer.refusals.refused
    assert kept is not None
    assert kept.message.payload == long
    found = evidence.of_kept(hearer.referee.transcript.entries, kept)
    assert isinstance(evidence.judge(evidence.read_file(evidence.write(found)), GAMES, Serial()), ProvenBreach)


def test_CV5_a_signature_over_a_new_encoding_of_the_content_shows_nothing(prepared: Prepared) -> None:
    pair, session = prepared(Commit)
    short, long = long_form(session, pair)
    signature = pair.identities[session.seat].sign(tagged_hash("entry", short))
    assert pair.refused(session, encode(EntryMessage(long, signature))).requirement == "MS4"
    assert pair.sessions[session.seat.other].refusals.refused is None, "its signature does not hold"


# Signatures of offers.


@pytest.mark.parametrize("false", ["nothing", "another offer", "another turn", "another game", "another player"])
def test_EN6_an_offer_that_its_sender_has_not_signed_is_refused(prepared: Prepared, false: str) -> None:
    pair, mover = prepared(Move)
    offering = mover.seat.other
    game = mover.referee.game_id
    signer = pair.identities[offering]
    signature = {
        "nothing": bytes(64),
        "another offer": signer.sign(offer_statement(game, "end", 0)),
        "another turn": signer.sign(offer_statement(game, "resign", 1)),
        "another game": signer.sign(offer_statement(bytes(32), "resign", 0)),
        "another player": pair.identities[mover.seat].sign(offer_statement(game, "resign", 0)),
    }[false]
    session = pair.sessions[offering]
    error = pair.refused(session, encode(Offer("resign", 0, signature)))
    assert (error.code, error.requirement) == (Code.BAD_SIGNATURE, "EN6")


def test_EN6_an_offer_that_its_sender_has_signed_is_taken(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    offering = mover.seat.other
    statement = offer_statement(mover.referee.game_id, "resign", 0)
    pair.deliver(offering, encode(Offer("resign", 0, pair.identities[offering].sign(statement))))
    pair.play_to_end()
    result = mover.referee.result
    assert result is not None
    assert (result.termination, result.winner) == (EndReason.RESIGNED, mover.seat)
