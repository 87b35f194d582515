"""Attacks by a hostile peer, a stranger or a full disk over connections that come and go, and what follows."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeVar, cast

import attrs
import pytest
import trio
import trio.testing

from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.close_reasons import NOT_HERE
from mandala_net.link.connect import connect
from mandala_net.link.hello import MOST_UNGREETED, greet
from mandala_net.link.listener import listen
from mandala_net.link.secure_link import LinkLost, SecureLink, client_handshake
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.host import host
from mandala_net.match.match import Match
from mandala_net.match.news import News, NotSaved, PeerBroke, Talked
from mandala_net.match.reconnect import Places
from mandala_net.match.resume import resume
from mandala_net.match.saved_session import SavedSession
from mandala_net.match.setup import Audience, MatchSetup
from mandala_net.player.profile import Profile
from mandala_net.store.store import MOST_UNACCEPTED, SavedGame, StoreError
from mandala_protocol.conversation.events import Speak
from mandala_protocol.conversation.greeting import Greeted, refusal
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import Code
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.poker.workers import Serial, Workers
from mandala_protocol.record.transcript import seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Chat, First, Shuffle, encode
from mandala_protocol.wire.rate_limit import Allowance
from tests.hearing import hear
from tests.limits import SECONDS
from tests.narrowing import of_kind, present

pytestmark = pytest.mark.usefixtures("same_players")

TIMEOUTS = Timeouts()
AT_HOME = MatchSetup(Places(Reach.THIS_MACHINE, announced=False))
OFFER = GameTerms(MANDALA.name, First.GUEST)

T = TypeVar("T")


def session_of(profile: Profile, peer: Profile, seat: Seat, workers: Workers | None = None) -> Session:
    return Session(
        seat=seat,
        signer=profile.identity,
        name=profile.name,
        peer=peer.identity.public,
        seed=bytes([int(seat)]) * 32,
        games=GAMES,
        workers=workers or Serial(),
        terms=OFFER if seat is Seat.HOST else None,
    )


class Wire:
    """One end of a line in memory, as a match uses it."""

    def __init__(self, peer: bytes) -> None:
        self.peer, self.trace, self.own_address = peer, None, None
        self.said: list[bytes] = []
        self.allowance, self.unread = Allowance(trio.current_time()), False
        self._in, self._out = trio.open_memory_channel[bytes](1000)

    @property
    def link(self) -> SecureLink:
        """This, as a match takes it."""
        return cast("SecureLink", self)

    def bring(self, data: bytes) -> None:
        self._in.send_nowait(data)

    async def send(self, data: bytes) -> None:
        await trio.lowlevel.checkpoint()
        self.said.append(data)

    async def receive(self) -> bytes:
        return await self._out.receive()


class HeldWorkers:
    """Proofs that wait, once ``held`` is set, until they are let go."""

    def __init__(self) -> None:
        self.held = False
        self.begun, self.let_go = threading.Event(), threading.Event()

    def run(self, tasks: Sequence[Callable[[], T]]) -> list[T]:
        if self.held:
            self.begun.set()
            assert self.let_go.wait(SECONDS)
        return Serial().run(tasks)


def begun(profiles: list[Profile]) -> tuple[Session, Session]:
    """A game between Anna and Ben in which four entries have been said."""
    anna, ben = session_of(profiles[0], profiles[1], Seat.HOST), session_of(profiles[1], profiles[0], Seat.GUEST)
    anna.open_line("Ben")
    ben.open_line("Anna")
    while anna.referee.transcript.length < 4:
        speaker, hearer = (anna, ben) if anna.pending is Pending.ENTRY else (ben, anna)
        hear(hearer, speaker.send(Speak()))
    anna.new_entries()
    return anna, ben


async def admitted(_: Greeted) -> None:
    return None


async def test_CV2_a_false_proof_is_found_though_another_line_takes_the_place_of_its_own(
    profiles: list[Profile],
) -> None:
    workers = HeldWorkers()
    session = session_of(profiles[0], profiles[1], Seat.HOST, workers)
    match = Match(
        SavedSession(session, lambda: profiles[0].store.begin(Seat.HOST, bytes(32), bytes(32))), admit=admitted
    )
    cheat = session_of(profiles[1], profiles[0], Seat.GUEST)
    cheat.open_line("Anna")
    first, second = Wire(profiles[1].identity.public), Wire(profiles[1].identity.public)
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(match.take_line, first.link, Greeted("Ben", "", b"", None, b""))
            while present(cheat.referee.due).kind is not Shuffle or cheat.pending is Pending.NOTHING:
                heard, first.said = b"".join(first.said), []
                hear(cheat, heard)
                if cheat.pending is Pending.ENTRY and present(cheat.referee.due).kind is not Shuffle:
                    first.bring(cheat.send(Speak()))
                await trio.lowlevel.checkpoint()
            transcript, body = cheat.referee.transcript, cheat._speaker.next_body()
            false = attrs.evolve(
                of_kind(Shuffle, body),
                order_responses=of_kind(Shuffle, body).order_responses[32:]
                + of_kind(Shuffle, body).order_responses[:32],
            )
            workers.held = True
            entry = seal(transcript.length, transcript.head, false, profiles[1].identity)
            first.bring(encode(entry.message()))
            await trio.to_thread.run_sync(workers.begun.wait)
            nursery.start_soon(match.take_line, second.link, Greeted("Ben", "", match.game, Seat.GUEST, b""))
            await trio.lowlevel.checkpoint()
            workers.let_go.set()
            outcome = await match.run()
    assert isinstance(outcome, PeerBroke)
    assert outcome.error.code is Code.FAILED_PROOF


class FullDisk:
    """A place for a game that cannot be written on."""

    def append(self, _: object) -> None:
        raise StoreError("The disk is full.")


async def test_MS13_what_could_not_be_saved_is_never_said_on_whatever_line(profiles: list[Profile]) -> None:
    session = session_of(profiles[0], profiles[1], Seat.HOST)
    full = cast("SavedGame", FullDisk())
    saved_session = SavedSession(session, lambda: full)
    match = Match(saved_session, admit=admitted)
    wires = [Wire(profiles[1].identity.public) for _ in range(2)]
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(match.take_line, wires[0].link, Greeted("Ben", "", b"", None, b""))
            outcome = await match.run()
        assert isinstance(outcome, NotSaved)
        assert session.referee.transcript.length == 1
        async with saved_session.lock:
            with pytest.raises(StoreError):
                await saved_session.carry_out(lambda: None)
        await match.take_line(wires[1].link, Greeted("Ben", "", match.game, Seat.GUEST, b""))
    assert wires[0].said == []
    assert wires[1].said == [refusal(NOT_HERE)], "only that the game is not waiting here"


async def test_what_was_said_before_a_bad_message_in_the_same_frame_is_told(profiles: list[Profile]) -> None:
    session = session_of(profiles[0], profiles[1], Seat.HOST)
    saved_session = SavedSession(session, lambda: profiles[0].store.begin(Seat.HOST, bytes(32), bytes(32)))
    news: list[News] = []
    match = Match(saved_session, admit=admitted, on_news=news.append)
    wire = Wire(profiles[1].identity.public)
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(match.take_line, wire.link, Greeted("Ben", "", b"", None, b""))
            await match.admitted.wait()
            wire.bring(encode(Chat("look at this")) + b"\x00\x01\xc1")
            outcome = await match.run()
    assert isinstance(outcome, PeerBroke)
    assert news == [Talked("look at this")]


async def test_RS7_of_many_lines_of_one_player_the_newest_counts_and_none_between_is_waited_for(
    profiles: list[Profile],
) -> None:
    anna, _ = begun(profiles)
    anna.lose_line()
    match = Match(SavedSession(anna, lambda: profiles[0].store.begin(Seat.HOST, bytes(32), bytes(32))), admit=admitted)
    wires = [Wire(profiles[1].identity.public) for _ in range(5)]
    taken: list[int] = []

    async def call(number: int) -> None:
        await match.take_line(wires[number].link, Greeted("Ben", "", match.game, Seat.GUEST, b""))
        taken.append(number)

    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(call, 0)
            await trio.testing.wait_all_tasks_blocked()
            for number in range(1, 5):
                nursery.start_soon(call, number)
            await trio.testing.wait_all_tasks_blocked(0.05)
            assert len(taken) == 4
            assert not match.lineless
            nursery.cancel_scope.cancel()


Knock = Callable[[Profile, int], Awaitable[SecureLink]]


@pytest.fixture
async def knock() -> AsyncIterator[Knock]:
    """Makes a proven connection; all of them are closed when the test is over."""
    streams: list[trio.SocketStream] = []

    async def knock(profile: Profile, port: int) -> SecureLink:
        streams.append(await connect(Address("127.0.0.1", port)))
        return await client_handshake(streams[-1], profile.identity)

    yield knock
    for stream in streams:
        await trio.aclose_forcefully(stream)


async def idle(_: Match) -> None:
    await trio.sleep_forever()


async def test_RS6_a_stranger_at_the_door_of_a_game_is_not_told_which_it_is(
    profiles: list[Profile], knock: Knock
) -> None:
    sentences: list[str] = []
    quiet = Audience(sentences.append, lambda _: None, lambda _: None)
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, profiles[0], listener, OFFER, quiet, idle, None, AT_HOME)
            ben = session_of(profiles[1], profiles[0], Seat.GUEST)
            link = await knock(profiles[1], listener.port)
            greeted = await greet(link, "Ben", TIMEOUTS)
            ben.open_line(greeted.name)
            hear(ben, greeted.rest)
            while ben.referee.transcript.length < 4:
                hear(ben, await link.receive())
                while ben.pending is Pending.ENTRY:
                    await link.send(ben.send(Speak()))
            eve = await greet(await knock(profiles[2], listener.port), "Eve", TIMEOUTS)
            again = await greet(
                await knock(profiles[1], listener.port), "Ben", TIMEOUTS, ben.referee.proposal, Seat.GUEST
            )
            nursery.cancel_scope.cancel()
    assert (eve.game, eve.seat) == (b"", None)
    assert (again.game, again.seat) == (ben.referee.proposal, Seat.HOST)


async def test_those_who_say_no_hello_are_not_many_and_keep_nobody_out(profiles: list[Profile], knock: Knock) -> None:
    quiet = Audience(lambda _: None, lambda _: None, lambda _: None)
    silent: list[SecureLink] = []
    gone = 0

    async def wait_for_the_end(link: SecureLink) -> None:
        nonlocal gone
        with suppress(LinkLost):
            while await link.receive():
                pass
        gone += 1

    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, profiles[0], listener, OFFER, quiet, idle, None, AT_HOME)
            for _ in range(MOST_UNGREETED + 5):
                silent.append(await knock(profiles[2], listener.port))
                nursery.start_soon(wait_for_the_end, silent[-1])
            while gone < 5:
                await trio.testing.wait_all_tasks_blocked(0.01)
            greeted = await greet(await knock(profiles[1], listener.port), "Ben", TIMEOUTS)
            nursery.cancel_scope.cancel()
    assert greeted.name == "Anna"


async def test_guests_who_leave_before_they_accept_do_not_fill_the_disk(profiles: list[Profile], knock: Knock) -> None:
    sentences: list[str] = []
    quiet = Audience(sentences.append, lambda _: None, lambda _: None)
    visits = MOST_UNACCEPTED + 3
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, profiles[0], listener, OFFER, quiet, idle, None, AT_HOME)
            for visit in range(1, visits + 1):
                link = await knock(profiles[1], listener.port)
                greeted = await greet(link, "Ben", TIMEOUTS)
                ben = session_of(profiles[1], profiles[0], Seat.GUEST)
                ben.open_line(greeted.name)
                hear(ben, greeted.rest)
                while not ben.referee.transcript.length:
                    hear(ben, await link.receive())
                await link.aclose()
                while sum("Still waiting" in text for text in sentences) < visit:
                    await trio.testing.wait_all_tasks_blocked(0.01)
            nursery.cancel_scope.cancel()
    assert len(profiles[0].store.games()) == MOST_UNACCEPTED
    assert len({path.stem for path in profiles[0].paths.locks.iterdir()}) == MOST_UNACCEPTED


async def test_a_damaged_game_of_before_is_told_of_and_the_waiting_goes_on(
    profiles: list[Profile], knock: Knock
) -> None:
    sentences: list[str] = []
    quiet = Audience(sentences.append, lambda _: None, lambda _: None)
    anna, ben = begun(profiles)
    saved = profiles[0].store.begin(Seat.HOST, profiles[1].identity.public, bytes(32))
    saved.append(anna.referee.transcript.entries)
    with profiles[0].store.changes() as database:
        database.execute("UPDATE entries SET signature = zeroblob(64) WHERE number = 2")
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, profiles[0], listener, OFFER, quiet, idle, None, AT_HOME)
            link = await knock(profiles[1], listener.port)
            await greet(link, "Ben", TIMEOUTS, ben.referee.proposal, Seat.GUEST)
            while not any("damaged" in sentence for sentence in sentences):
                await trio.testing.wait_all_tasks_blocked(0.01)
            greeted = await greet(await knock(profiles[2], listener.port), "Eve", TIMEOUTS)
            nursery.cancel_scope.cancel()
    assert greeted.name == "Anna"


async def test_LK11_whoever_an_open_game_is_with_is_remembered_when_it_is_taken_up(profiles: list[Profile]) -> None:
    quiet = Audience(lambda _: None, lambda _: None, lambda _: None)
    anna, ben = begun(profiles)
    saved = profiles[0].store.begin(Seat.HOST, profiles[1].identity.public, bytes(32))
    saved.append(anna.referee.transcript.entries)
    assert not profiles[0].players.keys
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(resume, profiles[0], profiles[0].store.game(saved.row), quiet, idle, AT_HOME)
            while not profiles[0].players.keys:
                await trio.testing.wait_all_tasks_blocked(0.01)
            nursery.cancel_scope.cancel()
    assert dict(profiles[0].players.keys) == {"Ben": ben.identity}
