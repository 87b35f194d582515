"""Finding the host of a game and reaching it: by its address, or by what is announced on the network.

Anyone can announce anything, also with another's name and fingerprint. So all that bears the key of the chosen host is
called, until one proves to have that key.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import trio
from attrs import field, frozen

from mandala_client.games.catalogue import GAMES, USUAL_GAME
from mandala_client.play.frontend import Frontend, Opponent
from mandala_client.play.own_player import can_play, require_plays
from mandala_client.play.seating import Seating
from mandala_client.records.library import open_game_hint
from mandala_client.screens.heard_games import more_announced, unknown_game
from mandala_client.settings.settings import Settings
from mandala_client.text.language import _, error_text, said
from mandala_client.text.own_command import program
from mandala_client.text.quoting import quoted
from mandala_client.text.sorry import Sorry
from mandala_net.discovery.browser import Browser, Favoured
from mandala_net.discovery.dns_sd import MULTICAST_DNS_PORT, DiscoveryUnavailable, Reach, browse
from mandala_net.discovery.listing import Announcement, Listing
from mandala_net.link.address import DEFAULT_PORT, Address
from mandala_net.link.connect import ConnectError
from mandala_net.link.race import CALL_FAILURES, LISTING_SECONDS, call
from mandala_net.link.secure_link import SecureLink
from mandala_net.match.reconnect import Places
from mandala_net.match.setup import MatchSetup
from mandala_net.player.profile import Profile
from mandala_net.trust.known_players import mistakable
from mandala_net.trust.warnings import careful_about, unwanted_host, why_not_join
from mandala_protocol.games.test_games.test_game_names import is_test_game
from mandala_protocol.names import clean_name
from mandala_protocol.sentence import Sentence

SEARCH_SECONDS: Final = 3.0
"""Seconds to look for games: one that was opened just now takes up to two to be heard."""

OTHERS_SECONDS: Final = 0.4
"""After the first game is heard, how long to listen for others: games that were not opened just now answer at once."""

OTHERS_HERE_SECONDS: Final = 0.2
"""Seconds to listen for others on this computer alone: an answer comes within 0.12, and no radio holds it up."""

CALLING_SECONDS: Final = 60.0
"""Seconds in which further listings of the chosen host, heard meanwhile, are called too."""

_MOST_NAMED: Final = 5
"""The most players named who have a game but are not the one who was asked for: anyone can announce any number."""


@frozen
class Joining:
    """The game to join: an address, or None to look around for one, only for that of ``player`` if given.

    ``otherwise`` is an address to try when nothing is found; ``setup`` says where to look. ``listing`` is a game that
    was heard already. ``waits``: go on looking until there is a game.
    """

    setup: MatchSetup = field(factory=MatchSetup)
    address: Address | None = None
    listing: Listing | None = None
    player: str | None = None
    otherwise: Address | None = None
    waits: bool = False
    game: str = USUAL_GAME
    seating: Seating = field(factory=Seating)

    @property
    def is_local(self) -> bool:
        """Return whether the game is looked for on this machine only."""
        return self.setup.places.reach is Reach.THIS_MACHINE


def guest_setup(settings: Settings, *, local: bool = False) -> MatchSetup:
    """Return a guest's setup by the settings of its player; ``local``: for games on this machine only."""
    return MatchSetup(Places(Reach.kept(local=local)), live_score=settings.live_score)


@frozen
class Reached:
    """A link to a host, the address at which it was reached, and what was announced of its game, if it was."""

    link: SecureLink
    address: Address | None
    announced: Announcement | None = None


async def reach_host(frontend: Frontend, profile: Profile, how: Joining) -> Reached:
    """Find the game to join, and go to its host.

    Raises ``Sorry``, and what ``call`` raises.
    """
    frontend.opponent(Opponent.PERSON if how.setup.bot is None else Opponent.BOT, how.game)
    if how.address is not None:
        frontend.status(_("Connecting to {whom} …").format(whom=how.address))
        return await _call_address(profile, how.address)
    if how.listing is not None:
        return await _join_listing(frontend, profile, how, how.listing)
    try:
        async with browse(how.setup.places.reach, _favoured(profile, how)) as browser:
            chosen = await _look_around(frontend, profile, how, browser)
            if chosen is not None:
                _require_joinable(frontend, profile, how, chosen)
                return await _call_all(profile, browser, chosen)
            heard = browser.listings
    except DiscoveryUnavailable as error:
        if how.otherwise is None:
            ask = _("{reason} Ask the host for its address and type: {program} join ADDRESS")
            raise Sorry(ask.format(reason=error_text(error), program=program())) from error
        frontend.status(_("{reason} Joining by address instead.").format(reason=error_text(error)))
        return await _call_address(profile, how.otherwise)
    if how.otherwise is not None:
        frontend.status(_("No game was found by multicast; joining by address instead."))
        return await _call_address(profile, how.otherwise)
    raise Sorry(await _not_found(profile, how, heard))


