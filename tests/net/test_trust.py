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
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.news import Declined, NotSaved
from mandala_net.match.resume import resume
from mandala_net.player.profile import Profile
from mandala_net.store.store import PlayerKey, SavedGame, Store
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

TIMEOUTS = Timeouts()


@attrs.define
class Doorkeeper:
    """A person who answers the question about each visitor the same."""

    answer: bool = True
    asked: list[PeerInfo] = attrs.Factory(list)

    async def ask(self, peer: PeerInfo) -> bool:
        self.asked.append(peer)
        return self.answer


def called(profile: Profile, name: str) -> Profile:
    """The same player by another name."""
    return attrs.evolve(profile, name=name)


def said(heard: Told, words: str) -> list[str]:
    return [sentence for sentence in heard.sentences if words in sentence]


# On disk before the first entry.


@pytest.mark.parametrize("asks", [True, False])
async def test_LK11_both_keys_are_on_disk_before_the_first_entry_is_saved_sent_or_answered(
    profiles: list[Profile], monkeypatch: pytest.MonkeyPatch, asks: bool
) -> None:
    first: list[set[bytes]] = []
    save = SavedGame.append

    def append(saved: SavedGame, entries: Iterable[Entry]) -> None:
        entries = list(entries)
        if entries[0].number == 0:
            with Store(saved.store.path) as on_disk:
                first.append({player.key for player in on_disk.players().values()})
        save(saved, entries)

    monkeypatch.setattr(SavedGame, "append", append)
    await meet(profiles, leave_at_once, by_chance(2), Doorkeeper().ask if asks else None)
    assert sorted(first, key=str) == sorted([{profile.identity.public} for profile in profiles[:2]], key=str)


@pytest.mark.parametrize("full", [0, 1])
async def test_LK11_there_is_no_game_if_the_key_cannot_be_kept(profiles: list[Profile], full: int) -> None:
    crowd = {f"player {number}": PlayerKey(number.to_bytes(32, "big")) for number in range(MAX_PLAYERS)}
    profiles[full].store.change_players(lambda _: crowd)
    ended = {}
    heard = Told(), Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:

            async def hosting() -> None:
                ended[0] = await host(profiles[0], listener, OFFER, heard[0].audience, idle, Doorkeeper().ask, AT_HOME)

            nursery.start_soon(hosting)
            ended[1] = await join(profiles[1], await stranger(profiles, listener), heard[1].audience, idle, AT_HOME)
            if full == 1:
                while not said(heard[0], "has left"):
                    await trio.testing.wait_all_tasks_blocked(0.01)
            else:
                while 0 not in ended:
                    await trio.testing.wait_all_tasks_blocked(0.01)
            nursery.cancel_scope.cancel()
    assert ended[full].outcome == NotSaved("No more than 1000 players can be kept. Forget some first.")
    assert profiles[full].store.games() == []
    assert profiles[1].store.games() == []


