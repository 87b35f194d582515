"""The announcement of an open game: to the person, who tells the other, and to the network."""

from __future__ import annotations

import socket

import trio

from mandala_client.play.frontend import Frontend
from mandala_client.play.invitation import invitation
from mandala_client.text.language import error_text
from mandala_net.discovery.dns_sd import AGAIN_SECONDS, DiscoveryUnavailable, Reach, advertise
from mandala_net.discovery.listing import Announcement
from mandala_net.discovery.own_addresses import own_addresses, wait_for_others
from mandala_net.link.listener import Listener
from mandala_net.match.reconnect import Places
from mandala_net.player.profile import Profile
from mandala_net.trust.identity import fingerprint


class OpenSign:
    """Tells the person what to tell the other, and the network of a listed game while there is a free place at it."""

    def __init__(self, frontend: Frontend, profile: Profile, game: str, listener: Listener, places: Places) -> None:
        self._frontend, self._listener = frontend, listener
        self._reach, self._listed = places.reach, places.announced
        self._announcement = Announcement(
            profile.name, game, fingerprint(profile.identity.public), socket.gethostname()
        )
        self._taken = False
        self._turned = trio.lowlevel.ParkingLot()

    def turn(self, taken: bool) -> None:
        """The place is taken, or free again."""
        self._taken = taken
        self._turned.unpark_all()

    async def run(self) -> None:
        """Announce until cancelled, also through a change of the network."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._invite)
            if self._listed:
                nursery.start_soon(self._announce)

    async def _announce(self) -> None:
        unavailable = ""
        while True:
            await self._wait(taken=False)
            try:
                async with advertise(self._listener.port, self._announcement, self._listener.addresses, self._reach):
                    await self._wait(taken=True)
            except DiscoveryUnavailable as error:
                if error_text(error) != unavailable:
                    unavailable = error_text(error)
                    self._frontend.status(unavailable)
                await trio.sleep(AGAIN_SECONDS)

    async def _invite(self) -> None:
        """Say how to join, and again when that has changed, but not while a guest is here."""
        said: list[str] = []
        known = await own_addresses()
        while True:
            lines = await trio.to_thread.run_sync(self._invitation)
            await self._wait(taken=False)
            if lines != said:
                self._frontend.invite(lines, again=bool(said))
                said = lines
            if self._reach is Reach.THIS_MACHINE:
                return
            known = await wait_for_others(known)

    async def _wait(self, *, taken: bool) -> None:
        """Wait until the place is taken, or free."""
        while self._taken is not taken:
            await self._turned.park()

    def _invitation(self) -> list[str]:
        here = self._reach is Reach.THIS_MACHINE
        return invitation(self._listener.port, self._listener.addresses, here=here, listed=self._listed)
