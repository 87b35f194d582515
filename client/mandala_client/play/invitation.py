"""The invitation of a host: what the other player types to join."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from mandala_client.text.language import _
from mandala_client.text.own_command import NAME, program
from mandala_net.discovery.dns_sd import reachable_addresses
from mandala_net.link.address import DEFAULT_PORT, Address
from mandala_net.player.paths import Paths
from mandala_net.shell import ON_WINDOWS

_JOIN: Final = "mandala-lan join"
_JOIN_HERE: Final = "mandala-lan join --local"
_ZONE: Final = "%"


def invitation(port: int, bound_to: Sequence[str], *, here: bool, listed: bool) -> list[str]:
    """The sentences for the person about how others join now, at the addresses that this computer has now.

    ``bound_to`` are the addresses that the port is bound to. ``here``: only programs on this machine can join.
    """
    if not here and all(ipaddress.ip_address(address).is_loopback for address in reachable_addresses(bound_to)):
        return [
            _("This computer is not in a network, so no other computer can find the game yet."),
            _("How to join is shown here as soon as there is a network."),
        ]
    return how_to_join(joining_by_address(port, bound_to), here=here, listed=listed)


def joining_by_address(port: int, bound_to: Sequence[str]) -> list[str]:
    """The commands to join at an address of this computer: the two likeliest at most, and IPv6 only without IPv4.

    ``bound_to`` are the addresses that the port is bound to. IPv6 stands in brackets before a port, which a shell could
    take for a pattern: between quotation marks that are the same for the shells of every system.
    """
    found = [ipaddress.ip_address(address) for address in reachable_addresses(bound_to)]
    short = [each for each in found if each.version == 4]
    long = [each for each in found if each.version == 6 and not each.is_link_local]
    # A link-local address of IPv6 leads nowhere without the zone, which has another name on every machine.
    zone = _ZONE + _("INTERFACE")
    zoned = [f"{each}{zone}" for each in found if each.version == 6 and each.is_link_local]
    hosts = [str(each) for each in (short or long or zoned)[:2]]
    where = hosts if port == DEFAULT_PORT else [str(Address(host, port)) for host in hosts]
    return [f'{_JOIN} "{address}"' if "[" in address else f"{_JOIN} {address}" for address in where]


def other_port(port: int, *, local: bool) -> str:
    """Return the advice for a game that is open on another port because the usual one is in use.

    ``local``: only programs on this machine can join, so that no firewall is in the way.
    """
    text = _("The usual port {usual} is in use, perhaps by another game of yours. This one is on port {port}.")
    if local:
        return text.format(usual=DEFAULT_PORT, port=port)
    to_do = _(
        "Allow TCP port {port} in your firewall. Or close the program that uses port {usual} and "
        "start again; to choose a port, use --port."
    )
    return f"{text} {to_do}".format(usual=DEFAULT_PORT, port=port)


def about_firewall(paths: Paths, *, windows: bool = ON_WINDOWS) -> str | None:
    """Return what to answer the firewall of Windows, which asks when a program opens a port for the first time.

    None on other systems, and where this was said before. A sign in ``paths`` keeps that in mind, if it can be written.
    """
    if not windows or paths.firewall_explained.exists():
        return None
    with suppress(OSError):
        paths.firewall_explained.touch()
    return _("Windows may ask about its firewall now: allow private networks, so that the other player can join.")


def _here(typed: str) -> str:
    """The command for someone at this machine, where this program may have no name that finds it."""
    return f"{program()}{typed.removeprefix(NAME)}"


def how_to_join(commands: Sequence[str], *, here: bool, listed: bool) -> list[str]:
    """The commands for the other player: ``commands`` if the game is not listed, or if it is not found.

    ``here``: only programs on this machine can join.
    """
    if here:
        command = _here(_JOIN_HERE if listed or not commands else commands[0])
        return [_("Only programs on this computer can join, with: {command}").format(command=command)]
    return [*_typed(commands, listed=listed), *([_fill_in()] if any(_ZONE in command for command in commands) else [])]


def _fill_in() -> str:
    return _(
        "Instead of {interface}, type the name of the other computer's own network interface, such as eth0."
    ).format(interface=_("INTERFACE"))


def _typed(commands: Sequence[str], *, listed: bool) -> list[str]:
    """The commands for someone at another computer."""
    found = [_("The other player types: {command}").format(command=_JOIN)] if listed else []
    match commands:
        case [] if listed:
            return [*found, _("This computer has no address that can be typed instead.")]
        case []:
            return [_("This computer has no network address, so only programs on it can join.")]
        case [command]:
            otherwise = _("If that finds nothing: {command}") if listed else _("The other player types: {command}")
            return [*found, otherwise.format(command=command)]
        case _:
            command, other = commands[:2]
            either = _("If that finds nothing: {command} or {other}")
            if not listed:
                either = _("The other player types: {command} or {other}")
            return [*found, either.format(command=command, other=other)]
