"""Going to a host: a TCP connection to its address."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from typing import Final

import trio
from trio import socket

from mandala_net.link.address import Address, is_without_zone
from mandala_protocol.sentence import Sentence

CONNECT_SECONDS: Final = 10


class ConnectError(Exception):
    """No connection to the host could be made; the text is one sentence for a person."""


def address_of(stream: trio.SocketStream) -> Address | None:
    """The address that a connection of ours leads to; None if it is gone already."""
    try:
        host, port = stream.socket.getpeername()[:2]
    except OSError:
        return None
    return Address(host, port)


async def connect(address: Address) -> trio.SocketStream:
    """A TCP connection, IPv6 and IPv4 tried side by side (RFC 6555). Raises ``ConnectError``."""
    try:
        with trio.move_on_after(CONNECT_SECONDS):
            return await trio.open_tcp_stream(address.host, address.port)
    except OSError as error:
        raise ConnectError(_reason(error, address)) from error
    except UnicodeError as error:
        # The name cannot even be written as a domain name.
        raise ConnectError(_not_found(address)) from error
    raise ConnectError(_no_answer(address))


def _reason(error: OSError, address: Address) -> str:
    if isinstance(error, socket.gaierror):
        return _not_found(address)
    if is_without_zone(address.host):
        return Sentence(
            "The address {host} is good on one network alone, so it needs the name of your network interface. "
            "Write it after a percent sign, such as: {example}",
            host=address.host,
            example=f"{address.host}%eth0",
        )
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
        for cause in error.__cause__.exceptions:
            if isinstance(cause, OSError):
                yield cause


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
