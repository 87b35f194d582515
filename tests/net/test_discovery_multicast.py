"""Real multicast DNS on this machine: hosts appear, change, and go."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
import trio.testing
import zeroconf

from mandala_net.discovery import dns_sd
from mandala_net.discovery.dns_sd import (
    MAX_LISTINGS,
    Appeared,
    Browser,
    Change,
    Changes,
    DiscoveryUnavailable,
    Gone,
    Reach,
    Updated,
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


def listing(instance: str, name: str = "Anna") -> Listing:
    return Listing(instance, announcement(name), 28108, ("192.0.2.5",))


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
async def looking() -> AsyncIterator[Changes]:
    with trio.fail_after(SECONDS):
        async with browse() as browser:
            yield browser.changes()


async def next_about(changes: Changes, name: str) -> Change:
    """The next change that is about the player ``name``: others may be hosting on this machine right now."""
    async for change in changes:
        if change.listing.announcement.player_name == name:
            return change
    raise AssertionError("changes have no end")


@pytest.mark.usefixtures("multicast")
async def test_a_host_that_is_there_is_found_with_all_it_says() -> None:
    with trio.fail_after(SECONDS):
        async with advertise(28199, announcement("Anna of this test")), looking() as changes:
            change = await next_about(changes, "Anna of this test")
    assert isinstance(change, Appeared)
    assert change.listing.announcement == announcement("Anna of this test")
    assert change.listing.port == 28199
    assert set(change.listing.addresses) & set(dns_sd.reachable_addresses())


@pytest.mark.usefixtures("multicast")
async def test_a_host_that_comes_later_appears_and_is_gone_after_its_goodbye() -> None:
    async with looking() as changes:
        async with advertise(28199, announcement("Ben of this test")):
            appeared = await next_about(changes, "Ben of this test")
        gone = await next_about(changes, "Ben of this test")
    assert isinstance(appeared, Appeared)
    assert gone == Gone(appeared.listing)


@pytest.mark.usefixtures("multicast")
async def test_the_goodbye_is_said_even_when_the_host_is_cancelled() -> None:
    async with looking() as changes:
        with trio.CancelScope() as scope:
            async with advertise(28199, announcement("Carla of this test")):
                assert isinstance(await next_about(changes, "Carla of this test"), Appeared)
                scope.cancel()
                await trio.sleep_forever()
        assert isinstance(await next_about(changes, "Carla of this test"), Gone)


@pytest.mark.usefixtures("multicast")
async def test_a_host_on_loopback_alone_is_found_on_the_same_machine() -> None:
    with trio.fail_after(SECONDS):
        async with advertise(28199, announcement("Dora of this test"), [LOOPBACK]):
            found = await find()
    [of_dora] = [each for each in found if each.announcement.player_name == "Dora of this test"]
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
        async with looking() as changes, advertise(28199, announcement("Emil of this test")):
            assert isinstance(await next_about(changes, "Emil of this test"), Appeared)
            assert not [each for each in changes.told if each.startswith("nonsense")]
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


async def next_change(changes: Changes) -> Change:
    with trio.fail_after(SECONDS):
        return await anext(changes)


async def test_a_reader_hears_first_of_those_already_there_and_then_of_each_change() -> None:
    browser = Browser()
    browser.put(listing("b", "Ben"))
    browser.put(listing("a", "Anna"))
    changes = browser.changes()
    assert [await next_change(changes) for _ in range(2)] == [
        Appeared(listing("a", "Anna")),
        Appeared(listing("b", "Ben")),
    ]
    browser.put(listing("a", "Annabel"))
    assert await next_change(changes) == Updated(listing("a", "Annabel"))
    browser.drop("b")
    assert await next_change(changes) == Gone(listing("b", "Ben"))
    assert browser.listings == (listing("a", "Annabel"),)


async def test_a_reader_waits_while_nothing_changes(autojump_clock: trio.testing.MockClock) -> None:
    browser = Browser()
    browser.put(listing("a"))
    changes = browser.changes()
    await next_change(changes)
    browser.put(listing("a"))
    browser.drop("unheard of")
    with trio.move_on_after(5) as scope:
        await anext(changes)
    assert scope.cancelled_caught
    browser.drop("a")
    assert await next_change(changes) == Gone(listing("a"))


async def test_a_slow_reader_misses_steps_but_not_the_outcome() -> None:
    browser = Browser()
    changes = browser.changes()
    for number in range(1000):
        browser.put(listing("a", f"name {number}"))
        browser.put(listing("passing", "Passing"))
        browser.drop("passing")
    assert await next_change(changes) == Appeared(listing("a", "name 999"))


def test_a_flood_of_hosts_is_cut_off() -> None:
    browser = Browser()
    for number in range(10 * MAX_LISTINGS):
        browser.put(listing(f"host {number}"))
    assert len(browser.listings) == MAX_LISTINGS
    browser.put(listing("host 0", "Renamed"))
    assert "Renamed" in [each.announcement.player_name for each in browser.listings]
