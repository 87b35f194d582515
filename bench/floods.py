"""The cost of floods: a peer, or a stranger at the door, sends cheap messages as fast as it can.

The victim is a process of its own, which hosts a game and is to move. Measured are the seconds that its processor
spends until the line has ended, or all was taken in, and how late things get: its own move, said in the midst of the
flood, and whatever else its loop has to do.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, repeat
from pathlib import Path
from typing import Final

import trio
from attrs import frozen

from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.connect import connect
from mandala_net.link.hello import greet
from mandala_net.link.listener import listen
from mandala_net.link.secure_link import client_handshake
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.host import host
from mandala_net.match.match import Match
from mandala_net.match.reconnect import Places
from mandala_net.match.setup import Audience, MatchSetup
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.events import Play, Speak
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import LocalProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.seats import Seat
from mandala_protocol.wire.codec import pack
from mandala_protocol.wire.messages import Chat, Decline, First, Move, Offer, Ping, Pong, Rematch, Resume, encode
from mandala_protocol.wire.rate_limit import MESSAGE_WEIGHT, PLAYER

COUNT: Final = 100_000
FULL: Final = 65_519
"""The most bytes of content in one frame."""

LONGEST: Final = 120.0
"""Seconds after which the flood counts as over."""

LINGER: Final = 0.5
"""Seconds for which the line stays after a flood, if it can."""

MOVE_AFTER: Final = 0.01
TICK: Final = 0.002


@frozen
class Cost:
    """The cost of one flood for the victim: seconds of computing, and the largest delays in milliseconds."""

    computing: float
    move: float
    loop: float

    @property
    def latest(self) -> float:
        """The largest delay of a move, or of anything else."""
        return max(self.move, self.loop)


def unknown(body: object) -> bytes:
    """A message of an unknown kind that every receiver may ignore."""
    packed = pack([65_535, body])
    return len(packed).to_bytes(2, "big") + packed


LARGEST: Final = unknown([[0] * 256] * 230)


def whole(message: bytes) -> Iterator[bytes]:
    """The contents of frames as full as they can be."""
    data = message * (FULL // len(message))
    return repeat(data, -(-COUNT * len(message) // len(data)))


def borne(message: bytes, messages: int = 1) -> Iterator[bytes]:
    """Return the most messages that may come at once, in one frame; ``message`` holds ``messages`` of them."""
    return iter((message * (PLAYER.borne // (messages * MESSAGE_WEIGHT + len(message)) - 1),))


def each(message: bytes) -> Iterator[bytes]:
    """A frame for each message."""
    return repeat(message, COUNT)


def byte_by_byte(message: bytes) -> Iterator[bytes]:
    """A frame for each byte."""
    return chain.from_iterable([bytes([byte]) for byte in message] for _ in range(COUNT // len(message)))


def hear_all(session: Session, data: bytes) -> None:
    """Let a session hear all of what has come."""
    session.receive_data(data)
    for _ in session.next_events():
        pass


def wishes(session: Session, identity: Identity) -> bytes:
    """Two wishes that are valid, and each the last one when it comes."""
    turn, game = session.referee.moves_made, session.referee.game_id
    return b"".join(
        encode(Offer(wish, turn, identity.sign(offer_statement(game, wish, turn)))) for wish in ("end", "adjourn")
    )


FLOODS: Final[Mapping[str, Callable[[Session, Identity], Iterator[bytes]]]] = {
    "pings": lambda *_: whole(encode(Ping())),
    "pings, a frame each": lambda *_: each(encode(Ping())),
    "pongs": lambda *_: whole(encode(Pong())),
    "chat": lambda *_: whole(encode(Chat("hello"))),
    "chat, a frame each": lambda *_: each(encode(Chat("hello"))),
    "wishes": lambda session, identity: whole(wishes(session, identity)),
    "declines": lambda *_: whole(encode(Decline("end", 0))),
    "rematch": lambda *_: whole(encode(Rematch())),
    "resume": lambda *_: whole(encode(Resume(1, bytes(32)))),
    "odd unknown": lambda *_: whole(unknown({})),
    "odd unknown, large": lambda *_: repeat(LARGEST, 200),
    "frames of a byte": lambda *_: byte_by_byte(LARGEST),
    "halves of pings": lambda *_: chain.from_iterable(repeat((encode(Ping())[:2], encode(Ping())[2:]), COUNT)),
    "pings, as many as are borne": lambda *_: borne(encode(Ping())),
    "chat, as much as is borne": lambda *_: borne(encode(Chat("hello"))),
    "wishes, as many as are borne": lambda *given: borne(wishes(*given), 2),
    "large, as many as are borne": lambda *_: repeat(LARGEST, PLAYER.at_once // len(LARGEST)),
}
"""The messages that a guest in the midst of a game can send."""

BURSTS: Final = ("pings", "pings, a frame each")

AT_THE_DOOR: Final = ("pings", "chat", "odd unknown", "odd unknown, large", "frames of a byte")
UNGREETED: Final = ("odd unknown", "odd unknown, large", "frames of a byte")


# The victim.


async def _victim(folder: Path, lets_in: bool) -> None:
    logging.disable()
    quiet = Audience(lambda _: None, lambda _: None, lambda _: None)
    setup = MatchSetup(Places(Reach.THIS_MACHINE, announced=False))
    flooded, over = trio.Event(), trio.Event()
    began: list[float] = []
    late = {"move": 0.0, "loop": 0.0}

    async def play(match: Match) -> None:
        while match.snapshot.pending is not Pending.MOVE:
            await match.wait_changed()
        print("to move", flush=True)
        await flooded.wait()
        await trio.sleep(MOVE_AFTER)
        assert match.snapshot.view is not None
        move = MANDALA.legal_moves(match.snapshot.view)[0]
        asked = trio.current_time()
        with suppress(LocalProtocolError):
            await match.do(Play(move))
        late["move"] = trio.current_time() - asked
        await trio.sleep_forever()

    async def ask(_: object) -> bool:
        print("at the door", flush=True)
        await trio.sleep_forever()

    async def watch_loop() -> None:
        await flooded.wait()
        while True:
            due = trio.current_time() + TICK
            await trio.sleep_until(due)
            late["loop"] = max(late["loop"], trio.current_time() - due)

    async def hear_orders() -> None:
        async with trio.lowlevel.FdStream(os.dup(sys.stdin.fileno())) as orders:
            await orders.receive_some()
            began.append(time.process_time())
            flooded.set()
            while await orders.receive_some():
                pass
        over.set()

    async def open_door() -> None:
        async with await listen(0, "127.0.0.1") as listener:
            print(listener.port, flush=True)
            await host(
                profile, listener, GameTerms(MANDALA.name, First.HOST), quiet, play, None if lets_in else ask, setup
            )
            await trio.sleep_forever()

    with open_home(Paths.under(folder), "Anna") as profile:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(open_door)
            nursery.start_soon(watch_loop)
            nursery.start_soon(hear_orders)
            await over.wait()
            nursery.cancel_scope.cancel()
    print(json.dumps({"computing": time.process_time() - began[0], **late}), flush=True)


# The one who floods.


class Held(trio.abc.Stream):
    """A connection on which what is sent can be ``held``, to go out all at once."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self.held: bytearray | None = None

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        if self.held is None:
            await self.stream.send_all(data)
        else:
            self.held += data

    async def wait_send_all_might_not_block(self) -> None:
        await self.stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self.stream.receive_some(max_bytes)

    async def aclose(self) -> None:
        await self.stream.aclose()


