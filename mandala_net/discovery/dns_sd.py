"""Finding each other on the local network: DNS-SD over multicast DNS (RFC 6762, 6763), with python-zeroconf.

zeroconf runs on a thread and an event loop of its own; here its blocking calls run in worker threads,
and what it finds comes over to trio by ``run_sync_soon``.
"""

from __future__ import annotations

import enum
import ipaddress
import math
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

import trio
import zeroconf

from mandala_net.discovery.browser import Browser, Favoured
from mandala_net.discovery.ear import QUESTION, Ear
from mandala_net.discovery.listing import SERVICE_TYPE, Announcement
from mandala_net.discovery.own_addresses import OwnAddresses, own_addresses, wait_for_others
from mandala_net.discovery.own_networks import OwnNetworks
from mandala_protocol.sentence import Sentence

SEARCH_SECONDS: Final = 2.0
"""The seconds of looking before no one is said to be there: by multicast DNS an answer can take 1.2 s."""

ASK_AGAIN_SECONDS: Final = 6.0
"""The seconds between questions for games: a host whose cable was out says nothing when it comes back."""

AGAIN_SECONDS: Final = 3.0
"""Seconds until it is tried again where multicast DNS was not available: a network may have come up."""

MULTICAST_DNS_PORT: Final = 5353
"""UDP. A firewall must let it in on both machines for hosts to be found; playing needs the TCP port only."""

_LOOPBACK: Final = "127.0.0.1"

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
async def browse(reach: Reach = Reach.NETWORK, favoured: Favoured | None = None) -> AsyncIterator[Browser]:
    """Look for hosts until the block ends; those ``favoured`` have places of their own.

    Raises ``DiscoveryUnavailable`` at the start; a network that goes later is waited for.
    """
    browser = Browser(favoured)

    async def listen(daemon: zeroconf.Zeroconf) -> None:
        browser.doubt_all()  # they were heard in the network of before
        await _listen(daemon, browser)

    async with _on_each_network(reach, listen), trio.open_nursery() as nursery:
        nursery.start_soon(browser.forget_silent)
        yield browser
        nursery.cancel_scope.cancel()


async def _listen(daemon: zeroconf.Zeroconf, browser: Browser) -> None:
    """Put into ``browser`` whoever is heard, until cancelled, and ask again and again."""
    ear = Ear(daemon, browser, trio.lowlevel.current_trio_token())
    ear.listen()
    watch = await trio.to_thread.run_sync(_watch, daemon)
    try:
        while True:
            await trio.sleep(ASK_AGAIN_SECONDS)
            ear.ask_all()  # zeroconf itself asks a few times, and then only for those it knows
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(watch.cancel)


async def find(
    seconds: float = SEARCH_SECONDS, reach: Reach = Reach.NETWORK, favoured: Favoured | None = None
) -> Browser:
    """The hosts that are heard within ``seconds``. Raises ``DiscoveryUnavailable``."""
    async with browse(reach, favoured) as browser:
        await trio.sleep(seconds)
        return browser


def reachable_addresses(bound_to: Sequence[str] | None = None) -> list[str]:
    """The addresses at which others reach a port bound to ``bound_to`` (by default, all addresses of this computer).

    The likeliest in the home network come first.

    Loopback addresses are in it only if there is nothing else: on another machine they would lead to itself.
    """
    wanted = [ipaddress.ip_address(address) for address in bound_to or ("0.0.0.0", "::")]  # noqa: S104 - no socket here
    every_version = {address.version for address in wanted if address.is_unspecified}
    own = [address.address for address in OwnNetworks.now().addresses if address.address.version in every_version]
    found = own + [address for address in wanted if not address.is_unspecified]
    outside = [address for address in found if not address.is_loopback]
    # The zone of a link-local address is a number of this machine alone.
    return [str(address).partition("%")[0] for address in outside or found]


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


def _watch(daemon: zeroconf.Zeroconf) -> zeroconf.ServiceBrowser:
    """Ask for hosts, at once and then as often as the rules of multicast DNS want it; the ear hears the answers."""
    return zeroconf.ServiceBrowser(daemon, SERVICE_TYPE, handlers=[_hear_elsewhere], question_type=QUESTION)


def _hear_elsewhere(**_: object) -> None:
    """zeroconf wants to tell someone what it has heard."""


def _unavailable() -> DiscoveryUnavailable:
    return DiscoveryUnavailable(
        Sentence(
            "Games on this network cannot be found from here, because multicast DNS (UDP port {port}) "
            "is not available. Type the address of the host instead.",
            port=MULTICAST_DNS_PORT,
        )
    )
