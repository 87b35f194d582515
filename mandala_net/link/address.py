"""The address of a host, and how a person writes it."""

from __future__ import annotations

import ipaddress
from typing import Final

from attrs import frozen

from mandala_protocol.sentence import Sentence

DEFAULT_PORT: Final = 28_108
"""TCP. Unassigned at IANA, below the range from which Linux and the BSDs take ports for outgoing connections,
so that it is free when wanted; and 108 are the cards."""

_LONGEST_HOST: Final = 253
_LARGEST_PORT: Final = 65_535


class BadAddress(ValueError):
    """The typed words are no address; the text is one sentence for a person."""


@frozen
class Address:
    """A host, by name or number (an IPv6 one without brackets, with its zone if it has one), and a TCP port."""

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str, port: int | None = None) -> Address:
    """Read "HOST" or "HOST:PORT", IPv6 numbers with a port in brackets: "[fe80::1%eth0]:28108".

    ``port`` is for an address that names none. The quotation marks that one shell needs around brackets are passed
    over where another one leaves them there. Raises ``BadAddress``.
    """
    usual = DEFAULT_PORT if port is None else port
    text = text.strip().strip("'\"")
    if text.startswith("["):
        number, bracket, rest = text[1:].partition("]")
        if not bracket or not _is_ipv6(number) or (rest and not rest.startswith(":")):
            raise BadAddress(Sentence("Write an IPv6 address with a port as [ADDRESS]:PORT."))
        return Address(number, _parse_port(rest[1:]) if rest else usual)
    if text.count(":") > 1:
        if not _is_ipv6(text):
            raise BadAddress(Sentence("That is not an address. Write HOST or HOST:PORT."))
        return Address(text, usual)
    host, colon, named = text.partition(":")
    if not _is_host(host):
        raise BadAddress(Sentence("That is not an address. Write HOST or HOST:PORT."))
    return Address(host, _parse_port(named) if colon else usual)


def is_without_zone(host: str) -> bool:
    """Return whether ``host`` is a link-local IPv6 number that names no network interface to be reached by."""
    try:
        number = ipaddress.IPv6Address(host)
    except ValueError:
        return False
    return number.is_link_local and number.scope_id is None


def _parse_port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(_LARGEST_PORT))):
        raise BadAddress(Sentence("A port is a number from 1 to {largest}.", largest=_LARGEST_PORT))
    port = int(text)
    if not 1 <= port <= _LARGEST_PORT:
        raise BadAddress(Sentence("A port is a number from 1 to {largest}.", largest=_LARGEST_PORT))
    return port


def _is_ipv6(text: str) -> bool:
    """Return whether this is an IPv6 number; a zone behind it may hold nothing that ends or breaks an address."""
    try:
        zone = ipaddress.IPv6Address(text).scope_id
    except ValueError:
        return False
    return zone is None or (_is_host(zone) and not set("[]:") & set(zone))


def _is_host(text: str) -> bool:
    """Return whether ``text`` may be looked up at all: no white space, nothing that cannot be printed, not too long."""
    return 0 < len(text) <= _LONGEST_HOST and text.isprintable() and not any(map(str.isspace, text))
