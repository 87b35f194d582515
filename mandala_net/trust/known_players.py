"""Trust on first use: the players met before, by name and key, as ssh keeps its known hosts.

They are kept in the store; names and keys appear once each. Before there was a table of players they were lines of
a text file: a name, a tab, and the key in base64. Such a file is read once and left where it is.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import frozen

from mandala_net.files import TooLarge, read_file
from mandala_net.os_errors import reason_of
from mandala_net.store.database import open_to_read, plain_errors
from mandala_net.store.store import PlayerKey, Store, StoreError
from mandala_net.trust.identity import as_fingerprint, fingerprint
from mandala_protocol.names import NO_NAME, clean_name
from mandala_protocol.record.signatures import IDENTITY_BYTES
from mandala_protocol.sentence import Sentence

MAX_PLAYERS: Final = 1000
MAX_UNCONFIRMED: Final = 100
"""The most players kept whom no one was asked about: strangers must not keep out those who are met on purpose."""

_EXAMPLE: Final = "ABCD-2345-EFGH-6723"
_LARGEST_FILE: Final = 256 * 1024
_TEXT_FILE: Final = "known-players"


class KnownPlayersError(StoreError):
    """The known players cannot be used or changed so; the text is one sentence for a person."""


@frozen
class Known:
    """This player was met before, under this name."""

    confirmed: bool = True


@frozen
class KnownAs:
    """This player was met before, under another name."""

    name: str
    confirmed: bool = True


@frozen
class Unknown:
    """Neither the name nor the key was met before."""


@frozen
class KeyChanged:
    """The name was met before with another key: someone else, or the same person with a new identity."""

    known_key: bytes
    confirmed: bool = True


TrustVerdict: TypeAlias = Known | KnownAs | Unknown | KeyChanged
"""``confirmed``: our person has let in the player with the known key, or joined them; else no one was asked."""


class KnownPlayers:
    """The known players of one store, and the fingerprints that are blocked.

    Every change looks at what is in the store then; ``read_again`` looks at what other programs have changed. All of it
    raises ``StoreError``.
    """

    def __init__(self, store: Store, players: Mapping[str, PlayerKey], blocked: Mapping[str, str | None]) -> None:
        self._store = store
        self._players, self._blocked = dict(players), dict(blocked)

    @classmethod
    def load(cls, store: Store, before: Path | None = None) -> KnownPlayers:
        """The players in ``store``, with those of the text file ``before``, if there is one that was not read yet.

        Raises ``StoreError``, of which ``KnownPlayersError`` is one.
        """
        if before is not None and not store.is_read_only and not store.has_taken_over(_TEXT_FILE):
            keys = _read(before)
            if keys is not None:
                store.take_over_players(_TEXT_FILE, keys)
        return cls(store, store.players(), store.blocked())

    def read_again(self) -> None:
        """Look at what is in the store now. Raises ``StoreError``."""
        self._players, self._blocked = self._store.players(), self._store.blocked()

    @property
    def keys(self) -> Mapping[str, bytes]:
        """The key (32 bytes) of each name."""
        return {name: player.key for name, player in self._players.items()}

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        return iter(sorted(self.keys.items()))

    def __len__(self) -> int:
        return len(self._players)

    def is_confirmed(self, name: str) -> bool:
        """Return whether our person has let in the known player of this name, or joined them."""
        return self._players[name].confirmed

    def name_of(self, key: bytes) -> str | None:
        """The name under which ``key`` is known."""
        return _name_of(self._players, key)

    def check(self, name: str, key: bytes) -> TrustVerdict:
        """Check a player who says ``name`` and has proved ``key`` (32 bytes) against the known players.

        A known name with another key is ``KeyChanged`` even if that key is known under a name of its own.
        """
        known = self._players.get(clean_name(name))
        if known is not None:
            return Known(known.confirmed) if known.key == key else KeyChanged(known.key, known.confirmed)
        other_name = self.name_of(key)
        return Unknown() if other_name is None else KnownAs(other_name, self._players[other_name].confirmed)

    @property
    def fingerprints(self) -> Mapping[str, str]:
        """The fingerprint of the key of each name."""
        return {name: fingerprint(player.key) for name, player in self._players.items()}

    def contradicts(self, name: str, print_of: str) -> bool:
        """Return whether the player of this name is confirmed with another key than the one of this fingerprint."""
        known = self._players.get(clean_name(name))
        return known is not None and known.confirmed and fingerprint(known.key) != print_of

    def mistakable(self, name: str, print_of: str) -> str | None:
        """The known player's name that ``name`` looks like, although the keys differ; None if there is none."""
        return mistakable(self.fingerprints, name, print_of)

    def remember(self, name: str, key: bytes, *, confirmed: bool = True) -> None:
        """Keep a player; on disk when this returns. Whom no one was asked about is kept without being ``confirmed``.

        A player who is confirmed takes the place of one who is not: the name with the new key, or the same key as
        confirmed from now on under the name it has. Of those not confirmed, the oldest give way beyond
        ``MAX_UNCONFIRMED``. Raises ``KnownPlayersError`` if the name or the key is already kept otherwise.
        """
        name = _keepable(name)
        if len(key) != IDENTITY_BYTES:
            raise ValueError(f"a key has {IDENTITY_BYTES} bytes")
        self._change(partial(_with_player, name=name, new=PlayerKey(key, confirmed)))

    def forget(self, name: str) -> None:
        """Keep a player no longer. Raises ``KnownPlayersError`` if there is none of that name."""
        name = clean_name(name)

        def without_player(players: Mapping[str, PlayerKey]) -> Mapping[str, PlayerKey]:
            if name not in players:
                raise _nobody(name)
            return {other: key for other, key in players.items() if other != name}

        self._change(without_player)

    def rename(self, name: str, new_name: str) -> None:
        """Keep a player under another name. Raises ``KnownPlayersError``."""
        name = clean_name(name)
        new_name = _keepable(new_name)

        def renamed(players: Mapping[str, PlayerKey]) -> Mapping[str, PlayerKey]:
            if name not in players:
                raise _nobody(name)
            if new_name in players and new_name != name:
                raise KnownPlayersError(Sentence("A known player is already called {new_name}.", new_name=new_name))
            return {new_name if other == name else other: key for other, key in players.items()}

        self._change(renamed)

    # Blocking.

    @property
    def blocked(self) -> Mapping[str, str | None]:
        """The fingerprints that are blocked, each with the name by which it was blocked, if it was by one."""
        return MappingProxyType(self._blocked)

    def is_blocked(self, key: bytes) -> bool:
        """Return whether no one with this key (32 bytes) is to be let in or joined."""
        return fingerprint(key) in self._blocked

    def block(self, whom: str) -> str:
        """Block a known player by name, or anyone by fingerprint; returns the fingerprint.

        What has the form of a fingerprint is one, as anyone can choose such a name. Raises ``KnownPlayersError``.
        """
        found = as_fingerprint(whom)
        name = clean_name(whom) if found is None else None
        if found is None:
            player = self._players.get(clean_name(whom))
            if player is None:
                raise KnownPlayersError(
                    Sentence(
                        "No known player is called {name}. You can block anyone by their key, such as {example}.",
                        name=clean_name(whom),
                        example=_EXAMPLE,
                    )
                )
            found = fingerprint(player.key)
        else:
            name = next((known for known, player in self._players.items() if fingerprint(player.key) == found), None)
        if found not in self._blocked and len(self._blocked) >= MAX_PLAYERS:
            raise KnownPlayersError(
                Sentence("No more than {most} players can be blocked. Unblock some first.", most=MAX_PLAYERS)
            )
        self._store.block(found, name)
        self.read_again()
        return found

    def unblock(self, whom: str) -> list[str]:
        """Block a player no longer, by the name or the fingerprint by which it is blocked; returns the fingerprints.

        Raises ``KnownPlayersError`` if no one is blocked by that.
        """
        name = clean_name(whom)
        wanted = {as_fingerprint(whom)}
        if as_fingerprint(whom) is None:
            known = self._players.get(name)
            wanted = {blocked for blocked, by_name in self._blocked.items() if by_name == name}
            wanted |= set() if known is None else {fingerprint(known.key)}
        found = sorted(blocked for blocked in self._blocked if blocked in wanted)
        if not found:
            raise KnownPlayersError(Sentence("{name} is not blocked.", name=name))
        for blocked in found:
            self._store.unblock(blocked)
        self.read_again()
        return found

    def _change(self, change: Callable[[Mapping[str, PlayerKey]], Mapping[str, PlayerKey]]) -> None:
        self._players = self._store.change_players(change)


