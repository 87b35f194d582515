"""Hello: the first word of each side, which says who speaks and about which game."""

from __future__ import annotations

import pytest

from mandala_protocol.conversation.greeting import Greeted, Greeting, complaint, refusal
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.codec import pack
from mandala_protocol.wire.messages import Busy, Chat, Error, Hello, Message, MessageReader, Ping, Resume, encode

GAME = bytes(range(32))
HELLO = Greeting("Ben", "a program 1", GAME, Seat.GUEST).hello()
BEHIND = encode(Resume(7, GAME)) + encode(Ping())


def greeting() -> Greeting:
    return Greeting("Anna", "another program 2")


@pytest.mark.parametrize("piece", [1, 2, 3, 7, len(HELLO), 1000])
def test_hello_is_heard_in_any_pieces_and_what_came_behind_it_is_kept(piece: int) -> None:
    mine, data = greeting(), HELLO + BEHIND
    for start in range(0, len(data), piece):
        heard = mine.receive(data[start : start + piece])
        if heard is not None:
            assert (heard.name, heard.software, heard.game, heard.seat) == ("Ben", "a program 1", GAME, Seat.GUEST)
            assert heard.rest + data[start + piece :] == BEHIND
            return
    raise AssertionError("hello was not heard")


def test_the_rest_may_end_in_the_middle_of_a_message() -> None:
    assert greeting().receive(HELLO + BEHIND[:-1]) == Greeted("Ben", "a program 1", GAME, Seat.GUEST, BEHIND[:-1])


def test_a_new_game_has_no_name_yet() -> None:
    heard = greeting().receive(Greeting("Ben", "p").hello())
    assert heard is not None
    assert heard.game == b""


@pytest.mark.parametrize("first", [Ping(), Chat("hello"), Resume(1, GAME), Busy("no")])
def test_MS8_another_message_before_hello_is_refused(first: Message) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        greeting().receive(encode(first) + HELLO)
    assert (caught.value.code, caught.value.requirement) == (Code.OUT_OF_TURN, "MS8")


def test_MS10_another_version_is_refused_and_named() -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        greeting().receive(encode(Hello(2, "mandala-lan 9", "Ben", b"", None)))
    assert (caught.value.code, caught.value.requirement) == (Code.VERSION, "MS10")
    assert "version 2" in caught.value.detail


def test_MS11_an_unknown_message_of_odd_kind_before_hello_is_passed_over() -> None:
    packed = pack([201, {"anything": 1}])
    assert greeting().receive(len(packed).to_bytes(2, "big") + packed + HELLO) is not None


@pytest.mark.parametrize("size", [1, 31, 33, 64])
def test_MS6_a_game_has_a_name_of_32_bytes_or_none(size: int) -> None:
    packed = pack([0, {"version": 1, "software": "", "name": "", "game": bytes(size), "seat": None}])
    with pytest.raises(RemoteProtocolError) as caught:
        greeting().receive(len(packed).to_bytes(2, "big") + packed)
    assert (caught.value.code, caught.value.requirement) == (Code.MALFORMED, "MS6")


def test_MS6_a_seat_without_a_game_is_refused() -> None:
    packed = pack([0, {"version": 1, "software": "", "name": "", "game": b"", "seat": 1}])
    with pytest.raises(RemoteProtocolError) as caught:
        greeting().receive(len(packed).to_bytes(2, "big") + packed)
    assert (caught.value.code, caught.value.requirement) == (Code.MALFORMED, "MS6")


def test_MS7_an_unknown_message_of_even_kind_before_hello_is_refused_as_unknown() -> None:
    packed = pack([200, {}])
    with pytest.raises(RemoteProtocolError) as caught:
        greeting().receive(len(packed).to_bytes(2, "big") + packed + HELLO)
    assert (caught.value.code, caught.value.requirement) == (Code.UNKNOWN_MESSAGE, "MS7")


def test_a_refusal_and_a_complaint_are_cut_to_what_a_message_holds() -> None:
    error = RemoteProtocolError(Code.MALFORMED, "MS2", Sentence("x" * 300), evidence=b"what it sent")
    busy, complained = MessageReader().feed(refusal("y" * 300) + complaint(error))
    assert busy == Busy("y" * 200)
    assert complained == Error(2, "MS2", "x" * 200)
