"""The door of a match: who is let in, who is turned away, and who is gone again before it begins."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

import attrs
import pytest
import trio
import trio.testing

from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import Address
from mandala_net.link.connect import connect
from mandala_net.link.hello import greet
from mandala_net.link.listener import Listener, listen
from mandala_net.link.secure_link import LinkLost, SecureLink, client_handshake
from mandala_net.match.admission import PeerInfo
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.match import Match
from mandala_net.match.news import Declined, GameEnded, WeLeft
from mandala_net.match.reconnect import Places
from mandala_net.match.setup import MatchSetup, PlayerTask
from mandala_net.match.talk_limit import MOST_A_MINUTE
from mandala_net.player.paths import Paths
from mandala_net.player.profile import Profile, open_home
from mandala_net.trust.identity import fingerprint
from mandala_protocol.conversation.events import Leave
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.wire.messages import (
    Busy,
    Bye,
    Chat,
    EntryMessage,
    Hello,
    Message,
    MessageReader,
    Ping,
    Pong,
    UnknownMessage,
    encode,
)
from tests.net.matches import AT_HOME, OFFER, SECONDS, Told, by_chance, greedily, idle, leave_at_once, meet, stranger

pytestmark = pytest.mark.usefixtures("same_players")

ANNOUNCED = MatchSetup(Places(Reach.THIS_MACHINE, announced=True))
MANY = 30
HELLO = encode(Hello(1, "tests", "Ben", b"", None))
PING = encode(Ping())
PONG = encode(Pong())
Knock: TypeAlias = Callable[[list[Profile], Listener], Awaitable[None]]
"""How a stranger knocks at the door of a host."""


async def test_players_who_met_are_known_afterwards(profiles: list[Profile]) -> None:
    async def ask(_: PeerInfo) -> bool:
        return True

    assert not len(profiles[0].players)
    await meet(profiles, greedily(1), greedily(2), ask)
    assert profiles[0].players.keys == {"Ben": profiles[1].identity.public}
    assert profiles[1].players.keys == {"Anna": profiles[0].identity.public}


async def test_LK11_a_host_that_lets_everybody_in_keeps_the_key_without_confirming_it(profiles: list[Profile]) -> None:
    await meet(profiles, leave_at_once, by_chance(2))
    assert profiles[0].players.keys == {"Ben": profiles[1].identity.public}
    assert not profiles[0].players.is_confirmed("Ben")
    assert profiles[1].players.is_confirmed("Anna")
    assert profiles[1].players.keys == {"Anna": profiles[0].identity.public}


async def test_the_host_is_asked_about_a_stranger_and_not_about_a_known_player(profiles: list[Profile]) -> None:
    asked: list[PeerInfo] = []

    async def ask(peer: PeerInfo) -> bool:
        asked.append(peer)
        return True

    for _ in range(2):
        of_host, _ = await meet(profiles, leave_at_once, by_chance(2), ask)
        assert isinstance(of_host.outcome, WeLeft)
    assert [peer.name for peer in asked] == ["Ben"]
    assert not asked[0].known


async def test_a_guest_who_is_not_let_in_is_told_so(profiles: list[Profile]) -> None:
    async def ask(_: PeerInfo) -> bool:
        return False

    _, of_guest = await meet(profiles, idle, idle, ask)
    assert of_guest.outcome == Declined("The host did not let you in.")
    assert of_guest.record is None
    assert not len(profiles[0].players)


async def test_LK11_a_known_name_with_another_key_is_refused_on_both_sides(profiles: list[Profile]) -> None:
    profiles[0].players.remember("Ben", bytes(range(32)))
    heard = Told(), Told()
    _, of_guest = await meet(profiles, idle, idle, heard=heard)
    assert isinstance(of_guest.outcome, Declined)
    assert "a different key" in of_guest.outcome.reason
    assert any("a different key" in sentence for sentence in heard[0].sentences)


async def test_a_host_that_waits_for_one_key_turns_away_all_others_and_keeps_the_place_free(
    profiles: list[Profile],
) -> None:
    anna, ben, eve = profiles
    awaited = attrs.evolve(AT_HOME, guest=fingerprint(ben.identity.public))
    heard = Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def knock(profile: Profile) -> SecureLink:
                return await client_handshake(await connect(Address("127.0.0.1", listener.port)), profile.identity)

            nursery.start_soon(partial(host, anna, listener, OFFER, heard.audience, leave_at_once, None, awaited))
            refused = await join(eve, await knock(eve), Told().audience, idle, AT_HOME)
            welcome = Told()
            ended = await join(ben, await knock(ben), welcome.audience, welcome.impatient(idle), AT_HOME)
    assert refused.outcome == Declined("The host did not let you in.")
    assert not any("Eve" in sentence for sentence in heard.sentences)
    assert ended.snapshot is not None


async def test_LK12_MS14_a_second_guest_hears_that_the_host_is_busy(profiles: list[Profile], tmp_path: Path) -> None:
    paths = Paths.under(tmp_path / "third")
    refused: list[GameEnded] = []
    with open_home(paths, "Cleo") as third, trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def knock() -> trio.SocketStream:
                return await connect(Address("127.0.0.1", listener.port))

            async def third_comes(match: Match) -> None:
                while match.snapshot.pending is not Pending.MOVE:
                    await match.wait_changed()
                link = await client_handshake(await knock(), third.identity)
                refused.append(await join(third, link, Told().audience, idle, AT_HOME))
                await match.do(Leave("enough"))

            nursery.start_soon(partial(host, profiles[0], listener, OFFER, Told().audience, third_comes, None, AT_HOME))
            link = await client_handshake(await knock(), profiles[1].identity)
            heard = Told()
            await join(profiles[1], link, heard.audience, heard.impatient(idle), AT_HOME)
    assert refused[0].outcome == Declined("The host is playing with someone else.")


async def test_LK12_a_second_guest_hears_that_while_the_host_is_asked_about_the_first(profiles: list[Profile]) -> None:
    refused: list[GameEnded] = []
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def knock(profile: Profile) -> GameEnded:
                link = await client_handshake(await connect(Address("127.0.0.1", listener.port)), profile.identity)
                return await join(profile, link, Told().audience, idle, AT_HOME)

            async def decide(_: PeerInfo) -> bool:
                refused.append(await knock(profiles[2]))
                return False

            nursery.start_soon(partial(host, profiles[0], listener, OFFER, Told().audience, idle, decide, AT_HOME))
            await knock(profiles[1])
            nursery.cancel_scope.cancel()
    (ended,) = refused
    assert ended.outcome == Declined("The host is playing with someone else.")


async def no_longer_waiting(heard: Told, guests: int = 1) -> None:
    while sum("Still waiting" in sentence for sentence in heard.sentences) < guests:
        await trio.testing.wait_all_tasks_blocked(0.001)


@pytest.mark.parametrize("said", [HELLO, HELLO + PING + encode(Bye("")), HELLO + PING + encode(Busy(""))])
async def test_a_guest_who_is_gone_before_the_game_does_not_end_the_waiting(
    profiles: list[Profile], said: bytes
) -> None:
    heard = Told(), Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            ended: list[GameEnded] = []

            async def hosting() -> None:
                ended.append(await host(profiles[0], listener, OFFER, heard[0].audience, leave_at_once, None, AT_HOME))

            nursery.start_soon(hosting)
            link = await stranger(profiles, listener)
            await link.send(said)
            await link.aclose()
            await no_longer_waiting(heard[0])
            link = await stranger(profiles, listener)
            await join(profiles[1], link, heard[1].audience, heard[1].impatient(idle), AT_HOME)
    assert isinstance(ended[0].outcome, WeLeft)


async def test_an_announced_host_looks_for_nobody_who_left_before_there_was_a_game(profiles: list[Profile]) -> None:
    """What it would look for has no name yet. Many leave, as it is a matter of luck which task runs first."""
    heard = Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, profiles[0], listener, OFFER, heard.audience, idle, None, ANNOUNCED)
            for guest in range(1, MANY + 1):
                link = await stranger(profiles, listener)
                await link.send(HELLO + PING + encode(Bye("")))
                await link.aclose()
                await no_longer_waiting(heard, guest)
            nursery.cancel_scope.cancel()


async def test_a_stranger_who_never_says_hello_keeps_no_guest_out(profiles: list[Profile]) -> None:
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(
                partial(host, profiles[0], listener, OFFER, Told().audience, leave_at_once, None, AT_HOME)
            )
            silent = await stranger(profiles, listener)
            heard = Told()
            await join(profiles[1], await stranger(profiles, listener), heard.audience, heard.impatient(idle), AT_HOME)
            await silent.aclose()
    assert heard.absence == "dinner"


async def test_garbage_instead_of_a_handshake_does_not_end_the_waiting(profiles: list[Profile]) -> None:
    heard = Told(), Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            player = partial(host, profiles[0], listener, OFFER, heard[0].audience, leave_at_once, None, AT_HOME)
            nursery.start_soon(player)
            stream = await connect(Address("127.0.0.1", listener.port))
            await stream.send_all(b"GET / HTTP/1.1\r\n\r\n")
            while await stream.receive_some():
                pass
            await stream.aclose()
            link = await client_handshake(await connect(Address("127.0.0.1", listener.port)), profiles[1].identity)
            await join(profiles[1], link, heard[1].audience, heard[1].impatient(idle), AT_HOME)
    assert heard[1].absence == "dinner"
    assert any("was not let in" in sentence for sentence in heard[0].sentences)


@pytest.mark.parametrize(("sent", "is_told"), [(b"", False), (b"GET / HTTP/1.1\r\n\r\n", True)])
async def test_in_a_game_a_call_that_breaks_off_is_not_told_as_it_may_be_the_other_player_coming_back(
    sent: bytes, is_told: bool, profiles: list[Profile]
) -> None:
    heard = Told(), Told()

    async def knock_and_leave(match: Match) -> None:
        while match.snapshot.view is None:
            await match.wait_changed()
        stream = await connect(Address("127.0.0.1", listener.port))
        if sent:
            await stream.send_all(sent)
        await stream.send_eof()
        while await stream.receive_some():
            pass
        await stream.aclose()
        await trio.testing.wait_all_tasks_blocked()
        await match.do(Leave("dinner"))

    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(partial(host, profiles[0], listener, OFFER, heard[0].audience, idle, None, AT_HOME))
            await join(profiles[1], await stranger(profiles, listener), heard[1].audience, knock_and_leave, AT_HOME)
            nursery.cancel_scope.cancel()
    assert any("tried to join" in sentence for sentence in heard[0].sentences) == is_told


async def knock_with_garbage(_homes: list[Profile], listener: Listener) -> None:
    stream = await connect(Address("127.0.0.1", listener.port))
    await stream.send_all(b"GET / HTTP/1.1\r\n\r\n")
    while await stream.receive_some():
        pass
    await stream.aclose()


async def come_and_go(profiles: list[Profile], listener: Listener) -> None:
    link = await stranger(profiles, listener)
    await link.send(HELLO + PING + encode(Bye("")))
    with suppress(LinkLost):
        while await link.receive():
            pass
    await link.aclose()


@pytest.mark.parametrize(
    ("knock", "told_of_each"),
    [
        pytest.param(knock_with_garbage, ["tried to join"], id="garbage"),
        pytest.param(come_and_go, ["joins", "Still waiting"], id="guests who leave at once"),
    ],
)
async def test_of_those_who_knock_again_and_again_only_the_first_are_told(
    profiles: list[Profile], knock: Knock, told_of_each: list[str]
) -> None:
    heard = Told(), Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            player = partial(host, profiles[0], listener, OFFER, heard[0].audience, leave_at_once, None, AT_HOME)
            nursery.start_soon(player)
            for _ in range(MOST_A_MINUTE + 10):
                await knock(profiles, listener)
            for words in told_of_each:
                assert sum(words in sentence for sentence in heard[0].sentences) == MOST_A_MINUTE
            assert len(heard[0].sentences) == MOST_A_MINUTE * len(told_of_each)
            link = await stranger(profiles, listener)
            await join(profiles[1], link, heard[1].audience, heard[1].impatient(idle), AT_HOME)
    assert heard[1].absence == "dinner"


async def test_MS17_what_a_guest_says_before_our_person_has_agreed_to_play_is_not_shown(
    profiles: list[Profile],
) -> None:
    told, asked = Told(), trio.Event()

    async def ask(_: PeerInfo) -> bool:
        asked.set()
        await trio.sleep_forever()

    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(partial(host, profiles[0], listener, OFFER, told.audience, idle, ask, AT_HOME))
            link = await stranger(profiles, listener)
            await link.send(HELLO)
            await asked.wait()
            await link.send(encode(Chat("let me in")) + PING)
            heard = b""
            while PONG not in heard:  # the answer to the ping shows that what came before it was taken in
                heard += await link.receive()
            await link.aclose()
            nursery.cancel_scope.cancel()
    assert told.news == []
    assert not any("let me in" in sentence for sentence in told.sentences)


@attrs.frozen
class Evening:
    """A host whose port stays open from one game to the next; ``guests`` is for those who come."""

    profiles: list[Profile]
    listener: Listener
    guests: trio.Nursery

    async def play_one_game(self) -> None:
        """Let the other player join a game, which the host leaves."""
        self.guests.start_soon(self._join)
        await self.host(leave_at_once)

    async def host(self, player: PlayerTask) -> None:
        audience = Told().audience
        await host(self.profiles[0], self.listener, OFFER, audience, player, None, AT_HOME, self.guests)

    async def _join(self) -> None:
        heard = Told()
        link = await stranger(self.profiles, self.listener)
        await join(self.profiles[1], link, heard.audience, heard.impatient(idle), AT_HOME)


@pytest.fixture
async def evening(profiles: list[Profile]) -> AsyncIterator[Evening]:
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as guests:
            yield Evening(profiles, listener, guests)
            guests.cancel_scope.cancel()


async def next_message(link: SecureLink, greeted: Greeted) -> Message | UnknownMessage:
    """What a host says after hello, but for signs of life."""
    reader, data = MessageReader(), greeted.rest
    while True:
        for message in reader.feed(data):
            if not isinstance(message, Ping):
                return message
        data = await link.receive()
        assert data, "the host has closed the connection"


async def test_RS16_a_handshake_that_is_under_way_when_a_game_ends_leads_to_the_next_game(evening: Evening) -> None:
    async def call() -> trio.SocketStream:
        stream = await connect(Address("127.0.0.1", evening.listener.port))
        await trio.lowlevel.wait_readable(stream.socket)  # the host has begun
        return stream

    async with trio.open_nursery() as nursery:
        calls: list[trio.SocketStream] = []

        async def call_in_time() -> None:
            calls.append(await call())

        nursery.start_soon(call_in_time)
        await evening.play_one_game()
    evening.guests.start_soon(evening.host, idle)
    link = await client_handshake(calls[0], evening.profiles[2].identity)
    message = await next_message(link, await greet(link, "Eve", AT_HOME.timeouts))
    assert isinstance(message, EntryMessage)
    await link.aclose()


async def test_RS16_whoever_is_about_to_say_hello_when_a_game_ends_is_turned_away_with_a_word(evening: Evening) -> None:
    async with trio.open_nursery() as nursery:
        links: list[SecureLink] = []

        async def come_in() -> None:
            stream = await connect(Address("127.0.0.1", evening.listener.port))
            link = await client_handshake(stream, evening.profiles[2].identity)
            await trio.lowlevel.wait_readable(stream.socket)  # the host has said hello
            links.append(link)

        nursery.start_soon(come_in)
        await evening.play_one_game()
    link = links[0]
    message = await next_message(link, await greet(link, "Eve", AT_HOME.timeouts))
    assert message == Busy("The host is playing with someone else.")
    await link.aclose()
