"""Cheap messages as fast as they come: they cost little, hold up nobody, and too many of them are refused (MS19)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.connect import connect
from mandala_net.link.hello import greet
from mandala_net.link.listener import listen
from mandala_net.link.secure_link import LinkLost, SecureLink, client_handshake
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.host import host
from mandala_net.match.match import Match
from mandala_net.match.news import LineLost, Outcome, PeerBroke
from mandala_net.match.reconnect import Places
from mandala_net.match.saved_session import SavedSession
from mandala_net.match.setup import Audience, MatchSetup
from mandala_net.player.profile import Profile
from mandala_protocol.conversation.events import Command, Play, SessionEvent, Speak, Talk
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import Code
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA, MandalaMove
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    Chat,
    Decline,
    EntryMessage,
    Error,
    First,
    Message,
    MessageReader,
    Offer,
    Ping,
    Pong,
    Rematch,
    encode,
)
from mandala_protocol.wire.rate_limit import FRAME_WEIGHT, MESSAGE_WEIGHT, PLAYER, STRANGER, Allowance
from tests.hearing import hear
from tests.narrowing import present

pytestmark = pytest.mark.usefixtures("same_players")

SECONDS = 60
TIMEOUTS = Timeouts()
OFFER = GameTerms(MANDALA.name, First.HOST)
PING, ODD = encode(Ping()), b"\x00\x03\x92\x63\x80"


class Noting(Session):
    """A session that notes what it was asked to do, in order."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.course: list[str] = []

    def next_event(self) -> SessionEvent | None:
        event = super().next_event()
        if event is not None:
            self.course.append("hear")
        return event

    def send(self, command: Command) -> bytes:
        self.course.append(type(command).__name__)
        return super().send(command)


def session_of(profile: Profile, peer: Profile, seat: Seat) -> Noting:
    return Noting(
        seat=seat,
        signer=profile.identity,
        name=profile.name,
        peer=peer.identity.public,
        seed=bytes([int(seat)]) * 32,
        games=GAMES,
        workers=Serial(),
        terms=OFFER if seat is Seat.HOST else None,
    )


class Wire:
    """One end of a line in memory, as a match uses it. ``unread``: whether something is said to wait on it."""

    def __init__(self, peer: bytes) -> None:
        self.peer, self.unread, self.trace, self.own_address = peer, False, None, None
        self.allowance = Allowance(trio.current_time())
        self.said: list[tuple[float, bytes]] = []
        self._in, self._out = trio.open_memory_channel[bytes](10_000)

    @property
    def link(self) -> SecureLink:
        """This, as a match takes it."""
        return cast("SecureLink", self)

    def bring(self, data: bytes) -> None:
        self._in.send_nowait(data)

    def heard(self) -> list[Message]:
        """All that was said on it."""
        return list(MessageReader().feed(b"".join(data for _, data in self.said)))

    async def send(self, data: bytes) -> None:
        await trio.lowlevel.checkpoint()
        self.said.append((trio.current_time(), data))

    async def receive(self) -> bytes:
        data = await self._out.receive()
        self.allowance.pass_time(trio.current_time())
        return data


class Table:
    """Anna's match on a wire, with Ben's session at the other end."""

    def __init__(self, profiles: list[Profile], timeouts: Timeouts = TIMEOUTS) -> None:
        self.session = session_of(profiles[0], profiles[1], Seat.HOST)
        self.ben, self.identity = session_of(profiles[1], profiles[0], Seat.GUEST), profiles[1].identity
        begin = self._beginning(profiles[0])
        self.match = Match(SavedSession(self.session, begin), admit=self._admit, timeouts=timeouts)
        self.wire = Wire(profiles[1].identity.public)
        self.outcome: Outcome | None = None
        self.let_in = trio.Event()

    @staticmethod
    def _beginning(profile: Profile) -> Callable[[], Any]:
        return lambda: profile.store.begin(Seat.HOST, bytes(32), bytes(32))

    async def _admit(self, _: Greeted) -> None:
        await self.let_in.wait()

    async def sit(self) -> None:
        """The match on this line, to the end of both."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._run, nursery.cancel_scope)
            await self.match.take_line(self.wire.link, Greeted("Ben", "", b"", None, b""))

    async def _run(self, scope: trio.CancelScope) -> None:
        self.outcome = await self.match.run()
        scope.cancel()

    async def until_anna_is_to_move(self) -> None:
        self.let_in.set()
        self.ben.open_line("Anna")
        heard = 0
        while self.match.snapshot.pending is not Pending.MOVE:
            await trio.testing.wait_all_tasks_blocked(0.001)
            while heard < len(self.wire.said):
                hear(self.ben, self.wire.said[heard][1])
                heard += 1
            while self.ben.pending is Pending.ENTRY:
                self.wire.bring(self.ben.send(Speak()))

    def wishes(self, count: int) -> bytes:
        """Valid wishes of Ben, each another one than that before."""
        turn, game = self.session.referee.moves_made, self.session.referee.game_id
        each = [
            encode(Offer(wish, turn, self.identity.sign(offer_statement(game, wish, turn))))
            for wish in ("end", "adjourn")
        ]
        return b"".join(each[number % 2] for number in range(count))


@asynccontextmanager
async def seated(table: Table, seconds: float = SECONDS) -> AsyncIterator[Table]:
    with trio.fail_after(seconds):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.sit)
            yield table
            nursery.cancel_scope.cancel()


def a_move(table: Table) -> MandalaMove:
    return MANDALA.legal_moves(present(table.match.snapshot.view))[0]


@pytest.fixture
def hops(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The calls to a thread."""
    gone: list[object] = []
    to_thread = trio.to_thread.run_sync

    async def counted(work: Callable[..., Any], *given: Any, **options: Any) -> Any:
        gone.append(work)
        return await to_thread(work, *given, **options)

    monkeypatch.setattr(trio.to_thread, "run_sync", counted)
    return gone


