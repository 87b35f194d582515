"""A host that is called at several addresses: whoever proves the wanted key first is gone on with, and no one else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import trio
from attrs import define, field

from mandala_net.link import race
from mandala_net.link.address import Address
from mandala_net.link.connect import ConnectError
from mandala_net.link.listener import Listener, listen
from mandala_net.link.race import call
from mandala_net.link.secure_link import NotWanted, SecureLink
from mandala_net.trust.identity import Identity
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.sentence import Sentence
from tests.limits import SECONDS

ANNA, BEN, EVE = Identity.generate(), Identity.generate(), Identity.generate()


def only(wanted: Identity) -> Callable[[bytes], str | None]:
    return lambda key: None if key == wanted.public else Sentence("This is someone else.")


@define
class House:
    """Someone who hosts, the guests who came in, and what the host was told of others."""

    listener: Listener
    guests: list[bytes] = field(factory=list)
    told: list[RemoteProtocolError] = field(factory=list)

    def at(self, host: str = "127.0.0.1") -> Address:
        return Address(host, self.listener.port)

    async def welcome(self, link: SecureLink) -> None:
        self.guests.append(link.peer)
        while data := await link.receive():
            await link.send(data)


@asynccontextmanager
async def house_of(identity: Identity) -> AsyncIterator[House]:
    """A host at every address of this computer that begins with 127."""
    with trio.fail_after(SECONDS):
        async with await listen(0, "0.0.0.0") as listener, trio.open_nursery() as nursery:
            house = House(listener)
            nursery.start_soon(listener.serve, identity, house.welcome, house.told.append)
            yield house
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def silent_house() -> AsyncIterator[Address]:
    """An address where someone answers and never says a word."""
    [listener] = await trio.open_tcp_listeners(0, host="0.0.0.0")
    async with listener:
        yield Address("127.0.0.1", listener.socket.getsockname()[1])


async def closed_port() -> Address:
    async with await listen(0, "127.0.0.1") as listener:
        return Address("127.0.0.1", listener.port)


async def talks(link: SecureLink) -> None:
    await link.send(b"hello")
    assert await link.receive() == b"hello"
    await link.aclose()


async def test_the_address_with_the_wanted_key_wins_whoever_answers_first() -> None:
    async with house_of(EVE) as eves, house_of(ANNA) as annas:
        link, reached = await call([[eves.at(), annas.at()]], BEN, only(ANNA))
        assert (link.peer, reached) == (ANNA.public, annas.at())
        await talks(link)
    assert (annas.guests, annas.told) == ([BEN.public], [])
    assert (eves.guests, eves.told) == ([], [])


async def test_a_host_that_is_called_at_all_its_addresses_at_once_has_one_guest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(race, "HEAD_START_SECONDS", 0)
    monkeypatch.setattr(race, "PROOF_SECONDS", 0)
    async with house_of(ANNA) as annas:
        link, _reached = await call([[annas.at(f"127.0.0.{number}") for number in (1, 2, 3)]], BEN, only(ANNA))
        await talks(link)
        [last, _] = await call([[annas.at()]], EVE)  # whoever came before has been heard by now
        await talks(last)
    assert (annas.guests, annas.told) == ([BEN.public, EVE.public], [])


async def test_an_address_that_answers_and_says_nothing_does_not_keep_the_next_one_waiting_for_long() -> None:
    async with silent_house() as nowhere, house_of(ANNA) as annas:
        link, _reached = await call([[nowhere, annas.at()]], BEN, only(ANNA))
        await talks(link)


async def test_of_many_false_hosts_none_hides_the_true_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some are someone else, some never say a word, some are not there at all; the true one is called last."""
    monkeypatch.setattr(race, "LISTING_SECONDS", 1.0)
    async with silent_house() as nowhere, house_of(EVE) as eves, house_of(ANNA) as annas:
        false = [eves.at(), nowhere, await closed_port()]
        hosts = [[Address(f"127.0.1.{number}", each.port)] for number in range(1, 40) for each in false]
        link, reached = await call([*hosts, [annas.at()]], BEN, only(ANNA))
        assert reached == annas.at()
        await talks(link)
    assert (eves.guests, annas.guests) == ([], [BEN.public])


async def test_if_no_address_has_the_wanted_key_the_likeliest_one_is_spoken_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(race, "HEAD_START_SECONDS", 0)  # so whoever is spoken of is not the first that fails
    monkeypatch.setattr(race, "PROOF_SECONDS", 0)
    closed = await closed_port()
    async with house_of(EVE) as eves:
        with pytest.raises(NotWanted, match="someone else"):
            await call([[eves.at(), closed]], BEN, only(ANNA))
        with pytest.raises(ConnectError, match=r"^127\.0\.0\.1 answers, but no game"):
            await call([[closed, eves.at()]], BEN, only(ANNA))
    assert eves.guests == []
    with pytest.raises(ConnectError, match="no address"):
        await call([[]], BEN)
