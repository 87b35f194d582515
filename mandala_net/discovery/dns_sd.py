"""Finding each other on the local network: DNS-SD over multicast DNS (RFC 6762, 6763), with python-zeroconf.

zeroconf runs on a thread and an event loop of its own; here its blocking calls run in worker threads,
and what it finds comes over to trio by ``run_sync_soon``.
"""

from __future__ import annotations

import asyncio
import enum
import ipaddress
import math
import secrets
import socket
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from types import MappingProxyType
from typing import Final, TypeAlias

import ifaddr
import trio
import zeroconf
import zeroconf.asyncio
from attrs import frozen

from mandala_net.discovery.listing import SERVICE_TYPE, Announcement, Listing, parse_listing
from mandala_net.discovery.own_addresses import OwnAddresses, own_addresses, wait_for_others
from mandala_protocol.sentence import Sentence

SEARCH_SECONDS: Final = 2.0
"""How long to look before saying that there is no one: an answer can take 1.2 s by the rules of multicast DNS."""

ASK_AGAIN_SECONDS: Final = 6.0
"""How often whoever looks for games asks anew: a host whose cable was out has said nothing when it came back."""

AGAIN_SECONDS: Final = 3.0
"""Seconds until it is tried again where multicast DNS was not available: a network may have come up."""

MULTICAST_DNS_PORT: Final = 5353
"""UDP. A firewall must let it in on both machines for hosts to be found; playing needs the TCP port only."""

MAX_LISTINGS: Final = 64
"""The most hosts that are listed at once; more are a flood."""

_LOOPBACK: Final = "127.0.0.1"

# Answers to all, also to the first question: one addressed to this machine alone would reach any one of the programs
# that share its port 5353, and rarely the one that asked; measured, 0.1 s instead of 1.1 s with several on a machine.
_QUESTION: Final = zeroconf.DNSQuestionType.QM
_RESOLVE_MILLISECONDS: Final = 3000
_TIME_TO_LIVE: Final = 120
"""Seconds for which others may believe us without asking again."""


class DiscoveryUnavailable(Exception):
    """No one can be found from here, but addresses still work; the text is one sentence for a person."""


class Reach(enum.Enum):
    """The reach of announcing an open game, and of looking for one."""

    NETWORK = "every network that this machine is part of, and the machine itself"
    THIS_MACHINE = "the programs on this machine alone"

    @classmethod
    def kept(cls, *, local: bool) -> Reach:
        """The reach of a program that is to keep to this machine, or not."""
        return cls.THIS_MACHINE if local else cls.NETWORK

    @property
    def interfaces(self) -> zeroconf.InterfaceChoice | list[str]:
        # The default interface alone would leave out a host on the same machine, and the second network of a laptop.
        return zeroconf.InterfaceChoice.All if self is Reach.NETWORK else [_LOOPBACK]


@frozen
class Appeared:
    """A host that was not listed before."""

    listing: Listing


@frozen
class Updated:
    """A host that says something else than before."""

    listing: Listing


@frozen
class Gone:
    """A host that said goodbye, or was not heard for too long."""

    listing: Listing


Change: TypeAlias = Appeared | Updated | Gone


class Browser:
    """The hosts that are heard now. It lives as long as ``browse``."""

    def __init__(self) -> None:
        self._listings: dict[str, Listing] = {}
        self._changed = trio.lowlevel.ParkingLot()

    @property
    def listings(self) -> tuple[Listing, ...]:
        """The hosts heard now, by player name."""
        return tuple(sorted(self._listings.values(), key=_by_name))

    def changes(self) -> Changes:
        """First every host heard now, then each change as it comes, without end."""
        return Changes(self)

    async def wait_changed(self) -> None:
        """Wait until ``listings`` is something else than now."""
        await self._changed.park()

    def put(self, listing: Listing) -> None:
        """A host was heard. Called on the trio thread."""
        if listing.instance in self._listings or len(self._listings) < MAX_LISTINGS:
            self._listings[listing.instance] = listing
            self._changed.unpark_all()

    def drop(self, instance: str) -> None:
        """A host is gone, or says nothing sensible any more. Called on the trio thread."""
        if self._listings.pop(instance, None) is not None:
            self._changed.unpark_all()


