"""Waiting for guests: a port on IPv4 and IPv6, and a handshake with each who comes."""

from __future__ import annotations

import errno
from collections.abc import Awaitable, Callable
from typing import Final

import trio
from trio import socket

from mandala_net.link.address import DEFAULT_PORT
from mandala_net.link.pending_limit import PendingLimit
from mandala_net.link.secure_link import LinkLost, SecureLink, server_handshake
from mandala_net.os_errors import reason_of
from mandala_protocol.conversation.trace import NewTrace, no_trace
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.record.signatures import Signer
from mandala_protocol.sentence import Sentence

MAX_PENDING: Final = 4
"""The most handshakes under way at once; who comes on top is shown the door."""

_LEFT: Final = "LK6"
"""The requirement that a guest breaks by leaving in the middle of the handshake."""

_ATTEMPTS_AT_A_FREE_PORT: Final = 10


class PortInUse(Exception):
    """The port that was asked for is taken, or may not be used; the text is one sentence for a person."""


Welcome = Callable[[SecureLink], Awaitable[None]]
Refused = Callable[[RemoteProtocolError], None]


class _Kept(trio.abc.Listener[trio.SocketStream]):
    """A listener that stays open when it is served no longer: a peer that calls meanwhile is answered later."""

    def __init__(self, listener: trio.SocketListener) -> None:
        self._listener = listener

    async def accept(self) -> trio.SocketStream:
        return await self._listener.accept()

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


class Listener(trio.abc.AsyncResource):
    """An open port. Use it as an async context manager, or call ``aclose``."""

    def __init__(self, listeners: list[trio.SocketListener]) -> None:
        self._listeners = listeners
        self._pending = PendingLimit(MAX_PENDING)
        self._welcome: Welcome | None = None
        self._serving = trio.lowlevel.ParkingLot()
        self.port: int = listeners[0].socket.getsockname()[1]

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses it is bound to: "0.0.0.0" and "::" for all addresses of this computer."""
        return tuple(listener.socket.getsockname()[0] for listener in self._listeners)

    async def aclose(self) -> None:
        """Close the port; connections stay."""
        for listener in self._listeners:
            await listener.aclose()

    async def serve(
        self,
        identity: Signer,
        welcome: Welcome,
        refused: Refused | None = None,
        guests: trio.Nursery | None = None,
        new_trace: NewTrace = no_trace,
    ) -> None:
        """Let guests in until cancelled: ``welcome`` runs as a task for each proven guest, who leaves when it returns.

        ``refused`` is told of each guest who broke the protocol in the handshake; whoever only leaves may have looked
        who is there, or come in by another address (LK20). What ``welcome`` raises is not caught.
        When too many are pending the oldest gives way: a handshake takes milliseconds, so one that has been
        waiting is hardly a guest, and a peer that opens connections and sends nothing keeps no one out.
        The port stays open, and can be served again. All who have come run in the nursery ``guests``, if there is
        one: then they are not cancelled with this task, and a handshake under way leads to the next ``welcome``.
        Each connection has a trace by ``new_trace``.
        """

        async def receive_guest(stream: trio.SocketStream) -> None:
            link = None
            with self._pending.stand():
                try:
                    link = await server_handshake(stream, identity, new_trace())
                except LinkLost:
                    pass
                except RemoteProtocolError as error:
                    if refused is not None and error.requirement != _LEFT:
                        refused(error)
            if link is None:
                await trio.aclose_forcefully(stream)
                return
            try:
                await self._welcome_now(link)
            finally:
                await link.aclose()

        self._welcome = welcome
        self._serving.unpark_all()
        try:
            kept = [_Kept(listener) for listener in self._listeners]
            await trio.serve_listeners(receive_guest, kept, handler_nursery=guests)
        finally:
            self._welcome = None

    async def _welcome_now(self, link: SecureLink) -> None:
        while self._welcome is None:
            await self._serving.park()
        await self._welcome(link)


async def listen(port: int | None = None, host: str | None = None) -> Listener:
    """Open a port on ``host`` (an address of this machine; None for all, IPv4 and IPv6).

    Without a ``port``, the default one, or any free one if that is taken. 0 is any free one.
    Raises ``PortInUse``.
    """
    wanted = DEFAULT_PORT if port is None else port
    try:
        return await _open(wanted, host)
    except PortInUse:
        if port is not None:
            raise
    return await _open(0, host)


async def _open(port: int, host: str | None) -> Listener:
    try:
        if port:
            return Listener(await trio.open_tcp_listeners(port, host=host))
        return Listener(await _open_free_port(host))
    except OSError as error:
        raise PortInUse(_sentence(error, port, host)) from error


async def _open_free_port(host: str | None) -> list[trio.SocketListener]:
    """Listeners on one port, chosen by the system, for every kind of address. Raises ``OSError``."""
    for attempt in range(1, _ATTEMPTS_AT_A_FREE_PORT + 1):
        port = await _some_free_port(host)
        try:
            return await trio.open_tcp_listeners(port, host=host)
        except OSError as error:
            # Free for one kind of address and taken for the other, or taken in between.
            if error.errno != errno.EADDRINUSE or attempt == _ATTEMPTS_AT_A_FREE_PORT:
                raise
    raise AssertionError("the last attempt returns or raises")


async def _some_free_port(host: str | None) -> int:
    listeners = await trio.open_tcp_listeners(0, host=host)
    port: int = listeners[0].socket.getsockname()[1]
    for listener in listeners:
        await listener.aclose()
    return port


def _sentence(error: OSError, port: int, host: str | None) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return Sentence("{host} is not an address of this computer.", host=host)
    match error.errno:
        case errno.EADDRINUSE:
            return Sentence(
                "TCP port {port} is in use by another program. Choose another, or leave it out to get a free one.",
                port=port,
            )
        case errno.EACCES | errno.EPERM:
            return Sentence("You are not allowed to use TCP port {port}. Choose a port above 1023.", port=port)
        case _:
            return Sentence("TCP port {port} cannot be opened: {reason}.", port=port, reason=reason_of(error))