async def test_a_refusal_counts_though_the_other_hangs_up_before_we_know_that_it_is_sent(
    profiles: list[Profile], monkeypatch: pytest.MonkeyPatch
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
    profiles[1].players.remember(profiles[0].name, profiles[2].identity.public)
    _host, guest = await meet(profiles, idle, idle)
    assert isinstance(guest.outcome, Declined)
    assert hung_up.is_set()


async def test_a_game_against_the_own_key_by_two_names_is_no_reason_to_refuse(profiles: list[Profile]) -> None:
    ben = attrs.evolve(profiles[0], name="Ben", players=type(profiles[0].players).load(profiles[0].store))
    of_host, of_guest = await meet([profiles[0], ben], leave_at_once, by_chance(2), Doorkeeper().ask)
    assert of_host.snapshot is not None
    assert not isinstance(of_guest.outcome, NotSaved | Declined)
    assert len(profiles[0].store.players()) == 1


# Unconfirmed.


async def test_LK11_who_was_let_in_unasked_gives_way_to_whom_the_person_lets_in(profiles: list[Profile]) -> None:
    await meet(profiles, leave_at_once, by_chance(2))
    for game in profiles[0].store.games():
        assert game.resumable
    door = Doorkeeper()
    await meet([profiles[0], called(profiles[2], "Ben")], leave_at_once, by_chance(2), door.ask)
    (peer,) = door.asked
    assert peer.takes_over
    assert "played here before, with a different key" in cautions(peer)[0]
    assert profiles[0].players.keys == {"Ben": profiles[2].identity.public}
    assert profiles[0].players.is_confirmed("Ben")


async def test_LK11_where_nobody_is_asked_a_name_is_bound_as_long_as_its_game_is_open(profiles: list[Profile]) -> None:
    await meet(profiles, leave_at_once, by_chance(2))
    heard = Told(), Told()
    eve = [profiles[0], called(profiles[2], "Ben")]
    _, of_guest = await meet(eve, idle, idle, heard=heard)
    assert of_guest.outcome == Declined("The host knows your name with a different key.")
    assert said(heard[0], "a different key than before")
    for game in profiles[0].store.games():
        SavedGame(profiles[0].store, game.row).settle()
        SavedGame(profiles[0].store, game.row).mark(type(game.state).BROKEN)
    await meet(eve, leave_at_once, by_chance(2), heard=heard)
    assert said(heard[0], "someone else called Ben played here before")
    assert profiles[0].players.keys == {"Ben": profiles[2].identity.public}
    assert not profiles[0].players.is_confirmed("Ben")


async def test_LK11_a_host_by_a_known_name_is_left_though_its_proposal_comes_with_its_hello(
    profiles: list[Profile],
) -> None:
    """So the proposal is there before our decision; nobody is to look for that host afterwards."""
    await meet(profiles, leave_at_once, by_chance(2), Doorkeeper().ask)
    eve, heard = profiles[2], list[bytes]()
    body = Propose("mandala", First.LOT.value, 0, False, eve.identity.public, "Anna", bytes(32))

    async def propose_at_once(link: SecureLink) -> None:
        proposal = seal(0, bytes(32), body, eve.identity).message()
        await link.send(encode(Hello(PROTOCOL_VERSION, "a test", "Anna", b"", None)) + encode(proposal))
        while data := await link.receive():
            heard.append(data)

    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(listener.serve, eve.identity, propose_at_once)
            ended = await join(profiles[1], await stranger(profiles, listener), Told().audience, idle, AT_HOME)
            nursery.cancel_scope.cancel()
    assert isinstance(ended.outcome, Declined)
    assert ended.outcome.by_us
    assert not ended.resumable
    (busy,) = [message for message in MessageReader().feed(b"".join(heard)) if isinstance(message, Busy)]
    assert "different key" in busy.reason
    assert profiles[1].players.keys == {"Anna": profiles[0].identity.public}


async def test_a_player_let_in_unasked_is_asked_about_once_and_confirmed_by_the_answer(profiles: list[Profile]) -> None:
    await meet(profiles, leave_at_once, by_chance(2))
    door = Doorkeeper()
    for _ in range(2):
        await meet(profiles, leave_at_once, by_chance(2), door.ask)
    (peer,) = door.asked
    assert (peer.known_as, peer.confirmed, peer.known) == ("Ben", False, False)
    assert profiles[0].players.is_confirmed("Ben")


# Names that only look like known ones.


@pytest.mark.parametrize("name", ["Веn", "Ben\u0323", "Ｂｅｎ", "BEN"])
async def test_LK21_a_name_that_only_looks_known_is_told_to_host_and_guest(profiles: list[Profile], name: str) -> None:
    for profile in profiles[:2]:
        profile.players.remember("Ben" if profile is profiles[0] else "Anna", bytes(range(32)))
    heard = Told(), Told()
    door = Doorkeeper()
    pair = [called(profiles[0], "Аnna"), called(profiles[1], name)]
    await meet(pair, leave_at_once, by_chance(2), door.ask, heard)
    (peer,) = door.asked
    assert peer.resembles == "Ben"
    assert said(heard[0], "only looks like “Ben”")
    assert said(heard[1], "only looks like “Anna”")


@pytest.mark.parametrize("name", ["Anna", "Аnna", "anna"])
async def test_LK21_a_name_that_can_be_taken_for_ones_own_is_told_to_host_and_guest(
    profiles: list[Profile], name: str
) -> None:
    heard, door = (Told(), Told()), Doorkeeper()
    await meet([profiles[0], called(profiles[1], name)], leave_at_once, by_chance(2), door.ask, heard)
    (peer,) = door.asked
    assert peer.namesake
    assert f"“{peer.name}” looks like your own name" in cautions(peer)[0]
    assert said(heard[1], "“Anna” looks like your own name")


async def test_LK21_a_namesake_who_was_let_in_before_needs_no_caution(profiles: list[Profile]) -> None:
    heard, door = (Told(), Told()), Doorkeeper()
    pair = [profiles[0], called(profiles[1], "Anna")]
    await meet(pair, leave_at_once, by_chance(2), door.ask)
    await meet(pair, leave_at_once, by_chance(2), door.ask, heard)
    assert len(door.asked) == 1
    assert not any(said(one, "your own name") for one in heard)


async def test_whoever_plays_against_themselves_needs_no_caution(profiles: list[Profile]) -> None:
    heard, door = (Told(), Told()), Doorkeeper()
    await meet([profiles[0], profiles[0]], leave_at_once, by_chance(2), door.ask, heard)
    assert not any(said(one, "your own name") for one in heard)


async def test_LK21_where_nobody_is_asked_it_is_only_told(profiles: list[Profile]) -> None:
    profiles[0].players.remember("Ben", bytes(range(32)))
    heard = Told(), Told()
    of_host, _ = await meet([profiles[0], called(profiles[1], "Веn")], leave_at_once, by_chance(2), heard=heard)
    assert said(heard[0], "only looks like “Ben”")
    assert of_host.snapshot is not None


# Blocked.


async def test_a_blocked_key_is_turned_away_before_any_question_and_our_person_hears_it_once(
    profiles: list[Profile],
) -> None:
    await meet(profiles, leave_at_once, by_chance(2), Doorkeeper().ask)
    # In another program, while this one is open.
    with Store(profiles[0].paths.games) as elsewhere:
        type(profiles[0].players).load(elsewhere).block("Ben")
    door, heard = Doorkeeper(), Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, profiles[0], listener, OFFER, heard.audience, idle, door.ask, AT_HOME)
            for name in ("Ben", "Mallory"):
                link = await stranger(profiles, listener)
                of_guest = await join(called(profiles[1], name), link, Told().audience, idle, AT_HOME)
                assert of_guest.outcome == Declined(NOT_LET_IN)
            # Nor is the open game of the two gone on with.
            (game,) = profiles[1].store.resumable()
            link = await stranger(profiles, listener)
            await greet(link, "Ben", TIMEOUTS, present(game.proposal), Seat.GUEST)
            assert NOT_LET_IN.encode() in await link.receive()
            await link.aclose()
            nursery.cancel_scope.cancel()
    assert door.asked == []
    assert len(said(heard, "is blocked and was turned away")) == 1