# What is cheap.


async def test_cheap_messages_go_to_no_thread_and_their_pongs_go_out_together(
    profiles: list[Profile], hops: list[object]
) -> None:
    async with seated(Table(profiles)) as table:
        await table.until_anna_is_to_move()
        await trio.testing.wait_all_tasks_blocked(0.05)
        hops.clear()
        said = len(table.wire.said)
        cheap = PING + encode(Pong()) + encode(Chat("hello")) + encode(Rematch()) + encode(Decline("end", 0)) + ODD
        table.wire.bring(cheap * 40)
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert hops == []
        assert [data for _, data in table.wire.said[said:]] == [encode(Pong()) * 40]


async def test_what_is_signed_still_goes_to_a_thread(profiles: list[Profile], hops: list[object]) -> None:
    """LK23: what takes long to check is checked beside the connection, whose pings go on."""
    async with seated(Table(profiles)) as table:
        await table.until_anna_is_to_move()
        await trio.testing.wait_all_tasks_blocked(0.05)
        hops.clear()
        table.wire.bring(table.wishes(1))
        while table.match.snapshot.their_offer is None:
            await table.match.wait_changed()
        assert len(hops) == 1


async def test_a_move_does_not_wait_until_a_flood_of_wishes_has_been_checked(profiles: list[Profile]) -> None:
    async with seated(Table(profiles)) as table:
        await table.until_anna_is_to_move()
        await trio.testing.wait_all_tasks_blocked(0.05)
        table.session.course.clear()
        table.wire.bring(table.wishes(300))
        await trio.testing.wait_all_tasks_blocked()  # the first of them are in a thread
        await table.match.do(Play(a_move(table)))
        while table.session.course.count("hear") < 100:
            await trio.testing.wait_all_tasks_blocked(0.01)
    course = table.session.course
    assert course.index("Play") < 100, "after what was heard while it was typed, one offer at a time, not after all 300"


# What is too much.


def floods(table: Table) -> dict[str, bytes]:
    return {
        "pings": PING,
        "pongs": encode(Pong()),
        "chat": encode(Chat("hello")),
        "wishes": table.wishes(2),
        "declines": encode(Decline("end", 0)),
        "rematch": encode(Rematch()),
        "odd": ODD,
        "large and odd": b"\x20\x06\x92\x63\xc5\x20\x01" + bytes(0x2001),
    }


@pytest.mark.parametrize(
    "flood", ["pings", "pongs", "chat", "wishes", "declines", "rematch", "odd", "large and odd", "many pieces"]
)
async def test_MS19_a_flood_in_the_midst_of_a_game_is_refused_and_the_other_is_told_why(
    profiles: list[Profile], flood: str
) -> None:
    async with seated(Table(profiles)) as table:
        await table.until_anna_is_to_move()
        length = table.session.referee.transcript.length
        if flood == "many pieces":
            for _ in range(1000):
                table.wire.bring(PING)
        else:
            table.wire.bring(floods(table)[flood] * 1000)
        while table.outcome is None:
            await trio.testing.wait_all_tasks_blocked(0.01)
    assert isinstance(table.outcome, PeerBroke)
    assert (table.outcome.error.code, table.outcome.error.requirement) == (Code.FLOOD, "MS19")
    assert table.session.referee.transcript.length == length
    last = table.wire.heard()[-1]
    assert isinstance(last, Error)
    assert (last.code, last.requirement) == (7, "MS19")


