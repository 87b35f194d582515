"""Trust on first use: a key is kept before its game begins, names that only look known are told, blocked keys wait."""

from __future__ import annotations

from collections.abc import Iterable

import attrs
import pytest
import trio
import trio.testing

from mandala_net.link.address import Address
from mandala_net.link.close_reasons import KNOWN_OTHERWISE, NOT_LET_IN
from mandala_net.link.connect import connect
from mandala_net.link.handshake import FIRST_BYTES, PREAMBLE, Handshake, Role, UnwantedPeer
from mandala_net.link.hello import greet
from mandala_net.link.listener import listen
from mandala_net.link.secure_link import NotWanted, SecureLink, client_handshake
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.admission import PeerInfo, cautions
from mandala_net.match.news import Declined, NotSaved
from mandala_net.match.playing import host, join, resume
from mandala_net.player.profile import Profile
from mandala_net.store.store import PlayerKey, Store
from mandala_net.trust.identity import fingerprint
from mandala_net.trust.known_players import MAX_PLAYERS
from mandala_net.trust.warnings import unwanted_host
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.record.transcript import Entry, read, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import (
    PROTOCOL_VERSION,
    Accept,
    Busy,
    EntryMessage,
    First,
    Hello,
    MessageReader,
    Propose,
    encode,
)
from tests.narrowing import present
from tests.net.matches import AT_HOME, OFFER, SECONDS, Told, by_chance, idle, leave_at_once, meet, stranger

pytestmark = pytest.mark.usefixtures("same_players")

PATIENCE = Timeouts()


@attrs.define
class Doorkeeper:
    """A person who answers the question about each visitor the same."""

    answer: bool = True
    asked: list[PeerInfo] = attrs.Factory(list)

    async def ask(self, visitor: PeerInfo) -> bool:
        self.asked.append(visitor)
        return self.answer


def called(home: Profile, name: str) -> Profile:
    """The same player by another name."""
    return attrs.evolve(home, name=name)


def said(told: Told, words: str) -> list[str]:
    return [sentence for sentence in told.sentences if words in sentence]


# On disk before the first entry.


@pytest.mark.parametrize("asks", [True, False])
async def test_LK11_both_keys_are_on_disk_before_the_first_entry_is_saved_sent_or_answered(
    homes: list[Profile], monkeypatch: pytest.MonkeyPatch, asks: bool
) -> None:
    first: list[set[bytes]] = []
    save = Store.append

    def append(store: Store, row: int, entries: Iterable[Entry]) -> None:
        entries = list(entries)
        if entries[0].number == 0:
            with Store(store._path) as on_disk:
                first.append({player.key for player in on_disk.players().values()})
        save(store, row, entries)

    monkeypatch.setattr(Store, "append", append)
    await meet(homes, leave_at_once, by_chance(2), Doorkeeper().ask if asks else None)
    assert sorted(first, key=str) == sorted([{home.identity.public} for home in homes[:2]], key=str)


@pytest.mark.parametrize("full", [0, 1])
async def test_LK11_there_is_no_game_if_the_key_cannot_be_kept(homes: list[Profile], full: int) -> None:
    crowd = {f"player {number}": PlayerKey(number.to_bytes(32, "big")) for number in range(MAX_PLAYERS)}
    homes[full].store.change_players(lambda _: crowd)
    ended = {}
    told = Told(), Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def hosting() -> None:
                ended[0] = await host(homes[0], listener, OFFER, told[0].audience, idle, Doorkeeper().ask, AT_HOME)

            nursery.start_soon(hosting)
            ended[1] = await join(homes[1], await stranger(homes, listener), told[1].audience, idle, AT_HOME)
            if full == 1:
                while not said(told[0], "has left"):
                    await trio.testing.wait_all_tasks_blocked(0.01)
            else:
                while 0 not in ended:
                    await trio.testing.wait_all_tasks_blocked(0.01)
            nursery.cancel_scope.cancel()
    assert ended[full].outcome == NotSaved("No more than 1000 players can be kept. Forget some first.")
    assert homes[full].store.games() == []
    assert homes[1].store.games() == []


