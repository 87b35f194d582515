"""A way between a guest and a host on this machine, on which a test can let happen what happens to networks."""

from __future__ import annotations

from abc import ABC, abstractmethod

import trio


class Relay(ABC):
    """Carries what comes from each side to the other; how, each kind says for itself.

    ``target``: the port of the host, None while there is none. ``port``: that of the relay, once it runs.
    ``connections``: how many there have been.
    """

    def __init__(self, target: int | None = None) -> None:
        self.target = target
        self.port = 0
        self.connections = 0

    async def run(self, *, task_status: trio.TaskStatus[None]) -> None:
        """Take connections until it is cancelled."""
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        self.port = listeners[0].socket.getsockname()[1]
        task_status.started()
        await trio.serve_listeners(self._join, listeners)

    async def _join(self, guest: trio.SocketStream) -> None:
        self.connections += 1
        async with guest:
            if self.target is None:
                return
            try:
                host = await trio.open_tcp_stream("127.0.0.1", self.target)
            except OSError:
                return
            async with host:
                await self.connect(guest, host)

    async def connect(self, guest: trio.SocketStream, host: trio.SocketStream) -> None:
        """One connection, from its first byte to its last."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.carry, guest, host, True)
            nursery.start_soon(self.carry, host, guest, False)

    @abstractmethod
    async def carry(self, source: trio.SocketStream, sink: trio.SocketStream, from_guest: bool) -> None:
        """One direction of a connection."""
