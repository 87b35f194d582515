"""Attacks between two games: the game that is over stays as it ended, and there is no other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import attrs
import pytest
import trio

from mandala_net.link.address import Address
from mandala_net.link.connect import connect
from mandala_net.link.hello import greet
from mandala_net.link.secure_link import SecureLink, client_handshake
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.match import Match
from mandala_net.match.news import GameEnded, News, NoRematch
from mandala_net.match.setup import PlayerTask
from mandala_net.player.profile import Profile
from mandala_protocol.conversation.events import Leave
from mandala_protocol.errors import Code
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import START, read, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    Accept,
    Bye,
    EntryMessage,
    Error,
    Hello,
    MessageReader,
    Ping,
    Pong,
    Propose,
    Rematch,
    Resume,
    encode,
)
from tests.narrowing import present
from tests.net.sittings import PATIENT, Side, Two, two

pytestmark = pytest.mark.usefixtures("same_players")

REMATCH = encode(Rematch())
COMPLAINT = encode(Error(int(Code.MALFORMED), "MS2", "no"))
SAID_ON_THE_LINE = {
    "an error": COMPLAINT,
    "a resume": encode(Resume(1, bytes(32))),
    "a second hello": encode(Hello(1, "tests", "Ben", b"", None)),
    "an entry": encode(EntryMessage(b"\x00", bytes(64))),
    "no message": b"\x00\x02\xc1\xc1",
    "a message that is too large": b"\xff\xff",
    "a message that nobody knows": b"\x00\x03\x92\x64\x80",
    "an error after the wish for another game": REMATCH + COMPLAINT,
    "a resume after the wish for another game": REMATCH + encode(Resume(1, bytes(32))),
    "a goodbye": encode(Bye("no")),
}
"""What breaks the protocol on a line that is about another game, or ends it."""


def proposal(profile: Profile, first: str = "guest", grace: int = 600) -> bytes:
    """A proposal of this player as a host, whatever was agreed."""
    body = Propose("mandala", first, grace, True, profile.identity.public, profile.name, bytes(32))
    return encode(seal(0, START, body, profile.identity).message())


def assert_the_end_stays(side: Side, ended: GameEnded) -> None:
    """The game that is over is kept as it was, and there is no other."""
    assert ended.record is not None
    assert verification.verify(ended.record.read_bytes(), GAMES, Serial()).complete
    kept = side.profile.store.games()
    assert [game.settled for game in kept if game.was_taken_up] == [True]
    assert list(side.profile.paths.records.iterdir()) == [ended.record]


def no_rematches(side: Side) -> list[News]:
    """The number of times that the end of all rematches was announced."""
    return [news for news in side.news if isinstance(news, NoRematch)]


async def hear_until(link: SecureLink, kind: type[object], heard: bytes = b"") -> object:
    """The first message of this kind that comes."""
    reader = MessageReader()
    while True:
        for message in reader.feed(heard):
            if isinstance(message, kind):
                return message
        heard = await link.receive()
        assert heard, "the line was closed before that"


async def after_a_guest(
    sitting: Two, say: Callable[[SecureLink, bytes], Awaitable[object]], *, glad: bool
) -> GameEnded | None:
    """The outcome for the host of a game whose guest does what it likes on the connection about another one."""
    anna, ben = sitting.host, sitting.guest
    assert anna.listener is not None
    ended: list[GameEnded | None] = []

    async def hosting() -> None:
        want = anna.gladly if glad else anna.once(NoRematch, wanted=False)
        ended.append(await anna.again(sitting.of_host, want))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(hosting)
        link = await client_handshake(await connect(Address("127.0.0.1", anna.listener.port)), ben.profile.identity)
        greeted = await greet(link, "Ben", PATIENT, present(sitting.of_guest.sequel).game)
        await say(link, greeted.rest)
        await anna.heard(NoRematch)
        await link.aclose()
    return ended[0]


async def after_a_host(
    sitting: Two, say: Callable[[SecureLink, bytes], Awaitable[object]], *, glad: bool
) -> GameEnded | None:
    """The outcome for the guest of a game whose host does what it likes on the connection about another one."""
    anna, ben = sitting.host, sitting.guest
    assert anna.listener is not None

    async def welcome(link: SecureLink) -> None:
        greeted = await greet(link, "Anna", PATIENT, present(sitting.of_host.sequel).game)
        await say(link, greeted.rest)
        await ben.heard(NoRematch)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(anna.listener.serve, anna.profile.identity, welcome)
        want = ben.gladly if glad else ben.once(NoRematch, wanted=False)
        following = await ben.again(sitting.of_guest, want)
        nursery.cancel_scope.cancel()
    return following


@pytest.mark.parametrize("glad", [True, False], ids=["wanted", "not decided"])
@pytest.mark.parametrize("seat", Seat)
async def test_RS12_whatever_the_other_says_on_the_line_about_another_game_the_result_is_kept(
    profiles: list[Profile], seat: Seat, glad: bool
) -> None:
    async with two(profiles) as sitting:
        side, ended, after = (
            (sitting.host, sitting.of_host, after_a_guest)
            if seat is Seat.HOST
            else (sitting.guest, sitting.of_guest, after_a_host)
        )
        for what, said in SAID_ON_THE_LINE.items():

            async def say(link: SecureLink, _: bytes, said: bytes = said) -> None:
                await link.send(said)

            side.news.clear()
            following = await after(sitting, say, glad=glad)
            assert following is None, what
            assert no_rematches(side) == side.news[-1:], what
        assert_the_end_stays(side, ended)


async def test_a_guest_who_breaks_the_protocol_in_place_of_accepting_leaves_the_host_its_result(
    profiles: list[Profile],
) -> None:
    async def say(link: SecureLink, heard: bytes) -> None:
        await link.send(REMATCH)
        said = await hear_until(link, EntryMessage, heard)
        assert isinstance(said, EntryMessage)
        ben, head = profiles[1].identity, read(said).head
        false = seal(1, head, Accept(True, ben.public, "Somebody else", bytes(32)), ben)
        await link.send(encode(false.message()))

    async with two(profiles) as sitting:
        assert await after_a_guest(sitting, say, glad=True) is None
        assert no_rematches(sitting.host) == sitting.host.news[-1:]
        assert sitting.host.shown[-1].result is not None, "what is seen is the game that is over"
        assert_the_end_stays(sitting.host, sitting.of_host)


def leave_on(*, broken: bool) -> PlayerTask:
    """Leaves at once, perhaps just when the line has broken and before that is noticed."""

    async def leave(match: Match) -> None:
        if broken:
            await trio.aclose_forcefully(present(match._runner)._link._stream)
        await match.do(Leave("enough"))

    return leave


@pytest.mark.parametrize("broken", [False, True])
async def test_whoever_leaves_when_a_game_that_both_want_does_not_begin_has_left_and_nobody_else(
    profiles: list[Profile], broken: bool
) -> None:
    async def say(link: SecureLink, heard: bytes) -> None:
        await hear_until(link, Rematch, heard)
        await link.send(REMATCH)
        if not broken:
            await hear_until(link, Bye)
        while broken and await link.receive():
            pass

    async with two(profiles) as sitting:
        sitting.guest.player = leave_on(broken=broken)
        assert await after_a_host(sitting, say, glad=True) is None
        assert no_rematches(sitting.guest) == []
        assert_the_end_stays(sitting.guest, sitting.of_guest)


@pytest.mark.parametrize("then", [COMPLAINT, b"\x00\x02\xc1\xc1"])
async def test_a_host_who_breaks_off_with_its_proposal_leaves_the_guest_its_result(
    profiles: list[Profile], then: bytes
) -> None:
    async def say(link: SecureLink, heard: bytes) -> None:
        await hear_until(link, Rematch, heard)
        await link.send(REMATCH + proposal(profiles[0]) + then)

    async with two(profiles) as sitting:
        assert await after_a_host(sitting, say, glad=True) is None
        assert no_rematches(sitting.guest) == sitting.guest.news[-1:]
        assert sitting.guest.shown[-1].result is not None, "what is seen is the game that is over"
        assert_the_end_stays(sitting.guest, sitting.of_guest)


async def test_RS11_a_host_that_wants_another_game_and_never_proposes_one_is_not_waited_for(
    profiles: list[Profile],
) -> None:
    closed = trio.Event()

    async def say(link: SecureLink, heard: bytes) -> None:
        if closed.is_set():
            await link.aclose()
            return
        await hear_until(link, Rematch, heard)
        await link.send(REMATCH)
        reader = MessageReader()
        while data := await link.receive():
            for message in reader.feed(data):
                if isinstance(message, Ping):
                    await link.send(encode(Pong()))
        closed.set()

    async with two(profiles) as sitting:
        impatient = Timeouts(ping=0.05, words=0.3, rematch=0.3)
        sitting.guest.setup = attrs.evolve(sitting.guest.setup, timeouts=impatient)
        assert await after_a_host(sitting, say, glad=True) is None
        assert closed.is_set()
        assert_the_end_stays(sitting.guest, sitting.of_guest)