async def test_a_refusal_counts_though_the_other_hangs_up_before_we_know_that_it_is_sent(
    homes: list[Profile], monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing: list[SecureLink] = []
    hung_up, send, receive = trio.Event(), SecureLink.send, SecureLink.receive

    async def send_slowly(link: SecureLink, data: bytes) -> None:
        refuses = KNOWN_OTHERWISE.encode() in data
        if refuses:
            refusing.append(link)
        await send(link, data)
        if refuses:
            await hung_up.wait()

    async def receive_no_proposal(link: SecureLink) -> bytes:
        """Whoever takes a proposal in waits until the refusal is sent, and does not see meanwhile who hangs up."""
        data = await receive(link)
        while data and link in refusing:
            data = await receive(link)
        if not data:
            hung_up.set()
        return data

    monkeypatch.setattr(SecureLink, "send", send_slowly)
    monkeypatch.setattr(SecureLink, "receive", receive_no_proposal)
    homes[1].players.remember(homes[0].name, homes[2].identity.public)
    _host, guest = await meet(homes, idle, idle)
    assert isinstance(guest.outcome, Declined)
    assert hung_up.is_set()


async def test_a_game_against_the_own_key_by_two_names_is_no_reason_to_refuse(homes: list[Profile]) -> None:
    ben = attrs.evolve(homes[0], name="Ben", players=type(homes[0].players).load(homes[0].store))
    of_host, of_guest = await meet([homes[0], ben], leave_at_once, by_chance(2), Doorkeeper().ask)
    assert of_host.snapshot is not None
    assert not isinstance(of_guest.outcome, NotSaved | Declined)
    assert len(homes[0].store.players()) == 1


# Unconfirmed.


async def test_LK11_who_was_let_in_unasked_gives_way_to_whom_the_person_lets_in(homes: list[Profile]) -> None:
    await meet(homes, leave_at_once, by_chance(2))
    for game in homes[0].store.games():
        assert game.resumable
    door = Doorkeeper()
    await meet([homes[0], called(homes[2], "Ben")], leave_at_once, by_chance(2), door.ask)
    (visitor,) = door.asked
    assert visitor.takes_over
    assert "played here before, with a different key" in cautions(visitor)[0]
    assert homes[0].players.keys == {"Ben": homes[2].identity.public}
    assert homes[0].players.is_confirmed("Ben")


async def test_LK11_where_nobody_is_asked_a_name_is_bound_as_long_as_its_game_is_open(homes: list[Profile]) -> None:
    await meet(homes, leave_at_once, by_chance(2))
    told = Told(), Told()
    eve = [homes[0], called(homes[2], "Ben")]
    _, of_guest = await meet(eve, idle, idle, told=told)
    assert of_guest.outcome == Declined("The host knows your name with a different key.")
    assert said(told[0], "a different key than before")
    for game in homes[0].store.games():
        homes[0].store.settle(game.row)
        homes[0].store.mark(game.row, type(game.state).BROKEN)
    await meet(eve, leave_at_once, by_chance(2), told=told)
    assert said(told[0], "someone else called Ben played here before")
    assert homes[0].players.keys == {"Ben": homes[2].identity.public}
    assert not homes[0].players.is_confirmed("Ben")


async def test_LK11_a_host_by_a_known_name_is_left_though_its_proposal_comes_with_its_hello(
    homes: list[Profile],
) -> None:
    """So the proposal is there before our decision; nobody is to look for that host afterwards."""
    await meet(homes, leave_at_once, by_chance(2), Doorkeeper().ask)
    eve, heard = homes[2], list[bytes]()
    body = Propose("mandala", First.LOT.value, 0, False, eve.identity.public, "Anna", bytes(32))

    async def propose_at_once(link: SecureLink) -> None:
        proposal = seal(0, bytes(32), body, eve.identity).message()
        await link.send(encode(Hello(PROTOCOL_VERSION, "a test", "Anna", b"", None)) + encode(proposal))
        while data := await link.receive():
            heard.append(data)

    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(listener.serve, eve.identity, propose_at_once)
            ended = await join(homes[1], await stranger(homes, listener), Told().audience, idle, AT_HOME)
            nursery.cancel_scope.cancel()
    assert isinstance(ended.outcome, Declined)
    assert ended.outcome.by_us
    assert not ended.resumable
    (busy,) = [message for message in MessageReader().feed(b"".join(heard)) if isinstance(message, Busy)]
    assert "different key" in busy.reason
    assert homes[1].players.keys == {"Anna": homes[0].identity.public}


async def test_a_player_let_in_unasked_is_asked_about_once_and_confirmed_by_the_answer(homes: list[Profile]) -> None:
    await meet(homes, leave_at_once, by_chance(2))
    door = Doorkeeper()
    for _ in range(2):
        await meet(homes, leave_at_once, by_chance(2), door.ask)
    (visitor,) = door.asked
    assert (visitor.known_as, visitor.confirmed, visitor.known) == ("Ben", False, False)
    assert homes[0].players.is_confirmed("Ben")


# Names that only look like known ones.


@pytest.mark.parametrize("name", ["Веn", "Ben\u0323", "Ｂｅｎ", "BEN"])
async def test_LK21_a_name_that_only_looks_known_is_told_to_host_and_guest(homes: list[Profile], name: str) -> None:
    for home in homes[:2]:
        home.players.remember("Ben" if home is homes[0] else "Anna", bytes(range(32)))
    told = Told(), Told()
    door = Doorkeeper()
    pair = [called(homes[0], "Аnna"), called(homes[1], name)]
    await meet(pair, leave_at_once, by_chance(2), door.ask, told)
    (visitor,) = door.asked
    assert visitor.resembles == "Ben"
    assert said(told[0], "only looks like “Ben”")
    assert said(told[1], "only looks like “Anna”")


@pytest.mark.parametrize("name", ["Anna", "Аnna", "anna"])
async def test_LK21_a_name_that_can_be_taken_for_ones_own_is_told_to_host_and_guest(
    homes: list[Profile], name: str
) -> None:
    told, door = (Told(), Told()), Doorkeeper()
    await meet([homes[0], called(homes[1], name)], leave_at_once, by_chance(2), door.ask, told)
    (visitor,) = door.asked
    assert visitor.namesake
    assert f"“{visitor.name}” looks like your own name" in cautions(visitor)[0]
    assert said(told[1], "“Anna” looks like your own name")


async def test_LK21_a_namesake_who_was_let_in_before_needs_no_caution(homes: list[Profile]) -> None:
    told, door = (Told(), Told()), Doorkeeper()
    pair = [homes[0], called(homes[1], "Anna")]
    await meet(pair, leave_at_once, by_chance(2), door.ask)
    await meet(pair, leave_at_once, by_chance(2), door.ask, told)
    assert len(door.asked) == 1
    assert not any(said(one, "your own name") for one in told)


async def test_whoever_plays_against_themselves_needs_no_caution(homes: list[Profile]) -> None:
    told, door = (Told(), Told()), Doorkeeper()
    await meet([homes[0], homes[0]], leave_at_once, by_chance(2), door.ask, told)
    assert not any(said(one, "your own name") for one in told)


async def test_LK21_where_nobody_is_asked_it_is_only_told(homes: list[Profile]) -> None:
    homes[0].players.remember("Ben", bytes(range(32)))
    told = Told(), Told()
    of_host, _ = await meet([homes[0], called(homes[1], "Веn")], leave_at_once, by_chance(2), told=told)
    assert said(told[0], "only looks like “Ben”")
    assert of_host.snapshot is not None


# Blocked.


async def test_a_blocked_key_is_turned_away_before_any_question_and_our_person_hears_it_once(
    homes: list[Profile],
) -> None:
    await meet(homes, leave_at_once, by_chance(2), Doorkeeper().ask)
    # In another program, while this one is open.
    with Store(homes[0].paths.games) as elsewhere:
        type(homes[0].players).load(elsewhere).block("Ben")
    door, told = Doorkeeper(), Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, homes[0], listener, OFFER, told.audience, idle, door.ask, AT_HOME)
            for name in ("Ben", "Mallory"):
                link = await stranger(homes, listener)
                of_guest = await join(called(homes[1], name), link, Told().audience, idle, AT_HOME)
                assert of_guest.outcome == Declined(NOT_LET_IN)
            # Nor is the open game of the two gone on with.
            (game,) = homes[1].store.resumable()
            link = await stranger(homes, listener)
            await greet(link, "Ben", PATIENCE, present(game.proposal), Seat.GUEST)
            assert NOT_LET_IN.encode() in await link.receive()
            await link.aclose()
            nursery.cancel_scope.cancel()
    assert door.asked == []
    assert len(said(told, "is blocked and was turned away")) == 1