async def _flood(process: subprocess.Popen[str], flood: str, where: str) -> None:
    assert process.stdout is not None
    assert process.stdin is not None
    port = int(process.stdout.readline())
    identity, timeouts = Identity.generate(), Timeouts()
    stream = Held(await connect(Address("127.0.0.1", port)))
    link = await client_handshake(stream, identity)
    session = Session(
        seat=Seat.GUEST, signer=identity, name="Ben", peer=link.peer, seed=bytes(32), games=GAMES, workers=Serial()
    )
    if where != "ungreeted":
        greeted = await greet(link, "Ben", timeouts)
        session.open_line(greeted.name)
        hear_all(session, greeted.rest)
    if where == "game":
        while session.referee.due is None or session.referee.due.kind is not Move:
            hear_all(session, await link.receive())
            while session.pending is Pending.ENTRY:
                await link.send(session.send(Speak()))
    if where != "ungreeted":
        process.stdout.readline()
    stream.held = bytearray()
    for content in FLOODS[flood](session, identity):
        await link.send(content)
    process.stdin.write("now\n")
    process.stdin.flush()
    with trio.move_on_after(LONGEST):
        await _send(stream.stream, stream.held)
    await trio.aclose_forcefully(stream)


async def _send(stream: trio.SocketStream, data: bytearray) -> None:
    """Send it all, take in whatever comes, and wait for the other side to end the line."""

    async def hear() -> None:
        with suppress(trio.BrokenResourceError):
            while await stream.receive_some():
                pass

    async with trio.open_nursery() as nursery:
        nursery.start_soon(hear)
        with suppress(trio.BrokenResourceError):
            await stream.send_all(data)
            await trio.sleep(LINGER)
            await stream.send_eof()


def cost(flood: str, where: str = "game") -> Cost:
    """The cost of this flood for a program; ``where``: in the midst of a "game", at the "door", or "ungreeted"."""
    with tempfile.TemporaryDirectory(prefix="mandala-bench-") as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "bench.floods", "victim", folder, where],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            trio.run(_flood, process, flood, where)
            said, _ = process.communicate(timeout=LONGEST)
        finally:
            process.kill()
            process.wait()
    found = json.loads(said.splitlines()[-1])
    return Cost(found["computing"], found["move"] * 1000, found["loop"] * 1000)


def costs() -> Iterator[tuple[str, Cost]]:
    """Every flood from everywhere, with what it costs."""
    yield from ((flood, cost(flood)) for flood in FLOODS)
    yield from ((f"{flood}, at the door", cost(flood, "door")) for flood in AT_THE_DOOR)
    yield from ((f"{flood}, before hello", cost(flood, "ungreeted")) for flood in UNGREETED)


def main() -> None:
    """Print all."""
    print(f"{'a flood of':40}{'computing':>11}{'move late':>11}{'loop late':>11}")
    for name, found in costs():
        print(f"{name:40}{found.computing:9.2f} s{found.move:8.1f} ms{found.loop:8.1f} ms", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["victim"]:
        trio.run(_victim, Path(sys.argv[2]), sys.argv[3] != "door")
    else:
        main()
