"""Hosting and joining as a person meets them: from the command to the last word."""

from __future__ import annotations

import secrets
import socket
from typing import Final

import trio
from attrs import frozen

from mandala_client import telling
from mandala_client.desk import Desk
from mandala_client.sorry import Sorry
from mandala_net.bots import make_bot
from mandala_net.connect import Address, connect, connect_any
from mandala_net.discovery import (
    MULTICAST_DNS_PORT,
    DiscoveryUnavailable,
    Reach,
    advertise,
    browse,
    reachable_addresses,
)
from mandala_net.home import Home
from mandala_net.identity import fingerprint
from mandala_net.link import client_handshake
from mandala_net.listener import DEFAULT_PORT, Listener, listen
from mandala_net.listing import Announcement, Listing
from mandala_net.match import Match, play_automatically
from mandala_net.news import Ended, Finished, WeLeft
from mandala_net.play import Audience, PlayerTask, host, join
from mandala_protocol.errors import LocalProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.game import BadNotation, IllegalMove
from mandala_protocol.session import Leave, Snapshot
from mandala_protocol.speaker import Offer

SEARCH_SECONDS: Final = 3.0
"""How long to look for games: one that was opened just now takes up to two seconds to be heard."""

LOOPBACK: Final = "127.0.0.1"

OTHERS_SECONDS: Final = 0.4
"""After the first game is heard, how long to listen for others: games that were not opened just now answer at once."""


@frozen
class Seating:
    """Who plays our side: "human", or a bot by name with its seed."""

    player: str = "human"
    seed: int | None = None

    def task(self, desk: Desk, game: str) -> PlayerTask:
        if self.player == "human":
            return _at(desk)
        bot = make_bot(self.player, secrets.randbits(32) if self.seed is None else self.seed)
        rules = GAMES[game]

        def choose(snapshot: Snapshot) -> str:
            assert snapshot.view is not None, "nobody is to move before the cards are dealt"
            return rules.format_move(bot.choose(snapshot.view))

        async def play(match: Match) -> None:
            await play_automatically(match, choose)

        return play


@frozen
class Hosting:
    """How a game is opened: the offer, the TCP port (None for the usual one), whether strangers are let in unasked.

    ``local``: for programs on this machine only; ``unlisted``: not announced, to be joined by address.
    """

    offer: Offer
    port: int | None = None
    anybody: bool = False
    local: bool = False
    unlisted: bool = False
    seating: Seating = Seating()


async def host_flow(desk: Desk, home: Home, how: Hosting) -> Ended:
    """Open a game, wait for a guest, play, show the end."""
    async with await listen(how.port, LOOPBACK if how.local else None) as listener, trio.open_nursery() as nursery:
        desk.status(f"You are {home.name}. Your game is open on port {listener.port}.")
        sign = _OpenSign(desk, home, how, listener)
        if not how.unlisted:
            nursery.start_soon(sign.run)
        ask = None if how.anybody else desk.admit
        audience = Audience(desk.status, desk.show, desk.tell, sign.turn)
        ended = await host(home, listener, how.offer, audience, how.seating.task(desk, how.offer.game), ask)
        nursery.cancel_scope.cancel()
    await desk.end(ended)
    return ended


class _OpenSign:
    """Tells the network of a game while there is a free place at it, and the person what to tell the other."""

    def __init__(self, desk: Desk, home: Home, how: Hosting, listener: Listener) -> None:
        self._desk, self._listener = desk, listener
        self._reach = Reach.THIS_MACHINE if how.local else Reach.NETWORK
        self._announcement = Announcement(
            home.name, how.offer.game, fingerprint(home.identity.public), socket.gethostname()
        )
        self._taken = False
        self._turned = trio.Event()

    def turn(self, taken: bool) -> None:
        """The place is taken, or free again."""
        self._taken = taken
        self._turned.set()
        self._turned = trio.Event()

    async def run(self) -> None:
        await self._explain()
        while True:
            while self._taken:
                await self._turned.wait()
            try:
                async with advertise(self._listener.port, self._announcement, self._listener.addresses, self._reach):
                    while not self._taken:
                        await self._turned.wait()
            except DiscoveryUnavailable as error:
                self._desk.status(str(error))
                return

    async def _explain(self) -> None:
        if self._reach is Reach.THIS_MACHINE:
            self._desk.status("Only programs on this machine can join, with: mandala-lan join --local")
            return
        self._desk.status("The other player types: mandala-lan join")
        lines = await trio.to_thread.run_sync(_how_to_reach, self._listener.port, self._listener.addresses)
        for line in lines:
            self._desk.status(line)