async def test_a_guest_says_nothing_to_a_host_whom_it_has_blocked(homes: list[Profile]) -> None:
    await meet(homes, leave_at_once, by_chance(2))
    homes[1].players.block("Anna")
    async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
        nursery.start_soon(host, homes[0], listener, OFFER, Told().audience, idle, None, AT_HOME)
        with trio.fail_after(SECONDS), pytest.raises(NotWanted, match="players unblock"):
            await join(homes[1], await stranger(homes, listener), Told().audience, idle, AT_HOME)
        nursery.cancel_scope.cancel()


# Who is at fault.


@pytest.mark.parametrize("fault", ["name", "identity"])
async def test_a_host_hears_why_a_guest_was_turned_away_at_its_acceptance(homes: list[Profile], fault: str) -> None:
    """It was told that the guest is gone."""
    told = Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, homes[0], listener, OFFER, told.audience, idle, None, AT_HOME)
            link = await stranger(homes, listener)
            greeted = await greet(link, "Ben", PATIENCE)
            await accept_falsely(link, greeted, homes, fault)
            while not said(told, "Still waiting"):
                await trio.testing.wait_all_tasks_blocked(0.01)
            await link.aclose()
            nursery.cancel_scope.cancel()
    (sentence,) = said(told, "Still waiting")
    assert sentence.startswith("The guest was turned away. ")
    assert "has left" not in sentence


