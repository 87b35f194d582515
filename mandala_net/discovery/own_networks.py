"""The networks of this computer, and which of many addresses is likeliest to lead to another one at home.

A computer has addresses in the home network, and often more: bridges to its containers and virtual machines, tunnels.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final, TypeAlias

import ifaddr
from attrs import frozen

IpAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_FAR_AWAY: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that belong to no one (RFC 5737, RFC 3849). Nothing is sent to them."""

_DEFAULT, _ORDINARY, _LINK_LOCAL, _VIRTUAL, _ELSEWHERE, _OURS = range(6)


@frozen
class OwnAddress:
    """An address of this computer, without its zone, the network that it is in, and the number of its adapter.

    ``rank``: the smaller, the likelier it is in the home network.
    """

    address: IpAddress
    network: ipaddress.IPv4Network | ipaddress.IPv6Network
    adapter: int | None
    rank: int = _ORDINARY


@frozen
class OwnNetworks:
    """The addresses of this computer, the likeliest in the home network first."""

    addresses: tuple[OwnAddress, ...] = ()

    @classmethod
    def now(cls) -> OwnNetworks:
        """Read them from the system; none if it does not say."""
        default = frozenset(_default_sources())
        found: list[OwnAddress] = []
        with suppress(OSError):
            for adapter in ifaddr.get_adapters():
                found += _ranked([_own(ip, adapter.index) for ip in adapter.ips], default)
        return cls(tuple(sorted(found, key=lambda own: (own.rank, own.address.is_link_local))))

    def likeliest_first(self, addresses: Iterable[str]) -> list[str]:
        """Sort addresses of another computer: those in a network of ours first, in the order of our networks.

        Last are those that we have too. Such a one leads back to this computer.
        """
        return sorted(addresses, key=self._order)

    def _order(self, address: str) -> tuple[int, bool]:
        try:
            number = ipaddress.ip_address(address)
        except ValueError:
            return _OURS + 1, False
        zone = number.scope_id if isinstance(number, ipaddress.IPv6Address) else None
        bare = _without_zone(number)
        if any(own.address == bare for own in self.addresses):
            return _OURS, False
        ranks = (own.rank for own in self.addresses if bare in own.network and zone in (None, str(own.adapter)))
        return min(ranks, default=_ELSEWHERE), number.is_link_local


def _own(ip: ifaddr.IP, adapter: int | None) -> OwnAddress:
    # IPv6 addresses come with their flow and zone.
    address = _without_zone(ipaddress.ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0]))
    return OwnAddress(address, ipaddress.ip_network(f"{address}/{ip.network_prefix}", strict=False), adapter)


def _ranked(of_adapter: list[OwnAddress], default: frozenset[IpAddress]) -> Iterator[OwnAddress]:
    """The addresses of one adapter, which all have the same rank."""
    if any(own.address in default for own in of_adapter):
        rank = _DEFAULT
    elif any(_is_of_virtual(own) for own in of_adapter):
        rank = _VIRTUAL
    else:
        rank = _LINK_LOCAL if all(own.address.is_link_local for own in of_adapter) else _ORDINARY
    for own in of_adapter:
        yield OwnAddress(own.address, own.network, own.adapter, rank)


def _is_of_virtual(own: OwnAddress) -> bool:
    """Return whether this looks like a bridge to containers, in whose network this computer is the router, or a tunnel.

    A router has the first address of its network; at home it is another box, by which the default route leads.
    """
    if own.address.version == 6:
        return False
    return own.network.num_addresses <= 4 or own.address == own.network[1]


def _default_sources() -> Iterator[IpAddress]:
    """The own addresses from which the default routes lead away."""
    for family, far_away in _FAR_AWAY:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far_away, 9))
            yield _without_zone(ipaddress.ip_address(probe.getsockname()[0]))


def _without_zone(address: IpAddress) -> IpAddress:
    return ipaddress.ip_address(str(address).partition("%")[0])