def mistakable(fingerprints: Mapping[str, str], name: str, print_of: str) -> str | None:
    """The known name that ``name`` looks like, although name and key are different; None if there is none.

    ``fingerprints``: the fingerprint that goes with each known name. ``print_of`` is the one that comes with ``name``.
    """
    name = clean_name(name)
    if not fingerprints or name in fingerprints:
        return None
    from mandala_net.trust.lookalikes import names_like  # its table is read when it is needed

    return next((other for other in names_like(name, tuple(fingerprints)) if fingerprints[other] != print_of), None)


def _with_player(players: Mapping[str, PlayerKey], name: str, new: PlayerKey) -> Mapping[str, PlayerKey]:
    """The players with this one; raises ``KnownPlayersError``."""
    known_as = _name_of(players, new.key)
    if known_as is not None and known_as != name:
        if new.confirmed and not players[known_as].confirmed:
            return {**players, known_as: new}
        raise KnownPlayersError(Sentence("This player is already known as {other_name}.", other_name=known_as))
    old = players.get(name)
    if old is not None and old.key == new.key:
        return {**players, name: PlayerKey(new.key, old.confirmed or new.confirmed)}
    if old is not None and old.confirmed:
        raise KnownPlayersError(
            Sentence("{name} is already known with a different key. Forget that player first.", name=name)
        )
    others = {other: player for other, player in players.items() if other != name}
    unconfirmed = [other for other, player in others.items() if not player.confirmed]
    room = MAX_PLAYERS - 1 - (len(others) - len(unconfirmed))
    if room < 0:
        raise KnownPlayersError(
            Sentence("No more than {most} players can be kept. Forget some first.", most=MAX_PLAYERS)
        )
    most = min(MAX_UNCONFIRMED - (not new.confirmed), room)
    for oldest in unconfirmed[: max(len(unconfirmed) - most, 0)]:
        del others[oldest]
    return {**others, name: new}


