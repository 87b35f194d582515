"""A trace says of every connection why it ended, in a line with ``!``: from the preamble on, whoever ended it."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import attrs
import pytest
import trio
import trio.testing

from mandala_net.link.address import Address
from mandala_net.link.close_reasons import TAKEN
from mandala_net.link.connect import connect
from mandala_net.link.framing import frame
from mandala_net.link.handshake import IDENTITY_TAG, PREAMBLE, PROLOGUE
from mandala_net.link.hello import greet
from mandala_net.link.listener import listen
from mandala_net.link.noise import HandshakeState
from mandala_net.link.race import call
from mandala_net.link.secure_link import LinkLost, NotWanted, SecureLink, client_handshake, server_handshake
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.admission import blocked_name
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.setup import Audience
from mandala_net.player.profile import Profile
from mandala_net.trace_file import TraceFile
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.trace import Mark
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.wire.codec import pack
from mandala_protocol.wire.messages import Bye, Chat, Error, Hello, Message, encode
from tests.limits import SECONDS
from tests.net.matches import AT_HOME, OFFER, idle

ANNA, BEN = Identity.generate(), Identity.generate()
TIMEOUTS = Timeouts()
HELLO = Hello(1, "test", "Ben", b"", None)

Peer: TypeAlias = Callable[[trio.abc.HalfCloseableStream], Awaitable[None]]


class Lines(list[str]):
    """The ``!`` lines of one connection."""

    def __call__(self, mark: Mark, text: str) -> None:
        if mark is Mark.FAILED:
            self.append(text)


# The handshake.


@attrs.frozen
class Guest:
    """A guest that makes one mistake in the handshake."""

    preamble: bytes = PREAMBLE
    prologue: bytes = PROLOGUE + PREAMBLE + PREAMBLE
    tag: bytes = IDENTITY_TAG
    first: bytes | None = None
    leaves_after: int = 3

    async def __call__(self, stream: trio.abc.HalfCloseableStream) -> None:
        noise = HandshakeState(initiator=True, prologue=self.prologue)
        await stream.send_all(self.preamble)
        if self.leaves_after == 0:
            await stream.send_eof()
            return
        await stream.send_all(frame(noise.write_message()) if self.first is None else self.first)
        heard = b""
        while len(heard) < len(PREAMBLE) + 2 + 192 and (data := await stream.receive_some()):
            heard += data
        if self.leaves_after == 1:
            await stream.send_eof()
        elif self.tag != IDENTITY_TAG:
            noise.read_message(heard[len(PREAMBLE) + 2 :])
            proof = BEN.public + BEN.sign(self.tag + noise.static_public)
            await stream.send_all(frame(noise.write_message(proof)))


class Blind(Guest):
    """A guest whose third frame is none that its host can decrypt."""

    async def __call__(self, stream: trio.abc.HalfCloseableStream) -> None:
        noise = HandshakeState(initiator=True, prologue=self.prologue)
        await stream.send_all(PREAMBLE + frame(noise.write_message()))
        await stream.receive_some()
        await stream.send_all(frame(bytes(160)))


HANDSHAKES = [
    (Guest(preamble=b"GET / HT"), 'handshake LK1 "The program at the other end is not Mandala over the LAN."'),
    (
        Guest(preamble=b"MANDALA\x02"),
        'version LK2 "The other program speaks version 2 of the protocol, and this one ve',
    ),
    (
        Guest(first=b"\x20\x00"),
        'oversized LK3 "The other program announced a handshake message of 8192 bytes instead of',
    ),
    (Guest(first=frame(bytes(31))), 'handshake LK3 "The other program announced a handshake message of 31 bytes'),
    (Blind(), 'handshake LK4 "Frame 2 of the other program\'s handshake is wrong or was changed on its way."'),
    (
        Guest(tag=b"noise-identity"),
        'wrong-identity LK5 "The other program could not prove that it has its player\'s key."',
    ),
    (Guest(leaves_after=0), 'handshake LK6 "The other program closed the connection in the middle of the handshake.'),
    (
        Guest(prologue=b"mandala", leaves_after=1),
        'handshake LK6 "The other program closed the connection in the middle of the handshake. '
        'Frames it had sent: 1."',
    ),
]


@pytest.mark.parametrize(("guest", "expected"), HANDSHAKES)
async def test_LK1_to_LK6_are_in_the_trace(guest: Peer, expected: str) -> None:
    near, far = trio.testing.memory_stream_pair()
    lines = Lines()
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guest, far)
            with pytest.raises(RemoteProtocolError):
                await server_handshake(near, ANNA, lines)
    (line,) = lines
    assert line.startswith(expected)


async def test_LK7_is_in_the_trace(autojump_clock: trio.testing.MockClock) -> None:
    near, _far = trio.testing.memory_stream_pair()
    lines = Lines()
    with pytest.raises(RemoteProtocolError):
        await server_handshake(near, ANNA, lines)
    assert lines == ['timeout LK7 "The handshake took more than 10 seconds."']


async def test_LK20_a_host_that_is_not_wanted_is_in_the_trace() -> None:
    lines = Lines()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(listener.serve, ANNA, SecureLink.aclose)
            with pytest.raises(NotWanted):
                await call([[Address("127.0.0.1", listener.port)]], BEN, lambda _: "Someone else.", lambda: lines)
            nursery.cancel_scope.cancel()
    assert lines == ['left LK20 "Someone else."']


# The greeting.


@asynccontextmanager
async def linked(lines: Lines) -> AsyncIterator[tuple[SecureLink, SecureLink]]:
    """A link of Anna's, which is traced, and the other end of it."""
    near, far = trio.testing.memory_stream_pair()
    links: list[SecureLink] = []

    async def accept() -> None:
        links.append(await server_handshake(near, ANNA, lines))

    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(accept)
            other = await client_handshake(far, BEN)
        yield links[0], other


