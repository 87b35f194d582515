"""A game between two programs that is cut, again and again: a proxy between them, and a hand that can kill them."""

from __future__ import annotations

import enum
import os
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import trio
from attrs import define, field, frozen

from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import read
from mandala_protocol.wire.messages import EntryMessage
from tests.e2e.starter import Forking
from tests.relays import Relay

PROGRAM: Final = [sys.executable, "-m", "tests.e2e.seat"]
SIDES: Final = ("host", "guest")


class Fault(enum.Enum):
    """A fault that happens to a game between two of its messages."""

    RESET = "connection reset"
    SILENCE = "silence"
    KILL_ONE = "kill -9 of one side"
    KILL_BOTH = "kill -9 of both sides"
    KILL_WRITING = "kill -9 during a write"

    @property
    def moment(self) -> str:
        """The moment of the fault: an entry is just being written, or has been written, and nothing was sent since."""
        return "writing" if self is Fault.KILL_WRITING else "saved"


@frozen
class Cut:
    """One fault: at which entry, on which side, in which moment."""

    side: str
    moment: str
    entry: int


class Proxy(Relay):
    """Stands between guest and host. Not a byte is changed; a connection can be reset, or fall silent."""

    def __init__(self) -> None:
        super().__init__()
        self._streams: list[trio.SocketStream] = []
        self._silent: set[trio.SocketStream] = set()

    async def connect(self, guest: trio.SocketStream, host: trio.SocketStream) -> None:
        pair = [guest, host]
        self._streams += pair
        try:
            await super().connect(guest, host)
        finally:
            self._streams = [stream for stream in self._streams if stream not in pair]
            self._silent -= set(pair)

    async def carry(self, source: trio.SocketStream, sink: trio.SocketStream, from_guest: bool) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for data in source:
                if source not in self._silent:
                    await sink.send_all(data)
            if source not in self._silent:
                await sink.send_eof()
                return
        for stream in (source, sink):  # so that the other direction ends too
            await trio.aclose_forcefully(stream)

    def reset(self) -> None:
        """Every connection ends at once with a reset, as when a router is switched off and on."""
        for stream in self._streams:
            with suppress(OSError):  # closed before
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            stream.socket.close()

    def fall_silent(self) -> None:
        """Every connection stays open, and nothing comes through, as when Wi-Fi is lost."""
        self._silent.update(self._streams)


