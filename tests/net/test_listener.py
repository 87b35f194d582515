"""Hosting and joining over real sockets of this machine: ports, limits, and a sentence for each failure."""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing
from trio import socket

from mandala_net.link import listener as listener_module
from mandala_net.link.address import DEFAULT_PORT, Address, BadAddress, parse_address
from mandala_net.link.connect import CONNECT_SECONDS, ConnectError, connect
from mandala_net.link.handshake import PREAMBLE
from mandala_net.link.listener import MAX_PENDING, Listener, PortInUse, Refused, listen
from mandala_net.link.secure_link import NotWanted, SecureLink, client_handshake
from mandala_net.trust.identity import Identity
from mandala_protocol.errors import RemoteProtocolError
from tests.limits import SECONDS

ANNA, BEN = Identity.generate(), Identity.generate()


async def echo(link: SecureLink) -> None:
    while data := await link.receive():
        await link.send(data)


@asynccontextmanager
async def hosting(refused: Refused | None = None) -> AsyncIterator[Listener]:
    """Anna hosts on some port of 127.0.0.1 and says back whatever she hears."""
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(listener.serve, ANNA, echo, refused)
            yield listener
            nursery.cancel_scope.cancel()


async def join(listener: Listener) -> SecureLink:
    return await client_handshake(await connect(Address("127.0.0.1", listener.port)), BEN)


async def test_a_guest_is_let_in_and_talks_with_the_host() -> None:
    async with hosting() as listener:
        link = await join(listener)
        assert link.peer == ANNA.public
        await link.send(b"hello")
        assert await link.receive() == b"hello"
        await link.aclose()


async def test_a_guest_who_has_left_makes_room_for_the_next() -> None:
    async with hosting() as listener:
        for _ in range(2 * MAX_PENDING):
            link = await join(listener)
            await link.aclose()


async def test_the_host_hears_of_guests_that_were_refused_and_goes_on() -> None:
    told, refusals = trio.open_memory_channel[Exception](10)
    async with hosting(told.send_nowait) as listener:
        stranger = await connect(Address("127.0.0.1", listener.port))
        await stranger.send_all(b"GET / HTTP/1.1\r\n\r\n")
        while await stranger.receive_some():
            pass
        await stranger.aclose()
        assert isinstance(await refusals.receive(), RemoteProtocolError)
        link = await join(listener)
        await link.aclose()


async def test_the_host_is_not_told_of_guests_who_leave_within_the_handshake() -> None:
    """They may only have looked who is there, or have come in by another address of the host (LK20)."""
    told, refusals = trio.open_memory_channel[Exception](10)
    async with hosting(told.send_nowait) as listener:
        for said in (b"", PREAMBLE):
            stranger = await connect(Address("127.0.0.1", listener.port))
            await stranger.send_all(said)
            await stranger.send_eof()
            while await stranger.receive_some():
                pass
            await stranger.aclose()
        with pytest.raises(NotWanted):
            await client_handshake(await connect(Address("127.0.0.1", listener.port)), BEN, lambda _: "not you")
        link = await join(listener)
        await link.aclose()
    with pytest.raises(trio.WouldBlock):
        refusals.receive_nowait()


async def test_LK12_whoever_comes_on_top_of_four_silent_ones_takes_the_place_of_the_oldest() -> None:
    async with hosting() as listener:
        pending = [await connect(Address("127.0.0.1", listener.port)) for _ in range(MAX_PENDING)]
        for stream in pending:
            assert await stream.receive_some(), "each of the four hears the host's preamble"
        link = await join(listener)
        assert await pending[0].receive_some() == b"", "the oldest was let go"
        await link.send(b"here")
        assert await link.receive() == b"here"
        await link.aclose()
        for stream in pending:
            await stream.aclose()


async def test_guests_who_are_in_do_not_count_as_pending() -> None:
    async with hosting() as listener:
        links = [await join(listener) for _ in range(MAX_PENDING + 2)]
        for link in links:
            await link.send(b"still here")
            assert await link.receive() == b"still here"
        for link in links:
            await link.aclose()


async def test_a_port_is_open_on_both_kinds_of_address() -> None:
    async with await listen(0) as listener:
        assert "0.0.0.0" in listener.addresses
        for host in ("127.0.0.1", "::1"):
            if host == "::1" and not await can_use_ipv6():
                continue
            stream = await connect(Address(host, listener.port))
            await stream.aclose()


async def can_use_ipv6() -> bool:
    try:
        async with await listen(0, "::1"):
            return True
    except PortInUse:
        return False


async def test_a_port_that_was_asked_for_and_is_taken_is_an_error_in_a_sentence() -> None:
    async with await listen(0) as first:
        with pytest.raises(PortInUse, match=rf"port {first.port} is in use by another program.*\.$"):
            await listen(first.port)


async def test_LK17_without_a_wish_a_taken_default_port_gives_another(monkeypatch: pytest.MonkeyPatch) -> None:
    async with await listen(0) as first:
        monkeypatch.setattr(listener_module, "DEFAULT_PORT", first.port)
        async with await listen() as second:
            assert second.port != first.port
            stream = await connect(Address("127.0.0.1", second.port))
            await stream.aclose()


