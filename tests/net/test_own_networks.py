"""The likeliest address first: that in the home network before bridges, tunnels and what both computers have."""

from __future__ import annotations

import ipaddress

import ifaddr
import pytest

from mandala_net.discovery import own_networks
from mandala_net.discovery.dns_sd import reachable_addresses
from mandala_net.discovery.own_networks import OwnNetworks

Ip = str | tuple[str, int, int]


def adapter(index: int, *ips: tuple[Ip, int]) -> ifaddr.Adapter:
    name = f"adapter{index}"
    return ifaddr.Adapter(name, name, [ifaddr.IP(ip, prefix, name) for ip, prefix in ips], index=index)


LOOPBACK = adapter(1, ("127.0.0.1", 8), (("::1", 0, 0), 128))
BRIDGES = [adapter(10 + at, (f"172.{17 + at}.0.1", 16), ((f"fe80::{at:x}", 0, 10 + at), 64)) for at in range(20)]
TUNNEL = adapter(40, ("10.8.0.6", 32))
HOME = adapter(50, ("192.168.1.20", 24), (("fe80::20", 0, 50), 64), (("2001:db8:1::20", 0, 0), 64))
OTHER_NETWORK = adapter(60, ("10.20.0.7", 24))


@pytest.fixture
def laptop(monkeypatch: pytest.MonkeyPatch) -> OwnNetworks:
    """A computer with much besides its home network, through which its default route leads."""
    adapters = [LOOPBACK, *BRIDGES, TUNNEL, OTHER_NETWORK, HOME]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(own_networks, "_default_sources", lambda: [ipaddress.ip_address("192.168.1.20")])
    return OwnNetworks.now()


@pytest.mark.usefixtures("laptop")
def test_a_host_tells_of_the_address_at_its_default_route_first_and_of_bridges_last() -> None:
    sentences = reachable_addresses(["0.0.0.0"])
    assert sentences[:2] == ["192.168.1.20", "10.20.0.7"]
    assert "10.8.0.6" in sentences[2:]
    assert len(sentences) == 23
    assert reachable_addresses()[:4] == ["192.168.1.20", "2001:db8:1::20", "fe80::20", "10.20.0.7"]


@pytest.mark.usefixtures("laptop")
def test_without_a_default_route_bridges_and_tunnels_are_last_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_networks, "_default_sources", list)
    assert set(reachable_addresses(["0.0.0.0"])[:2]) == {"192.168.1.20", "10.20.0.7"}


def test_a_guest_calls_first_where_it_shares_a_network_and_last_where_it_would_reach_itself(
    laptop: OwnNetworks,
) -> None:
    announced = ["172.17.0.1", "172.99.0.1", "fe80::99%50", "10.20.0.9", "192.168.1.9", "fe80::99%60"]
    assert laptop.likeliest_first(announced) == [
        "192.168.1.9",
        "fe80::99%50",
        "10.20.0.9",
        "172.99.0.1",
        "fe80::99%60",
        "172.17.0.1",
    ]


def test_what_is_no_address_is_no_error(laptop: OwnNetworks) -> None:
    assert laptop.likeliest_first(["nonsense", "192.168.1.9"]) == ["192.168.1.9", "nonsense"]
    assert OwnNetworks().likeliest_first(["10.0.0.1"]) == ["10.0.0.1"]


def test_where_the_system_does_not_tell_its_addresses_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> list[ifaddr.Adapter]:
        raise OSError(1, "not permitted")

    monkeypatch.setattr(ifaddr, "get_adapters", refuse)
    assert OwnNetworks.now() == OwnNetworks()
