"""The limit on messages besides the entries: their weights, what time gives back, and what weighs nothing."""

from __future__ import annotations

import pytest

from mandala_protocol.conversation.connection import ConnectionState
from mandala_protocol.conversation.events import (
    AskedAlive,
    CheckAlive,
    ConfirmAlive,
    Said,
    Speak,
    Talk,
    Talked,
    TellMissing,
    TellPast,
)
from mandala_protocol.conversation.greeting import Greeting
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.seats import Seat
from mandala_protocol.wire.codec import pack
from mandala_protocol.wire.messages import (
    Chat,
    Decline,
    EntryMessage,
    Hello,
    Message,
    MessageReader,
    Move,
    Offer,
    Ping,
    Pong,
    Rematch,
    Resume,
    Shuffle,
    encode,
)
from mandala_protocol.wire.rate_limit import DELAY, FRAME_WEIGHT, MESSAGE_WEIGHT, PLAYER, STRANGER, Allowance
from tests.protocol.conversation.conftest import Pair, Prepared

PING = encode(Ping())
PING_WEIGHT = len(PING) - 2 + MESSAGE_WEIGHT
ODD = b"\x00\x03\x92\x63\x80"


def weight(message: Message) -> int:
    """As the standard says it: the length that is announced, and 250."""
    return int.from_bytes(encode(message)[:2], "big") + 250


def is_taken(reader: MessageReader, message: bytes) -> bool:
    """Return whether this message is taken, and not refused as one too many."""
    try:
        list(reader.feed(message))
    except RemoteProtocolError as error:
        if error.code is not Code.FLOOD:
            raise
        return False
    return True


def taken(reader: MessageReader, message: bytes, most: int = 1_000) -> int:
    """The number of such messages that are accepted before they are too many."""
    return sum(is_taken(reader, message) for _ in range(most))


@pytest.mark.parametrize(
    "message", [PING, ODD, encode(Chat("x" * 500)), encode(Rematch()), encode(Decline("end", 0)), encode(Pong())]
)
def test_MS19_strangers_and_players_are_borne_so_far_and_no_further(message: bytes) -> None:
    each = len(message) - 2 + 250
    allowance = Allowance(0.0)
    assert taken(MessageReader(allowance), message) == 11_500 // each
    wide = Allowance(0.0)
    wide.widen()
    assert taken(MessageReader(wide), message) == 124_000 // each


def test_MS19_it_makes_no_difference_in_what_pieces_a_flood_comes() -> None:
    flood = PING * 1000
    for size in (1, 3, 100, len(flood)):
        reader, heard = MessageReader(Allowance(0.0)), 0
        with pytest.raises(RemoteProtocolError) as refused:  # noqa: PT012
            for start in range(0, len(flood), size):
                for _ in reader.feed(flood[start : start + size]):
                    heard += 1
        assert refused.value.code is Code.FLOOD
        assert heard == STRANGER.borne // PING_WEIGHT


def test_MS19_whoever_keeps_the_pace_of_MS18_is_never_refused_however_late_it_all_comes() -> None:
    """What was sent within the delay comes all at once, again and again, in large messages and in small ones."""
    for pace in (STRANGER, PLAYER):
        for message in (PING, encode(Chat("ж" * 500))):
            sender, receiver = Allowance(0.0, sending=True), Allowance(0.0)
            if pace is PLAYER:
                sender.widen()
                receiver.widen()
            reader = MessageReader(receiver)
            sent = 0
            for now in range(0, 20 * DELAY, DELAY):
                for second in range(now, now + DELAY):
                    sender.pass_time(second)
                    while sender.seconds_until(weight(Chat("")) + len(message)) == 0:
                        sender.count_sent(len(message))
                        sent += 1
                receiver.pass_time(now + DELAY)
                while sent:
                    receiver.count_frames(1)
                    assert len(list(reader.feed(message))) == 1
                    sent -= 1


def test_MS19_time_gives_back_what_was_used_up_and_no_more() -> None:
    allowance = Allowance(100.0)
    reader = MessageReader(allowance)
    at_once = STRANGER.borne // PING_WEIGHT
    for _ in range(at_once):
        list(reader.feed(PING))
    allowance.pass_time(100.0 + PING_WEIGHT / STRANGER.a_second)
    assert len(list(reader.feed(PING))) == 1
    allowance.pass_time(1_000_000.0)
    assert taken(reader, PING) == at_once


def test_MS19_players_are_counted_anew_but_only_once() -> None:
    allowance = Allowance(0.0)
    reader = MessageReader(allowance)
    for _ in range(40):
        list(reader.feed(PING))
    allowance.widen()
    for _ in range(400):
        list(reader.feed(PING))
    allowance.widen()
    assert taken(reader, PING) == PLAYER.borne // PING_WEIGHT - 400


