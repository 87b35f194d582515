"""The implementation under test, as one that is called, or one that calls."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, Protocol

import trio

from mandala_conformance.findings import PeerGone
from mandala_net.link.address import Address
from mandala_net.link.connect import ConnectError, connect
from mandala_net.link.handshake import Role

GONE_SECONDS: Final = 15.0
"""The seconds without an answer after which an implementation that is called counts as gone."""

PAUSE_SECONDS: Final = 0.1


class Implementation(Protocol):
    """The implementation under test. ``role`` is that of the tester towards it; ``label`` names it for people.

    ``software``: the name that it gives to itself in hello, once that was heard.
    """

    role: Role
    label: str
    software: str

    async def connection(self) -> trio.SocketStream:
        """The next TCP connection with it. Raises ``PeerGone``."""


class CalledImplementation:
    """An implementation that hosts, at an address."""

    role = Role.GUEST

    def __init__(self, address: Address) -> None:
        self._address = address
        self.label = str(address)
        self.software = ""

    async def connection(self) -> trio.SocketStream:
        """Call it, again and again for a while. Raises ``PeerGone``."""
        until = trio.current_time() + GONE_SECONDS
        while True:
            try:
                return await connect(self._address)
            except ConnectError as error:
                if trio.current_time() > until:
                    raise PeerGone(f"nobody answers at {self.label}: {error}") from error
            await trio.sleep(PAUSE_SECONDS)


class CallingImplementation:
    """An implementation that joins: whoever calls on our port. It is gone after ``timeout`` seconds without a call."""

    role = Role.HOST

    def __init__(self, port: int, calls: trio.MemoryReceiveChannel[trio.SocketStream], timeout: float) -> None:
        self._calls, self._timeout = calls, timeout
        self.port = port
        self.label = f"port {port}"
        self.software = ""

    async def connection(self) -> trio.SocketStream:
        """Wait for the next call. Raises ``PeerGone``."""
        with trio.move_on_after(self._timeout):
            return await self._calls.receive()
        raise PeerGone(f"nobody called within {self._timeout:g} s")

    @staticmethod
    @asynccontextmanager
    async def listening(port: int, host: str | None, seconds: float) -> AsyncIterator[CallingImplementation]:
        """Listen on this port (0: any free one) while the block runs. Raises ``OSError``."""
        arrive, calls = trio.open_memory_channel[trio.SocketStream](math.inf)
        listeners = await trio.open_tcp_listeners(port, host=host)
        number: int = listeners[0].socket.getsockname()[1]

        async def arrived(stream: trio.SocketStream) -> None:
            await arrive.send(stream)
            await trio.sleep_forever()  # its stream is closed when this returns

        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(trio.serve_listeners, arrived, listeners))
            yield CallingImplementation(number, calls, seconds)
            nursery.cancel_scope.cancel()
