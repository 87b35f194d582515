"""The announcement of an open game: to the person, who tells the other, and to the network."""

from __future__ import annotations

import socket

import trio

from mandala_client.play.frontend import Frontend
from mandala_client.play.invitation import how_to_join, joining_by_address
from mandala_client.text.language import told
from mandala_net.discovery.dns_sd import DiscoveryUnavailable, Reach, advertise
from mandala_net.discovery.listing import Announcement
from mandala_net.link.listener import Listener
from mandala_net.player.profile import Profile
from mandala_net.trust.identity import fingerprint


class OpenSign:
    """Tells the person what to tell the other, and the network of a listed game while there is a free place at it."""

    def __init__(
        self, desk: Frontend, home: Profile, game: str, listener: Listener, *, local: bool, listed: bool
    ) -> None:
        self._desk, self._listener, self._listed = desk, listener, listed
        self._reach = Reach.kept(local=local)
        self._announcement = Announcement(home.name, game, fingerprint(home.identity.public), socket.gethostname())
        self._taken = False
        self._turned = trio.lowlevel.ParkingLot()

    def turn(self, taken: bool) -> None:
        """The place is taken, or free again."""
        self._taken = taken
        self._turned.unpark_all()

    async def run(self) -> None:
        await self._explain()
        while self._listed:
            while self._taken:
                await self._turned.park()
            try:
                async with advertise(self._listener.port, self._announcement, self._listener.addresses, self._reach):
                    while not self._taken:
                        await self._turned.park()
            except DiscoveryUnavailable as error:
                self._desk.status(told(error))
                return

    async def _explain(self) -> None:
        commands = await trio.to_thread.run_sync(joining_by_address, self._listener.port, self._listener.addresses)
        for line in how_to_join(commands, here=self._reach is Reach.THIS_MACHINE, listed=self._listed):
            self._desk.status(line)