async def test_MS19_as_many_as_may_come_are_all_answered_and_the_game_goes_on(profiles: list[Profile]) -> None:
    async with seated(Table(profiles)) as table:
        await table.until_anna_is_to_move()
        said = len(table.wire.said)
        many = PLAYER.at_once // (MESSAGE_WEIGHT + len(PING) - 2 + FRAME_WEIGHT)
        for _ in range(many):
            table.wire.bring(PING)
        await table.match.do(Play(a_move(table)))
        await trio.testing.wait_all_tasks_blocked(0.05)
        answers = list(MessageReader().feed(b"".join(data for _, data in table.wire.said[said:])))
        assert sum(isinstance(answer, Pong) for answer in answers) == many
        assert sum(isinstance(answer, EntryMessage) for answer in answers) == 1
        assert table.outcome is None


# At the door.


def quiet(status: Callable[[str], None]) -> Audience:
    return Audience(status, lambda _: None, lambda _: None)


async def idle(_: Match) -> None:
    await trio.sleep_forever()


async def last_word(link: SecureLink, reader: MessageReader) -> Message | None:
    """The other side's last message before it closes the connection."""
    said: list[Message] = []
    with suppress(LinkLost):
        while data := await link.receive():
            said += reader.feed(data)
    return said[-1] if said else None


@pytest.mark.parametrize("greeted", [False, True], ids=["before hello", "not let in yet"])
async def test_MS19_a_stranger_is_refused_sooner_and_the_place_is_free_for_the_next(
    profiles: list[Profile], greeted: bool
) -> None:
    asked = trio.Event()

    async def ask(_: object) -> bool:
        asked.set()
        await trio.sleep_forever()

    setup = MatchSetup(Places(Reach.THIS_MACHINE, announced=False))
    sentences: list[str] = []
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, profiles[0], listener, OFFER, quiet(sentences.append), idle, ask, setup)
            eve = await client_handshake(await connect(Address("127.0.0.1", listener.port)), profiles[2].identity)
            rest = b""
            if greeted:
                rest = (await greet(eve, "Eve", TIMEOUTS)).rest
                await asked.wait()
            await eve.send(ODD * (STRANGER.borne // MESSAGE_WEIGHT + 1))
            reader = MessageReader()
            list(reader.feed(rest))
            refused = await last_word(eve, reader)
            await eve.aclose()
            asked = trio.Event()
            ben = await client_handshake(await connect(Address("127.0.0.1", listener.port)), profiles[1].identity)
            await greet(ben, "Ben", TIMEOUTS)
            await asked.wait()
            nursery.cancel_scope.cancel()
        with trio.move_on_after(0):
            await ben.aclose()
    assert isinstance(refused, Error)
    assert (refused.code, refused.requirement) == (7, "MS19")


# Our own side.


def windows(said: list[tuple[float, bytes]]) -> Iterator[tuple[float, int]]:
    """From each moment to each later one: how long that is, and what was said weighs, entries and pongs left out."""
    weights = []
    for moment, data in said:
        reader = MessageReader()
        messages = [message for message in reader.feed(data) if not isinstance(message, EntryMessage | Pong)]
        weights.append((moment, sum(MESSAGE_WEIGHT + FRAME_WEIGHT + len(encode(message)) - 2 for message in messages)))
    for first in range(len(weights)):
        total = 0
        for moment, weight in weights[first:]:
            total += weight
            yield moment - weights[first][0], total


async def test_MS18_a_script_that_talks_without_end_keeps_the_pace(
    profiles: list[Profile], mock_clock: MockClock, jumps_when_idle: None
) -> None:
    async with seated(Table(profiles, Timeouts(quiet=10_000, lost=10_000, words=10_000)), 3600) as table:
        await table.match.wait_line(there=True)
        for number in range(40):
            await table.match.do(Talk(f"{number} " + "blah " * 90))
        strangers = len(table.wire.said)
        await table.until_anna_is_to_move()
        begun = len(table.wire.said)
        for number in range(200):
            await table.match.do(Talk(f"{number} " + "blah " * 90))
        assert table.outcome is None
    said = table.wire.said
    assert sum(isinstance(message, Chat) for message in table.wire.heard()) == 240
    assert strangers > 40
    for seconds, weight in windows(said[:strangers]):
        assert weight <= STRANGER.at_once + STRANGER.a_second * seconds
    for seconds, weight in windows(said[begun:]):
        assert weight <= PLAYER.at_once + PLAYER.a_second * seconds


# Who is behind.


async def test_LK22_a_line_on_which_something_waits_to_be_read_is_not_lost(
    profiles: list[Profile], mock_clock: MockClock, jumps_when_idle: None
) -> None:
    """Nothing is taken in for a minute, as on a machine that is overloaded; but it has come."""
    table = Table(profiles, Timeouts(words=10_000))
    began = trio.current_time()

    async def read_at_last() -> None:
        await trio.sleep(60)
        assert table.outcome is None
        table.wire.unread = False

    table.wire.unread = True
    table.let_in.set()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(read_at_last)
        await table.sit()
    assert isinstance(table.outcome, LineLost)
    assert trio.current_time() - began == pytest.approx(60 + TIMEOUTS.lost, abs=TIMEOUTS.ping)