def _name_of(players: Mapping[str, PlayerKey], key: bytes) -> str | None:
    return next((name for name, known in players.items() if known.key == key), None)


def names_in(path: Path) -> list[str]:
    """The names of the known players in the store at ``path``, which is only read; none if there is no store.

    Raises ``StoreError``.
    """
    if not path.exists():
        return []
    database = open_to_read(path)
    try:
        with plain_errors(path):
            return [name for (name,) in database.execute("SELECT name FROM players ORDER BY rowid")]
    finally:
        database.close()


def _nobody(name: str) -> KnownPlayersError:
    return KnownPlayersError(Sentence("No known player is called {name}.", name=name))


def _keepable(name: str) -> str:
    cleaned = clean_name(name)
    if cleaned == NO_NAME:
        raise KnownPlayersError(Sentence("A player without a name cannot be kept."))
    return cleaned


def _encode(key: bytes) -> str:
    return base64.b64encode(key).decode("ascii")


def _read(path: Path) -> dict[str, bytes] | None:
    """The players of a text file; None if there is none. Raises ``KnownPlayersError``."""
    try:
        data = read_file(path, _LARGEST_FILE)
    except FileNotFoundError:
        return None
    except TooLarge as error:
        raise KnownPlayersError(Sentence("The file of known players {path} is too large.", path=path)) from error
    except OSError as error:
        raise KnownPlayersError(
            Sentence("The known players in {path} cannot be read: {reason}.", path=path, reason=reason_of(error))
        ) from error
    keys: dict[str, bytes] = {}
    for number, line in enumerate(data.removesuffix(b"\n").split(b"\n") if data else [], start=1):
        if len(keys) >= MAX_PLAYERS:
            raise KnownPlayersError(
                Sentence("The file of known players {path} has more than {most} lines.", path=path, most=MAX_PLAYERS)
            )
        try:
            name, key = _parse(line)
            if name in keys or key in keys.values():
                raise ValueError("twice")
        except ValueError:
            raise KnownPlayersError(
                Sentence(
                    "Line {number} of {path} must be a name, a tab and a key that no other line has. Correct "
                    "or remove it.",
                    number=number,
                    path=path,
                )
            ) from None
        keys[name] = key
    return keys


def _parse(line: bytes) -> tuple[str, bytes]:
    """The name and the key of one line. Raises ``ValueError`` (also as its subclasses)."""
    name, tab, encoded = line.decode().partition("\t")
    key = base64.b64decode(encoded, validate=True)
    # A key has one spelling: what comes back must be what was there.
    if not tab or name != clean_name(name) or name == NO_NAME:
        raise ValueError("not a name")
    if len(key) != IDENTITY_BYTES or _encode(key) != encoded:
        raise ValueError("not a key")
    return name, key