async def test_a_guest_says_nothing_to_a_host_whom_it_has_blocked(profiles: list[Profile]) -> None:
    await meet(profiles, leave_at_once, by_chance(2))
    profiles[1].players.block("Anna")
    async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
        nursery.start_soon(host, profiles[0], listener, OFFER, Told().audience, idle, None, AT_HOME)
        with trio.fail_after(SECONDS), pytest.raises(NotWanted, match="players unblock"):
            await join(profiles[1], await stranger(profiles, listener), Told().audience, idle, AT_HOME)
        nursery.cancel_scope.cancel()


# Who is at fault.


@pytest.mark.parametrize("fault", ["name", "identity"])
async def test_a_host_hears_why_a_guest_was_turned_away_at_its_acceptance(profiles: list[Profile], fault: str) -> None:
    """It was told that the guest is gone."""
    heard = Told()
    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(host, profiles[0], listener, OFFER, heard.audience, idle, None, AT_HOME)
            link = await stranger(profiles, listener)
            greeted = await greet(link, "Ben", TIMEOUTS)
            await accept_falsely(link, greeted, profiles, fault)
            while not said(heard, "Still waiting"):
                await trio.testing.wait_all_tasks_blocked(0.01)
            await link.aclose()
            nursery.cancel_scope.cancel()
    (sentence,) = said(heard, "Still waiting")
    assert sentence.startswith("The guest was turned away. ")
    assert "has left" not in sentence