def framed(value: object) -> bytes:
    packed = pack(value)
    return len(packed).to_bytes(2, "big") + packed


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (encode(Chat("hi")), 'out-of-turn MS8 "hello must come first, and only once"'),
        (framed([0, {}]), 'malformed MS5 "hello: missing fields: version, software, name"'),
        (b"\xff\x00", 'oversized MS1 "a message of 65280 bytes was announced (ff 00, big-endian), and at most 61000'),
        (encode(attrs.evolve(HELLO, version=2)), 'version MS10 "it speaks version 2, and this program version 1"'),
    ],
)
async def test_a_fault_in_hello_is_in_the_trace(said: bytes, expected: str) -> None:
    lines = Lines()
    async with linked(lines) as (annas, other):
        await other.send(said)
        with pytest.raises(RemoteProtocolError):
            await greet(annas, "Anna", TIMEOUTS)
    (line,) = lines
    assert line.startswith(expected)


async def test_LK8_before_hello_is_in_the_trace() -> None:
    lines = Lines()
    async with linked(lines) as (annas, other):
        other._transport.encrypt(b"a frame that is never sent, as if the counter began at 1")
        await other.send(encode(HELLO))
        with pytest.raises(RemoteProtocolError):
            await greet(annas, "Anna", TIMEOUTS)
    (line,) = lines
    assert line.startswith('malformed LK8 "A message was changed on its way')


async def test_a_guest_that_closes_before_hello_is_in_the_trace() -> None:
    lines = Lines()
    async with linked(lines) as (annas, other):
        await other._stream.send_eof()  # type: ignore[attr-defined]
        with pytest.raises(LinkLost):
            await greet(annas, "Anna", TIMEOUTS)
    assert lines == ['lost "The other program has closed the connection."']


async def test_a_length_in_the_wrong_byte_order_is_in_the_trace() -> None:
    lines = Lines()
    async with linked(lines) as (annas, other):
        await other.send(encode(HELLO)[1::-1] + encode(HELLO)[2:])
        await other._stream.send_eof()  # type: ignore[attr-defined]
        with pytest.raises(LinkLost):
            await greet(annas, "Anna", TIMEOUTS)
    size = len(encode(HELLO)) - 2
    assert lines == [
        f'lost "The other program has closed the connection. Of a message of {256 * size} bytes, {size} had come."'
    ]


async def test_MS12_no_hello_is_in_the_trace(autojump_clock: trio.testing.MockClock) -> None:
    lines = Lines()
    async with linked(lines) as (annas, _):
        with pytest.raises(LinkLost):
            await greet(annas, "Anna", attrs.evolve(TIMEOUTS, hello=1))
    assert lines == ['lost MS12 "The other program did not introduce itself."']


# The game.


@attrs.frozen
class Evening:
    """Anna hosts, with a trace; Ben and Eve say what a test wants."""

    profiles: list[Profile]
    port: int
    path: Path
    streams: list[trio.SocketStream] = attrs.field(factory=list)

    async def connect(self) -> trio.SocketStream:
        """A connection to Anna, which is closed after the test."""
        self.streams.append(await connect(Address("127.0.0.1", self.port)))
        return self.streams[-1]

    async def visit(self, who: int = 1) -> SecureLink:
        """A link to Anna on which both have said hello."""
        link = await client_handshake(await self.connect(), self.profiles[who].identity)
        await greet(link, self.profiles[who].name, TIMEOUTS)
        return link

    async def end(self, connection: int = 1) -> str:
        """The ``!`` line of this connection, once it is there; there is never a second one."""
        while True:
            lines = [line.split(" ", 3) for line in self.path.read_text(encoding="ascii").splitlines()[1:]]
            ends = [text for _, number, mark, text in lines if (number, mark) == (str(connection), "!")]
            if ends:
                (end,) = ends
                return end
            await trio.testing.wait_all_tasks_blocked(0.01)