class Changes:
    """An async iterator of ``Change``. A slow reader misses the steps between, never the outcome: nothing piles up."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._told: dict[str, Listing] = {}
        self._due: deque[Change] = deque()

    @property
    def told(self) -> Mapping[str, Listing]:
        """The listings that this reader knows, by instance, when it has read all changes."""
        return MappingProxyType(self._told)

    def __aiter__(self) -> Changes:
        return self

    async def __anext__(self) -> Change:
        await trio.lowlevel.checkpoint()
        while not self._due:
            now = {listing.instance: listing for listing in self._browser.listings}
            self._due.extend(_difference(self._told, now))
            self._told = now
            if not self._due:
                await self._browser.wait_changed()
        return self._due.popleft()


@asynccontextmanager
async def advertise(
    port: int, announcement: Announcement, addresses: Sequence[str] | None = None, reach: Reach = Reach.NETWORK
) -> AsyncIterator[None]:
    """Tell the local network of an open game on TCP ``port``, until the block ends; then say goodbye.

    ``addresses`` are those the port is bound to, all of this machine by default, also those that it gets later.
    Raises ``DiscoveryUnavailable`` at the start; a network that goes later is waited for.
    """
    instance = f"mandala-{secrets.token_hex(6)}"

    def register(daemon: zeroconf.Zeroconf) -> None:
        info = zeroconf.ServiceInfo(
            SERVICE_TYPE,
            f"{instance}.{SERVICE_TYPE}",
            port=port,
            properties=announcement.properties(),
            # A host name of our own: the machine's may belong to another responder, with other addresses.
            server=f"{instance}.local.",
            host_ttl=_TIME_TO_LIVE,
            other_ttl=_TIME_TO_LIVE,
            parsed_addresses=reachable_addresses(addresses),
        )
        _register(daemon, info)

    async def announce(daemon: zeroconf.Zeroconf) -> None:
        await trio.to_thread.run_sync(register, daemon)
        await trio.sleep_forever()

    async with _on_each_network(reach, announce):
        yield


@asynccontextmanager
async def browse(reach: Reach = Reach.NETWORK) -> AsyncIterator[Browser]:
    """Look for hosts until the block ends.

    Raises ``DiscoveryUnavailable`` at the start; a network that goes later is waited for.
    """
    browser = Browser()

    async def listen(daemon: zeroconf.Zeroconf) -> None:
        await _listen(daemon, browser)

    async with _on_each_network(reach, listen):
        yield browser


async def _listen(daemon: zeroconf.Zeroconf, browser: Browser) -> None:
    """Put into ``browser`` whoever is heard, until cancelled, and ask again and again."""
    stale = {listing.instance for listing in browser.listings}
    ear = _Ear(daemon, browser, trio.lowlevel.current_trio_token(), stale)
    watch = await trio.to_thread.run_sync(_watch, daemon, ear)
    try:
        await trio.sleep(SEARCH_SECONDS)
        for instance in tuple(stale):
            browser.drop(instance)  # it was heard in the network of before
        while True:
            await trio.sleep(ASK_AGAIN_SECONDS)
            # zeroconf asks a few times and then only for those it knows. A new watch asks anew, and reads again all
            # that is known, without addresses that have gone. It begins before the old one ends, to miss no goodbye.
            old, watch = watch, await trio.to_thread.run_sync(_watch, daemon, ear)
            await trio.to_thread.run_sync(old.cancel)
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(watch.cancel)


async def find(seconds: float = SEARCH_SECONDS, reach: Reach = Reach.NETWORK) -> tuple[Listing, ...]:
    """The hosts that are heard within ``seconds``. Raises ``DiscoveryUnavailable``."""
    async with browse(reach) as browser:
        await trio.sleep(seconds)
        return browser.listings


def reachable_addresses(bound_to: Sequence[str] | None = None) -> list[str]:
    """The addresses at which others reach a port bound to ``bound_to`` (by default, all addresses of this computer).

    Loopback addresses are in it only if there is nothing else: on another machine they would lead to itself.
    """
    wanted = [ipaddress.ip_address(address) for address in bound_to or ("0.0.0.0", "::")]  # noqa: S104 - no socket here
    every_version = {each.version for each in wanted if each.is_unspecified}
    own = [each for each in _own_addresses() if each.version in every_version]
    found = own + [each for each in wanted if not each.is_unspecified]
    outside = [each for each in found if not each.is_loopback]
    # The zone of a link-local address is a number of this machine alone.
    return [str(each).partition("%")[0] for each in outside or found]


def _own_addresses() -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    ips = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    # IPv6 addresses come with their flow and zone.
    return [ipaddress.ip_address(ip if isinstance(ip, str) else ip[0]) for ip in ips]


@asynccontextmanager
async def _on_each_network(reach: Reach, use: Callable[[zeroconf.Zeroconf], Awaitable[None]]) -> AsyncIterator[None]:
    """Run ``use`` with the network of now, and from its start again with each one after that."""
    known = await own_addresses()
    daemon = await trio.to_thread.run_sync(_open, reach)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_follow_networks, reach, use, daemon, known)
        yield
        nursery.cancel_scope.cancel()


async def _follow_networks(
    reach: Reach,
    use: Callable[[zeroconf.Zeroconf], Awaitable[None]],
    daemon: zeroconf.Zeroconf | None,
    known: OwnAddresses,
) -> None:
    """Use a new daemon when the addresses have changed.

    Zeroconf's own ``update_interfaces`` would keep what it has heard in the network of before, and joins the group no
    more at an adapter that was taken out and put back.
    """
    try:
        while True:
            async with trio.open_nursery() as nursery:
                if daemon is not None:
                    nursery.start_soon(use, daemon)
                if reach is Reach.THIS_MACHINE:
                    await trio.sleep_forever()
                with trio.move_on_after(AGAIN_SECONDS if daemon is None else math.inf):
                    known = await wait_for_others(known)
                nursery.cancel_scope.cancel()
            if daemon is not None:
                before, daemon = daemon, None
                with trio.CancelScope(shield=True):
                    await trio.to_thread.run_sync(_close_silently, before)
            with suppress(DiscoveryUnavailable):
                daemon = await trio.to_thread.run_sync(_open, reach)
    finally:
        if daemon is not None:
            # The goodbye takes a quarter of a second, and is worth it: without it, others list us for minutes.
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(_close, daemon)


def _open(reach: Reach) -> zeroconf.Zeroconf:
    version = zeroconf.IPVersion.All if _has_ipv6() else zeroconf.IPVersion.V4Only
    try:
        daemon = zeroconf.Zeroconf(reach.interfaces, ip_version=version, use_asyncio=False)
    except (OSError, RuntimeError, zeroconf.Error) as error:
        raise _unavailable() from error
    if not daemon.engine.senders:
        daemon.close()
        raise _unavailable()
    return daemon


def _has_ipv6() -> bool:
    if not socket.has_ipv6:
        return False
    try:
        socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).close()
    except OSError:
        return False
    return True


def _close(daemon: zeroconf.Zeroconf) -> None:
    # zeroconf gives up on goodbyes that take too long; there is no one left to tell.
    with suppress(zeroconf.Error):
        daemon.close()


def _close_silently(daemon: zeroconf.Zeroconf) -> None:
    """Close it without a goodbye, which others might hear after the announcement that comes next."""

    def forget() -> None:
        daemon.registry.async_remove(daemon.registry.async_get_service_infos())

    assert daemon.loop is not None
    daemon.loop.call_soon_threadsafe(forget)
    _close(daemon)


def _register(daemon: zeroconf.Zeroconf, info: zeroconf.ServiceInfo) -> None:
    # The instance name is random, so the second of probing whether another has it can be left out.
    with suppress(zeroconf.Error):
        daemon.register_service(info, cooperating_responders=True)


def _watch(daemon: zeroconf.Zeroconf, ear: _Ear) -> zeroconf.ServiceBrowser:
    return zeroconf.ServiceBrowser(daemon, SERVICE_TYPE, listener=ear, question_type=_QUESTION)


def _unavailable() -> DiscoveryUnavailable:
    return DiscoveryUnavailable(
        Sentence(
            "Games on this network cannot be found from here, because multicast DNS (UDP port {port}) "
            "is not available. Type the address of the host instead.",
            port=MULTICAST_DNS_PORT,
        )
    )


class _Ear(zeroconf.ServiceListener):
    """Hears of hosts on zeroconf's thread, and passes on what makes sense to the browser on trio's.

    ``stale``: the instances that were heard in the network of before; whoever is heard is taken out.
    """

    def __init__(
        self, daemon: zeroconf.Zeroconf, browser: Browser, token: trio.lowlevel.TrioToken, stale: set[str]
    ) -> None:
        self._daemon = daemon
        self._browser = browser
        self._token = token
        self._stale = stale
        self._asking: set[str] = set()

    def add_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:  # noqa: ARG002 - zeroconf's shape
        info = zeroconf.asyncio.AsyncServiceInfo(type_, name)
        if info.load_from_cache(self._daemon):
            self._pass_on(name, info)
        elif name not in self._asking and len(self._asking) < MAX_LISTINGS:
            self._ask(name, info)

    update_service = add_service

    def remove_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:  # noqa: ARG002 - zeroconf's shape
        self._on_trio(self._browser.drop, name)

    def _ask(self, name: str, info: zeroconf.asyncio.AsyncServiceInfo) -> None:
        """Ask for the records that did not come along, beside whatever else is asked."""
        loop = self._daemon.loop
        assert loop is not None

        def answered(future: Future[bool]) -> None:
            self._asking.discard(name)
            if not future.cancelled() and future.exception() is None and future.result():
                self._pass_on(name, info)

        self._asking.add(name)
        request = info.async_request(self._daemon, _RESOLVE_MILLISECONDS, _QUESTION)
        asyncio.run_coroutine_threadsafe(request, loop).add_done_callback(answered)

    def _pass_on(self, name: str, info: zeroconf.ServiceInfo) -> None:
        self._stale.discard(name)
        listing = parse_listing(name, info.properties, info.port, info.parsed_scoped_addresses())
        if listing is None:
            self._on_trio(self._browser.drop, name)
        else:
            self._on_trio(self._browser.put, listing)

    def _on_trio(self, function: Callable[..., None], *arguments: object) -> None:
        # The program may be over before zeroconf's threads are.
        with suppress(trio.RunFinishedError):
            self._token.run_sync_soon(function, *arguments)


def _difference(told: Mapping[str, Listing], now: Mapping[str, Listing]) -> Iterator[Change]:
    """The changes for a reader who knows ``told``."""
    for instance, listing in told.items():
        if instance not in now:
            yield Gone(listing)
    for instance, listing in now.items():
        if instance not in told:
            yield Appeared(listing)
        elif told[instance] != listing:
            yield Updated(listing)


def _by_name(listing: Listing) -> tuple[str, str]:
    return (listing.announcement.player_name, listing.instance)
