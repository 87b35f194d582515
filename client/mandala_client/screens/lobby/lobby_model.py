"""The state of the lobby: one immutable value, and the functions that give the next one."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import evolve, field, frozen

from mandala_client.games.catalogue import ui_of
from mandala_client.screens.lobby.choices import HostGame, PlayAlone
from mandala_client.settings.settings import Settings
from mandala_client.text.language import _, said
from mandala_client.text.quoting import quoted
from mandala_protocol.names import clean_name

if TYPE_CHECKING:
    from mandala_client.records.past_games import Played
    from mandala_net.discovery.listing import Listing
    from mandala_net.store.store import StoredGame

NOTHING: Final = 100_000
"""The place of the cursor when nothing is pointed at: beyond everything that any page has."""

MOST_TYPED: Final = 300
"""The most characters that a line to be typed takes; every address and every name is shorter."""


class LobbyPage(enum.Enum):
    """The page that is shown."""

    HOME = "home"
    HOST = "host"
    JOIN = "join"
    ALONE = "alone"
    OPEN_GAMES = "open games"
    PAST_GAMES = "past games"
    STATISTICS = "statistics"
    SETTINGS = "settings"
    LANGUAGES = "languages"
    WHOAMI = "whoami"
    RULES = "rules"
    AID = "aid"
    HELP = "help"


@frozen
class LobbyPlace:
    """A page, and where one is on it.

    ``cursor``: the entry that is pointed at, from 0; beyond the last one if none is. ``scrolled``: how many rows are
    scrolled away. ``typed``: the line that is being typed, None if none is; ``behind``: the characters of it behind
    the cursor.
    """

    page: LobbyPage = LobbyPage.HOME
    cursor: int = 0
    scrolled: int = 0
    typed: str | None = None
    behind: int = 0


@frozen
class Archive:
    """This player's own games and known players, as they were when the lobby was opened.

    ``open`` are the games to resume, ``past`` all that were played, both the newest first. ``notices``: what is to be
    said about the store. ``fingerprints``: the fingerprint that goes with the name of each known player; ``blocked``:
    the fingerprints of those who are.
    """

    name: str
    fingerprint: str
    identity_file: str
    open: tuple[StoredGame, ...] = ()
    past: tuple[Played, ...] = ()
    notices: tuple[str, ...] = ()
    fingerprints: Mapping[str, str] = field(factory=dict)
    blocked: frozenset[str] = frozenset()


class Waiting(enum.Enum):
    """The meaning of a listing that is not open for a new game."""

    FOR_US = "for us, to go on with a game"
    PERHAPS_FOR_US = "to go on with a game, and our own have not been read yet"
    FOR_SOMEBODY = "for somebody else"


@frozen
class LobbyModel:
    """The lobby.

    ``places_before``: the places one came from, the latest last. ``archive``: None until it has been read.
    ``up_to_date``: it has been read since the last game. ``listings``: the games heard on the network; ``more``: others
    are announced too. ``searching``: too early to say which are there. ``unheard``: why nothing can be heard.
    ``note``: one line that answers the last key, or tells how the last game ended. ``unread``: why there is no archive.
    ``chapters``: how far to scroll for each chapter of the page that is read. ``last_pointed_at``: the
    listing that was pointed at when the lobby was drawn last. ``host`` and ``alone`` are the choices as they stand.
    """

    settings: Settings = field(factory=Settings)
    place: LobbyPlace = LobbyPlace()
    places_before: tuple[LobbyPlace, ...] = ()
    archive: Archive | None = None
    up_to_date: bool = False
    listings: tuple[Listing, ...] = ()
    more: bool = False
    searching: bool = True
    unheard: str | None = None
    note: str | None = None
    unread: str | None = None
    chapters: tuple[int, ...] = ()
    last_pointed_at: Listing | None = None
    host: HostGame = field(factory=HostGame)
    alone: PlayAlone = field(factory=PlayAlone)

    @property
    def page(self) -> LobbyPage:
        """The page that is looked at."""
        return self.place.page

    @property
    def typed(self) -> str | None:
        """The line that is being typed, None if none is."""
        return self.place.typed

    @property
    def pointed_at(self) -> Listing | None:
        """The listing that is pointed at, if one is."""
        at_one = self.page is LobbyPage.HOME and self.place.cursor < len(self.listings)
        return self.listings[self.place.cursor] if at_one else None

    @property
    def may_learn(self) -> bool:
        """Return whether the player has no game, open or past, and can learn the chosen one by playing its lesson."""
        is_new = self.archive is not None and not self.open_games and not self.past_games
        return is_new and ui_of(self.settings.game).lesson is not None

    @property
    def open_games(self) -> tuple[StoredGame, ...]:
        """The games to resume."""
        return () if self.archive is None else self.archive.open

    @property
    def past_games(self) -> tuple[Played, ...]:
        """The games that were played."""
        return () if self.archive is None else self.archive.past

    @property
    def known_keys(self) -> frozenset[str]:
        """The fingerprints of the players whom this player knows, or has an open game with."""
        from mandala_net.trust.identity import fingerprint  # slow to import: not before the first screen

        known = () if self.archive is None else self.archive.fingerprints.values()
        return frozenset([*known, *(fingerprint(game.peer) for game in self.open_games)])

    def waits_for(self, listing: Listing) -> Waiting | None:
        """The player for whom a host waits who wants to resume a game; None if it is open for a new one."""
        if listing.announcement.resume is None:
            return None
        if self.game_of(listing) is not None:
            return Waiting.FOR_US
        return Waiting.FOR_SOMEBODY if self.up_to_date else Waiting.PERHAPS_FOR_US

    def game_of(self, listing: Listing) -> StoredGame | None:
        """The open game of ours that this host waits to resume, if it is one."""
        tag = listing.announcement.resume
        return next((game for game in self.open_games if tag is not None and _tag(game) == tag), None)

    def caution(self, listing: Listing) -> str:
        """The caution before joining a host who only seems to be a known player; empty if there is none."""
        from mandala_net.trust.warnings import careful_about  # slow to import: not before the first screen

        return (
            "" if self.archive is None else said(careful_about(self.archive.fingerprints, listing.announcement) or "")
        )

    def known_by_other_name(self, listing: Listing) -> str | None:
        """The name under which the announced key is known, if the host announces another one."""
        announced = listing.announcement
        prints = {} if self.archive is None else self.archive.fingerprints
        names = (name for name, print_of in prints.items() if print_of == announced.fingerprint)
        return next((name for name in names if name != clean_name(announced.player_name)), None)

    def is_waited_for(self, game: StoredGame) -> bool:
        """Return whether the other player of this game is heard to wait for us."""
        tag = _tag(game)
        return tag is not None and any(listing.announcement.resume == tag for listing in self.listings)


def _tag(game: StoredGame) -> str | None:
    from mandala_net.discovery.listing import resume_tag

    return None if game.proposal is None else resume_tag(game.proposal)


# Where one is.


def opened(model: LobbyModel, page: LobbyPage) -> LobbyModel:
    """Go to another page, from which one comes back to this one."""
    if model.page is page:
        return model
    return evolve(model, place=LobbyPlace(page), places_before=(*model.places_before, model.place), note=None)


def back(model: LobbyModel) -> LobbyModel:
    """Go back to the page before; on the first page, only the note changes."""
    if not model.places_before:
        return evolve(model, note=None)
    return evolve(model, place=model.places_before[-1], places_before=model.places_before[:-1], note=None)


def at_home(model: LobbyModel) -> LobbyModel:
    """Go back to the first page, with the cursor where it was."""
    place = model.places_before[0] if model.places_before else model.place
    return evolve(model, place=place, places_before=(), note=None)


def pointing_at(model: LobbyModel, cursor: int) -> LobbyModel:
    """Return a copy with this entry pointed at."""
    return evolve(model, place=evolve(model.place, cursor=cursor), note=None)


def scrolled_to(model: LobbyModel, scrolled: int) -> LobbyModel:
    """Return a copy with ``scrolled`` rows scrolled away."""
    return evolve(model, place=evolve(model.place, scrolled=max(scrolled, 0)), note=None)


def laid_out(model: LobbyModel, most_scrolled: int, chapters: tuple[int, ...]) -> LobbyModel:
    """Return a copy with what is known only when it is drawn: the most scrolled rows, and the row of each chapter."""
    scrolled = min(model.place.scrolled, most_scrolled)
    return as_drawn(evolve(model, place=evolve(model.place, scrolled=scrolled), chapters=chapters))


def as_drawn(model: LobbyModel) -> LobbyModel:
    """Return a copy with what is pointed at now being what the person sees pointed at."""
    return evolve(model, last_pointed_at=model.pointed_at)


def noted(model: LobbyModel, note: str | None) -> LobbyModel:
    """Return a copy with one line that answers the last key."""
    return evolve(model, note=note)


def typing(model: LobbyModel, text: str | None, behind: int = 0) -> LobbyModel:
    """Return a copy with this line being typed, ``behind`` characters of it after the cursor, or none."""
    typed = None if text is None else text[:MOST_TYPED]
    return evolve(model, place=evolve(model.place, typed=typed, behind=behind), note=None)


# What is heard and read.


def with_archive(model: LobbyModel, archive: Archive) -> LobbyModel:
    """Return a copy with the archive, read again."""
    note = " ".join(archive.notices) or model.note
    read = evolve(model, archive=archive, up_to_date=True, note=note, unread=None)
    changed = evolve(with_listings(read, model.listings, more=model.more), unheard=model.unheard)
    return evolve(
        changed,
        place=_within(changed, changed.place),
        places_before=tuple(_within(changed, place) for place in changed.places_before),
    )


def unreadable(model: LobbyModel, reason: str) -> LobbyModel:
    """Return a copy that says why this player's own things cannot be read."""
    return evolve(model, unread=reason, note=reason)