@pytest.fixture
def silence_lasts() -> float:
    """Seconds of silence after which Anna counts a line as lost: never, in a test of something else."""
    return SECONDS


@pytest.fixture
async def evening(profiles: list[Profile], tmp_path: Path, silence_lasts: float) -> AsyncIterator[Evening]:
    path = tmp_path / "host.trace"
    anna = attrs.evolve(profiles[0], trace=TraceFile(path))
    quiet = Audience(lambda _: None, lambda _: None, lambda _: None)
    settings = attrs.evolve(AT_HOME, timeouts=attrs.evolve(TIMEOUTS, ping=0.05, quiet=SECONDS, lost=silence_lasts))
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, anna, listener, OFFER, quiet, idle, None, settings)
            evening = Evening(profiles, listener.port, path)
            yield evening
            nursery.cancel_scope.cancel()
    for stream in evening.streams:
        await trio.aclose_forcefully(stream)


async def said(evening: Evening, *messages: Message) -> str:
    """The end of a connection on which this was said."""
    link = await evening.visit()
    for message in messages:
        await link.send(encode(message))
    return await evening.end()


async def test_bye_is_in_the_trace(evening: Evening) -> None:
    assert await said(evening, Bye("dinner")) == 'bye "dinner"'


async def test_an_error_of_the_other_is_in_the_trace(evening: Evening) -> None:
    assert await said(evening, Error(2, "MS4", "not so\n")) == 'error "not so"'


async def test_a_fault_in_the_game_is_in_the_trace(evening: Evening) -> None:
    assert await said(evening, HELLO) == 'out-of-turn MS8 "hello must come first, and only once"'


async def test_a_connection_closed_by_the_other_is_in_the_trace(evening: Evening) -> None:
    link = await evening.visit()
    await link.aclose()
    assert await evening.end() == 'lost "The other program has closed the connection."'


async def test_a_connection_that_is_cut_is_in_the_trace(evening: Evening) -> None:
    link = await evening.visit()
    await link._stream.send_all(b"\x00\x40half a frame")
    await link.aclose()
    assert await evening.end() == 'lost "The connection ended in the middle of a message."'


@pytest.mark.parametrize("silence_lasts", [0.5])
async def test_LK13_silence_is_in_the_trace(evening: Evening) -> None:
    link = await evening.visit()
    assert await evening.end() == 'lost LK13 "No word from the other program for 0.5 seconds."'
    await link.aclose()


async def test_LK8_in_the_game_is_in_the_trace(evening: Evening) -> None:
    link = await evening.visit()
    await link._stream.send_all(frame(bytes(40)))
    assert (await evening.end()).startswith('lost LK8 "A message was changed on its way')


async def test_LK12_a_second_guest_is_turned_away_in_the_trace(evening: Evening) -> None:
    await evening.visit(1)
    await evening.visit(2)
    assert await evening.end(2) == f'left "{TAKEN}"'


async def test_who_says_hello_first_is_in_however_long_a_look_at_the_names_takes(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first to say hello is in (``_Host._welcome``), also where a disk is slow."""
    looking_up, found = trio.Event(), threading.Event()
    first = evening.profiles[1].identity.public

    def slow_for_the_first(profile: Profile, key: bytes, name: str) -> str | None:
        if key == first:
            trio.from_thread.run_sync(looking_up.set)
            assert found.wait(SECONDS)
        return blocked_name(profile, key, name)

    monkeypatch.setattr("mandala_net.match.host.blocked_name", slow_for_the_first)
    await evening.visit(1)
    await looking_up.wait()
    await evening.visit(2)
    await trio.testing.wait_all_tasks_blocked(0.05)
    found.set()
    assert await evening.end(2) == f'left "{TAKEN}"'


async def test_a_guest_is_told_busy_in_its_own_trace(evening: Evening, tmp_path: Path) -> None:
    await evening.visit(1)
    path = tmp_path / "guest.trace"
    eve = attrs.evolve(evening.profiles[2], trace=TraceFile(path))
    link = await client_handshake(await evening.connect(), eve.identity, trace=eve.connection_trace())
    await join(eve, link, Audience(lambda _: None, lambda _: None, lambda _: None), idle, AT_HOME)
    assert await Evening(evening.profiles, evening.port, path).end() == f'busy "{TAKEN}"'
