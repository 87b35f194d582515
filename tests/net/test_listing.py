"""Listings from the local network are hostile until read: a listing is whole and harmless, or it is nothing."""

from __future__ import annotations

import string

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_net.discovery.dns_sd import reachable_addresses
from mandala_net.discovery.listing import MAX_ADDRESSES, Announcement, Listing, parse_listing
from mandala_net.trust.identity import Identity, fingerprint
from mandala_protocol.wire.messages import PROTOCOL_VERSION
from tests.texts import any_text

PRINT = fingerprint(Identity.generate().public)
ANNOUNCEMENT = Announcement("Anna", "mandala", PRINT, "annas-box")
ADDRESSES = ["192.168.1.5", "fd00::5"]


def txt(**changes: bytes | None) -> dict[bytes, bytes | None]:
    good = {key.encode(): value.encode() for key, value in ANNOUNCEMENT.properties().items()}
    return {**good, **{key.encode(): value for key, value in changes.items()}}


def test_what_a_host_says_is_what_is_heard() -> None:
    assert parse_listing("x", txt(), 28108, ADDRESSES) == Listing("x", ANNOUNCEMENT, 28108, tuple(ADDRESSES))
    assert ANNOUNCEMENT.protocol_version == PROTOCOL_VERSION


@pytest.mark.parametrize("tag", [None, "0123456789abcdef"])
def test_LK14_an_announcement_has_its_fields_and_says_nothing_else(tag: str | None) -> None:
    optional = {} if tag is None else {"resume": tag}
    said = evolve(ANNOUNCEMENT, resume=tag).properties()
    version = str(PROTOCOL_VERSION)
    assert said == {
        "txtvers": "1",
        "v": version,
        "name": "Anna",
        "game": "mandala",
        "fp": PRINT,
        "host": "annas-box",
        **optional,
    }


def test_the_names_of_the_player_and_the_machine_are_made_harmless() -> None:
    listing = parse_listing("x", txt(name=b"\x1b[2JAnna\n\xe2\x80\xae", host=b"box\x07"), 1, ADDRESSES)
    assert listing is not None
    assert listing.announcement.player_name == "[2JAnna"
    assert listing.announcement.host_name == "box"


def test_another_version_is_listed_so_that_it_can_be_explained() -> None:
    listing = parse_listing("x", txt(v=b"7"), 1, ADDRESSES)
    assert listing is not None
    assert listing.announcement.protocol_version == 7


def test_LK15_keys_that_later_versions_add_are_ignored() -> None:
    assert parse_listing("x", txt(later=b"\xff" * 255), 28108, ADDRESSES) is not None


@pytest.mark.parametrize("key", ["txtvers", "v", "name", "game", "fp", "host"])
@pytest.mark.parametrize("value", [None, b"\xff\xfe", b"x" * 201], ids=["no value", "not UTF-8", "too long"])
def test_LK15_a_listing_with_a_bad_value_is_ignored(key: str, value: bytes | None) -> None:
    assert parse_listing("x", txt(**{key: value}), 28108, ADDRESSES) is None


@pytest.mark.parametrize("key", ["txtvers", "v", "name", "game", "fp", "host"])
def test_LK15_a_listing_that_lacks_something_is_ignored(key: str) -> None:
    properties = txt()
    del properties[key.encode()]
    assert parse_listing("x", properties, 28108, ADDRESSES) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"txtvers": b"2"},
        {"v": b"0"},
        {"v": b"256"},
        {"v": b"-1"},
        {"v": b"01"},
        {"v": "١".encode()},
        {"v": b"1\n"},
        {"game": b""},
        {"game": b"Mandala"},
        {"game": b"mandala\n"},
        {"game": b"../mandala"},
        {"game": b"m" * 33},
        {"fp": PRINT.lower().encode()},
        {"fp": PRINT[:-1].encode()},
        {"fp": PRINT.encode() + b"\n"},
        {"fp": b"ABCD-ABCD-ABCD-ABC1"},
    ],
)
def test_LK15_a_value_of_the_wrong_form_is_ignored(changes: dict[str, bytes]) -> None:
    assert parse_listing("x", txt(**changes), 28108, ADDRESSES) is None


@pytest.mark.parametrize("port", [None, 0, -1, 65_536])
def test_a_port_that_is_none_is_ignored(port: int | None) -> None:
    assert parse_listing("x", txt(), port, ADDRESSES) is None


def test_addresses_where_nobody_can_be_are_left_out() -> None:
    nowhere = ["224.0.0.251", "ff02::fb", "0.0.0.0", "::", "fe80::1", "not a number", "", "box.local", "1.2.3"]
    listing = parse_listing("x", txt(), 28108, [*nowhere, "fe80::1%eth0", "10.0.0.1"])
    assert listing is not None
    assert listing.addresses == ("fe80::1%eth0", "10.0.0.1")
    assert parse_listing("x", txt(), 28108, nowhere) is None


def test_no_more_than_eight_addresses_are_kept() -> None:
    listing = parse_listing("x", txt(), 28108, [f"10.0.0.{number}" for number in range(1, 200)])
    assert listing is not None
    assert len(listing.addresses) == MAX_ADDRESSES


@settings(deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([b"txtvers", b"v", b"name", b"game", b"fp", b"host"]),
        st.none() | st.binary(max_size=300) | st.text(string.printable).map(str.encode),
    ),
    st.none() | st.integers(-1, 70_000),
    st.lists(any_text(max_size=50) | st.ip_addresses().map(str)),
)
def test_nothing_that_is_heard_raises(
    properties: dict[bytes, bytes | None], port: int | None, addresses: list[str]
) -> None:
    listing = parse_listing("x", {**txt(), **properties}, port, addresses)
    if listing is not None:
        assert 1 <= len(listing.addresses) <= MAX_ADDRESSES
        assert listing.announcement.player_name.isprintable()


def test_a_port_bound_to_one_address_is_told_of_there_alone() -> None:
    assert reachable_addresses(["127.0.0.1"]) == ["127.0.0.1"]
    assert reachable_addresses(["127.0.0.1", "192.0.2.77"]) == ["192.0.2.77"]
    assert reachable_addresses(["fe80::1%3"]) == ["fe80::1"]


def test_a_port_bound_everywhere_is_told_of_with_the_addresses_of_this_machine() -> None:
    everywhere = reachable_addresses(["0.0.0.0", "::"])
    assert everywhere == reachable_addresses()
    assert everywhere
    assert not {"0.0.0.0", "::"} & set(everywhere)
    assert all("." in address for address in reachable_addresses(["0.0.0.0"]))
