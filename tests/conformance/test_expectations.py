"""The expectations of a case, against a peer that says something right or wrong over a real connection."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import trio

from mandala_conformance.expectations import Refusal, expect_alive, expect_end, expect_refusal, expect_silence
from mandala_conformance.findings import NotStrict, Unmet
from mandala_conformance.probe_line import MOST_QUOTED, LineEnd, ProbeLine, answer_text
from mandala_conformance.raw_connection import RawConnection
from mandala_conformance.timings import GAP_OF_PINGS, Timings
from mandala_net.link.handshake import Role
from mandala_net.link.secure_link import SecureLink, server_handshake
from mandala_net.trust.identity import Identity
from mandala_protocol.errors import Code
from mandala_protocol.wire.messages import Bye, Chat, Error, Hello, Message, MessageReader, Ping, Pong, encode
from tests.limits import SECONDS

Says = Callable[[SecureLink], Awaitable[None]]

HELLO = Hello(1, "tests", "Anna", b"", None)
REFUSAL = Refusal(Code.FAILED_PROOF, "DK4")


async def tried(peer: Says, expect: Callable[[ProbeLine], Awaitable[str]], timings: Timings | None = None) -> str:
    """What comes of an expectation with this peer, which closes the connection when it has said all."""
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]

    async def answer(stream: trio.SocketStream) -> None:
        link = await server_handshake(stream, Identity.generate())
        await peer(link)
        await link.aclose()

    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, answer, listeners)
            raw = RawConnection(await trio.open_tcp_stream("127.0.0.1", port))
            line = ProbeLine(raw, await raw.shake_hands(Role.GUEST, Identity.generate()), timings or Timings())
            nursery.start_soon(line.listen)
            nursery.start_soon(line.keep_alive)
            try:
                said, unmet = await expect(line), None
            except Unmet as error:
                said, unmet = "", error
            await raw.cut()
            nursery.cancel_scope.cancel()
    if unmet is not None:
        raise unmet
    return said


def saying(*messages: Message) -> Says:
    """A peer that says these messages."""

    async def says(link: SecureLink) -> None:
        await link.send(b"".join(map(encode, messages)) or b"\x00\x03\x92\x63\xc0")

    return says


async def stays(link: SecureLink) -> None:
    """A peer that says nothing, and reads on."""
    while await link.receive():
        pass


async def refused(line: ProbeLine) -> str:
    return await expect_refusal(line, REFUSAL, within=1)


async def test_the_right_error_passes() -> None:
    said = saying(Ping(), Chat("well"), Error(int(Code.FAILED_PROOF), "DK4", "no"))
    assert 'requirement="DK4"' in await tried(said, refused)


@pytest.mark.parametrize(
    ("peer", "got"),
    [
        (saying(Error(int(Code.FAILED_PROOF), "DK5", "no")), "DK5"),
        (saying(), "closed without an error"),
    ],
    ids=["another requirement", "no error"],
)
async def test_what_is_only_recommended_is_not_strict(peer: Says, got: str) -> None:
    with pytest.raises(NotStrict) as caught:
        await tried(peer, refused)
    assert got in caught.value.got


async def error_and_stays(link: SecureLink) -> None:
    await saying(Error(int(Code.FAILED_PROOF), "DK4", "no"))(link)
    await stays(link)


@pytest.mark.parametrize(
    "peer",
    [saying(Error(int(Code.MALFORMED), "DK4", "no")), saying(Bye("")), stays],
    ids=["another code", "another message", "nothing"],
)
async def test_anything_else_fails(peer: Says) -> None:
    with pytest.raises(Unmet) as caught:
        await tried(peer, refused)
    assert not isinstance(caught.value, NotStrict)


async def test_after_an_error_the_connection_must_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mandala_conformance.expectations.CLOSE_SECONDS", 0.5)
    with pytest.raises(Unmet) as caught:
        await tried(error_and_stays, refused)
    assert not isinstance(caught.value, NotStrict)
    assert "nothing within 0.5 s" in caught.value.got


async def answers_pings(link: SecureLink) -> None:
    reader = MessageReader()
    while data := await link.receive():
        for message in reader.feed(data):
            if isinstance(message, Ping):
                await link.send(encode(Pong()))


async def test_a_pong_shows_that_a_peer_is_alive() -> None:
    assert "pong" in await tried(answers_pings, expect_alive)
    with pytest.raises(Unmet):
        await tried(stays, lambda line: expect_alive(line, 0.5))


async def test_silence_and_the_end() -> None:
    assert await tried(stays, lambda line: expect_silence(line, 0.2)) == "nothing for 0.2 s"
    with pytest.raises(Unmet):
        await tried(saying(Bye("")), lambda line: expect_silence(line, 5))
    assert await tried(saying(), expect_end) == str(LineEnd())
    with pytest.raises(Unmet):
        await tried(stays, lambda line: expect_end(line, 0.2))


async def garbage(link: SecureLink) -> None:
    await link.send(b"\x00\x01\xc1")


async def test_what_cannot_be_read_is_told() -> None:
    with pytest.raises(Unmet) as caught:
        await tried(garbage, refused)
    assert "MS3" in caught.value.got


async def fault_of(peer: Says) -> str:
    """The breach that is noted when a peer has said this instead of hello, and ends the connection."""

    async def told(line: ProbeLine) -> str:
        await line.next()
        line.blame_what_is_missing()
        return "none" if line.fault is None else f"{line.fault.requirement}: {line.fault.got}"

    return await tried(peer, told)


async def test_what_nobody_can_read_before_hello_is_a_breach() -> None:
    async def from_1(link: SecureLink) -> None:
        link._transport._encrypting._nonce = 1
        await saying(HELLO)(link)

    async def little_endian(link: SecureLink) -> None:
        data = encode(HELLO)
        await link.send(data[1::-1] + data[2:])

    size = len(encode(HELLO)) - 2
    assert await fault_of(from_1) == "LK8: something that cannot be read: frame 1, a message cannot be decrypted"
    assert await fault_of(little_endian) == (
        f"MS1: {size} bytes after the length {size:02x} 00, which is {size << 8}, and nothing more"
    )
    assert await fault_of(saying(HELLO)) == "none"


async def test_the_answer_to_a_sign_of_life_is_no_answer_to_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    async def answers_the_first_ping(link: SecureLink) -> None:
        await link.send(encode(HELLO))
        reader = MessageReader()
        while not any(isinstance(message, Ping) for message in reader.feed(await link.receive())):
            pass
        await link.send(encode(Pong()) + encode(Chat("something else")))

    async def hear(line: ProbeLine) -> str:
        await line.send(HELLO)
        await line.next(without=())
        return answer_text(await line.next(without=()))

    monkeypatch.setattr("mandala_conformance.probe_line.PING_SECONDS", 0.01)
    assert "something else" in await tried(answers_the_first_ping, hear)


async def test_pings_are_measured() -> None:
    timings = Timings()

    async def two_pings(link: SecureLink) -> None:
        await saying(Ping(), Ping())(link)

    await tried(two_pings, expect_end, timings)
    (row,) = timings.rows()
    assert (row.what, row.count) == (GAP_OF_PINGS, 1)


def test_a_long_message_is_told_with_a_sign_that_there_is_more() -> None:
    short, long = Chat("a" * 20), Chat("a" * (MOST_QUOTED + 1))
    assert "…" not in answer_text(short)
    assert len(answer_text(long)) == MOST_QUOTED
    assert answer_text(long).endswith("a…")