@define
class Seat:
    """One of the two programs, as often as it is started."""

    side: str
    folder: Path
    port: int
    lines: trio.MemorySendChannel[tuple[Seat, int, str]]
    impatient: bool
    process: Forking | None = None
    generation: int = 0
    over: bool = False

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Start the program; pass on what it says, until it ends."""
        self.generation += 1
        mine = self.generation
        arguments = [*PROGRAM, self.side, str(self.folder), "--port", str(self.port)]
        if self.impatient:
            arguments.append("--impatient")
        process = self.process = Forking(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        task_status.started()
        buffer = b""
        assert process.stdout is not None
        try:
            async with trio.lowlevel.FdStream(os.dup(process.stdout.fileno())) as told:
                async for data in told:
                    buffer += data
                    *whole, buffer = buffer.split(b"\n")
                    for line in whole:
                        await self.lines.send((self, mine, line.decode()))
            await self.lines.send((self, mine, "ended"))
        finally:
            process.kill()
            process.communicate()

    async def go_on(self) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        with suppress(BrokenPipeError, ValueError):  # it has ended, and its pipes may be closed
            os.write(self.process.stdin.fileno(), b"\n")

    async def kill(self) -> None:
        assert self.process is not None
        self.generation += 1  # whatever it still says does not count
        self.process.kill()
        await trio.to_thread.run_sync(self.process.wait)


@define
class Rig:
    """Two programs, each with its own home made from a fixed one, and the proxy between them.

    ``wanted`` says which fault happens at the entry of this number, on both sides; ``cuts`` are those that happened.
    """

    folder: Path
    wanted: Callable[[int], Fault | None] = lambda _: None
    impatient: bool = False
    cuts: dict[Cut, Fault] = field(factory=dict)

    async def play(self) -> bytes:
        """Play a game to its end, with a cut wherever one is wanted; the record that both have."""
        proxy = Proxy()
        send, receive = trio.open_memory_channel[tuple[Seat, int, str]](0)
        async with trio.open_nursery() as nursery:
            await nursery.start(proxy.run)
            seats = {
                "host": Seat("host", self.folder / "host", 0, send, self.impatient),
                "guest": Seat("guest", self.folder / "guest", proxy.port, send, self.impatient),
            }
            for seat in seats.values():
                await nursery.start(seat.run)
            while not all(seat.over for seat in seats.values()):
                seat, generation, line = await receive.receive()
                if generation == seat.generation:
                    await self._hear(seat, line, seats, proxy, nursery)
            nursery.cancel_scope.cancel()
        return self._record()

    async def _hear(self, seat: Seat, line: str, seats: dict[str, Seat], proxy: Proxy, nursery: trio.Nursery) -> None:
        what, _, value = line.partition(" ")
        if what == "port":
            proxy.target = int(value)
            return
        if what == "ended":
            assert seat.over, f"the {seat.side} ended by itself after {list(self.cuts)[-1:]}"
            return
        if what == "over":
            assert value == "GameFinished", f"the {seat.side} ended with {value} after {list(self.cuts)[-1:]}"
            seat.over = True
            return
        cut = Cut(seat.side, what, int(value))
        fault = self.wanted(cut.entry)
        if fault is None or what != fault.moment or cut in self.cuts:
            await seat.go_on()
            return
        self.cuts[cut] = fault
        await self._strike(fault, seat, seats, proxy, nursery)

    async def _strike(
        self, fault: Fault, seat: Seat, seats: dict[str, Seat], proxy: Proxy, nursery: trio.Nursery
    ) -> None:
        match fault:
            case Fault.RESET:
                proxy.reset()
                await seat.go_on()
            case Fault.SILENCE:
                proxy.fall_silent()
                await seat.go_on()
            case Fault.KILL_ONE | Fault.KILL_WRITING:
                await seat.kill()
                await nursery.start(seat.run)
            case Fault.KILL_BOTH:
                for each in seats.values():
                    if not each.over:
                        await each.kill()
                        self._count_also(each)
                for each in seats.values():
                    if not each.over:
                        await nursery.start(each.run)

    def _count_also(self, seat: Seat) -> None:
        """A killed program may have saved an entry of which it could not tell any more: it was cut there as well."""
        with open_home(Paths.under(seat.folder)) as profile:
            entries = max((game.entries for game in profile.store.games()), default=0)
        cut = Cut(seat.side, "saved", entries - 1)
        if entries and self.wanted(cut.entry) is Fault.KILL_BOTH:
            self.cuts[cut] = Fault.KILL_BOTH

    def _record(self) -> bytes:
        kept = [record_in(self.folder / side) for side in SIDES]
        assert kept[0] == kept[1], "the two sides have different records"
        return kept[0]


def record_in(folder: Path) -> bytes:
    """The record of the game in a home that was played to its end."""
    with open_home(Paths.under(folder)) as profile:
        (game,) = (game for game in profile.store.games() if game.entries > 1)
        messages: list[EntryMessage] = profile.store.take_up(game.row).messages()
    return verification.write(read(message) for message in messages)


def make_homes(folder: Path) -> Path:
    """Two homes with identities of their own, to be copied: so the same players can play the same game again."""
    for side in SIDES:
        with open_home(Paths.under(folder / side)):
            pass
    return folder


def copy_homes(original: Path, folder: Path) -> Path:
    shutil.copytree(original, folder)
    return folder
