"""Finding the other player of a game again, after the line was lost or the program was started again.

Either side may be there first. The guest's seat calls, as its direction worked before; the host's seat waits to be
called, and calls only where that is not enough. Meanwhile both listen, announce the game and look around, as the
addresses on a home network change.
"""

from __future__ import annotations

import random
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

import trio
from attrs import frozen

from mandala_net.discovery.browser import Favoured
from mandala_net.discovery.dns_sd import AGAIN_SECONDS, DiscoveryUnavailable, Reach, advertise, browse
from mandala_net.discovery.listing import Announcement, Listing, resume_tag
from mandala_net.link.address import Address
from mandala_net.link.close_reasons import NOT_HERE, TAKEN
from mandala_net.link.hello import MOST_UNGREETED, greet, turn_away
from mandala_net.link.listener import Listener, PortInUse, listen
from mandala_net.link.pending_limit import PendingLimit
from mandala_net.link.race import CALL_FAILURES, LISTING_SECONDS, MOST_AT_ONCE, call
from mandala_net.link.secure_link import LinkLost, SecureLink
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.match import Match
from mandala_net.player.profile import Profile
from mandala_net.store.store import StoreError
from mandala_net.trust.identity import fingerprint
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.trace import trace_ended
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence, sentence_of

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 1.0
"""Seconds between two calls of the same address: soon at first, then often enough to be back within a second or two."""

HOST_WAIT_SECONDS: Final = 3.0
"""The seconds that the host's seat waits to be called, before it calls whoever it has heard of."""

LOOPBACK: Final = "127.0.0.1"


@frozen
class Places:
    """The places where a player can be met: the reach on the network, and whether it is announced or by address alone.

    ``address``: where the other is to be called first, if that is known.
    """

    reach: Reach = Reach.NETWORK
    announced: bool = True
    address: Address | None = None

    @property
    def local_address(self) -> str | None:
        """The address to listen on; None for all."""
        return LOOPBACK if self.reach is Reach.THIS_MACHINE else None