def test_MS19_frames_weigh_too_whatever_is_in_them() -> None:
    allowance = Allowance(0.0)
    reader = MessageReader(allowance)
    allowance.count_frames(STRANGER.borne // FRAME_WEIGHT)
    assert list(reader.feed(b"")) == []
    allowance.count_frames(1)
    with pytest.raises(RemoteProtocolError) as refused:
        list(reader.feed(encode(EntryMessage(b"", bytes(64)))))
    assert refused.value.code is Code.FLOOD


def test_MS19_entries_weigh_nothing(prepared: Prepared) -> None:
    """A whole record comes again at once, as after an older copy was put back."""
    pair, _ = prepared(Move, steady=True)
    pair.until_due(Move, occurrence=12)
    guest = pair.rebuild(Seat.GUEST, 1)
    host = pair.sessions[Seat.HOST]
    host.lose_line()
    host.open_line("Ben")
    allowance = Allowance(0.0)
    guest.open_line("Anna", allowance=allowance)
    pair.deliver(Seat.GUEST, guest.send(TellPast()))
    output = host.send(TellPast()) + host.send(TellMissing())
    assert len(output) > 3 * STRANGER.borne
    pair.deliver(Seat.HOST, output)
    assert guest.referee.transcript.head == host.referee.transcript.head
    assert allowance.seconds_until(STRANGER.borne - weight(Resume(1, bytes(32)))) == 0


def test_MS19_a_pong_weighs_something_only_if_nobody_has_asked_for_it(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    host = pair.sessions[Seat.HOST]
    host.lose_line()
    host.open_line("Ben", allowance=Allowance(0.0))
    asked = 10 * STRANGER.borne // PING_WEIGHT
    for _ in range(asked):
        host.send(CheckAlive())
    pair.deliver(Seat.GUEST, pair.sessions[Seat.GUEST].send(ConfirmAlive(asked)))
    assert pair.deliver(Seat.GUEST, encode(Pong()) * (STRANGER.borne // PING_WEIGHT))
    assert pair.refused(pair.sessions[Seat.GUEST], encode(Pong())).requirement == "MS19"


def test_LK18_one_pong_answers_each_ping_also_where_many_are_said_at_once(make_pair: type[Pair]) -> None:
    """Three pings before an entry and one after it come together: three pongs confirm nothing, the fourth does."""
    pair = make_pair(1)
    host, guest = pair.sessions
    pings = [host.send(CheckAlive()) for _ in range(3)]
    said = b"".join(pings) + host.send(Speak()) + host.send(CheckAlive())
    assert sum(isinstance(event, AskedAlive) for event in pair.deliver(Seat.HOST, said)) == 4
    pongs = guest.send(ConfirmAlive(4))
    each = len(encode(Pong()))
    pair.deliver(Seat.GUEST, pongs[: 3 * each])
    assert not host.confirmed
    pair.deliver(Seat.GUEST, pongs[3 * each :])
    assert host.confirmed


def test_MS19_a_flood_before_hello_is_refused() -> None:
    greeting = Greeting("Anna", "p", allowance=Allowance(0.0))
    with pytest.raises(RemoteProtocolError) as refused:
        greeting.receive(ODD * 100)
    assert (refused.value.code, refused.value.requirement) == (Code.FLOOD, "MS19")


def test_MS19_hello_and_what_comes_behind_it_are_counted_together_and_once() -> None:
    allowance = Allowance(0.0)
    hello = Hello(1, "p", "Ben", b"", None)
    greeted = Greeting("Anna", "p", allowance=allowance).receive(encode(hello) + PING * 5)
    assert greeted is not None
    assert len(list(MessageReader(allowance).feed(greeted.rest))) == 5
    left = STRANGER.borne - weight(hello) - 5 * weight(Ping())
    assert allowance.seconds_until(left) == 0
    assert allowance.seconds_until(left + 1) > 0


def test_MS19_after_a_flood_the_session_has_failed_and_what_came_before_it_stands(make_pair: type[Pair]) -> None:
    pair = make_pair(1)
    pair.say_next()
    host, guest = pair.sessions
    length = guest.referee.transcript.length
    guest.lose_line()
    guest.open_line("Anna", allowance=Allowance(0.0))
    error = pair.refused(host, encode(Chat("x" * 500)) * 1000)
    assert (error.code, guest.state) == (Code.FLOOD, ConnectionState.FAILED)
    assert guest.referee.transcript.length == length
    assert guest.complaint()


# What is light.


@pytest.mark.parametrize(
    ("message", "light"),
    [
        (PING, True),
        (encode(Pong()), True),
        (encode(Chat("🀄" * 500)), True),
        (encode(Resume(1, bytes(32))), True),
        (encode(Rematch()), True),
        (encode(Decline("end", 0)), True),
        (ODD, True),
        (b"\x10\x01\x92\x63" + pack(bytes(4_092)), False),
        (encode(EntryMessage(b"", bytes(64))), False),
        (encode(Offer("end", 0, bytes(64))), False),
    ],
)
def test_only_what_is_signed_or_large_is_not_light(make_pair: type[Pair], message: bytes, light: bool) -> None:
    session = make_pair(1).sessions[Seat.HOST]
    for pieces in ([message], [message, PING], [message[:3], message[3:]], [message + PING[:3]]):
        session.open_line("Ben")
        for piece in pieces:
            session.receive_data(piece)
        assert session.next_is_light is light


def test_what_is_light_is_said_of_the_next_message_alone(prepared: Prepared) -> None:
    pair, session = prepared(Shuffle)
    other = pair.sessions[session.seat.other]
    other.receive_data(session.send(Talk("now")) + session.send(Speak()) + session.send(Talk("then")))
    found = [(other.next_is_light, type(other.next_event())) for _ in range(4)]
    assert found == [(True, Talked), (False, Said), (True, Talked), (True, type(None))]


def test_a_message_is_not_heavy_before_it_is_whole(prepared: Prepared) -> None:
    pair, session = prepared(Shuffle)
    other = pair.sessions[session.seat.other]
    entry = session.send(Talk("now")) + pair.forge(session, session._speaker.next_body())
    for piece in (entry[:10], entry[10:1000], entry[1000:-1]):
        other.receive_data(piece)
        list(other.next_events())
        assert other.next_is_light
    other.receive_data(entry[-1:])
    assert not other.next_is_light
