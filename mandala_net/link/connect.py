"""Going to a host: what the user typed, or where a listing says it is."""

from __future__ import annotations

import errno
import ipaddress
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import trio
from attrs import frozen
from trio import socket

from mandala_net.link.listener import DEFAULT_PORT
from mandala_protocol.sentence import Sentence

CONNECT_SECONDS: Final = 10
_HEAD_START_SECONDS: Final = 0.25
_LONGEST_HOST: Final = 253
_LARGEST_PORT: Final = 65_535


class BadAddress(ValueError):
    """What was typed is no address; the text is one sentence for a person."""


class ConnectError(Exception):
    """There is no connection to the host; the text is one sentence for a person."""


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


def address_of(stream: trio.SocketStream) -> Address | None:
    """Return where a connection that we made leads to; None if it is gone already."""
    try:
        host, port = stream.socket.getpeername()[:2]
    except OSError:
        return None
    return Address(host, port)


async def connect(address: Address) -> trio.SocketStream:
    """A TCP connection, IPv6 and IPv4 tried side by side (RFC 6555). Raises ``ConnectError``."""
    with trio.move_on_after(CONNECT_SECONDS), _plain_reasons(address):
        return await trio.open_tcp_stream(address.host, address.port)
    raise ConnectError(_no_answer(address))


async def connect_any(addresses: Sequence[str], port: int) -> trio.SocketStream:
    """A TCP connection to whichever of the ``addresses`` of one machine answers first, each with a little head start.

    Raises ``ConnectError``, for the first address, if none does.
    """
    if not addresses:
        raise ConnectError(Sentence("The listing has no address to connect to."))
    failures: dict[str, ConnectError] = {}
    winner: trio.SocketStream | None = None

    async def attempt(host: str, failed: trio.Event) -> None:
        nonlocal winner
        try:
            stream = await connect(Address(host, port))
        except ConnectError as error:
            failures[host] = error
            failed.set()
            return
        if winner is not None:
            await trio.aclose_forcefully(stream)
            return
        winner = stream
        nursery.cancel_scope.cancel()

    try:
        async with trio.open_nursery() as nursery:
            for host in addresses:
                failed = trio.Event()
                nursery.start_soon(attempt, host, failed)
                with trio.move_on_after(_HEAD_START_SECONDS):
                    await failed.wait()
    except BaseException:
        if winner is not None:
            await trio.aclose_forcefully(winner)
        raise
    if winner is None:
        raise failures[addresses[0]]
    return winner


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


@contextmanager
def _plain_reasons(address: Address) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ConnectError(_reason(error, address)) from error
    except UnicodeError as error:
        # The name cannot even be written as a domain name.
        raise ConnectError(_not_found(address)) from error


def _reason(error: OSError, address: Address) -> str:
    if isinstance(error, socket.gaierror):
        return _not_found(address)
    numbers = {cause.errno for cause in _causes(error)}
    if errno.ECONNREFUSED in numbers:
        return Sentence(
            "{host} answers, but no game is waiting there on port {port}. Is the host running, and is "
            "TCP port {port} open in its firewall?",
            host=address.host,
            port=address.port,
        )
    if numbers & {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN, errno.EADDRNOTAVAIL}:
        return Sentence("{host} cannot be reached from here. Are both computers on one network?", host=address.host)
    if errno.ETIMEDOUT in numbers:
        return _no_answer(address)
    return Sentence("Could not connect to {address}.", address=address)


def _causes(error: OSError) -> Iterator[OSError]:
    """The failures of the single attempts, which trio keeps in the cause."""
    yield error
    if isinstance(error.__cause__, ExceptionGroup):
        for each in error.__cause__.exceptions:
            if isinstance(each, OSError):
                yield each


def _not_found(address: Address) -> str:
    return Sentence(
        "There is no computer called {host} on this network. Check the name, or use its IP address.", host=address.host
    )


def _no_answer(address: Address) -> str:
    return Sentence(
        "{host} did not answer within {seconds} seconds. Is it switched on, and is TCP port {port} "
        "open in its firewall?",
        host=address.host,
        seconds=CONNECT_SECONDS,
        port=address.port,
    )