async def accept_falsely(link: SecureLink, greeted: Greeted, profiles: list[Profile], fault: str) -> None:
    """As the guest, answer the proposal with an acceptance that does not fit."""
    reader, data = MessageReader(), greeted.rest
    while True:
        for message in reader.feed(data):
            if isinstance(message, EntryMessage):
                name = "Mallory" if fault == "name" else "Ben"
                body = Accept(False, profiles[2 if fault == "identity" else 1].identity.public, name, bytes(32))
                acceptance = seal(1, read(message).head, body, profiles[1].identity)
                await link.send(encode(EntryMessage(acceptance.payload, acceptance.signature)))
                return
        data = await link.receive()


# Who learns who calls.


def test_LK20_a_guest_does_not_say_who_it_is_to_somebody_else_than_it_wants(profiles: list[Profile]) -> None:
    anna, ben, eve = (profile.identity for profile in profiles)
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

    profile: Profile
    outputs: list[bytes] = attrs.Factory(list)
    over: trio.Event = attrs.Factory(trio.Event)

    async def answer(self, stream: trio.SocketStream) -> None:
        handshake, told = Handshake(Role.HOST, self.profile.identity), b""
        await stream.send_all(handshake.start())
        async for data in stream:
            told += data
            await stream.send_all(handshake.receive(data))
        self.outputs.append(told)
        self.over.set()


WITHOUT_IDENTITY = len(PREAMBLE) + 2 + FIRST_BYTES


async def test_LK20_a_false_host_at_an_address_of_before_does_not_learn_who_looks_for_the_other(
    profiles: list[Profile],
) -> None:
    await meet(profiles, leave_at_once, by_chance(2))
    (game,) = profiles[1].store.resumable()
    eve = Eavesdropper(profiles[2])
    with trio.fail_after(SECONDS):
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, eve.answer, [listener])
            address = Address("127.0.0.1", listener.socket.getsockname()[1])
            places = attrs.evolve(AT_HOME.places, address=address)
            setup = attrs.evolve(AT_HOME, places=places)
            nursery.start_soon(resume, profiles[1], game, Told().audience, idle, setup)
            await eve.over.wait()
            nursery.cancel_scope.cancel()
    assert {len(output) for output in eve.outputs} == {WITHOUT_IDENTITY}


async def test_LK16_LK20_a_host_announced_with_another_key_does_not_learn_who_wanted_to_join(
    profiles: list[Profile],
) -> None:
    eve = Eavesdropper(profiles[2])
    announced = fingerprint(profiles[0].identity.public)
    with trio.fail_after(SECONDS):
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, eve.answer, [listener])
            stream = await connect(Address("127.0.0.1", listener.socket.getsockname()[1]))
            with pytest.raises(NotWanted, match="has not seen who you are"):
                await client_handshake(stream, profiles[1].identity, unwanted_host(profiles[1].players, announced))
            await eve.over.wait()
            nursery.cancel_scope.cancel()
    assert [len(output) for output in eve.outputs] == [WITHOUT_IDENTITY]