async def _not_found(profile: Profile, how: Joining, heard: Sequence[Listing]) -> str:
    """Say that there is no game to join, what was ``heard`` instead, and which game could be resumed."""
    return _nothing_to_join(profile, how, heard) + await trio.to_thread.run_sync(open_game_hint, profile)


def _nothing_to_join(profile: Profile, how: Joining, heard: Sequence[Listing]) -> str:
    """Say that there is no game to join, and what was ``heard`` instead; a firewall only where nothing was."""
    others = dict.fromkeys(listing.announcement.player_name for listing in heard if _is_open(profile, listing))
    if how.player is not None and others:
        text = _("No open game of {player} was found, but these players have one: {others}")
        names = ", ".join(list(map(quoted, others))[:_MOST_NAMED])
        names += ", …" if len(others) > _MOST_NAMED else "."
        choose = _("To choose one of their games, type: {program} join").format(program=program())
        return f"{text.format(player=quoted(how.player), others=names)} {choose}"
    nothing = _("No open game was found. Has the other player typed  mandala-lan host ?")
    if how.player is not None:
        nothing = _("No open game of {player} was found. Has this player typed  mandala-lan host ?")
        nothing = nothing.format(player=quoted(how.player))
    if heard:
        return nothing
    firewall = _(
        "If so, a firewall may block it. Allow UDP port {udp} and TCP port {tcp}, or type  {program} join ADDRESS  "
        "with the address that the host shows."
    )
    return f"{nothing} {firewall.format(udp=MULTICAST_DNS_PORT, tcp=DEFAULT_PORT, program=program())}"


async def _call_address(profile: Profile, address: Address) -> Reached:
    return Reached(
        *await call([[address]], profile.identity, unwanted_host(profile.players, None), profile.connection_trace)
    )


async def _join_listing(frontend: Frontend, profile: Profile, how: Joining, listing: Listing) -> Reached:
    """Go to a host that was heard before; if this listing of it is false or out of date, to where it is heard now."""
    _require_joinable(frontend, profile, how, listing)
    unwanted = unwanted_host(profile.players, listing.announcement.fingerprint)
    try:
        with trio.move_on_after(LISTING_SECONDS):
            return Reached(
                *await call([listing.places], profile.identity, unwanted, profile.connection_trace),
                listing.announcement,
            )
        raise ConnectError(Sentence("{player} does not answer.", player=listing.announcement.player_name))
    except CALL_FAILURES:
        try:
            async with browse(how.setup.places.reach, _favoured(profile, how)) as browser:
                return await _call_all(profile, browser, listing)
        except DiscoveryUnavailable:
            pass
        raise


def _favoured(profile: Profile, how: Joining) -> Favoured:
    keys = set(profile.players.fingerprints.values())
    if how.listing is not None:
        keys.add(how.listing.announcement.fingerprint)
    return Favoured(frozenset(keys), how.player)


def _require_joinable(frontend: Frontend, profile: Profile, how: Joining, listing: Listing) -> None:
    """Say which game is joined, or raise ``Sorry`` if it is not to be."""
    announced = listing.announcement
    why_not = why_not_join(profile.players, announced)
    if why_not is not None:
        raise Sorry(said(why_not))
    require_plays(how.seating, announced.game)
    if announced.game not in GAMES and not (how.seating.under_test.test_games and is_test_game(announced.game)):
        raise Sorry(unknown_game(announced))  # before the host hears of us
    frontend.opponent(Opponent.PERSON if how.setup.bot is None else Opponent.BOT, announced.game)
    frontend.status(_connecting(profile, announced))


def _connecting(profile: Profile, announced: Announcement) -> str:
    """Say whom we call, and by which other name the announced key is known."""
    names = {print_of: name for name, print_of in profile.players.fingerprints.items()}
    known = names.get(announced.fingerprint, announced.player_name)
    if known == clean_name(announced.player_name):
        return _("Connecting to {whom} …").format(whom=announced.player_name)
    return _("Connecting to {whom}, whom you know as {known} …").format(whom=announced.player_name, known=known)


