"""The secure link over streams in memory and over sockets: bytes in order, plain failures, nothing left open."""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import pytest
import trio
import trio.testing

from mandala_net.link.framing import MAX_FRAME, frame
from mandala_net.link.handshake import PREAMBLE
from mandala_net.link.secure_link import HANDSHAKE_SECONDS, LinkLost, SecureLink, client_handshake, server_handshake
from mandala_net.trust.identity import Identity
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.wire.rate_limit import FRAME_WEIGHT, MESSAGE_WEIGHT, STRANGER
from tests.limits import SECONDS
from tests.narrowing import of_kind

ANNA, BEN = Identity.generate(), Identity.generate()

Pair: TypeAlias = tuple[Any, Any]
MakePair: TypeAlias = Callable[[], Awaitable[Pair]]


async def memory_pair() -> Pair:
    return trio.testing.memory_stream_pair()


async def socket_pair() -> Pair:
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        near = await trio.testing.open_stream_to_socket_listener(listener)
        return near, await listener.accept()


class ByteByByte(trio.abc.HalfCloseableStream):
    """A stream that hands out one byte at a time."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def send_all(self, data: Any) -> None:
        await self.inner.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self.inner.wait_send_all_might_not_block()

    async def send_eof(self) -> None:
        await self.inner.send_eof()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        data: bytes = await self.inner.receive_some(1)
        return data

    async def aclose(self) -> None:
        await self.inner.aclose()


async def dripping_pair() -> Pair:
    near, far = trio.testing.memory_stream_pair()
    return ByteByByte(near), ByteByByte(far)


@asynccontextmanager
async def linked(make: MakePair = memory_pair) -> AsyncIterator[tuple[SecureLink, SecureLink]]:
    """Ben's link to Anna and hers to him, closed at the end."""
    with trio.fail_after(SECONDS):
        near, far = await make()
        links: dict[str, SecureLink] = {}

        async def accept() -> None:
            links["anna's"] = await server_handshake(far, ANNA)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(accept)
            links["ben's"] = await client_handshake(near, BEN)
        yield links["ben's"], links["anna's"]
        with trio.CancelScope() as at_once:
            at_once.cancel()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(links["ben's"].aclose)
                nursery.start_soon(links["anna's"].aclose)


async def receive_exactly(link: SecureLink, count: int) -> bytes:
    received = b""
    while len(received) < count:
        data = await link.receive()
        assert data
        received += data
    return received


@pytest.mark.parametrize("make", [memory_pair, dripping_pair, socket_pair])
async def test_both_ways_at_once_and_in_order(make: MakePair) -> None:
    to_anna = bytes(range(256)) * 20
    to_ben = bytes(range(255, -1, -1)) * 20
    async with linked(make) as (bens, annas):
        assert (bens.peer, annas.peer) == (ANNA.public, BEN.public)
        assert bens.handshake_hash == annas.handshake_hash
        arrived: dict[str, bytes] = {}

        async def expect(name: str, link: SecureLink, count: int) -> None:
            arrived[name] = await receive_exactly(link, count)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(bens.send, to_anna)
            nursery.start_soon(annas.send, to_ben)
            nursery.start_soon(expect, "anna", annas, len(to_anna))
            nursery.start_soon(expect, "ben", bens, len(to_ben))
        assert arrived == {"anna": to_anna, "ben": to_ben}


async def test_LK9_what_is_larger_than_a_frame_comes_in_several() -> None:
    data = bytes(200_000)
    async with linked(socket_pair) as (bens, annas), trio.open_nursery() as nursery:
        nursery.start_soon(bens.send, data)
        first = await annas.receive()
        assert len(first) == MAX_FRAME - 16
        assert first + await receive_exactly(annas, len(data) - len(first)) == data


async def test_nothing_that_is_sent_can_be_read_on_the_wire() -> None:
    wire = bytearray()

    async def listen_in() -> Pair:
        near, far = trio.testing.memory_stream_pair()

        async def record_and_forward() -> None:
            data = near.send_stream.get_data_nowait()
            wire.extend(data)
            far.receive_stream.put_data(data)

        near.send_stream.send_all_hook = record_and_forward
        return near, far

    async with linked(listen_in) as (bens, annas):
        await bens.send(b"the hand of Ben")
        assert await annas.receive() == b"the hand of Ben"
    assert PREAMBLE in wire
    assert b"hand of Ben" not in wire
    assert BEN.public not in wire


