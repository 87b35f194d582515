"""Calling a host at several addresses at once. The race is won by whoever proves a wanted key first.

Losers are left before our own last message of the handshake (LK20). So none of them learns who called, and a host that
is called at several of its addresses hears of one guest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import trio

from mandala_net.link.address import Address
from mandala_net.link.connect import ConnectError, address_of, connect
from mandala_net.link.handshake import Unwanted
from mandala_net.link.secure_link import LinkLost, SecureLink, client_handshake
from mandala_protocol.conversation.trace import NewTrace, no_trace
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.record.signatures import Signer
from mandala_protocol.sentence import Sentence

HEAD_START_SECONDS: Final = 0.25
"""The seconds that an address has before the next one of the same host is called too."""

PROOF_SECONDS: Final = 1.0
"""The seconds more for an address that answers: a host closes the oldest of more than four handshakes (LK12)."""

MOST_AT_ONCE: Final = 16
"""The most hosts that are called at once."""

LISTING_SECONDS: Final = 3.0
"""The seconds that each of several hosts has to answer: anyone can announce a host that never does."""

CALL_FAILURES: Final = (ConnectError, LinkLost, RemoteProtocolError)
"""The errors when there is no link to a wanted host; each has a sentence for a person."""


async def call(
    hosts: Sequence[Sequence[Address]],
    identity: Signer,
    unwanted: Unwanted = lambda _: None,
    new_trace: NewTrace = no_trace,
) -> tuple[SecureLink, Address | None]:
    """Call ``hosts``, each at its addresses, the likeliest first; a link to the first that proves a wanted key.

    Beside it, the address that it was reached at. Each connection has a trace by ``new_trace``. If there is no such
    host, raises the failure of the very first address: ``ConnectError``, ``LinkLost``, ``RemoteProtocolError``.
    """
    race = _Race(identity, unwanted, new_trace)
    first = next((address for addresses in hosts for address in addresses), None)
    if first is None:
        raise ConnectError(Sentence("The listing has no address to connect to."))
    seconds = LISTING_SECONDS if len(hosts) > 1 else float("inf")
    places = trio.CapacityLimiter(MOST_AT_ONCE)
    try:
        async with trio.open_nursery() as nursery:
            for addresses in hosts:
                nursery.start_soon(race.call_host, addresses, seconds, places)
    except BaseException:
        if race.link is not None:
            await race.link.aclose()  # at once, as this is being cancelled
        raise
    if race.link is not None:
        return race.link, race.reached
    failure = race.failures.get(first if race.winner is None else race.winner)
    raise failure or ConnectError(Sentence("Could not connect to {address}.", address=first))


class _Race:
    """The calls that compete."""

    def __init__(self, identity: Signer, unwanted: Unwanted, new_trace: NewTrace) -> None:
        self._identity, self._unwanted, self._new_trace = identity, unwanted, new_trace
        self._calls: dict[Address, trio.CancelScope] = {}
        self.winner: Address | None = None
        self.link: SecureLink | None = None
        self.reached: Address | None = None
        self.failures: dict[Address, ConnectError | LinkLost | RemoteProtocolError] = {}

    async def call_host(self, addresses: Sequence[Address], seconds: float, places: trio.CapacityLimiter) -> None:
        """Call one host at its addresses, one after the other with a little head start each."""
        async with places:
            with trio.move_on_after(seconds):
                async with trio.open_nursery() as nursery:
                    for address in addresses:
                        if self.winner is not None:
                            return
                        if address not in self._calls:
                            await self._start(address, nursery)

    async def _start(self, address: Address, nursery: trio.Nursery) -> None:
        answers, over = trio.Event(), trio.Event()
        nursery.start_soon(self._call, address, answers, over)
        with trio.move_on_after(HEAD_START_SECONDS):
            await over.wait()
        if answers.is_set():
            with trio.move_on_after(PROOF_SECONDS):
                await over.wait()

    async def _call(self, address: Address, answers: trio.Event, over: trio.Event) -> None:
        try:
            with trio.CancelScope() as self._calls[address]:
                stream = await connect(address)
                reached = address_of(stream)
                answers.set()
                link = await client_handshake(
                    stream, self._identity, lambda key: self._decide(address, key), self._new_trace()
                )
                self.link, self.reached = link, reached
        except (ConnectError, LinkLost, RemoteProtocolError) as failure:
            self.failures[address] = failure
        finally:
            over.set()

    def _decide(self, address: Address, key: bytes) -> str | None:
        """Decide on the host at ``address``, which proved its ``key``: why not to go on, or None, and it has won."""
        if self.winner is not None:
            return "another address was faster"  # no one is told: there is a link
        why_not = self._unwanted(key)
        if why_not is None:
            self.winner = address
            for other, scope in self._calls.items():
                if other != address:
                    scope.cancel()
        return why_not
