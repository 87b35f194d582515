"""A TCP connection of the tester, before and below any encryption."""

from __future__ import annotations

import enum
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeAlias

import trio

from mandala_conformance.findings import ANSWER_SECONDS, NotTried, Unmet
from mandala_net.link.framing import LENGTH_BYTES
from mandala_net.link.handshake import PREAMBLE, Established, Handshake, Role
from mandala_net.link.noise import KEY_BYTES
from mandala_protocol.conversation.trace import Mark, Trace
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.record.signatures import Signer

_GONE: Final = (trio.BrokenResourceError, trio.ClosedResourceError, OSError)

_FIRST_BYTE_SECONDS: Final = 3.0

_EPHEMERAL: Final = slice(len(PREAMBLE) + LENGTH_BYTES, len(PREAMBLE) + LENGTH_BYTES + KEY_BYTES)
"""The place of the ephemeral key in what either peer sends: after the preamble, first in its first frame."""

Altering = Callable[[int, bytes], bytes]
"""Changes what is sent in a handshake: step 0 is the preamble, the others are our frames in their order."""


class LinkKey(enum.Enum):
    """A key of Noise that the other shows in a handshake."""

    EPHEMERAL = "ephemeral key"
    STATIC = "static key"


KeyHearer: TypeAlias = Callable[[LinkKey, bytes], None]


def _no_hearer(_kind: LinkKey, _key: bytes) -> None:
    """Take no notice."""


class RawConnection:
    """A stream of bytes. ``trace`` hears of those that are sent as they are, ``hear_key`` of the other's keys."""

    def __init__(self, stream: trio.SocketStream, trace: Trace | None = None, hear_key: KeyHearer = _no_hearer) -> None:
        self._stream = stream
        self._sending = trio.Lock()
        self._hear_key = hear_key
        self._beginning = b""
        self.trace = trace

    async def send(self, data: bytes, *, traced: bool = True) -> None:
        """Send these bytes. That the other has closed the connection is seen when something is awaited."""
        if traced and self.trace is not None:
            self.trace(Mark.SAID, f"raw {data[:64].hex()} ({len(data)} bytes)")
        async with self._sending:
            with suppress(*_GONE):
                await self._stream.send_all(data)

    async def receive(self, most: int | None = None) -> bytes:
        """Receive some bytes, at most ``most``; none once the other has closed the connection, in whatever way."""
        try:
            data = bytes(await self._stream.receive_some(most))
        except _GONE:
            return b""
        if len(self._beginning) < _EPHEMERAL.stop:
            self._beginning += data
            if self._beginning.startswith(PREAMBLE) and len(self._beginning) >= _EPHEMERAL.stop:
                self._hear_key(LinkKey.EPHEMERAL, self._beginning[_EPHEMERAL])
        return data

    async def is_stale(self) -> bool:
        """Return whether the other has gone before anything was sent; waits a while for its first byte."""
        with trio.move_on_after(_FIRST_BYTE_SECONDS):
            try:
                await trio.lowlevel.wait_readable(self._stream.socket)
                return not await self._stream.socket.recv(1, trio.socket.MSG_PEEK)
            except _GONE:
                return True
        return False

    async def end_sending(self) -> None:
        """Close our side only, after what is being sent."""
        async with self._sending:
            with suppress(*_GONE):
                await self._stream.send_eof()

    async def cut(self) -> None:
        """Close the connection at once, without a word."""
        await trio.aclose_forcefully(self._stream)

    async def expect_end(self, within: float = ANSWER_SECONDS, *, most: int = 4096) -> int:
        """Wait until the other closes the connection; how many bytes came before.

        Raises ``Unmet`` if it stays open, or if more than ``most`` bytes come.
        """
        heard = 0
        with trio.move_on_after(within):
            while data := await self.receive():
                heard += len(data)
                if heard > most:
                    raise Unmet("the connection closed", f"more than {most} bytes instead")
            return heard
        raise Unmet("the connection closed", f"it is still open after {within:g} s")

    async def shake_hands(self, role: Role, identity: Signer, alter: Altering | None = None) -> Established:
        """Make the handshake, with what we send altered.

        Raises ``Unmet`` if the other does not keep to the standard, ``HandshakeEnded`` if it closes the connection.
        """
        handshake = Handshake(role, identity)
        step = 0

        async def say(data: bytes) -> None:
            nonlocal step
            await self.send(alter(step, data) if alter is not None else data, traced=False)
            step += 1

        await say(handshake.start())
        heard = 0
        with trio.move_on_after(ANSWER_SECONDS):
            while (established := handshake.established) is None:
                data = await self.receive()
                if not data:
                    raise HandshakeEnded(heard)
                heard += len(data)
                try:
                    answer = handshake.receive(data)
                except RemoteProtocolError as error:
                    raise Unmet("a right handshake", f"{error.requirement}: {error.detail}") from error
                if answer:
                    await say(answer)
            self._hear_key(LinkKey.STATIC, established.peer_static)
            return established
        raise Unmet("a handshake", f"none within {ANSWER_SECONDS:g} s")


class HandshakeEnded(NotTried):
    """The implementation closed the connection within the handshake, after ``heard`` bytes."""

    def __init__(self, heard: int) -> None:
        super().__init__(f"the connection was closed within the handshake, after {heard} bytes")
        self.heard = heard
