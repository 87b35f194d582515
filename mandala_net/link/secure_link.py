"""The secure link: one connection to one proven identity, as a stream of bytes over trio.

What messages these bytes make is the session's matter.
"""

from __future__ import annotations

import errno
import select
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import trio

from mandala_net.link.framing import frame, has_frame, take_frame
from mandala_net.link.handshake import Established, Handshake, Role, Unwanted, UnwantedPeer
from mandala_net.link.noise import MAX_PLAINTEXT, TAG_BYTES, NoiseError, NoiseTransport
from mandala_protocol.conversation.trace import Trace, trace_ended, trace_failed
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.record.signatures import Signer
from mandala_protocol.sentence import Sentence, sentence_of
from mandala_protocol.wire.rate_limit import Allowance

HANDSHAKE_SECONDS: Final = 10
_CLOSE_SECONDS: Final = 1
_MOST_UNHEARD: Final = 1 << 20
"""The most bytes that are read and thrown away while a connection is being closed."""

_MOST_FRAMES: Final = 64
_MANY_BYTES: Final = 16_384
"""The bytes received in one piece where they have come in many frames: a millisecond's work."""

_REASONS: Final = {
    errno.ECONNRESET: Sentence("The other program closed the connection abruptly."),
    errno.EPIPE: Sentence("The other program has closed the connection."),
    errno.ETIMEDOUT: Sentence("The other computer no longer answers."),
    errno.ENETUNREACH: Sentence("The network is no longer there."),
    errno.ENETDOWN: Sentence("The network is no longer there."),
    errno.EHOSTUNREACH: Sentence("The other computer can no longer be reached."),
}


_GONE: Final = (trio.BrokenResourceError, trio.ClosedResourceError, OSError)


class LinkLost(Exception):
    """The connection is gone and no one broke the protocol; the text is one sentence for a person.

    ``requirement``: the number of the one by which it was given up, such as "LK13"; empty if there is none.
    """

    def __init__(self, why: str, requirement: str = "") -> None:
        super().__init__(why)
        self.requirement = requirement


class NotWanted(LinkLost):
    """We have broken off, as someone else answers than we want to talk to; they do not know who called."""


class SecureLink:
    """An encrypted stream of bytes to ``peer`` (the other identity, 32 bytes).

    ``handshake_hash`` (32 bytes) is the same on both sides and belongs to this connection alone.
    One task may send while another receives; a cancelled ``receive`` loses nothing, a cancelled ``send`` ends the link.
    ``allowance`` counts the frames that come; the reader of their messages uses it too. ``trace`` hears of what is said
    and heard.
    """

    def __init__(self, stream: trio.abc.Stream, established: Established, trace: Trace | None = None) -> None:
        self._stream = stream
        self._transport = established.transport
        self._received = bytearray(established.rest)
        self._refused: RemoteProtocolError | None = None
        self.allowance = Allowance(trio.current_time())
        self._sending = False
        self._broken_off = False
        self._closing = False
        self.peer = established.peer
        self.trace = trace
        self.handshake_hash = established.handshake_hash

    def __repr__(self) -> str:
        return f"<SecureLink to {self.peer.hex()[:8]}…>"

    async def send(self, data: bytes) -> None:
        """Send ``data``, of any size.

        Raises ``LinkLost``, and ``trio.BusyResourceError`` if another task is sending.
        """
        if self._sending:
            raise trio.BusyResourceError("another task is sending")
        if self._closing:
            raise LinkLost(Sentence("The connection is being closed on this side."))
        if self._broken_off:
            raise LinkLost(Sentence("The connection can no longer be used, because sending was broken off."))
        if not data:
            await trio.lowlevel.checkpoint()
            return
        # The peer counts the messages: one that is encrypted must arrive whole, or nothing after it can be read.
        self._sending = self._broken_off = True
        try:
            frames = [
                frame(self._transport.encrypt(data[start : start + MAX_PLAINTEXT]))
                for start in range(0, len(data), MAX_PLAINTEXT)
            ]
            async with _network_errors():
                await self._stream.send_all(b"".join(frames))
            self._broken_off = False
        finally:
            self._sending = False

    async def receive(self) -> bytes:
        """The content of the next frame, or of a few that have come, at least one byte.

        ``b""`` if the peer has closed its side between frames. Raises ``LinkLost``, and ``RemoteProtocolError`` (LK8)
        for a frame that is not from the peer.
        """
        await trio.lowlevel.checkpoint()
        while not has_frame(self._received) and self._refused is None:
            async with _network_errors():
                data = await self._stream.receive_some()
            if not data:
                if self._received:
                    raise LinkLost(Sentence("The connection ended in the middle of a message."))
                return b""
            self._received += data
        self.allowance.pass_time(trio.current_time())
        return self._open_frames()

    def _open_frames(self) -> bytes:
        """Open the whole frames, up to a number for which no one else has to wait, and return their content."""
        if self._refused is not None:
            raise self._refused
        contents: list[bytes] = []
        size = 0
        while size < _MANY_BYTES and len(contents) < _MOST_FRAMES:
            message = take_frame(self._received)
            if message is None:
                break
            try:
                contents.append(content_of_frame(self._transport, message))
            except RemoteProtocolError as error:
                self._refused = error  # what came before it is from the peer, and is heard first
                if not contents:
                    raise
                break
            size += len(contents[-1])
        self.allowance.count_frames(len(contents))
        return b"".join(contents)

    @property
    def own_address(self) -> str | None:
        """The address of this computer that the connection has, without a zone; None for a stream that is no socket."""
        if not isinstance(self._stream, trio.SocketStream) or self._stream.socket.fileno() < 0:
            return None
        host: str = self._stream.socket.getsockname()[0]
        return host.partition("%")[0]

    @property
    def unread(self) -> bool:
        """Return whether something that the peer has sent is here and has not been received yet."""
        return has_frame(self._received) or _is_readable(self._stream)

    async def aclose(self) -> None:
        """Close the connection, within a second; a cancelled ``aclose`` closes at once.

        To say goodbye before is the session's matter.
        """
        self._closing = True
        try:
            # Closing with unread bytes makes TCP take back what was sent last, so read what the peer still says.
            with trio.move_on_after(_CLOSE_SECONDS), suppress(*_GONE, trio.BusyResourceError):
                if isinstance(self._stream, trio.abc.HalfCloseableStream) and not self._broken_off:
                    await self._stream.send_eof()
                    unheard = 0
                    while unheard < _MOST_UNHEARD and (data := await self._stream.receive_some()):
                        unheard += len(data)
        finally:
            await self._stream.aclose()