async def test_sending_nothing_sends_nothing() -> None:
    async with linked() as (bens, annas):
        await bens.send(b"")
        await bens.send(b"x")
        assert await annas.receive() == b"x"


async def test_a_side_that_has_closed_can_still_be_written_to_until_it_is_gone() -> None:
    near, far = trio.testing.memory_stream_pair()

    async def make() -> Pair:
        return near, far

    async with linked(make) as (bens, annas):
        await bens.send(b"last words")
        await near.send_eof()
        assert await annas.receive() == b"last words"
        assert await annas.receive() == b""
        assert await annas.receive() == b""
        await annas.send(b"answer")
        assert await bens.receive() == b"answer"


async def test_an_end_within_a_frame_is_a_lost_link() -> None:
    near, far = trio.testing.memory_stream_pair()

    async def make() -> Pair:
        return near, far

    async with linked(make) as (_, annas):
        await near.send_all(b"\x00\x20half")
        await near.send_eof()
        with pytest.raises(LinkLost, match="in the middle of a message"):
            await annas.receive()


@pytest.mark.parametrize(
    "said", [frame(b""), frame(bytes(1)), frame(bytes(16)), frame(bytes(17)), frame(bytes(MAX_FRAME))]
)
async def test_LK8_a_frame_that_is_not_from_the_peer_is_refused(said: bytes) -> None:
    near, far = trio.testing.memory_stream_pair()

    async def make() -> Pair:
        return near, far

    async with linked(make) as (_, annas):
        await near.send_all(said)
        with pytest.raises(RemoteProtocolError) as caught:
            await annas.receive()
        assert (caught.value.code, caught.value.requirement) == (Code.MALFORMED, "LK8")
        assert caught.value.evidence == said[2:]


async def test_LK8_an_empty_message_is_refused_and_not_taken_for_the_end() -> None:
    near, far = trio.testing.memory_stream_pair()

    async def make() -> Pair:
        return near, far

    async with linked(make) as (bens, annas):
        await near.send_all(frame(bens._transport.encrypt(b"")))
        with pytest.raises(RemoteProtocolError, match="without content") as caught:
            await annas.receive()
        assert (caught.value.code, caught.value.requirement) == (Code.MALFORMED, "LK8")


async def test_a_message_played_again_is_refused() -> None:
    near, far = trio.testing.memory_stream_pair()

    async def make() -> Pair:
        return near, far

    async with linked(make) as (bens, annas):
        near.send_stream.send_all_hook = None
        await bens.send(b"a move")
        message = near.send_stream.get_data_nowait()
        far.receive_stream.put_data(message + message)
        assert await annas.receive() == b"a move"
        with pytest.raises(RemoteProtocolError):
            await annas.receive()


async def test_a_cancelled_receive_loses_nothing() -> None:
    near, far = trio.testing.memory_stream_pair()

    async def make() -> Pair:
        return near, far

    async with linked(make) as (bens, annas):
        near.send_stream.send_all_hook = None
        await bens.send(b"a move")
        message = near.send_stream.get_data_nowait()
        # A receive that gives up after each byte, until the last one is there.
        for byte in message[:-1]:
            far.receive_stream.put_data(bytes([byte]))
            with trio.CancelScope() as scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(annas.receive)
                    await trio.testing.wait_all_tasks_blocked()
                    scope.cancel()
            assert scope.cancelled_caught
        far.receive_stream.put_data(message[-1:])
        assert await annas.receive() == b"a move"


async def test_after_a_cancelled_send_the_link_says_that_it_is_of_no_use() -> None:
    near, far = trio.testing.memory_stream_pair()

    async def make() -> Pair:
        return near, far

    async with linked(make) as (bens, _):
        near.send_stream.send_all_hook = trio.sleep_forever
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(bens.send, b"half a move")
                await trio.testing.wait_all_tasks_blocked()
                scope.cancel()
        assert scope.cancelled_caught
        with pytest.raises(LinkLost, match="broken off"):
            await bens.send(b"next move")


