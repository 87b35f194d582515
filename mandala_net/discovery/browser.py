"""The hosts that are heard on the network, as far as there are places for them: anyone can announce any number.

A listing is hearsay. So false ones may take no place from a host whom the player knows, and none of them, nor a
goodbye in the name of another, makes a host go that still answers.
"""

from __future__ import annotations

import enum
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final, NoReturn

import trio
from attrs import frozen

from mandala_net.discovery.listing import Announcement, Listing

MAX_LISTINGS: Final = 64
"""The most listings of strangers that are kept, and again of those who bear the name that is asked for."""

MAX_OF_KNOWN: Final = 1024
"""The most listings that bear the keys of known players: none of them has to be true, and each can be tried."""

MAX_SHOWN_OF_ONE: Final = 8
"""The most listings of one key that are shown: anyone can announce a key with any name, game and computer."""

DOUBT_SECONDS: Final = 3.0
"""The seconds for a host to be heard again after a goodbye, or a different announcement: anyone can say either."""

_LOOK_SECONDS: Final = 0.5


@frozen
class Favoured:
    """The hosts that have places of their own, which no stranger can take.

    ``keys``: the fingerprints of known players. ``name``: the player who is asked for.
    """

    keys: frozenset[str] = frozenset()
    name: str | None = None


class _Circle(enum.Enum):
    """A circle of hosts that compete with each other for places."""

    KNOWN = "players with a known key"
    NAMED = "players of the name that is asked for"
    STRANGERS = "all others"

    @property
    def places(self) -> int:
        return MAX_OF_KNOWN if self is _Circle.KNOWN else MAX_LISTINGS


class Browser:
    """The hosts that are heard now."""

    def __init__(self, favoured: Favoured | None = None) -> None:
        self._favoured = favoured or Favoured()
        self._heard: dict[str, dict[Listing, float]] = {}  # by instance; until when each is believed
        self._taken = {circle: Counter[str]() for circle in _Circle}  # how many of each key
        self._refused = False
        self._changed = trio.lowlevel.ParkingLot()

    @property
    def listings(self) -> tuple[Listing, ...]:
        """The hosts to show, strangers last, by player name.

        Those that announce the very same are shown once, and of each key a few at most, which were heard first.
        """
        shown = (listing for of_one in self._different().values() for listing in of_one[:MAX_SHOWN_OF_ONE])
        return tuple(sorted(shown, key=self._order))

    @property
    def hides_some(self) -> bool:
        """Return whether more games are announced than ``listings`` has."""
        return self._refused or any(len(of_one) > MAX_SHOWN_OF_ONE for of_one in self._different().values())

    def of_key(self, print_of: str) -> tuple[Listing, ...]:
        """Every listing that bears this fingerprint, the first that was heard first: the key itself must be proved."""
        return tuple(listing for listing in self._all() if listing.announcement.fingerprint == print_of)

    async def wait_changed(self) -> None:
        """Wait until ``listings`` is something else than now."""
        await self._changed.park()

    async def forget_silent(self) -> NoReturn:
        """Let go of each host that was not heard in time, until cancelled."""
        while True:
            await trio.sleep(_LOOK_SECONDS)
            now = trio.current_time()
            for listing in [one for listings in self._heard.values() for one, until in listings.items() if until < now]:
                self._drop(listing)

    def put(self, listing: Listing, seconds: float) -> None:
        """Take in a host that was heard; it is believed for ``seconds``. Called on the trio thread.

        What the same instance said before is doubted, unless it said the same with fewer addresses.
        """
        now = trio.current_time()
        before = self._heard.get(listing.instance, {})
        for known in tuple(before):
            if _is_within(listing, known):
                before[known] = now + seconds
                return
        if not self._find_place(listing):
            self._refuse()
            return
        for known in tuple(before):
            if _is_within(known, listing):
                self._drop(known)
        self.doubt(listing.instance)
        self._heard.setdefault(listing.instance, {})[listing] = now + seconds
        self._taken[self._circle(listing)][listing.announcement.fingerprint] += 1
        self._changed.unpark_all()

    def doubt(self, instance: str) -> None:
        """Note a goodbye, from whomever: the host is let go of unless it is heard again soon."""
        soon = trio.current_time() + DOUBT_SECONDS
        listings = self._heard.get(instance, {})
        for listing, until in listings.items():
            listings[listing] = min(until, soon)

    def doubt_all(self) -> None:
        """Let go of every host that is not heard again soon."""
        for instance in self._heard:
            self.doubt(instance)

    def _all(self) -> Iterator[Listing]:
        for listings in self._heard.values():
            yield from listings

    def _different(self) -> dict[str, list[Listing]]:
        """The first listing of each announcement, by key."""
        first: dict[Announcement, Listing] = {}
        for listing in self._all():
            first.setdefault(listing.announcement, listing)
        different: defaultdict[str, list[Listing]] = defaultdict(list)
        for announced, listing in first.items():
            different[announced.fingerprint].append(listing)
        return different

    def _circle(self, listing: Listing) -> _Circle:
        if listing.announcement.fingerprint in self._favoured.keys:
            return _Circle.KNOWN
        return _Circle.NAMED if listing.announcement.player_name == self._favoured.name else _Circle.STRANGERS

    def _order(self, listing: Listing) -> tuple[bool, str, str]:
        is_stranger = self._circle(listing) is _Circle.STRANGERS
        return is_stranger, listing.announcement.player_name, listing.instance

    def _find_place(self, listing: Listing) -> bool:
        """Return whether there is a place, which may be the newest one of a key that has taken far more."""
        circle = self._circle(listing)
        taken = self._taken[circle]
        if taken.total() < circle.places:
            return True
        [(crowded, most)] = taken.most_common(1)
        if taken[listing.announcement.fingerprint] + 1 >= most:
            return False
        self._drop(self.of_key(crowded)[-1])
        self._refuse()
        return True

    def _refuse(self) -> None:
        if not self._refused:
            self._refused = True
            self._changed.unpark_all()

    def _drop(self, listing: Listing) -> None:
        listings = self._heard[listing.instance]
        del listings[listing]
        if not listings:
            del self._heard[listing.instance]
        taken, print_of = self._taken[self._circle(listing)], listing.announcement.fingerprint
        taken[print_of] -= 1
        if not taken[print_of]:
            del taken[print_of]
        self._refused = False
        self._changed.unpark_all()


def _is_within(inner: Listing, outer: Listing) -> bool:
    """Return whether ``inner`` says nothing that ``outer`` does not say: addresses come one after the other."""
    same = inner.announcement == outer.announcement and inner.port == outer.port
    return same and set(inner.addresses) <= set(outer.addresses)
