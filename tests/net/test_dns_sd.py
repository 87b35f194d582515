"""Real multicast DNS on this machine: hosts appear, change, and go."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
import zeroconf
from zeroconf import DNSOutgoing, DNSQuestion  # type: ignore[attr-defined]

from mandala_net.discovery import dns_sd
from mandala_net.discovery.browser import Browser, Favoured
from mandala_net.discovery.dns_sd import (
    DiscoveryUnavailable,
    Reach,
    advertise,
    browse,
    find,
)
from mandala_net.discovery.listing import SERVICE_TYPE, Announcement, Listing
from mandala_net.trust.identity import Identity, fingerprint
from tests.limits import SECONDS

PRINT = fingerprint(Identity.generate().public)


def announcement(name: str) -> Announcement:
    return Announcement(name, "mandala", PRINT, "this-box")


LOOPBACK = "127.0.0.1"


@pytest.fixture
def multicast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Multicast on loopback alone, so that nobody in this network hears of it; skip where there is none."""
    group, port = "224.0.0.251", 5354
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth,
    ):
        try:
            ear.bind(("", port))
            ear.setsockopt(
                socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(group) + socket.inet_aton(LOOPBACK)
            )
            ear.settimeout(SECONDS)
            mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK))
            mouth.sendto(b"is anybody there", (group, port))
            ear.recv(100)
        except OSError as error:
            pytest.skip(f"multicast does not work on this machine: {error}")
    monkeypatch.setattr(Reach, "interfaces", [LOOPBACK])


@asynccontextmanager
async def looking() -> AsyncIterator[Browser]:
    with trio.fail_after(SECONDS):
        async with browse() as browser:
            yield browser


async def heard_of(browser: Browser, name: str) -> Listing:
    """The listing of the player ``name``, once there is one: others may be hosting on this machine right now."""
    while True:
        for listing in browser.listings:
            if listing.announcement.player_name == name:
                return listing
        await browser.wait_changed()


async def until_gone(browser: Browser, listing: Listing) -> None:
    while listing in browser.listings:
        await browser.wait_changed()


@pytest.mark.usefixtures("multicast")
async def test_a_host_that_is_there_is_found_with_all_it_says() -> None:
    with trio.fail_after(SECONDS):
        async with advertise(28199, announcement("Anna of this test")), looking() as browser:
            listing = await heard_of(browser, "Anna of this test")
    assert listing.announcement == announcement("Anna of this test")
    assert listing.port == 28199
    assert set(listing.addresses) & set(dns_sd.reachable_addresses())


@pytest.mark.usefixtures("multicast")
async def test_a_host_that_comes_later_appears_and_is_gone_after_its_goodbye() -> None:
    async with looking() as browser:
        async with advertise(28199, announcement("Ben of this test")):
            listing = await heard_of(browser, "Ben of this test")
        await until_gone(browser, listing)


@pytest.mark.usefixtures("multicast")
async def test_the_goodbye_is_said_even_when_the_host_is_cancelled() -> None:
    async with looking() as browser:
        with trio.CancelScope() as scope:
            async with advertise(28199, announcement("Carla of this test")):
                listing = await heard_of(browser, "Carla of this test")
                scope.cancel()
                await trio.sleep_forever()
        await until_gone(browser, listing)


@pytest.mark.usefixtures("multicast")
async def test_a_host_on_loopback_alone_is_found_on_the_same_machine() -> None:
    with trio.fail_after(SECONDS):
        async with advertise(28199, announcement("Dora of this test"), [LOOPBACK]):
            found = await find()
    [of_dora] = [each for each in found.listings if each.announcement.player_name == "Dora of this test"]
    assert of_dora.addresses == (LOOPBACK,)


@pytest.mark.usefixtures("multicast")
async def test_a_service_that_says_nonsense_is_not_listed() -> None:
    """Two strangers under our service type, one with nonsense, and behind them a true host."""
    nonsense = zeroconf.ServiceInfo(
        SERVICE_TYPE,
        f"nonsense-of-this-test.{SERVICE_TYPE}",
        port=28199,
        properties=b"\x04\xff\xfe\xfd\xfc\xff",
        server="nonsense-of-this-test.local.",
        parsed_addresses=["127.0.0.1"],
    )
    daemon = await trio.to_thread.run_sync(lambda: zeroconf.Zeroconf([LOOPBACK], use_asyncio=False))
    try:
        await trio.to_thread.run_sync(lambda: daemon.register_service(nonsense, cooperating_responders=True))
        async with looking() as browser, advertise(28199, announcement("Emil of this test")):
            await heard_of(browser, "Emil of this test")
            assert not [each for each in browser.listings if each.instance.startswith("nonsense")]
    finally:
        await trio.to_thread.run_sync(daemon.close)


async def test_where_multicast_is_not_to_be_had_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any, **__: Any) -> zeroconf.Zeroconf:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(zeroconf, "Zeroconf", refused)
    with pytest.raises(DiscoveryUnavailable, match=r"UDP port 5353.*Type the address.*\.$"):
        await find(0)
    with pytest.raises(DiscoveryUnavailable):
        async with advertise(28199, announcement("Anna")):
            raise AssertionError("nothing can be advertised")


