"""The addresses of this computer, and the wait for others: a home network goes, and comes back with new ones."""

from __future__ import annotations

import errno
import ipaddress
import socket
from typing import Final, TypeAlias

import ifaddr
import trio

LOOK_SECONDS: Final = 1.0
"""Seconds between two looks. A change counts once a second look sees the same: a network that flaps changes nothing."""

OwnAddresses: TypeAlias = frozenset[tuple[str, int | None]]
"""The addresses with the number of their network adapter: one taken out and put back has another number."""


async def own_addresses() -> OwnAddresses:
    """Return the addresses that this computer can use now; none if the system does not say."""
    return await trio.to_thread.run_sync(_usable_addresses) or frozenset()


async def wait_for_others(known: OwnAddresses) -> OwnAddresses:
    """Wait until this computer has other addresses than ``known``, and keeps them for a look; return those."""
    before = known
    while True:
        await trio.sleep(LOOK_SECONDS)
        now = await trio.to_thread.run_sync(_usable_addresses)
        if now is not None and now == before != known:
            return now
        before = before if now is None else now


async def wait_until_gone(address: str | None) -> None:
    """Wait until ``address`` has been one of this computer and is none any more; for ever if it is a loopback, or None.

    Nothing reaches a connection whose own address is gone.
    """
    if address is None or ipaddress.ip_address(address).is_loopback:
        await trio.sleep_forever()
    known = await own_addresses()
    if not _has(known, address):
        await trio.sleep_forever()
    while _has(known, address):
        known = await wait_for_others(known)


def _has(known: OwnAddresses, address: str | None) -> bool:
    return any(each == address for each, _adapter in known)


def _usable_addresses() -> OwnAddresses | None:
    """The addresses of now; None if they cannot be read, as without a free file descriptor."""
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return None
    return frozenset(
        (ip.ip if isinstance(ip.ip, str) else ip.ip[0], adapter.index)
        for adapter in adapters
        for ip in adapter.ips
        if _is_usable(ip.ip)
    )


def _is_usable(ip: str | tuple[str, int, int]) -> bool:
    """Return whether a socket can have this address: not yet while the system asks around whether it is unique."""
    host, flow, zone = (ip, 0, 0) if isinstance(ip, str) else ip
    family = socket.AF_INET if isinstance(ip, str) else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((host, 0) if family == socket.AF_INET else (host, 0, flow, zone))
    except OSError as error:
        return error.errno != errno.EADDRNOTAVAIL
    return True