def content_of_frame(transport: NoiseTransport, message: bytes) -> bytes:
    """The content of a frame after the handshake, at least one byte. Raises ``RemoteProtocolError`` (LK8)."""
    if len(message) <= TAG_BYTES:
        detail = Sentence("The other program sent a message without content.")
        raise RemoteProtocolError(Code.MALFORMED, "LK8", detail, message)
    try:
        return transport.decrypt(message)
    except NoiseError as error:
        detail = Sentence("A message was changed on its way or does not come from the other player.")
        raise RemoteProtocolError(Code.MALFORMED, "LK8", detail, message) from error


def _is_readable(stream: trio.abc.Stream) -> bool:
    """Return whether bytes wait in the system; of a stream that is no socket that is not known."""
    if not isinstance(stream, trio.SocketStream) or stream.socket.fileno() < 0:
        return False
    return bool(select.select([stream.socket.fileno()], [], [], 0)[0])


async def client_handshake(
    stream: trio.abc.Stream, identity: Signer, unwanted: Unwanted = lambda _: None, trace: Trace | None = None
) -> SecureLink:
    """Speak as the guest, who opened ``stream``. On failure the stream is closed.

    Raises ``RemoteProtocolError`` (LK1 to LK7), ``LinkLost``, and ``NotWanted`` for an identity that is ``unwanted``,
    which hears nothing of ours then (LK20).
    """
    try:
        return await _handshake(stream, Handshake(Role.GUEST, identity, unwanted), trace)
    except UnwantedPeer as error:
        raise NotWanted(sentence_of(error)) from error


async def server_handshake(stream: trio.abc.Stream, identity: Signer, trace: Trace | None = None) -> SecureLink:
    """Speak as the host, who accepted ``stream``. On failure the stream is closed.

    Raises ``RemoteProtocolError`` (LK1 to LK7) and ``LinkLost``.
    """
    return await _handshake(stream, Handshake(Role.HOST, identity), trace)


async def _handshake(stream: trio.abc.Stream, handshake: Handshake, trace: Trace | None) -> SecureLink:
    try:
        with trio.move_on_after(HANDSHAKE_SECONDS):
            return SecureLink(stream, await _exchange(stream, handshake), trace)
        raise RemoteProtocolError(
            Code.TIMEOUT, "LK7", Sentence("The handshake took more than {seconds} seconds.", seconds=HANDSHAKE_SECONDS)
        )
    except BaseException as error:
        trace_end(trace, error)
        await trio.aclose_forcefully(stream)
        raise


def trace_end(trace: Trace | None, error: BaseException) -> None:
    """Trace why a connection ends by this error."""
    match error:
        case LinkLost(requirement=requirement):
            trace_ended(trace, f"lost {requirement}".rstrip(), sentence_of(error))
        case UnwantedPeer():
            trace_ended(trace, "left LK20", sentence_of(error))
        case trio.Cancelled():
            trace_ended(trace, "left", Sentence("The connection has been closed on this side."))
        case _:
            trace_failed(trace, error)


async def _exchange(stream: trio.abc.Stream, handshake: Handshake) -> Established:
    heard = False
    async with _network_errors():
        await stream.send_all(handshake.start())
        while (established := handshake.established) is None:
            data = await stream.receive_some()
            if not data and not heard:
                raise LinkLost(Sentence("The other program closed the connection at once. It may be busy."))
            if not data:
                handshake.end_of_stream()
            heard = True
            if answer := handshake.receive(data):
                await stream.send_all(answer)
        return established


@asynccontextmanager
async def _network_errors() -> AsyncIterator[None]:
    """Turn every way in which a stream can fail into ``LinkLost`` with a plain reason."""
    try:
        yield
    except trio.ClosedResourceError as error:
        raise LinkLost(Sentence("The connection has been closed on this side.")) from error
    except trio.BrokenResourceError as error:
        raise LinkLost(_reason(error.__cause__)) from error
    except OSError as error:
        raise LinkLost(_reason(error)) from error


def _reason(error: BaseException | None) -> str:
    number = error.errno if isinstance(error, OSError) else None
    return _REASONS.get(number if number is not None else 0, Sentence("The connection to the other program was lost."))