async def _look_around(frontend: Frontend, profile: Profile, how: Joining, browser: Browser) -> Listing | None:
    """The game to join; None if none is heard. If its host only seems to be known, a single one is asked about too."""
    here, around = _("Looking for games on this computer …"), _("Looking for games on the local network …")
    frontend.status(here if how.is_local else around)
    fingerprints = profile.players.fingerprints
    known = None if how.player is None else fingerprints.get(how.player)

    def open_now() -> list[Listing]:
        # Of several hosts of one name, the one whose key is known is meant, whatever its name is today.
        return (known and _open_to_us(profile, how, browser, known)) or _open_to_us(profile, how, browser)

    with trio.move_on_after(SEARCH_SECONDS):
        while not _open_to_us(profile, how, browser, known):
            await browser.wait_changed()
    if how.waits and not open_now():
        frontend.status(await _not_found(profile, how, browser.listings))
        frontend.status(_("The search goes on until a game is opened; Ctrl-C ends it."))
        while not open_now():
            await browser.wait_changed()
    if known is None and open_now():
        await trio.sleep(OTHERS_HERE_SECONDS if how.is_local else OTHERS_SECONDS)
    found = open_now()
    found = [listing for listing in found if can_play(how.seating, listing.announcement.game)] or found
    announced = [listing.announcement for listing in found]
    cautions = [careful_about(fingerprints, announcement) or "" for announcement in announced]
    if len(found) > 1 or any(
        mistakable(fingerprints, announcement.player_name, announcement.fingerprint) for announcement in announced
    ):
        if browser.hides_some:
            frontend.status(more_announced())
        chosen = await frontend.choose(found, cautions)
        if chosen is None:
            raise Sorry(_("No game joined."))
        return chosen
    return found[0] if found else None


def _open_to_us(profile: Profile, how: Joining, browser: Browser, print_of: str | None = None) -> list[Listing]:
    """The new games that are heard and wanted, of ``print_of`` alone if given: those of the wanted name, if any.

    Of those with one key, one name and one game there is one: all of them are called.
    """
    heard = browser.listings if print_of is None else browser.of_key(print_of)
    games: dict[tuple[str, str, str], Listing] = {}
    for listing in heard:
        announced = listing.announcement
        if _is_open(profile, listing):
            games.setdefault((announced.fingerprint, announced.player_name, announced.game), listing)
    named = [game for game in games.values() if how.player in (None, game.announcement.player_name)]
    # Whose key is known may call themselves anything.
    return named or (list(games.values()) if print_of is not None else [])


def _is_open(profile: Profile, listing: Listing) -> bool:
    """Return whether a game that is heard is new, and not that of a player who is blocked."""
    announced = listing.announcement
    return announced.resume is None and announced.fingerprint not in profile.players.blocked


async def _call_all(profile: Profile, browser: Browser, chosen: Listing) -> Reached:
    """Call the chosen host wherever it is heard, the chosen listing first, until one proves to have its key.

    One key may have two names, in two windows: the other name is called only if no one answers to this one.
    """
    wanted = chosen.announcement
    print_of = wanted.fingerprint
    unwanted = unwanted_host(profile.players, print_of)
    start = trio.current_time()
    called: set[Listing] = set()
    failure: Exception | None = None
    while True:
        heard = [chosen, *random.sample(browser.of_key(print_of), len(browser.of_key(print_of)))]
        fresh = [
            host
            for host in dict.fromkeys(heard)
            if host not in called and host.announcement.game == wanted.game and host.announcement.resume is None
        ]
        waited = trio.current_time() - start
        if fresh and waited < CALLING_SECONDS:
            fresh = [listing for listing in fresh if listing.announcement.player_name == wanted.player_name] or fresh
            called.update(fresh)
            try:
                hosts = [listing.places for listing in fresh]
                return Reached(
                    *await call(hosts, profile.identity, unwanted, profile.connection_trace), chosen.announcement
                )
            except CALL_FAILURES as error:
                failure = failure or error
        elif failure is not None and waited >= SEARCH_SECONDS:
            raise failure
        else:
            with trio.move_on_after(SEARCH_SECONDS - waited):
                await browser.wait_changed()
