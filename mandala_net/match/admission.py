"""The choice of opponents: who is let in, asked about, or turned away.

Trust on first use: the link proves a key, and the name that goes with it is remembered.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve, frozen

from mandala_net.link.close_reasons import KNOWN_OTHERWISE
from mandala_net.store.store import StoreError
from mandala_net.trust.identity import fingerprint
from mandala_net.trust.known_players import (
    KeyChanged,
    Known,
    KnownAs,
    KnownPlayers,
    Unknown,
    mistakable,
)
from mandala_net.trust.warnings import BROKE_OFF, NAMESAKE, RESEMBLES, TAKES_OVER, blocking, key_changed
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.names import NO_NAME, clean_name
from mandala_protocol.sentence import Sentence

if TYPE_CHECKING:  # the sentences about players are needed where nothing of the network is
    from mandala_net.player.profile import Profile


@frozen
class NoGame:
    """The reason why there will be no game, in words for the peer and in words for our own person."""

    for_peer: str
    for_us: str


Admit: TypeAlias = Callable[[Greeted], Awaitable[NoGame | None]]
"""Decides, after hello, whether there will be a game; None if there will."""


@frozen
class PeerInfo:
    """Someone on the line: the name they gave, cleaned, and the fingerprint of the key they have proven.

    ``known_as`` is the name under which this key was met before, or None. ``confirmed``: our person has let them in
    before, or joined them. ``resembles`` is the known name of someone else that theirs can be taken for, if there is
    one. ``takes_over``: by the same name someone else came before, whom no one was asked about. ``broke_off``: when
    a game with them ended because their program had signed something wrong, in Unix seconds; None if none has.
    ``namesake``: their name can be taken for our own, and they were not met by it before.
    """

    name: str
    fingerprint: str
    known_as: str | None
    confirmed: bool = True
    resembles: str | None = None
    takes_over: bool = False
    broke_off: int | None = None
    namesake: bool = False

    @property
    def known(self) -> bool:
        """Return whether there is no need to ask our person."""
        return self.known_as is not None and self.confirmed


Ask: TypeAlias = Callable[[PeerInfo], Awaitable[bool]]
"""A question to the person in front of the program: whether to play with someone."""


def cautions(peer: PeerInfo) -> list[str]:
    """The cautions for a person before playing with someone, a sentence each."""
    sentences: list[str] = []
    if peer.namesake:
        sentences.append(Sentence(NAMESAKE, name=peer.name))
    if peer.resembles is not None:
        sentences.append(Sentence(RESEMBLES, name=peer.name, known=peer.resembles))
    if peer.takes_over:
        sentences.append(Sentence(TAKES_OVER, name=peer.name))
    if peer.broke_off is not None:
        date, kept_as = datetime.fromtimestamp(peer.broke_off).date(), peer.known_as or peer.name
        sentences.append(Sentence(BROKE_OFF, name=peer.name, date=date.isoformat(), command=blocking(kept_as)))
    return sentences


def introduce(
    players: KnownPlayers, name: str, key: bytes, is_bound: Callable[[bytes], bool] = lambda _: False
) -> PeerInfo | NoGame:
    """The visitor, or the reason for no game with them: a known name with another key.

    A key that our person has not confirmed gives way to another one, but not where it ``is_bound``.
    """
    shown, shown_key = clean_name(name), fingerprint(key)
    resembles = players.mistakable(shown, shown_key)
    match players.check(shown, key):
        case Known(confirmed=confirmed):
            return PeerInfo(shown, shown_key, shown, confirmed)
        case KnownAs(name=known_name, confirmed=confirmed):
            return PeerInfo(shown, shown_key, known_name, confirmed, resembles)
        case Unknown():
            return PeerInfo(shown, shown_key, None, resembles=resembles)
        case KeyChanged(known_key=known_key, confirmed=confirmed):
            if confirmed or is_bound(known_key):
                return NoGame(KNOWN_OTHERWISE, key_changed(shown))
            known_as = players.name_of(key)
            settled = known_as is None or players.is_confirmed(known_as)
            return PeerInfo(shown, shown_key, known_as, settled, takes_over=True)


class Introduction:
    """Getting to know the player with this key: introduced after hello, kept when a game with them is about to begin.

    ``asked``: our person lets them in, or has chosen to join them.
    """

    def __init__(self, profile: Profile, key: bytes, *, asked: bool) -> None:
        self._profile, self._key, self._asked = profile, key, asked
        self._peer: PeerInfo | None = None

    def introduce(self, name: str) -> PeerInfo | NoGame:
        """Return who this is, or why not to play with them. It reads files. Raises ``StoreError``."""
        self._profile.players.read_again()
        introduced = introduce(self._profile.players, name, self._key, self._is_bound)
        if isinstance(introduced, NoGame):
            return introduced
        broke_off = self._profile.store.broken_off_by(self._key)
        return evolve(introduced, broke_off=broke_off, namesake=self._is_namesake(introduced))

    def _is_namesake(self, peer: PeerInfo) -> bool:
        """Return whether the visitor's name can be taken for our own, unless we know them by it."""
        own, own_print = clean_name(self._profile.name), fingerprint(self._profile.identity.public)
        if peer.fingerprint == own_print or own == NO_NAME or (peer.known and peer.known_as == peer.name):
            return False
        return peer.name == own or mistakable({own: own_print}, peer.name, peer.fingerprint) is not None

    def _is_bound(self, key: bytes) -> bool:
        """Return whether an unconfirmed key keeps its name: as long as its game is open, unless our
        person decides."""
        if self._asked:
            return False
        return any(game.was_taken_up and game.peer == key for game in self._profile.store.resumable())

    def welcome(self, peer: PeerInfo) -> None:
        """Welcome a player: their key is to be kept before anything is said in the game."""
        self._peer = peer

    def keep(self) -> None:
        """Put the key of a welcome player on disk. Raises ``StoreError``.

        Without a name there is nothing to keep a key by.
        """
        peer, players = self._peer, self._profile.players
        if peer is None or peer.known or (peer.known_as is not None and not self._asked):
            return
        kept_as = peer.known_as or peer.name
        if kept_as == NO_NAME:
            return
        try:
            players.remember(kept_as, self._key, confirmed=self._asked)
        except StoreError:
            # Meanwhile another program of ours may have met the same key by another name.
            players.read_again()
            if players.name_of(self._key) is None:
                raise


def blocked_name(profile: Profile, key: bytes, name: str) -> str | None:
    """The name by which to tell of a blocked player who says to be called ``name``; None for one who is not blocked.

    Raises ``StoreError``.
    """
    profile.players.read_again()
    if not profile.players.is_blocked(key):
        return None
    return profile.players.name_of(key) or clean_name(name)


def in_full(peer: PeerInfo) -> str:
    if peer.known_as in (None, peer.name):
        return f"{peer.name} ({peer.fingerprint})"
    return Sentence(
        "{name} ({fingerprint}, whom you know as {known})",
        name=peer.name,
        fingerprint=peer.fingerprint,
        known=peer.known_as,
    )
