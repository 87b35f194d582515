"""Whatever bytes a peer sends, they are understood, waited for, or refused with an error of the protocol: no crash.

What is fuzzed here is signed and chained as it should be, so that it gets as far in as a cheat can.
"""

from __future__ import annotations

import contextlib
import copy

import attrs
import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mandala_protocol.conversation.session import Session
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.mandala import COLOURS, Discard
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import (
    ENTRY_KINDS,
    MESSAGE_KINDS,
    Accept,
    Body,
    Commit,
    EntryMessage,
    Mix,
    Move,
    Open,
    Propose,
    Resume,
    Share,
    encode,
)
from tests.narrowing import present
from tests.protocol.conversation.conftest import Pair, Prepared
from tests.texts import any_text

QUIETLY = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.floats(allow_nan=False),
    any_text(max_size=70),
    st.binary(max_size=140),
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(any_text(max_size=8), inner, max_size=5)
)


def packed(value: object) -> bytes:
    data: bytes = msgpack.packb(value, use_bin_type=True)
    return data


def heard_or_refused(pair: Pair, session: Session, data: bytes) -> None:
    with contextlib.suppress(RemoteProtocolError):
        pair.deliver(session.seat, data)


@QUIETLY
@given(data=st.binary(max_size=300))
def test_any_bytes(prepared: Prepared, data: bytes) -> None:
    pair, session = prepared(Commit)
    heard_or_refused(pair, session, data)


@QUIETLY
@given(kind=st.sampled_from(sorted(MESSAGE_KINDS)) | st.integers(-2, 300), body=VALUES)
def test_any_message(prepared: Prepared, kind: object, body: object) -> None:
    pair, session = prepared(Commit)
    data = packed([kind, body])
    heard_or_refused(pair, session, len(data).to_bytes(2, "big") + data)


def signed(pair: Pair, session: Session, payload: bytes) -> bytes:
    signature = pair.identities[session.seat].sign(tagged_hash("entry", payload))
    return encode(EntryMessage(payload, signature))


@QUIETLY
@given(kind=st.sampled_from(sorted(ENTRY_KINDS)) | VALUES, body=VALUES)
def test_any_entry(prepared: Prepared, kind: object, body: object) -> None:
    pair, session = prepared(Commit)
    transcript = session.referee.transcript
    heard_or_refused(pair, session, signed(pair, session, packed([transcript.length, transcript.head, kind, body])))


@pytest.mark.parametrize("kind", [Propose, Accept, Commit, Open, Share, Mix, Move])
@QUIETLY
@given(data=st.data())
def test_any_value_in_any_field_of_what_is_due(prepared: Prepared, kind: type[Body], data: st.DataObject) -> None:
    pair, session = prepared(kind)
    due = a_move(session) if kind is Move else session._speaker.next_body()
    fields = codec.unstructure(due)
    name = data.draw(st.sampled_from(sorted(fields)))
    inner = fields[name]
    if isinstance(inner, dict) and data.draw(st.booleans()):
        inner[data.draw(st.sampled_from(sorted(inner)))] = data.draw(VALUES)
    else:
        fields[name] = data.draw(VALUES | st.binary(min_size=32, max_size=32) | st.sampled_from(["A0r", "B1k8", "Kr"]))
    transcript = session.referee.transcript
    payload = packed([transcript.length, transcript.head, kind.kind_number, fields])
    heard_or_refused(pair, session, signed(pair, session, payload))


@pytest.mark.parametrize("kind", [Open, Share, Mix, Move])
@QUIETLY
@given(place=st.integers(0, 10_000), change=st.integers(1, 255))
def test_any_byte_changed_in_what_is_due_is_refused(
    prepared: Prepared, kind: type[Body], place: int, change: int
) -> None:
    pair, session = prepared(kind)
    transcript = session.referee.transcript
    body = a_move(session) if kind is Move else session._speaker.next_body()
    payload = bytearray(packed([transcript.length, transcript.head, kind.kind_number, codec.unstructure(body)]))
    payload[place % len(payload)] ^= change
    pair.refused(session, signed(pair, session, bytes(payload)))


@QUIETLY
@given(
    length=st.integers(-1, 12) | VALUES,
    head=st.binary(min_size=32, max_size=32) | VALUES,
    own_head=st.booleans(),
    behind=st.lists(st.integers(0, 8), max_size=6),
    older=st.integers(1, 8),
)
def test_any_past_and_any_entries_behind_it(
    prepared: Prepared, length: object, head: object, own_head: bool, behind: list[int], older: int
) -> None:
    """What comes on a line that goes on with a game, to a side that has the whole record or an older copy of it."""
    pair, session = prepared(Share)
    hearer = session.seat.other
    entries = session.referee.transcript.entries
    pair.cut()
    pair.rebuild(hearer, older)
    pair.open_lines()
    if own_head and isinstance(length, int) and 0 < length <= len(entries):
        head = entries[length - 1].head
    past = packed([4, {"length": length, "head": head}])
    said = len(past).to_bytes(2, "big") + past
    said += b"".join(encode(entries[number % len(entries)].message()) for number in behind)
    heard_or_refused(pair, session, said)


@QUIETLY
@given(kind=st.sampled_from(sorted(ENTRY_KINDS)), body=VALUES, older=st.integers(1, 7))
def test_any_entry_that_is_said_to_be_missing(prepared: Prepared, kind: int, body: object, older: int) -> None:
    """Signed by the one whose turn it was then, be it the hearer itself, as if it had lost it."""
    pair, session = prepared(Share)
    hearer = session.seat.other
    entries = session.referee.transcript.entries
    pair.cut()
    again = pair.rebuild(hearer, older)
    pair.open_lines()
    due = again.referee.due
    payload = packed([older, entries[older - 1].head, kind, body])
    signature = pair.identities[present(due).speaker].sign(tagged_hash("entry", payload))
    said = encode(Resume(older + 1, bytes(32))) + encode(EntryMessage(payload, signature))
    pair.refused(session, said)


def a_move(session: Session) -> Move:
    hand = session.referee.cards.faces(session.seat)
    return session._speaker.move_body(Discard(COLOURS[present(hand[0])], 1))[0]


def test_a_copy_of_a_pair_plays_on_like_the_pair(prepared: Prepared) -> None:
    """What the tests above rely on."""
    pair, session = prepared(Move)
    twin = copy.deepcopy(pair)
    assert attrs.asdict(a_move(session)) == attrs.asdict(a_move(twin.sessions[session.seat]))
