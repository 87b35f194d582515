"""The measures of a connection: what is too much, and how long no ping came."""

from __future__ import annotations

from mandala_conformance.line_meter import LineMeter
from mandala_protocol.wire.messages import Chat, EntryMessage, Hello, Message, Ping, Pong, UnknownMessage
from mandala_protocol.wire.rate_limit import FRAME_WEIGHT, MESSAGE_WEIGHT, PLAYER, STRANGER

CHAT = Chat("x" * 100)
ENTRY = EntryMessage(b"payload", bytes(64))
STRANGERS_HELLO = Hello(1, "a program", "Anna", b"", None)
ABOUT_A_GAME = Hello(1, "a program", "Anna", bytes(32), 0)


def most_of(message: Message | UnknownMessage, meter: LineMeter) -> int:
    """How many of these in frames of their own, all at once, are not too much."""
    count = 0
    while not meter.has_too_much:
        meter.hear_frame(0)
        meter.hear(message, 0)
        count += 1
    return count - 1


def test_so_much_may_come_from_a_stranger_at_once() -> None:
    length = len(CHAT.text) + len(b"\x92\x05\x81\xa4text\xd9\x64")
    assert most_of(CHAT, LineMeter(0)) == STRANGER.borne // (MESSAGE_WEIGHT + FRAME_WEIGHT + length)


def test_an_unknown_message_weighs_as_much() -> None:
    assert most_of(UnknownMessage(bytes(100)), LineMeter(0)) == STRANGER.borne // (MESSAGE_WEIGHT + FRAME_WEIGHT + 100)


def test_more_may_come_from_a_player() -> None:
    for message in (ENTRY, ABOUT_A_GAME):
        said, heard = LineMeter(0), LineMeter(0)
        said.say((message,), 0)
        heard.hear(message, 0)
        assert most_of(CHAT, said) > PLAYER.at_once // 400
        assert most_of(CHAT, heard) > PLAYER.at_once // 400


def test_time_gives_room_for_more() -> None:
    meter = LineMeter(0)
    for second in range(1_000):
        meter.hear_frame(second)
        meter.hear(Ping(), second)
        meter.say((Ping(),), second)
        meter.hear_frame(second)
        meter.hear(Pong(), second)
    assert meter.has_too_much, "a ping each second weighs 278 with its frames, and a stranger may send 250"
    meter = LineMeter(0)
    for second in range(0, 5_000, 5):
        meter.hear_frame(second)
        meter.hear(Ping(), second)
    assert not meter.has_too_much


def test_entries_and_awaited_pongs_weigh_nothing_but_their_frames() -> None:
    frames = PLAYER.borne // FRAME_WEIGHT
    meter = LineMeter(0)
    meter.say((ENTRY,), 0)
    assert most_of(ENTRY, meter) == frames
    meter = LineMeter(0)
    for _ in range(100):
        meter.say((Ping(),), 0)
        meter.hear(Pong(), 0)
    assert not meter.has_too_much
    assert most_of(Pong(), meter) == STRANGER.borne // (MESSAGE_WEIGHT + FRAME_WEIGHT + len(b"\x92\x03\xc0"))


def test_the_longest_time_without_a_ping() -> None:
    meter = LineMeter(0)
    meter.hear(Ping(), 1)
    meter.hear(STRANGERS_HELLO, 100)
    assert meter.longest_without_ping(120) == 0, "the tester has not said hello"
    meter.say((STRANGERS_HELLO,), 130)
    assert meter.longest_without_ping(136) == 6, "since both had said hello"
    for now in (135, 147, 151):
        meter.hear(Ping(), now)
    assert meter.longest_without_ping(152) == 12
    assert meter.longest_without_ping(171) == 20, "the last one lasts"
