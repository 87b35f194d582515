"""A host's listing on the local network (DNS-SD, RFC 6763). None of it can be trusted.

A listing is a hint where to knock. Who answers is proved by the handshake alone.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import evolve, field, frozen

from mandala_net.link.address import Address
from mandala_protocol.names import clean_name
from mandala_protocol.wire.messages import PROTOCOL_VERSION

SERVICE_TYPE: Final = "_mandala-lan._tcp.local."
MAX_ADDRESSES: Final = 8
"""The most addresses of one host that are tried."""

_TXT_VERSION: Final = "1"
_LONGEST_VALUE: Final = 200
_LARGEST_VERSION: Final = 255
_GAME: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")
_FINGERPRINT: Final = re.compile(r"[A-Z2-7]{4}(-[A-Z2-7]{4}){3}")
_RESUME: Final = re.compile(r"[0-9a-f]{16}")
_VERSION: Final = re.compile(r"[1-9][0-9]{0,2}")


@frozen
class Announcement:
    """A host's announcement of its open game.

    ``game`` is a short name such as "mandala"; ``fingerprint`` that of the host's identity; ``host_name`` its machine.
    ``resume`` names the game that the host waits to resume (see ``resume_tag``), None if it is open for a new one.
    """

    player_name: str = field(converter=clean_name)
    game: str
    fingerprint: str
    host_name: str = field(converter=clean_name)
    protocol_version: int = PROTOCOL_VERSION
    resume: str | None = None

    def properties(self) -> dict[str, str]:
        """The TXT record: short keys, as RFC 6763 section 6.4 asks."""
        return {
            "txtvers": _TXT_VERSION,
            "v": str(self.protocol_version),
            "name": self.player_name,
            "game": self.game,
            "fp": self.fingerprint,
            "host": self.host_name,
            **({} if self.resume is None else {"resume": self.resume}),
        }


def resume_tag(proposal: bytes) -> str:
    """The name in a listing of the game to resume: the start of its proposal, which means nothing to strangers."""
    return proposal[:8].hex()


@frozen
class Listing:
    """An announcement that was heard, and where its host says it is. All of it is hearsay.

    ``instance`` tells listings apart; ``addresses`` are numbers, at most 8, link-local IPv6 ones with their zone.
    """

    instance: str
    announcement: Announcement
    port: int
    addresses: tuple[str, ...]

    @property
    def places(self) -> tuple[Address, ...]:
        """The addresses of the host, each with its port."""
        return tuple(Address(address, self.port) for address in self.addresses)


def parse_listing(
    instance: str, properties: Mapping[bytes, bytes | None], port: int | None, addresses: Sequence[str]
) -> Listing | None:
    """The listing that these records make; None if anything in them is missing, too long, or of the wrong kind."""
    announcement = _parse_announcement(properties)
    usable = tuple(address for address in addresses if _is_usable(address))[:MAX_ADDRESSES]
    if announcement is None or not usable or port is None or not 1 <= port <= 65_535:
        return None
    return Listing(instance, announcement, port, usable)


def _parse_announcement(properties: Mapping[bytes, bytes | None]) -> Announcement | None:
    texts = [_text(properties.get(key)) for key in (b"txtvers", b"v", b"name", b"game", b"fp", b"host")]
    match texts:
        case [str(txt_version), str(version), str(name), str(game), str(print_), str(host)]:
            if txt_version != _TXT_VERSION or not _VERSION.fullmatch(version) or int(version) > _LARGEST_VERSION:
                return None
            if not _GAME.fullmatch(game) or not _FINGERPRINT.fullmatch(print_):
                return None
            return _resuming(Announcement(name, game, print_, host, int(version)), properties)
        case _:
            return None


def _resuming(announcement: Announcement, properties: Mapping[bytes, bytes | None]) -> Announcement | None:
    if b"resume" not in properties:
        return announcement
    tag = _text(properties[b"resume"])
    return evolve(announcement, resume=tag) if tag is not None and _RESUME.fullmatch(tag) else None


def _text(value: bytes | None) -> str | None:
    if value is None or len(value) > _LONGEST_VALUE:
        return None
    try:
        return value.decode()
    except UnicodeDecodeError:
        return None


def _is_usable(address: str) -> bool:
    """Return whether this is an address to connect to: no group, not "any", link-local IPv6 only with a zone."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return False
    if number.is_multicast or number.is_unspecified:
        return False
    if isinstance(number, ipaddress.IPv6Address) and number.is_link_local:
        return number.scope_id is not None
    return True