def _within(model: LobbyModel, place: LobbyPlace) -> LobbyPlace:
    """The place, if it still is one: a game may have left its list."""
    match place.page:
        case LobbyPage.OPEN_GAMES:
            count = len(model.open_games)
        case LobbyPage.PAST_GAMES:
            count = len(model.past_games)
        case _:
            return place
    return evolve(place, cursor=min(place.cursor, max(count - 1, 0)))


def with_listings(model: LobbyModel, listings: Sequence[Listing], *, more: bool = False) -> LobbyModel:
    """Return a copy with the games that are heard now, but for those of hosts who are blocked; ``more`` are announced.

    Whatever was pointed at still is, if it is still there and the same.
    """
    blocked = frozenset() if model.archive is None else model.archive.blocked
    now = tuple(listing for listing in listings if listing.announcement.fingerprint not in blocked)
    before = model.pointed_at
    changed = evolve(
        model,
        listings=now,
        more=more,
        unheard=None,
        place=_moved(model.place, model.listings, now),
        places_before=tuple(_moved(place, model.listings, now) for place in model.places_before),
    )
    if before is None or changed.pointed_at is not None:
        return changed
    lost = _("{player}'s game is gone or has changed. Nothing is selected now.")
    return noted(changed, lost.format(player=quoted(before.announcement.player_name)))