class Reconnect:
    """A search for the other player of ``match`` whenever the line is lost.

    A host has its ``listener`` open anyway; a guest opens one when it needs it. ``status`` hears what goes wrong.
    """

    def __init__(
        self,
        profile: Profile,
        match: Match,
        places: Places,
        *,
        listener: Listener | None = None,
        status: Callable[[str], None] = lambda _: None,
        timeouts: Timeouts | None = None,
    ) -> None:
        self._profile, self._match, self._places, self._listener = profile, match, places, listener
        self._status, self._timeouts = status, timeouts or Timeouts()
        self._pause = 0.0
        self._pending_limit = PendingLimit(MOST_UNGREETED)
        self._calls = trio.CapacityLimiter(MOST_AT_ONCE)

    async def run(self) -> None:
        """Wait until the line is lost, and search until there is one; go on so until cancelled."""
        async with trio.open_nursery() as lines:
            while True:
                await self._match.wait_line(there=False)
                async with trio.open_nursery() as search:
                    search.start_soon(self._search, lines)
                    await self._match.wait_line(there=True)
                    search.cancel_scope.cancel()

    async def _search(self, lines: trio.Nursery) -> None:
        if self._pause:
            await self._rest()
        if self._match.seat is Seat.GUEST and self._match.presence.status.address is not None:
            with trio.move_on_after(LONGEST_PAUSE):
                await self._call([self._match.presence.status.address], lines)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._call_again, lines)
            if self._places.announced:
                nursery.start_soon(self._again_and_again, self._be_found, lines)
                nursery.start_soon(self._again_and_again, self._look_around, lines)

    # Calling.

    async def _call_again(self, lines: trio.Nursery) -> None:
        """Call where the other was last reached, and again, and again."""
        if self._match.seat is Seat.HOST:
            await trio.sleep(HOST_WAIT_SECONDS)
        while self._match.presence.status.address is not None:
            await self._rest()
            await self._call([self._match.presence.status.address], lines)

    async def _rest(self) -> None:
        """Pause, a little longer each time, and not in step with anyone else."""
        self._pause = min(max(self._pause * 2, FIRST_PAUSE), LONGEST_PAUSE)
        await trio.sleep(self._pause * random.uniform(0.7, 1.0))  # noqa: S311 - no secret

    async def _call(self, places: Sequence[Address], lines: trio.Nursery) -> None:
        """Call these addresses until there is a connection, and use one at which the other player answers."""
        try:
            link, at = await call([places], self._profile.identity, self._somebody_else, self._profile.connection_trace)
        except CALL_FAILURES:
            return
        try:
            game, seat = self._match.topic
            greeted = await greet(link, self._profile.name, self._timeouts, game, seat)
            if seat is not None and greeted.game == game and greeted.seat is not seat.other:
                # Whoever plays against their own identity may have called themselves.
                trace_ended(link.trace, "left", Sentence("Someone else answers there."))
                await link.aclose()
                return
        except (LinkLost, RemoteProtocolError):
            await link.aclose()
            return
        except BaseException:
            await link.aclose()  # at once, as this is being cancelled
            raise
        lines.start_soon(self._go_on, link, greeted, at, seat is None)
        await self._match.wait_line(there=True)

    def _somebody_else(self, key: bytes) -> str | None:
        """The reason not to talk to a host: anyone can announce, but only the other player learns who calls."""
        return None if key == self._match.peer else Sentence("Someone else answers there.")

    async def _go_on(self, link: SecureLink, greeted: Greeted, at: Address | None, after_another: bool) -> None:
        try:
            opened = await self._match.take_line(link, greeted, after_another=after_another)
            self._pause = 0.0 if opened else max(self._pause, FIRST_PAUSE)
            if opened and at is not None:
                try:
                    await self._match.reached_at(at)
                except StoreError as error:
                    self._status(sentence_of(error))
        finally:
            await link.aclose()

    # Being found, and finding.

    async def _again_and_again(self, attempt: Callable[[trio.Nursery], Awaitable[None]], lines: trio.Nursery) -> None:
        """Make the attempt until cancelled: where there is no network, one may come up. Why it fails is told once."""
        text = ""
        while True:
            try:
                await attempt(lines)
            except (DiscoveryUnavailable, PortInUse) as error:
                if (reason := sentence_of(error)) != text:
                    text = reason
                    self._status(reason)
            await trio.sleep(AGAIN_SECONDS)

    async def _be_found(self, lines: trio.Nursery) -> None:
        """Listen for the other's call, and announce what for. A port once opened stays open to the end of the game."""
        if self._listener is None:
            self._listener = await listen(host=self._places.local_address)
            lines.start_soon(self._serve, self._listener)
        await self._announce(self._listener)

    async def _serve(self, listener: Listener) -> None:
        async with listener:
            await self.serve(listener)

    async def serve(self, listener: Listener) -> None:
        """Answer whoever calls at an open port, until cancelled. The port stays open."""
        await listener.serve(self._profile.identity, self._answer, new_trace=self._profile.connection_trace)

    async def _announce(self, listener: Listener) -> None:
        announcement = Announcement(
            self._profile.name,
            self._match.game_name,
            fingerprint(self._profile.identity.public),
            socket.gethostname(),
            resume=resume_tag(self._match.topic[0]),
        )
        async with advertise(listener.port, announcement, listener.addresses, self._places.reach):
            await trio.sleep_forever()

    async def _answer(self, link: SecureLink) -> None:
        await answer(link, self._profile, self._match, self._timeouts, self._pending_limit)

    async def _look_around(self, lines: trio.Nursery) -> None:
        print_of = fingerprint(self._match.peer)
        async with browse(self._places.reach, Favoured(frozenset({print_of}))) as browser:
            if self._match.seat is Seat.HOST:
                await trio.sleep(HOST_WAIT_SECONDS)
            async with trio.open_nursery() as calls:
                calling: set[frozenset[Address]] = set()
                while True:
                    for listing in browser.of_key(print_of):
                        if self._is_wanted(listing) and frozenset(listing.places) not in calling:
                            calls.start_soon(self._call_listing, listing, calling, lines)
                    with trio.move_on_after(LONGEST_PAUSE):
                        await browser.wait_changed()

    async def _call_listing(self, listing: Listing, calling: set[frozenset[Address]], lines: trio.Nursery) -> None:
        """Call a host that was heard; as anyone can announce anything, it has little time, and holds up no one else."""
        calling.add(frozenset(listing.places))
        async with self._calls:
            with trio.move_on_after(LISTING_SECONDS):
                await self._call(listing.places, lines)
        await self._rest()
        calling.discard(frozenset(listing.places))

    def _is_wanted(self, listing: Listing) -> bool:
        """Return whether this may be the other player, waiting for this game or for any; the link will prove it."""
        game, seat = self._match.topic
        if seat is None and self._match.peer == self._profile.identity.public:
            return False  # whoever plays against their own identity might call themselves, and no seat would tell
        return listing.announcement.resume in (None, resume_tag(game))


async def answer(
    link: SecureLink, profile: Profile, match: Match, timeouts: Timeouts, pending_limit: PendingLimit
) -> None:
    """Answer a call: the other player of this match is let in again, all others hear that there is no game.

    Which game it is, no one else is told.
    """
    game, seat = match.topic if link.peer == match.peer else (b"", None)
    greeted = None
    with pending_limit.stand(), suppress(LinkLost, RemoteProtocolError):
        greeted = await greet(link, profile.name, timeouts, game, seat)
    if greeted is None:
        return
    if link.peer == match.peer and match.is_meant(greeted):
        await match.take_line(link, greeted, after_another=bool(greeted.game) and greeted.seat is None)
    else:
        await turn_away(link, NOT_HERE if greeted.game else TAKEN, timeouts)
