"""Whatever a peer gets wrong ends the session with the code made for it, and nothing is taken into the record.

A forger here signs and chains its entries as it should, so that each test breaks one thing alone.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from mandala_protocol.conversation.connection import ConnectionState
from mandala_protocol.conversation.events import MakeOffer, Play, Resign, Speak
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.errors import Code, LocalProtocolError
from mandala_protocol.games.game import EndReason, IllegalMove
from mandala_protocol.games.mandala import COLOURS, MANDALA, Discard
from mandala_protocol.poker.group import Scalar, base_mul
from mandala_protocol.record.transcript import seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire import messages
from mandala_protocol.wire.codec import pack
from mandala_protocol.wire.messages import (
    Accept,
    Body,
    Commit,
    End,
    EntryMessage,
    Key,
    Mix,
    Move,
    OfferKind,
    Open,
    Propose,
    ResultBody,
    Share,
    Shuffle,
    encode,
)
from tests.hearing import hear
from tests.narrowing import present
from tests.protocol.conversation.conftest import Pair, Prepared

ORDER = 2**252 + 27742317777372353535851937790883648493
NOT_BELOW_ORDER = ORDER.to_bytes(32, "little")
SMALL_ORDER_POINT = bytes([0] * 32)
NOT_CANONICAL_POINT = (2**255 - 19 + 3).to_bytes(32, "little")
OTHER_POINT = base_mul(Scalar((7).to_bytes(32, "little")))
OTHER_SCALAR = (7).to_bytes(32, "little")


def framed(value: object) -> bytes:
    packed = pack(value)
    return len(packed).to_bytes(2, "big") + packed


# Messages.


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff\xff", Code.OVERSIZED),
        (b"\x00\x00", Code.MALFORMED),
        (b"\x00\x01\xc1", Code.MALFORMED),
        (b"\x00\x05hello", Code.MALFORMED),
        (b"\x00\x02\x91\x01", Code.MALFORMED),
        (b"\x00\x05\x92\xdd\xff\xff\xff", Code.MALFORMED),
        (framed([200, {}]), Code.UNKNOWN_MESSAGE),
        (framed([1, {"extra": 1}]), Code.MALFORMED),
        (framed([1, []]), Code.MALFORMED),
        (framed([5, {}]), Code.MALFORMED),
        (framed([5, {"text": b"bytes"}]), Code.MALFORMED),
        (framed([5, {"text": "x" * 501}]), Code.MALFORMED),
        (framed([True, {}]), Code.MALFORMED),
        (framed([99, {1: "a number for a key"}]), Code.MALFORMED),
        (framed([99, [[[[[[[[]]]]]]]]]), Code.MALFORMED),
        (b"\x00\x05\x92\x63\xd4\x01\x00", Code.MALFORMED),
        (b"\x00\x04\x92\xcc\x01\x80", Code.MALFORMED),
        (framed([2, {"signature": bytes(64), "payload": b""}]), Code.MALFORMED),
        (framed([2, {"payload": b"", "signature": bytes(63)}]), Code.MALFORMED),
        (framed([5, {"text": "x"}])[:-1] + b"\xff", Code.MALFORMED),
        (b"\x00\x11\x92\x05\x82\xa4text\xa1a\xa4text\xa1b", Code.MALFORMED),
        (framed([5, {"text": 1.5}]), Code.MALFORMED),
        (framed([0, {"version": 1, "software": "again", "name": "Ben", "game": b"", "seat": None}]), Code.OUT_OF_TURN),
        (framed([4, {"length": 0, "head": bytes(32)}]), Code.MALFORMED),
        (framed([4, {"length": 1, "head": bytes(31)}]), Code.MALFORMED),
    ],
)
def test_a_message_that_is_wrong_has_its_code(make_pair: type[Pair], data: bytes, code: Code) -> None:
    pair = make_pair(1)
    guest = pair.sessions[Seat.GUEST]
    assert pair.refused(guest, data).code is code
    assert pair.sessions[Seat.HOST].state is ConnectionState.FAILED


def test_an_unknown_message_may_nest_as_deep_as_the_limit(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    assert pair.deliver(Seat.GUEST, framed([99, [[[[[[[]]]]]]]])) == []


def test_an_unknown_message_of_odd_kind_is_ignored(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    assert pair.deliver(Seat.GUEST, framed([201, {"anything": [1, 2, 3]}])) == []


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_message_that_is_cut_waits_for_its_rest(make_pair: type[Pair], cut: int) -> None:
    pair = make_pair(1)
    data = encode(messages.Chat("hello there"))
    assert pair.deliver(Seat.GUEST, data[:cut]) == []
    assert len(pair.deliver(Seat.GUEST, data[cut:])) == 1


def test_CV1_MS9_nothing_is_heard_after_an_error(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    guest, host = pair.sessions[Seat.GUEST], pair.sessions[Seat.HOST]
    pair.refused(guest, framed([200, {}]))
    with pytest.raises(LocalProtocolError):
        hear(host, encode(messages.Ping()))
    with pytest.raises(LocalProtocolError):
        host.send(Speak())


# Entries: chain, signature, order.


def test_an_entry_out_of_turn_is_refused(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    host = pair.until_due(Propose)
    guest = pair.sessions[Seat.GUEST]
    body = Propose("mandala", "lot", 0, False, pair.identities[Seat.GUEST].public, "Ben", bytes(32))
    assert pair.refused(guest, pair.forge(guest, body)).code is Code.OUT_OF_TURN
    assert host.referee.transcript.length == 0


def test_another_kind_than_is_due_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Commit)
    assert pair.refused(session, pair.forge(session, Key(OTHER_SCALAR))).code is Code.OUT_OF_TURN


@pytest.mark.parametrize(
    ("number", "previous", "requirement"), [(3, None, "TR5"), (9_999, None, "TR5"), (2, bytes(32), "TR6")]
)
def test_TR5_TR6_wrong_number_or_past_is_refused(
    prepared: Prepared, number: int, previous: bytes | None, requirement: str
) -> None:
    pair, session = prepared(Commit)
    head = session.referee.transcript.head if previous is None else previous
    entry = seal(number, head, pair.body_due(session), pair.identities[session.seat])
    error = pair.refused(session, encode(entry.message()))
    assert (error.code, error.requirement) == (Code.BROKEN_CHAIN, requirement)


def test_a_second_entry_for_a_place_already_taken_is_a_fork(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.until_due(Commit, speaker=Seat.GUEST)
    host = pair.sessions[Seat.HOST]
    taken = host.referee.transcript.entries[2]
    other = seal(2, taken.previous, Commit(bytes(64)), pair.identities[Seat.HOST])
    assert pair.refused(host, encode(other.message())).code is Code.FORK


def test_a_false_signature_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Commit)
    transcript = session.referee.transcript
    entry = seal(transcript.length, transcript.head, pair.body_due(session), pair.identities[session.seat.other])
    assert pair.refused(session, encode(entry.message())).code is Code.BAD_SIGNATURE


def test_a_flipped_bit_of_the_signature_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Commit)
    transcript = session.referee.transcript
    entry = seal(transcript.length, transcript.head, pair.body_due(session), pair.identities[session.seat])
    signature = bytes([entry.signature[0] ^ 1]) + entry.signature[1:]
    assert pair.refused(session, encode(EntryMessage(entry.payload, signature))).code is Code.BAD_SIGNATURE


@pytest.mark.parametrize("kind", [Propose, Accept])
def test_an_identity_other_than_that_of_the_line_is_refused(prepared: Prepared, kind: type[Body]) -> None:
    pair, session = prepared(kind)
    body = pair.body_due(session, identity=bytes(32))
    assert pair.refused(session, pair.forge(session, body)).code is Code.WRONG_IDENTITY


def test_an_unknown_game_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Propose)
    assert pair.refused(session, pair.forge(session, pair.body_due(session, game="chess"))).code is Code.NOT_AGREED


def test_an_unknown_kind_of_entry_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Commit)
    transcript = session.referee.transcript
    payload = pack([transcript.length, transcript.head, 99, {}])
    message = EntryMessage(payload, bytes(64))
    assert pair.refused(session, encode(message)).code is Code.UNKNOWN_MESSAGE


@pytest.mark.parametrize(
    "payload", [b"", pack([]), pack([0, bytes(32), 0]), pack([-1, bytes(32), 2, {}]), pack([0, b"", 2, {}])]
)
def test_a_payload_that_is_no_entry_is_refused(prepared: Prepared, payload: bytes) -> None:
    pair, session = prepared(Commit)
    assert pair.refused(session, encode(EntryMessage(payload, bytes(64)))).code is Code.MALFORMED


# The deck: every field of every entry that carries proofs, tampered with alone, after its way over the wire.


def replaced(row: bytes, item: bytes, index: int = 0) -> bytes:
    start = index * len(item)
    return row[:start] + item + row[start + len(item) :]


OPEN_TAMPERED = [
    ("nonce", bytes(32), Code.BAD_COMMITMENT),
    ("key", OTHER_POINT, Code.BAD_COMMITMENT),
    ("key", SMALL_ORDER_POINT, Code.BAD_POINT),
    ("challenge", OTHER_SCALAR, Code.BAD_COMMITMENT),
    ("challenge", NOT_BELOW_ORDER, Code.BAD_SCALAR),
    ("response", OTHER_SCALAR, Code.BAD_COMMITMENT),
    ("response", NOT_BELOW_ORDER, Code.BAD_SCALAR),
]


@pytest.mark.parametrize(("field", "value", "code"), OPEN_TAMPERED)
def test_an_opening_with_one_field_changed_is_refused(prepared: Prepared, field: str, value: bytes, code: Code) -> None:
    pair, session = prepared(Open)
    body = pair.body_due(session, **{field: value})
    assert pair.refused(session, pair.forge(session, body)).code is code


SHUFFLE_ROWS = ("cards", "commitments", "chain", "challenge", "sums", "chain_responses", "order_responses")
POINT_ROWS = SHUFFLE_ROWS[:3]


@pytest.mark.parametrize("kind", [Shuffle, Mix])
@pytest.mark.parametrize("row", SHUFFLE_ROWS)
def test_a_shuffle_or_mix_with_one_item_changed_is_refused(prepared: Prepared, kind: type[Body], row: str) -> None:
    pair, session = prepared(kind)
    body = pair.body_due(session)
    item = OTHER_POINT if row in POINT_ROWS else OTHER_SCALAR
    for index in (0, len(getattr(body, row)) // 32 - 1):
        changed = attrs.evolve(body, **{row: replaced(getattr(body, row), item, index)})
        fresh, twin = prepared(kind)
        assert fresh.refused(twin, fresh.forge(twin, changed)).code is Code.FAILED_PROOF


INVALID_ITEMS = [
    *[(row, SMALL_ORDER_POINT, Code.BAD_POINT) for row in SHUFFLE_ROWS[:3]],
    *[(row, NOT_CANONICAL_POINT, Code.BAD_POINT) for row in SHUFFLE_ROWS[:3]],
    *[(row, NOT_BELOW_ORDER, Code.BAD_SCALAR) for row in SHUFFLE_ROWS[3:]],
]


@pytest.mark.parametrize(("row", "item", "code"), INVALID_ITEMS)
def test_a_mix_with_an_invalid_item_is_refused(prepared: Prepared, row: str, item: bytes, code: Code) -> None:
    pair, session = prepared(Mix)
    body = pair.body_due(session)
    changed = attrs.evolve(body, **{row: replaced(getattr(body, row), item)})
    assert pair.refused(session, pair.forge(session, changed)).code is code


def test_a_shuffle_with_a_card_missing_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Shuffle)
    body = pair.body_due(session)
    changed = attrs.evolve(body, cards=body.cards[:-64])
    assert pair.refused(session, pair.forge(session, changed)).code is Code.MALFORMED


def test_a_shuffle_with_a_card_twice_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Shuffle)
    body = pair.body_due(session)
    changed = attrs.evolve(body, cards=body.cards[64:] + body.cards[-64:])
    assert pair.refused(session, pair.forge(session, changed)).code is Code.FAILED_PROOF


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("shares", OTHER_POINT, Code.FAILED_PROOF),
        ("shares", SMALL_ORDER_POINT, Code.BAD_POINT),
        ("shares", NOT_CANONICAL_POINT, Code.BAD_POINT),
        ("challenge", OTHER_SCALAR, Code.FAILED_PROOF),
        ("challenge", NOT_BELOW_ORDER, Code.BAD_SCALAR),
        ("response", OTHER_SCALAR, Code.FAILED_PROOF),
        ("response", NOT_BELOW_ORDER, Code.BAD_SCALAR),
    ],
)
@pytest.mark.parametrize("where", ["share", "move"])
def test_shares_with_one_field_changed_are_refused(
    prepared: Prepared, where: str, field: str, value: bytes, code: Code
) -> None:
    pair, session = prepared(Share if where == "share" else Move)
    if where == "share":
        body = pair.body_due(session)
        changed = attrs.evolve(body, **{field: replaced(getattr(body, field), value)})
    else:
        body = a_move(session)
        changes: dict[str, Any] = {field: replaced(getattr(body.played, field), value)}
        shares = attrs.evolve(present(body.played), **changes)
        changed = attrs.evolve(body, played=shares)
    assert pair.refused(session, pair.forge(session, changed)).code is code


def test_a_share_for_the_wrong_card_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Share)
    body = pair.body_due(session)
    changed = attrs.evolve(body, cards=(*body.cards[:-1], body.cards[-1] + 1))
    assert pair.refused(session, pair.forge(session, changed)).code is Code.WRONG_CARD


def test_shares_in_another_order_are_refused(prepared: Prepared) -> None:
    pair, session = prepared(Share)
    body = pair.body_due(session)
    changed = attrs.evolve(body, shares=body.shares[32:] + body.shares[:32])
    assert pair.refused(session, pair.forge(session, changed)).code is Code.FAILED_PROOF


# Moves.


def a_move(session: Session) -> Move:
    """Some legal move that plays cards."""
    moves = MANDALA.legal_moves(session.referee.view(session.seat))
    return session._speaker.move_body(moves[0])[0]


def test_a_move_that_the_rules_forbid_is_refused_and_the_point_named(prepared: Prepared) -> None:
    pair, session = prepared(Move)
    body = a_move(session)
    state = session.referee.state
    colour = next(colour for colour in COLOURS if state.mandalas[0].mountain[colour])
    forbidden = attrs.evolve(body, move=f"B0{colour.letter}1")
    error = pair.refused(session, pair.forge(session, forbidden))
    assert error.code is Code.ILLEGAL_MOVE
    assert "G3" in error.detail


@pytest.mark.parametrize("text", ["", "A0", "A2r", "B0r0", "B0r9", "Z", "A0r ", "a0r", "Kr"])
def test_a_text_that_is_no_move_now_is_refused(prepared: Prepared, text: str) -> None:
    pair, session = prepared(Move)
    assert (
        pair.refused(session, pair.forge(session, attrs.evolve(a_move(session), move=text))).code is Code.ILLEGAL_MOVE
    )


def test_a_claimed_colour_that_is_not_the_proven_one_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Move)
    hand = session.referee.cards.faces(session.seat)
    body, _ = session._speaker.move_body(Discard(COLOURS[present(hand[0])], 1))
    other = next(colour for colour in COLOURS if colour != hand[0])
    lie = f"C{other.letter}1"
    assert pair.refused(session, pair.forge(session, attrs.evolve(body, move=lie))).code is Code.FALSE_FACE


@pytest.mark.parametrize("cards", [(), (0, 1), (7,), (119,)])
def test_a_move_that_opens_other_cards_than_it_plays_is_refused(prepared: Prepared, cards: tuple[int, ...]) -> None:
    pair, session = prepared(Move)
    body, _ = session._speaker.move_body(Discard(COLOURS[present(session.referee.cards.faces(session.seat)[0])], 1))
    played = attrs.evolve(present(body.played), cards=cards, shares=present(body.played).shares[:32] * len(cards))
    assert pair.refused(session, pair.forge(session, attrs.evolve(body, played=played))).code is Code.WRONG_CARD


def test_a_move_that_opens_no_card_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Move)
    body = attrs.evolve(a_move(session), played=None)
    assert pair.refused(session, pair.forge(session, body)).code is Code.WRONG_CARD


def test_a_different_digest_of_the_state_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Move)
    body = attrs.evolve(a_move(session), digest=bytes(32))
    assert pair.refused(session, pair.forge(session, body)).code is Code.STATE_MISMATCH


def test_a_move_of_ours_that_is_not_possible_is_refused_here_and_nothing_is_sent(prepared: Prepared) -> None:
    _, session = prepared(Move)
    held = session.referee.cards.faces(session.seat)
    missing = next((colour for colour in COLOURS if colour not in held), None)
    length = session.referee.transcript.length
    move = Discard(missing, 1) if missing is not None else Discard(COLOURS[present(held[0])], 8)
    with pytest.raises(IllegalMove):
        session.send(Play(move))
    assert session.referee.transcript.length == length
    assert session.pending is Pending.MOVE


# The end.


@pytest.mark.parametrize(
    ("secret", "code"),
    [(OTHER_SCALAR, Code.WRONG_KEY), (bytes(32), Code.WRONG_KEY), (NOT_BELOW_ORDER, Code.BAD_SCALAR)],
)
def test_a_wrong_key_at_the_end_is_refused(prepared: Prepared, secret: bytes, code: Code) -> None:
    pair, session = prepared(Share)
    pair.deliver(session.seat, session.send(Resign()))
    session = pair.until_due(Key)
    assert pair.refused(session, pair.forge(session, Key(secret))).code is code


@pytest.mark.parametrize("changes", [{"scores": (99, 0)}, {"winner": None}, {"reason": "deck"}, {"digest": bytes(32)}])
def test_EN5_a_wrong_result_is_refused(prepared: Prepared, changes: dict[str, Any]) -> None:
    pair, session = prepared(Share)
    pair.deliver(session.seat, session.send(Resign()))
    session = pair.until_due(ResultBody)
    body = pair.body_due(session, **changes)
    assert pair.refused(session, pair.forge(session, body)).code is Code.WRONG_RESULT


def test_EN9_resigning_out_of_turn_ends_the_game_and_is_proven(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    resigner = pair.sessions[mover.seat.other]
    pair.deliver(resigner.seat, resigner.send(Resign()))
    assert mover.pending is Pending.ENTRY
    pair.play_to_end()
    result = mover.referee.result
    assert result is not None
    assert result.termination is EndReason.RESIGNED
    assert result.winner is mover.seat


def test_a_resignation_that_the_other_never_stated_is_refused(prepared: Prepared) -> None:
    pair, session = prepared(Move)
    for statement in (bytes(64), pair.identities[session.seat].sign(b"resign")):
        fresh, twin = prepared(Move)
        body = End("resigned", twin.referee.moves_made, statement)
        assert fresh.refused(twin, fresh.forge(twin, body)).code is Code.BAD_SIGNATURE


def test_nobody_can_agree_alone(prepared: Prepared) -> None:
    pair, session = prepared(Move)
    assert pair.refused(session, pair.forge(session, End("agreed", 0, b""))).code is Code.NOT_AGREED


def test_EN9_both_can_agree_to_end_and_the_cards_are_scored(prepared: Prepared) -> None:
    pair, _ = prepared(Move)
    mover = pair.until_due(Move, occurrence=3)
    other = pair.sessions[mover.seat.other]
    pair.deliver(other.seat, other.send(MakeOffer(OfferKind.END)))
    assert mover.snapshot().their_offer == StandingOffer(OfferKind.END)
    assert mover.pending is Pending.MOVE
    pair.deliver(mover.seat, mover.send(MakeOffer(OfferKind.END)))
    pair.play_to_end()
    assert mover.referee.result is not None
    assert mover.referee.result.termination is EndReason.AGREED


def test_an_offer_to_end_is_void_after_the_next_move(prepared: Prepared) -> None:
    pair, mover = prepared(Move)
    pair.deliver(mover.seat, mover.send(MakeOffer(OfferKind.END)))
    pair.say_next()
    other = pair.sessions[mover.seat.other]
    assert other.snapshot().their_offer is None