async def test_two_tasks_cannot_send_at_once_and_the_link_survives_the_attempt() -> None:
    near, far = trio.testing.memory_stream_pair()
    passing = trio.Event()

    async def make() -> Pair:
        return near, far

    async with linked(make) as (bens, annas), trio.open_nursery() as nursery:
        forward: Any = near.send_stream.send_all_hook

        async def wait_and_forward() -> None:
            await passing.wait()
            await forward()

        near.send_stream.send_all_hook = wait_and_forward
        nursery.start_soon(bens.send, b"first")
        await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(trio.BusyResourceError):
            await bens.send(b"second")
        passing.set()
        assert await annas.receive() == b"first"
        await bens.send(b"third")
        assert await annas.receive() == b"third"


async def test_a_peer_that_is_gone_is_a_lost_link_in_a_sentence() -> None:
    async with linked(socket_pair) as (bens, annas):
        await annas.send(b"never read")
        await trio.aclose_forcefully(bens._stream)
        with pytest.raises(
            LinkLost, match=r"^The other program (closed the connection abruptly|has closed the connection)\.$"
        ):
            await annas.receive()


async def test_a_link_closed_on_this_side_says_so() -> None:
    async with linked() as (bens, annas):
        await trio.aclose_forcefully(bens._stream)
        with pytest.raises(LinkLost, match="closed on this side"):
            await bens.receive()
        with pytest.raises(LinkLost, match="closed on this side"):
            await bens.send(b"x")
        assert await annas.receive() == b""


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ECONNRESET, "closed the connection abruptly"),
        (errno.ETIMEDOUT, "no longer answers"),
        (errno.ENETUNREACH, "network is no longer there"),
        (errno.EIO, "was lost"),
    ],
)
@pytest.mark.parametrize("wrapped", [True, False])
async def test_each_failure_of_the_network_has_its_reason(number: int, sentence: str, wrapped: bool) -> None:
    near, far = trio.testing.memory_stream_pair()

    async def make() -> Pair:
        return near, far

    async def fail() -> None:
        error = OSError(number, "of the network")
        if wrapped:
            raise trio.BrokenResourceError from error
        raise error

    async with linked(make) as (bens, _):
        near.send_stream.send_all_hook = fail
        with pytest.raises(LinkLost, match=sentence):
            await bens.send(b"x")


async def test_CV14_the_last_words_arrive_though_the_peer_is_talking() -> None:
    """TCP takes back what was sent last if a socket is closed with unread bytes; the link does not."""
    async with linked(socket_pair) as (bens, annas):
        await annas.send(bytes(50_000))
        await bens.send(b"bye")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bens.aclose)
            assert await annas.receive() == b"bye"
            assert await annas.receive() == b""
            nursery.start_soon(annas.aclose)


async def test_keys_pressed_are_not_held_back_by_the_socket() -> None:
    async with linked(socket_pair) as links:
        for link in links:
            stream: Any = link._stream
            assert stream.socket.getsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY)


@pytest.mark.parametrize("shake", [client_handshake, server_handshake])
@pytest.mark.parametrize("said", [b"", PREAMBLE])
async def test_LK7_a_silent_peer_is_given_ten_seconds(
    shake: Any, said: bytes, autojump_clock: trio.testing.MockClock
) -> None:
    near, far = trio.testing.memory_stream_pair()
    await far.send_all(said)
    with pytest.raises(RemoteProtocolError) as caught:
        await shake(near, BEN)
    assert (caught.value.code, caught.value.requirement) == (Code.TIMEOUT, "LK7")
    assert trio.current_time() - HANDSHAKE_SECONDS == pytest.approx(0)
    with pytest.raises(trio.ClosedResourceError):
        await near.send_all(b"x")


async def test_LK7_a_peer_that_drips_its_bytes_gets_no_more_time(autojump_clock: trio.testing.MockClock) -> None:
    near, far = trio.testing.memory_stream_pair()

    async def drip() -> None:
        for byte in PREAMBLE[:3]:
            await trio.sleep(HANDSHAKE_SECONDS / 4)
            await far.send_all(bytes([byte]))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(drip)
        with pytest.raises(RemoteProtocolError) as caught:
            await server_handshake(near, ANNA)
        assert caught.value.code is Code.TIMEOUT
    assert trio.current_time() == pytest.approx(HANDSHAKE_SECONDS)