def listening_anew(model: LobbyModel) -> LobbyModel:
    """The lobby is opened again: what was heard and read before may be so no more; nothing is to be said of that."""
    return evolve(with_listings(model, ()), searching=True, up_to_date=False, note=None)


def is_same(one: Listing, other: Listing) -> bool:
    """Return whether two listings are one game at one place, by the host's key and addresses.

    Anyone on the network can take the name of an instance; what is said of the game must not have changed either.
    """
    same_place = one.port == other.port and sorted(one.addresses) == sorted(other.addresses)
    return same_place and one.announcement == other.announcement


def _moved(place: LobbyPlace, before: Sequence[Listing], now: Sequence[Listing]) -> LobbyPlace:
    """The first page lists the games above its other entries."""
    if place.page is not LobbyPage.HOME:
        return place
    if place.cursor >= len(before):
        return evolve(place, cursor=place.cursor - len(before) + len(now))
    same = (number for number, listing in enumerate(now) if is_same(listing, before[place.cursor]))
    return evolve(place, cursor=next(same, NOTHING))


def searched(model: LobbyModel) -> LobbyModel:
    """Return a copy that has looked for games long enough to say which are there."""
    return evolve(model, searching=False)


def deafened(model: LobbyModel, reason: str) -> LobbyModel:
    """Return a copy that says why nothing can be heard."""
    return evolve(with_listings(model, ()), searching=False, unheard=reason)


def with_settings(model: LobbyModel, settings: Settings) -> LobbyModel:
    """Return a copy with these settings. A choice that was not made otherwise follows them."""
    before, host, alone = model.settings, model.host, model.alone
    if host.live_score == before.live_score:
        host = evolve(host, live_score=settings.live_score)
    if host.game == before.game:
        host = evolve(host, game=settings.game)
    if alone.game == before.game:
        alone = evolve(alone, game=settings.game)
    return evolve(model, settings=settings, host=host, alone=alone, note=None)


Update: TypeAlias = Callable[[LobbyModel], LobbyModel]
"""The changes that news make to the lobby."""


@frozen
class Surroundings:
    """The program around the lobby, as the lobby needs it.

    ``read``: this player's own things, under the name that the settings have; called in a thread, raises ``Sorry``.
    ``save``: keep the settings and follow them, those before given first; raises ``Sorry`` if they cannot be kept.
    ``local``: look for games on this machine only.
    """

    read: Callable[[Settings], Archive]
    save: Callable[[Settings, Settings], None]
    local: bool = False
