"""Targets: a session to which one message of a whole conversation comes changed, on the first line or on a later one.

Whoever changes it holds the speaker's key: what is changed within an entry is signed and chained again, so that it
gets as far in as a cheat can.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]

from fuzz.choices import Choices
from fuzz.conversation import IDENTITIES, NAMES, STRANGER, Conversation, conversation
from fuzz.edits import edited
from fuzz.standard import require_lawful
from fuzz.target import Target, require
from mandala_protocol.conversation.connection import SETTLING, ConnectionState
from mandala_protocol.conversation.events import Play, Speak, Talk, TellMissing, TellPast
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.errors import LocalProtocolError, RemoteProtocolError
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.wire import messages
from mandala_protocol.wire.messages import ENTRY_KINDS, MESSAGE_KINDS, Offer, Resume

_MOST_BEHIND: Final = 5
"""The most entries that the hearer lacks when a line goes on: each is checked with all its proofs."""


# Changing what is said.


def _framed(packed: bytes) -> bytes:
    return len(packed).to_bytes(3, "big")[-2:] + packed


def _packed(value: object) -> bytes:
    packed: bytes = msgpack.packb(value)
    return packed


def _resigned(payload: bytes, signer: Any) -> bytes:
    """A message with this entry, signed, whatever is in it."""
    return _framed(_packed([2, {"payload": payload, "signature": signer.sign_entry(payload)}]))


def _other_value(value: object, choices: Choices) -> object:
    """Something else in place of a value: a near neighbour, or anything."""
    if choices.byte() % 4 == 0:
        return choices.value()
    match value:
        case bool():
            return not value
        case int():
            return value + (-1, 1, 2, 256, -(2**31), 2**40)[choices.byte() % 6]
        case str():
            return choices.one_of((value + "x", value[:-1], value.swapcase(), "\u202e" + value, value * 9, ""))
        case bytes() if value:
            at = choices.number(1 << 16) % len(value)
            changed = bytearray(value)
            match choices.byte() % 5:
                case 0 | 1:
                    changed[at] ^= choices.byte() or 1
                case 2:
                    del changed[at:]
                case 3:
                    start = at - at % 32
                    changed[start : start + 32] = (bytes(32), b"\1" + bytes(31), b"\xff" * 32)[choices.byte() % 3]
                case _:
                    changed += changed[-32:]
            return bytes(changed)
        case list() if value:
            at = choices.number(256) % len(value)
            return [*value[:at], _other_value(value[at], choices), *value[at + 1 + choices.byte() % 2 :]]
        case dict() if value:
            return other_field(value, choices)
        case _:
            return choices.value()


def other_field(fields: Any, choices: Choices) -> Any:
    """The fields with one of them changed, left out or added; something else where there are none."""
    if not isinstance(fields, dict):
        return choices.value()
    if not fields:
        return {"more": choices.value()}
    name = choices.one_of(sorted(fields))
    match choices.byte() % 8:
        case 0:
            return {other: value for other, value in fields.items() if other != name}
        case 1:
            return {**fields, choices.some_bytes().decode("utf-8", "replace"): choices.value()}
        case _:
            return {**fields, name: _other_value(fields[name], choices)}


def _with_other_field(data: bytes, signer: Any, choices: Choices) -> bytes:
    """A message, or the entry in it, with one field changed; the entry is signed again."""
    kind, fields = msgpack.unpackb(data[messages.LENGTH_BYTES :])
    if kind != 2:
        return _framed(_packed([kind, other_field(fields, choices)]))
    entry = msgpack.unpackb(fields["payload"])
    if not isinstance(entry, list) or len(entry) != 4:
        return data
    where = choices.byte() % 16
    if where < 3:
        entry[where] = _other_value(entry[where], choices)
    elif where == 3:
        return _framed(_packed([kind, other_field(fields, choices)]))
    else:
        entry[3] = other_field(entry[3], choices)
    return _resigned(_packed(entry), signer)


def _elsewhere(talk: Conversation, place: tuple[int, bytes], signer: Any, choices: Choices) -> bytes:
    """Another message of the conversation; an entry is made one for this place of the record, and signed again."""
    data = choices.one_of(talk.said).data
    kind, fields = msgpack.unpackb(data[messages.LENGTH_BYTES :])
    if kind != 2 or choices.byte() % 8 == 0:
        return data
    entry = msgpack.unpackb(fields["payload"])
    return _resigned(_packed([*place, *entry[2:]]), signer)


def _plain(session: Session, signer: Any, choices: Choices) -> bytes:
    """A message beside the game: a wish that is signed as it should be, or any other kind with any body."""
    referee = session.referee
    if choices.byte() % 2 == 0 and len(referee.players) == len(Seat):
        wish, turn = choices.one_of(("resign", "end", "adjourn")), referee.moves_made + choices.byte() % 3
        return messages.encode(Offer(wish, turn, signer.sign(offer_statement(referee.game_id, wish, turn))))
    bodies: tuple[dict[str, object], ...] = (
        {},
        {"text": "hm"},
        {"reason": ""},
        {"length": 3, "head": bytes(32)},
        {"wish": "end", "turn": 0},
    )
    body = choices.value() if choices.byte() % 2 else choices.one_of(bodies)
    return _framed(_packed([choices.one_of((*MESSAGE_KINDS, 14, 15, 65_535)), body]))


def _any_entry(session: Session, signer: Any, choices: Choices) -> bytes:
    """An entry for the place that is due, of any kind and with any fields."""
    transcript = session.referee.transcript
    kind: object = choices.one_of(sorted(ENTRY_KINDS)) if choices.byte() % 8 else choices.value()
    return _resigned(_packed([transcript.length, transcript.head, kind, choices.value()]), signer)


def _changed(data: bytes, session: Session, signer: Any, choices: Choices) -> list[bytes]:
    """The replacement of an honest message, message by message."""
    transcript = session.referee.transcript
    match choices.byte() % 10:
        case 0:
            return [edited(data, choices)]
        case 1:
            return [_framed(edited(data[messages.LENGTH_BYTES :], choices)[: messages.MAX_MESSAGE_BYTES])]
        case 2 | 3 | 4:
            return [_with_other_field(data, signer, choices)]
        case 5:
            return [_elsewhere(conversation(), (transcript.length, transcript.head), signer, choices)]
        case 6:
            return [_any_entry(session, signer, choices)]
        case 7:
            return [_plain(session, signer, choices), data]
        case 8:
            return [data, choices.rest() or data]
        case _:
            return [choices.rest()]


# What must hold.


def _hear(session: Session, data: bytes, said: list[Entry]) -> bool:
    """Let a session hear one message; whether it goes on. What it takes into its record is added to ``said``.

    Raises ``Escape`` where the laws of a session do not hold, and lets anything but the errors of the protocol through.
    """
    before = session.referee.transcript.entries
    require(list(before) == said, "the record has changed by itself")
    try:
        session.receive_data(data)
        for _ in session.next_events():
            pass
    except RemoteProtocolError as error:
        require_lawful(error)
        _require_failed(session, error, data, said)
        return False
    after = session.referee.transcript.entries
    require(after[: len(before)] == before, "what was in the record is no longer there")
    new = after[len(before) :]
    require(session.new_entries() == new, "an entry in the record is not to be saved, or one to be saved not in it")
    for entry in new:
        require(entry.payload in data, "an entry in the record that was not said")
    said += new
    session.snapshot()
    return session.state is not ConnectionState.CLOSED


def _require_failed(session: Session, error: RemoteProtocolError, data: bytes, said: list[Entry]) -> None:
    """Require the law of a session that got a message which the protocol does not allow.

    What came before it in the same piece of ``data`` counts, the offending message does not.
    """
    entries = session.referee.transcript.entries
    new = entries[len(said) :]
    require(list(entries[: len(said)]) == said, "what was in the record is no longer there")
    require(session.new_entries() == new, "an entry in the record is not to be saved, or one to be saved not in it")
    for entry in new:
        require(entry.payload in data, "an entry in the record that was not said")
        require(entry.payload not in error.evidence, "the offending entry is in the record")
    require(session.error is error, "the session does not tell its error")
    require(session.state is ConnectionState.FAILED, "the session has not failed")
    require(session.pending is Pending.NOTHING, "a failed session owes something")
    session.snapshot()
    list(messages.MessageReader().feed(session.complaint()))
    for fails in (
        session.next_event,
        lambda: session.send(Talk("hello")),
        lambda: session.open_line("Ben"),
    ):
        _require_refused_here(fails)


def _require_refused_here(action: Callable[[], object]) -> None:
    try:
        action()
    except LocalProtocolError:
        return
    require(False, "a failed session goes on")


def _answer(session: Session) -> None:
    """Say what is due from the session, if anything: it must be able to, whatever it took in before."""
    if session.pending is Pending.ENTRY:
        session.send(Speak())
    elif session.pending is Pending.MOVE:
        legal = sorted(MANDALA.legal_moves(session.referee.view(session.seat)), key=MANDALA.format_move)
        session.send(Play(legal[0]))
    session.new_entries()


# One message changed.


def _one_changed(data: bytes) -> None:
    choices, talk = Choices(data), conversation()
    place = choices.number(1 << 16) % len(talk.said)
    session = talk.hearer(place)
    honest = talk.said[place]
    said = list(session.referee.transcript.entries)
    for message in _changed(honest.data, session, IDENTITIES[honest.speaker], choices):
        if not _hear(session, message, said):
            return
    _answer(session)


# On a later line.


def _later_line(data: bytes) -> None:
    choices, talk = Choices(data), conversation()
    session = talk.hearer(choices.number(1 << 16) % len(talk.said))
    own = session.referee.transcript.length
    if own == 0:
        return
    session.lose_line()
    session.open_line(NAMES[session.seat.other])
    session.send(TellPast())
    said = list(session.referee.transcript.entries)
    theirs = min(max(own + choices.byte() % (2 * _MOST_BEHIND) - _MOST_BEHIND, 1), len(talk.entries))
    stream = [messages.encode(Resume(theirs, talk.entries[theirs - 1].head))]
    first = own if theirs >= own else 1
    stream += [messages.encode(entry.message()) for entry in talk.entries[first:theirs]]
    changes = choices.byte() % 3
    for _ in range(changes):
        at = choices.byte() % len(stream)
        signer = (IDENTITIES[session.seat.other], IDENTITIES[session.seat], STRANGER)[choices.byte() % 3]
        match choices.byte() % 8:
            case 0:
                stream[at : at + 1] = []
            case 1:
                stream[at:at] = [messages.encode(choices.one_of(talk.entries[: own + 2]).message())]
            case 2:
                stream[0] = messages.encode(Resume(theirs, choices.one_of(talk.entries).head))
            case _:
                stream[at : at + 1] = _changed(stream[at], session, signer, choices)
        if not stream:
            return
    for message in stream:
        if not _hear(session, message, said):
            return
        if changes == 0:
            require(session.state is not ConnectionState.FAILED, "an honest line cannot be gone on with")
    if session.state in SETTLING:
        try:
            session.send(TellMissing())
        except LocalProtocolError:
            return
    require(changes > 0 or session.state is ConnectionState.OPEN, "two honest pasts do not lead to an open line")
    _answer(session)


class _Sweep(Sequence[bytes]):
    """A sweep over every place of the conversation, in ``rounds`` with other changes each."""

    def __init__(self, rounds: int) -> None:
        self._places, self._rounds = len(conversation().said), rounds

    def __len__(self) -> int:
        return self._places * self._rounds

    def __getitem__(self, number: Any) -> Any:
        place, turn = number % self._places, number // self._places
        by_chance = hashlib.sha256(f"{place}:{turn}".encode()).digest()
        return place.to_bytes(2, "big") + bytes([turn]) + by_chance


def _seeds() -> Mapping[str, bytes]:
    """Each kind of change at some places, by number."""
    places = (0, 5, 9, 15, 18)
    return {
        f"place-{place:02}-change-{change}": place.to_bytes(2, "big")
        + bytes([change, 9, 5 + change, 6, 2, 200, 3, 1, 0, 7])
        for place in places
        for change in (0, 1, 2, 3, 5, 6, 7, 8)
    }


TARGETS: Final = (
    Target(
        "session",
        "events, or a lawful error after which the session stays failed, and nothing of the message is in its record",
        _one_changed,
        _seeds,
        lambda: _Sweep(60),
        longest=300,
        share=4,
        quick=40,
    ),
    Target(
        "resume",
        "the same on a line that goes on with a game; honest pasts lead to an open line",
        _later_line,
        _seeds,
        lambda: _Sweep(30),
        longest=300,
        share=4,
        quick=30,
    ),
)