async def test_LK17_without_a_wish_it_is_the_default_port_if_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    async with await listen(0) as first:
        free = first.port
    monkeypatch.setattr(listener_module, "DEFAULT_PORT", free)
    async with await listen() as second:
        assert second.port == free


def test_the_default_port_is_below_those_that_systems_give_out() -> None:
    assert 20_000 <= DEFAULT_PORT < 32_768


@pytest.mark.parametrize("host", ["203.0.113.7", "no-such-machine.invalid"])
async def test_an_address_of_another_machine_cannot_be_listened_on(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo_without_network)
    with pytest.raises(PortInUse, match="is not an address of this computer"):
        await listen(0, host)


async def getaddrinfo_without_network(host: str, port: int, *_: object, **__: object) -> list[object]:
    """Numbers as they are; every name is unknown, and nobody is asked."""
    if host == "203.0.113.7":
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, port))]
    raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")


async def test_a_closed_port_says_what_to_look_at() -> None:
    with socket.socket() as taken:  # by nobody who listens, so that nobody else can
        await taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with trio.fail_after(SECONDS), pytest.raises(ConnectError, match=rf"Is the host running.*TCP port {port}"):
            await connect(Address("127.0.0.1", port))


async def test_a_name_that_nobody_knows_is_an_error_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo_without_network)
    with pytest.raises(ConnectError, match="no computer called annas-box"):
        await connect(Address("annas-box"))


async def test_a_name_that_cannot_be_a_name_is_an_error_in_a_sentence() -> None:
    with trio.fail_after(SECONDS), pytest.raises(ConnectError, match="no computer called"):
        await connect(Address("x" * 70 + "\u00e4"))


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.EHOSTUNREACH, "on one network"),
        (errno.ENETUNREACH, "on one network"),
        (errno.ETIMEDOUT, "did not answer"),
        (errno.EIO, "Could not connect to 192.0.2.9:28108"),
    ],
)
async def test_each_failure_to_connect_has_its_reason(
    number: int, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> trio.SocketStream:
        raise OSError("all attempts failed") from ExceptionGroup("all", [OSError(number, "of one attempt")])

    monkeypatch.setattr(trio, "open_tcp_stream", fail)
    with pytest.raises(ConnectError, match=sentence) as caught:
        await connect(Address("192.0.2.9"))
    assert str(caught.value).endswith((".", "?"))


async def test_a_machine_that_does_not_answer_is_given_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    async def never(*_: object) -> trio.SocketStream:
        await trio.sleep_forever()
        raise AssertionError

    monkeypatch.setattr(trio, "open_tcp_stream", never)
    with pytest.raises(ConnectError, match="within 10 seconds"):
        await connect(Address("192.0.2.9"))
    assert trio.current_time() == pytest.approx(CONNECT_SECONDS)


@pytest.mark.parametrize("reason", [errno.EINVAL, errno.EHOSTUNREACH])
async def test_a_link_local_address_without_a_zone_is_told_what_it_lacks(
    reason: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> trio.SocketStream:
        raise OSError(reason, "no")

    monkeypatch.setattr(trio, "open_tcp_stream", fail)
    with pytest.raises(ConnectError, match=r"needs the name of your network interface.*fe80::1%eth0"):
        await connect(Address("fe80::1"))
    with pytest.raises(ConnectError) as other:
        await connect(Address("fe80::1%eth0"))
    assert "needs the name" not in str(other.value)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.5", Address("192.168.1.5", DEFAULT_PORT)),
        ("192.168.1.5:4000", Address("192.168.1.5", 4000)),
        (" annas-box.local ", Address("annas-box.local", DEFAULT_PORT)),
        ("annas-box:1", Address("annas-box", 1)),
        ("jürgens-mac.local:65535", Address("jürgens-mac.local", 65535)),
        ("::1", Address("::1", DEFAULT_PORT)),
        ("[::1]", Address("::1", DEFAULT_PORT)),
        ("'[::1]:28109'", Address("::1", 28109)),
        ("[fe80::1%eth0]:28109", Address("fe80::1%eth0", 28109)),
        ("fe80::1%2", Address("fe80::1%2", DEFAULT_PORT)),
    ],
)
def test_what_people_type_is_understood(text: str, address: Address) -> None:
    assert parse_address(text) == address
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", ":", ":28108", "host:", "host:0", "host:65536", "host:-1", "host:+1", "host:1e3", "host:٣"),
        *("host:99999999999999", "[::1", "[::1]x", "[::1]28108", "[]:1", "[host]:1", "[192.168.1.5]:1", "1:2:3"),
        *("two words", "ho\x00st", "ho\u202est", "x" * 254, "host:12 34"),
        *("fe80::1%eth0]:28108", "fe80::1%eth0]x", "[fe80::1%a b]:1", "fe80::1%a\x07", "fe80::1%a:1"),
    ],
)
def test_what_is_no_address_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadAddress, match=r"^[A-Z].*\.$"):
        parse_address(text)
