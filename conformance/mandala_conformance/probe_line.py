"""An encrypted connection of the tester: messages in and out, right or wrong ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final, TypeAlias

import trio
from attrs import frozen

from mandala_conformance.findings import ANSWER_SECONDS, Fault
from mandala_conformance.line_meter import LineMeter
from mandala_conformance.raw_connection import RawConnection
from mandala_conformance.timings import GAP_OF_PINGS, Timings
from mandala_net.link.framing import frame, take_frame
from mandala_net.link.handshake import Established
from mandala_net.link.noise import MAX_PLAINTEXT, NoiseError
from mandala_protocol.conversation.trace import Mark, described, trace_heard
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import (
    LENGTH_BYTES,
    MESSAGE_KINDS,
    PROTOCOL_VERSION,
    Busy,
    Chat,
    EntryMessage,
    Error,
    Hello,
    Message,
    MessageReader,
    Ping,
    Pong,
    UnknownMessage,
    encode,
)

PING_SECONDS: Final = 5.0


@frozen
class LineEnd:
    """The end of a connection. ``fault``: what the other sent that nobody can read, if that is why."""

    fault: str = ""

    def __str__(self) -> str:
        return f"something that cannot be read: {self.fault}" if self.fault else "the connection closed"


Heard: TypeAlias = Message | LineEnd

MOST_QUOTED: Final = 300
"""The most characters of a message that a report quotes, an ellipsis among them if there are more."""

SMALL_TALK: Final[tuple[type[Message], ...]] = (Ping, Pong, Chat)
"""Messages that may come at any time."""


def packed_message(kind: object, body: object) -> bytes:
    """A message of any kind and body, with its length before it."""
    return with_length(codec.pack([kind, body]))


def with_length(packed: bytes) -> bytes:
    """These bytes as a message, with their length before them."""
    return len(packed).to_bytes(2, "big") + packed


class ProbeLine:
    """A connection that is encrypted, and tells of what comes. Run ``listen`` and ``keep_alive`` beside it.

    ``peer`` is the proven identity of the other. ``answers_pings`` and ``pings`` can be turned off.
    """

    def __init__(self, raw: RawConnection, established: Established, timings: Timings) -> None:
        self.raw = raw
        self.peer = established.peer
        self.proposal: EntryMessage | None = None
        """The proposal of a host, once it was heard."""
        self.answers_pings = self.pings = True
        self.slowness = 1.0
        """The factor by which to wait longer than usual for what comes."""
        self.in_frames_of: int = MAX_PLAINTEXT
        """The most bytes of the stream that go into one frame."""
        self._transport = established.transport
        self._buffer = bytearray(established.rest)
        self._timings = timings
        self.meter = LineMeter(trio.current_time())
        """Measures what comes."""
        self._reader = MessageReader()
        self._frames_heard = 0
        self._heard: deque[Heard | UnknownMessage] = deque()
        self._changed = trio.lowlevel.ParkingLot()
        self._last_ping: float | None = None
        self._owed_pongs = 0
        self._pings_said: deque[bool] = deque()
        """For each ping without its pong: it is a sign of life, and no part of a case."""
        self._sending = trio.Lock()
        self.ended = self.is_greeted = self._has_greeted = False
        """The connection has ended; the other has said hello on it; the tester has."""
        self.name = ""
        """The name in the hello of the other."""
        self.entries_heard = 0
        """The number of entries that have come."""
        self.fault: Fault | None = None
        """The first breach of the standard in what came, for which no case is needed."""

    async def listen(self) -> None:
        """Take in what comes, until the connection ends."""
        end = LineEnd()
        try:
            self._take_frames()
            while data := await self.raw.receive():
                self._buffer += data
                self._take_frames()
        except RemoteProtocolError as error:
            end = LineEnd(f"{error.requirement}, {error.detail}")
            self._blame(error.requirement, "what can be read", str(end))
        except NoiseError as error:
            end = LineEnd(f"frame {self._frames_heard}, {error}")
            self._blame("LK8", "frames that can be decrypted, with nonces that count from 0", str(end))
        self._tell(end)

    def _take_frames(self) -> None:
        while (content := take_frame(self._buffer)) is not None:
            self.meter.hear_frame(trio.current_time())
            self._frames_heard += 1
            self._reader.add(self._transport.decrypt(content))
            while (message := self._reader.next_message()) is not None:
                trace_heard(self.raw.trace, message)
                self.meter.hear(message, trio.current_time())
                self._tell(message)

    def _tell(self, heard: Heard | UnknownMessage) -> None:
        if isinstance(heard, Ping):
            now = trio.current_time()
            if self._last_ping is not None:
                self._timings.note(GAP_OF_PINGS, now - self._last_ping)
            self._last_ping = now
            self._owed_pongs += 1
        if isinstance(heard, Pong) and self._pings_said and self._pings_said.popleft():
            return
        self._judge_greeting(heard)
        if isinstance(heard, Hello):
            self.is_greeted, self.name = True, heard.name
        if isinstance(heard, EntryMessage):
            self.entries_heard += 1
        if isinstance(heard, LineEnd):
            self.ended = True
        self._heard.append(heard)
        self._changed.unpark_all()

    def _judge_greeting(self, heard: Heard | UnknownMessage) -> None:
        """Note a breach of what is due before and in hello; a refusal may come at any time."""
        if isinstance(heard, Hello):
            if self.is_greeted:
                self._blame("MS8", "hello once", "a second hello")
            if heard.version != PROTOCOL_VERSION:
                self._blame("MS10", f"hello with version {PROTOCOL_VERSION}", f"hello with version {heard.version}")
        elif not self.is_greeted and not isinstance(heard, LineEnd | UnknownMessage | Error | Busy):
            self._blame("MS8", "hello first", f"{described(heard)}, before hello")

    def blame_what_is_missing(self) -> None:
        """Note a breach if a message before hello was begun, and nothing more came of it."""
        announced, came = self._reader.announced, self._reader.rest()
        if announced is not None and not self.is_greeted:
            length = came[:LENGTH_BYTES].hex(" ")
            self._blame(
                "MS1",
                "as many bytes as the length of a message says",
                f"{len(came) - LENGTH_BYTES} bytes after the length {length}, which is {announced}, and nothing more",
            )

    def _blame(self, requirement: str, expected: str, got: str) -> None:
        if self.fault is None:
            self.fault = Fault(requirement, expected, got)

    async def keep_alive(self) -> None:
        """Answer pings at once, and ask every 5 seconds once both have said hello, until the connection ends."""
        due = trio.current_time() + PING_SECONDS
        while not self.ended:
            with trio.move_on_at(due):
                while not self._owed_pongs and not self.ended:
                    await self._changed.park()
            owed, self._owed_pongs = self._owed_pongs, 0
            if owed and self.answers_pings:
                await self.send_bytes(encode(Pong()) * owed)
            if trio.current_time() >= due:
                due += PING_SECONDS
                if self.pings and self.is_greeted and self._has_greeted:
                    await self._send((Ping(),), sign_of_life=True)

    # Sending.

    async def send(self, *messages: Message) -> None:
        """Send these messages, all in one piece."""
        await self._send(messages, sign_of_life=False)

    async def _send(self, messages: tuple[Message, ...], *, sign_of_life: bool) -> None:
        self.meter.say(messages, trio.current_time())
        self._pings_said += [sign_of_life for message in messages if isinstance(message, Ping)]
        for message in messages:
            self._has_greeted = self._has_greeted or isinstance(message, Hello)
            self.trace(Mark.SAID, described(message))
        await self.send_bytes(b"".join(map(encode, messages)))

    async def send_raw(self, data: bytes) -> None:
        """Send bytes that need not be a message, encrypted."""
        self.trace(Mark.SAID, f"raw {data[:64].hex()} ({len(data)} bytes)")
        await self.send_bytes(data)

    async def send_bytes(self, data: bytes) -> None:
        """Send bytes of the stream, in frames of the size that is set."""
        size = self.in_frames_of
        async with self._sending:
            frames = [frame(self._transport.encrypt(data[start : start + size])) for start in range(0, len(data), size)]
            await self.raw.send(b"".join(frames), traced=False)

    async def send_byte_by_byte(self, message: Message) -> None:
        """Send a message in one frame, of which every byte goes out by itself."""
        self.trace(Mark.SAID, described(message))
        async with self._sending:
            for byte in frame(self._transport.encrypt(encode(message))):
                await self.raw.send(bytes([byte]), traced=False)

    async def send_frame(self, content: bytes) -> None:
        """Send a frame with this content, which need not be what Noise would make."""
        async with self._sending:
            await self.raw.send(frame(content))

    def encrypted(self, data: bytes) -> bytes:
        """The next frame of ours, without its length; it has to be sent, or nothing after it can be read."""
        return self._transport.encrypt(data)

    def trace(self, mark: Mark, text: str) -> None:
        """Write a line about this connection, if there is a trace."""
        if self.raw.trace is not None:
            self.raw.trace(mark, text)

    # Hearing.

    async def next(
        self, within: float = ANSWER_SECONDS, *, without: Sequence[type[Message]] = SMALL_TALK
    ) -> Heard | None:
        """The next thing that comes, but for messages of the kinds ``without``; None if nothing does in time.

        The answers to our signs of life are left out: under load one of them comes in the midst of a case.
        Messages of unknown odd kinds are ignored: a newer program may send them (MS11).
        """
        with trio.move_on_after(within * self.slowness):
            while True:
                while self._heard:
                    heard = self._heard.popleft()
                    if isinstance(heard, LineEnd):
                        self._heard.append(heard)
                        return heard
                    if not isinstance(heard, UnknownMessage) and not isinstance(heard, tuple(without)):
                        return heard
                await self._changed.park()
        return None

    async def wait_end(self, within: float) -> bool:
        """Wait until the other closes the connection; whether it has in time."""
        heard = await self.next(within, without=tuple(MESSAGE_KINDS.values()))
        return heard is not None

    async def close(self) -> None:
        """Close the connection so that the other can still read all that was sent."""
        async with self._sending:
            await self.raw.end_sending()
        await self.wait_end(1)
        await self.raw.cut()


def answer_text(heard: Heard | None, within: float = ANSWER_SECONDS) -> str:
    """The answer that came, for people."""
    match heard:
        case None:
            return f"nothing within {within:g} s"
        case LineEnd():
            return str(heard)
        case _:
            said = described(heard)
            return said if len(said) <= MOST_QUOTED else f"{said[: MOST_QUOTED - 1]}…"