async def accept_falsely(link: SecureLink, greeted: Greeted, homes: list[Profile], fault: str) -> None:
    """As the guest, answer the proposal with an acceptance that does not fit."""
    reader, data = MessageReader(), greeted.rest
    while True:
        for message in reader.feed(data):
            if isinstance(message, EntryMessage):
                name = "Mallory" if fault == "name" else "Ben"
                body = Accept(False, homes[2 if fault == "identity" else 1].identity.public, name, bytes(32))
                acceptance = seal(1, read(message).head, body, homes[1].identity)
                await link.send(encode(EntryMessage(acceptance.payload, acceptance.signature)))
                return
        data = await link.receive()


# Who learns who calls.


def test_LK20_a_guest_does_not_say_who_it_is_to_somebody_else_than_it_wants(homes: list[Profile]) -> None:
    anna, ben, eve = (home.identity for home in homes)
    guest = Handshake(Role.GUEST, ben, lambda key: None if key == anna.public else "somebody else")
    liar = Handshake(Role.HOST, eve)
    liar.receive(guest.start())
    second = liar.receive(guest.receive(liar.start()))
    with pytest.raises(UnwantedPeer, match="somebody else"):
        guest.receive(second)
    assert guest.established is None


@attrs.define
class Eavesdropper:
    """Eve, who answers in somebody else's place and keeps what she is told."""

    home: Profile
    told: list[bytes] = attrs.Factory(list)
    over: trio.Event = attrs.Factory(trio.Event)

    async def answer(self, stream: trio.SocketStream) -> None:
        handshake, told = Handshake(Role.HOST, self.home.identity), b""
        await stream.send_all(handshake.start())
        async for data in stream:
            told += data
            await stream.send_all(handshake.receive(data))
        self.told.append(told)
        self.over.set()


WITHOUT_IDENTITY = len(PREAMBLE) + 2 + FIRST_BYTES


async def test_LK20_a_false_host_at_an_address_of_before_does_not_learn_who_looks_for_the_other(
    homes: list[Profile],
) -> None:
    await meet(homes, leave_at_once, by_chance(2))
    (game,) = homes[1].store.resumable()
    eve = Eavesdropper(homes[2])
    with trio.fail_after(SECONDS):
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, eve.answer, [listener])
            address = Address("127.0.0.1", listener.socket.getsockname()[1])
            places = attrs.evolve(AT_HOME.places, address=address)
            setting = attrs.evolve(AT_HOME, places=places)
            nursery.start_soon(resume, homes[1], game, Told().audience, idle, setting)
            await eve.over.wait()
            nursery.cancel_scope.cancel()
    assert {len(told) for told in eve.told} == {WITHOUT_IDENTITY}


async def test_LK16_LK20_a_host_announced_with_another_key_does_not_learn_who_wanted_to_join(
    homes: list[Profile],
) -> None:
    eve = Eavesdropper(homes[2])
    announced = fingerprint(homes[0].identity.public)
    with trio.fail_after(SECONDS):
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, eve.answer, [listener])
            stream = await connect(Address("127.0.0.1", listener.socket.getsockname()[1]))
            with pytest.raises(NotWanted, match="has not seen who you are"):
                await client_handshake(stream, homes[1].identity, unwanted_host(homes[1].players, announced))
            await eve.over.wait()
            nursery.cancel_scope.cancel()
    assert [len(told) for told in eve.told] == [WITHOUT_IDENTITY]