@pytest.mark.parametrize("shake", [client_handshake, server_handshake])
async def test_another_version_hears_ours_before_the_stream_is_closed(shake: Any) -> None:
    near, far = trio.testing.memory_stream_pair()
    await far.send_all(b"MANDALA\x07")
    with pytest.raises(RemoteProtocolError, match="version 7"):
        await shake(near, BEN)
    assert await far.receive_some() == PREAMBLE
    assert await far.receive_some() == b""


async def test_LK6_a_host_that_closes_at_once_may_be_busy() -> None:
    near, far = trio.testing.memory_stream_pair()
    await far.send_eof()
    with pytest.raises(LinkLost, match="may be busy"):
        await client_handshake(near, BEN)


@pytest.mark.parametrize("said", [PREAMBLE[:3], PREAMBLE, PREAMBLE + b"\x00\xc0" + bytes(100)])
async def test_an_end_in_the_middle_of_the_handshake_is_refused(said: bytes) -> None:
    near, far = trio.testing.memory_stream_pair()
    await far.send_all(said)
    await far.send_eof()
    with pytest.raises(RemoteProtocolError) as caught:
        await client_handshake(near, BEN)
    assert (caught.value.code, caught.value.requirement) == (Code.HANDSHAKE, "LK6")


async def test_the_repr_says_to_whom_and_no_more() -> None:
    async with linked() as (bens, _):
        assert repr(bens) == f"<SecureLink to {ANNA.public.hex()[:8]}…>"


async def test_whoever_sends_on_a_link_that_is_being_closed_hears_that_it_is_lost() -> None:
    # Another task may close while one is about to send, as when the other player comes back on a new line.
    async with linked(socket_pair) as (near, _far), trio.open_nursery() as nursery:
        nursery.start_soon(near.aclose)
        await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(LinkLost):
            await near.send(b"too late")
        nursery.cancel_scope.cancel()


async def test_frames_that_have_come_together_are_received_together_and_in_order() -> None:
    async with linked(socket_pair) as (bens, annas):
        for number in range(200):
            await bens.send(bytes([number]))
        received, pieces = b"", 0
        while len(received) < 200:
            received += await annas.receive()
            pieces += 1
        assert received == bytes(range(200))
        assert pieces < 100
        left = STRANGER.borne - 200 * FRAME_WEIGHT - MESSAGE_WEIGHT
        with pytest.raises(RemoteProtocolError):
            annas.allowance.count_message(bytes(left + STRANGER.a_second * SECONDS))


async def test_what_came_before_a_frame_that_was_changed_is_received_before_it_is_refused() -> None:
    near, far = trio.testing.memory_stream_pair()

    async def pair() -> Pair:
        return near, far

    async with linked(pair) as (bens, annas):
        sent = bytearray()
        forward = near.send_stream.send_all_hook

        async def hold() -> None:
            sent.extend(near.send_stream.get_data_nowait())

        near.send_stream.send_all_hook = hold
        await bens.send(b"right")
        await bens.send(b"wrong")
        near.send_stream.send_all_hook = forward
        sent[-1] ^= 1
        far.receive_stream.put_data(sent)
        assert await annas.receive() == b"right"
        for _ in range(2):
            with pytest.raises(RemoteProtocolError) as refused:
                await annas.receive()
            assert refused.value.requirement == "LK8"


def waits(link: SecureLink) -> bool:
    return link.unread


async def test_LK22_what_waits_to_be_read_is_known_of_before_it_is_read() -> None:
    async with linked(socket_pair) as (bens, annas):
        assert not waits(annas)
        await bens.send(b"one")
        await trio.lowlevel.wait_readable(of_kind(trio.SocketStream, annas._stream).socket)
        assert waits(annas)
        assert await annas.receive() == b"one"
        assert not annas.unread
        await trio.aclose_forcefully(annas._stream)
        assert not annas.unread


async def test_LK22_the_beginning_of_a_frame_does_not_count_for_ever() -> None:
    async with linked(socket_pair) as (bens, annas):
        await bens._stream.send_all(b"\x01")
        await trio.lowlevel.wait_readable(of_kind(trio.SocketStream, annas._stream).socket)
        with trio.CancelScope() as waiting:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(annas.receive)
                await trio.testing.wait_all_tasks_blocked()
                assert not annas.unread
                waiting.cancel()