def _how_to_reach(port: int, bound_to: tuple[str, ...]) -> list[str]:
    addresses = [address for address in reachable_addresses(bound_to) if ":" not in address]
    if not addresses:
        return ["This machine has no network address; only programs on it can join."]
    where = [address if port == DEFAULT_PORT else f"{address}:{port}" for address in addresses[:2]]
    return ["If that finds nothing: " + " or ".join(f"mandala-lan join {address}" for address in where)]


@frozen
class Joining:
    """Where to join: an address, or None to look around for a game, only for that of ``player`` if given.

    ``otherwise`` is an address to try when nothing is found; ``local`` is to look on this machine only.
    ``own_bot``: the host is a bot that this program has started.
    """

    address: Address | None = None
    player: str | None = None
    otherwise: Address | None = None
    local: bool = False
    game: str = "mandala"
    own_bot: bool = False
    seating: Seating = Seating()


async def join_flow(desk: Desk, home: Home, how: Joining) -> Ended:
    """Find a game, join it, play, show the end."""
    stream, announced = await _knock(desk, how)
    try:
        link = await client_handshake(stream, home.identity)
    except BaseException:
        await trio.aclose_forcefully(stream)
        raise
    if announced is not None and announced != fingerprint(link.peer):
        desk.status(f"Careful: this game was announced by somebody with another key ({announced}).")
    audience = Audience(desk.status, desk.show, desk.tell)
    ended = await join(home, link, audience, how.seating.task(desk, how.game), own_bot=how.own_bot)
    await desk.end(ended)
    return ended


async def _knock(desk: Desk, how: Joining) -> tuple[trio.SocketStream, str | None]:
    """A connection to the game, and the fingerprint of its host's key if that was announced."""
    if how.address is not None:
        desk.status(f"Connecting to {how.address} …")
        return await connect(how.address), None
    try:
        listing = await _look_around(desk, how)
    except DiscoveryUnavailable as error:
        if how.otherwise is None:
            raise Sorry(f"{error} Ask the host for its address and type: mandala-lan join ADDRESS") from error
        desk.status(f"{error} Joining by address instead.")
        return await connect(how.otherwise), None
    if listing is not None:
        desk.status(f"Connecting to {listing.announcement.player_name} …")
        return await connect_any(listing.addresses, listing.port), listing.announcement.fingerprint
    if how.otherwise is not None:
        desk.status("No game was found by multicast; joining by address instead.")
        return await connect(how.otherwise), None
    raise Sorry(
        "No open game was found. Has the other player typed  mandala-lan host ? "
        f"If so, a firewall may be in the way: allow UDP port {MULTICAST_DNS_PORT} and TCP port {DEFAULT_PORT}, "
        "or type  mandala-lan join ADDRESS  with the address that the host shows."
    )


async def _look_around(desk: Desk, how: Joining) -> Listing | None:
    """The game to join; None if none is heard."""
    desk.status("Looking for games on the local network …")

    def wanted(listings: tuple[Listing, ...]) -> list[Listing]:
        return [one for one in listings if how.player is None or one.announcement.player_name == how.player]

    async with browse(Reach.THIS_MACHINE if how.local else Reach.NETWORK) as browser:
        with trio.move_on_after(SEARCH_SECONDS) as search:
            while not wanted(browser.listings):
                await browser.wait_changed()
        if how.player is None and not search.cancelled_caught:
            await trio.sleep(OTHERS_SECONDS)
        found = wanted(browser.listings)
    if len(found) > 1:
        chosen = await desk.choose(found)
        if chosen is None:
            raise Sorry("You joined no game.")
        return chosen
    return found[0] if found else None


def _at(desk: Desk) -> PlayerTask:
    """A person at a desk plays."""

    async def play(match: Match) -> None:
        while True:
            command = await desk.next_command()
            try:
                await match.do(command)
            except (IllegalMove, BadNotation, LocalProtocolError) as error:
                desk.refuse(_reason(error))
            if isinstance(command, Leave):
                return

    return play


def _reason(error: IllegalMove | BadNotation | LocalProtocolError) -> str:
    match error:
        case LocalProtocolError(detail=detail):
            return f"{detail[0].upper()}{detail[1:]}."
        case _:
            return telling.refusal(error)


def exit_code(ended: Ended) -> int:
    """0 when the game was finished, or left on purpose by our side; 1 otherwise."""
    return 0 if isinstance(ended.outcome, Finished | WeLeft) else 1


__all__ = ["Hosting", "Joining", "Seating", "exit_code", "host_flow", "join_flow"]