@pytest.mark.usefixtures("multicast")
async def test_a_known_host_is_heard_in_a_flood() -> None:
    """4,000 false listings, which push all that end sooner, as hers does, out of the cache of zeroconf."""
    with trio.fail_after(SECONDS):
        async with attacking() as attacker, browse(favoured=Favoured(frozenset({PRINT}))) as browser:
            while not browser.hides_some:
                await attacker.flood(4000)
            async with advertise(28199, announcement("Anna of this test")):
                while not browser.of_key(PRINT):
                    await browser.wait_changed()
                assert browser.listings[0] == browser.of_key(PRINT)[0]


@pytest.mark.usefixtures("multicast")
async def test_a_host_is_asked_again_after_a_goodbye_in_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """By chance nothing else would make it speak: it has announced itself, and zeroconf has asked its only question."""
    said, announced = spied_on(monkeypatch), trio.Event()
    register, token = dns_sd._register, trio.lowlevel.current_trio_token()

    def register_and_tell(daemon: zeroconf.Zeroconf, info: zeroconf.ServiceInfo) -> None:
        register(daemon, info)
        token.run_sync_soon(announced.set)

    monkeypatch.setattr(dns_sd, "_register", register_and_tell)
    monkeypatch.setattr(dns_sd, "_watch", OneQuestion)
    async with attacking() as attacker, advertise(28199, announcement("Anna of this test")):
        with trio.fail_after(SECONDS):
            await announced.wait()
            async with browse() as browser:
                while not browser.of_key(PRINT):
                    await browser.wait_changed()
                [true] = browser.of_key(PRINT)
                said.clear()
                await attacker.say_goodbye(true)
                while ("goodbye", true.instance) not in said:
                    await said.more.park()
                while said[-1] != ("heard", true.instance):
                    await said.more.park()
                assert browser.of_key(PRINT) == (true,)


class OneQuestion:
    """Asks for all hosts once."""

    def __init__(self, daemon: zeroconf.Zeroconf) -> None:
        question = DNSOutgoing(0)
        question.add_question(DNSQuestion(SERVICE_TYPE, 12, 1))
        daemon.send(question)

    def cancel(self) -> None:
        """There is nothing more to end."""


class Said(list[tuple[str, str]]):
    """A browser that keeps everything that it was told, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.more = trio.lowlevel.ParkingLot()

    def add(self, what: str, instance: str) -> None:
        self.append((what, instance))
        self.more.unpark_all()


def spied_on(monkeypatch: pytest.MonkeyPatch) -> Said:
    """All that browsers are told from now on."""
    said, doubt, put = Said(), Browser.doubt, Browser.put

    def spied_doubt(browser: Browser, instance: str) -> None:
        doubt(browser, instance)
        said.add("goodbye", instance)

    def spied_put(browser: Browser, listing: Listing, seconds: float) -> None:
        put(browser, listing, seconds)
        said.add("heard", listing.instance)

    monkeypatch.setattr(Browser, "doubt", spied_doubt)
    monkeypatch.setattr(Browser, "put", spied_put)
    return said


@asynccontextmanager
async def attacking() -> AsyncIterator[Attacker]:
    daemon = await trio.to_thread.run_sync(lambda: zeroconf.Zeroconf([LOOPBACK], use_asyncio=False))
    try:
        yield Attacker(daemon)
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(daemon.close)


class Attacker:
    """Someone who says false things by multicast."""

    def __init__(self, daemon: zeroconf.Zeroconf) -> None:
        self._daemon = daemon

    async def flood(self, number: int) -> None:
        def say_all() -> None:
            for at in range(number):
                self._say(self._false(at), 4500)

        await trio.to_thread.run_sync(say_all)

    async def say_goodbye(self, true: Listing) -> None:
        info = zeroconf.ServiceInfo(
            SERVICE_TYPE,
            true.instance,
            port=true.port,
            properties=true.announcement.properties(),
            server=f"{true.instance.partition('.')[0]}.local.",
            parsed_addresses=list(true.addresses),
        )
        await trio.to_thread.run_sync(self._say, info, 0)

    def _say(self, info: zeroconf.ServiceInfo, seconds: int) -> None:
        self._daemon.send(self._daemon.generate_service_broadcast(info, seconds))

    def _false(self, number: int) -> zeroconf.ServiceInfo:
        letters = "".join("ABCDEFGHIJ"[int(digit)] for digit in f"{number:04}")
        return zeroconf.ServiceInfo(
            SERVICE_TYPE,
            f"mandala-{number:012x}.{SERVICE_TYPE}",
            port=9,
            properties=Announcement(f"Fake {number}", "mandala", f"FAKE-FAKE-FAKE-{letters}", "box").properties(),
            server=f"mandala-{number:012x}.local.",
            parsed_addresses=[LOOPBACK],
        )
