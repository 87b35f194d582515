"""Trust on first use: the players met before, by name and key, as ssh keeps its known hosts.

They are kept in the store; names and keys appear once each. Before there was a table of players they were lines of
a text file: a name, a tab, and the key in base64. Such a file is read once and left where it is.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import frozen

from mandala_net.store import Store, StoreError
from mandala_net.trouble import reason_of
from mandala_protocol.names import NO_NAME, clean_name
from mandala_protocol.sentence import Sentence, sentence_of
from mandala_protocol.signatures import IDENTITY_BYTES

MAX_PLAYERS: Final = 1000
_LARGEST_FILE: Final = 256 * 1024
_TEXT_FILE: Final = "known-players"


class KnownPlayersError(Exception):
    """The known players cannot be used or changed so; the text is one sentence for a person."""


@frozen
class Known:
    """This player was met before, under this name."""


@frozen
class KnownAs:
    """This player was met before, under another name."""

    name: str


@frozen
class Unknown:
    """Neither the name nor the key was met before."""


@frozen
class KeyChanged:
    """The name was met before with another key: someone else, or the same person with a new identity."""

    known_key: bytes


Verdict: TypeAlias = Known | KnownAs | Unknown | KeyChanged


class KnownPlayers:
    """The known players of one store. Every change looks at what is in the store then."""

    def __init__(self, store: Store, keys: Mapping[str, bytes]) -> None:
        self._store = store
        self._keys = dict(keys)

    @classmethod
    def load(cls, store: Store, before: Path | None = None) -> KnownPlayers:
        """The players in ``store``, with those of the text file ``before``, if there is one that was not read yet.

        Raises ``KnownPlayersError``.
        """
        with _plain_errors():
            if before is not None and not store.has_taken_over(_TEXT_FILE):
                keys = _read(before)
                if keys is not None:
                    store.take_over_players(_TEXT_FILE, keys)
            return cls(store, store.players())

    @property
    def keys(self) -> Mapping[str, bytes]:
        """The key (32 bytes) of each name."""
        return MappingProxyType(self._keys)

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        return iter(sorted(self._keys.items()))

    def __len__(self) -> int:
        return len(self._keys)

    def name_of(self, key: bytes) -> str | None:
        """The name under which ``key`` is known."""
        return next((name for name, known in self._keys.items() if known == key), None)

    def check(self, name: str, key: bytes) -> Verdict:
        """What is known of a player who says ``name`` and has proved ``key`` (32 bytes).

        A known name with another key is ``KeyChanged`` even if that key is known under a name of its own.
        """
        known_key = self._keys.get(clean_name(name))
        if known_key is not None:
            return Known() if known_key == key else KeyChanged(known_key)
        other_name = self.name_of(key)
        return Unknown() if other_name is None else KnownAs(other_name)

    def remember(self, name: str, key: bytes) -> None:
        """Keep a player. Raises ``KnownPlayersError`` if the name or the key is already kept otherwise."""
        name = _keepable(name)
        if len(key) != IDENTITY_BYTES:
            raise ValueError(f"a key has {IDENTITY_BYTES} bytes")

        def with_player(keys: Mapping[str, bytes]) -> Mapping[str, bytes]:
            if keys.get(name, key) != key:
                raise KnownPlayersError(
                    Sentence("{name} is already known with another key; forget that player first.", name=name)
                )
            other_name = next((other for other, known in keys.items() if known == key and other != name), None)
            if other_name is not None:
                raise KnownPlayersError(
                    Sentence("This player is already known as {other_name}.", other_name=other_name)
                )
            if name not in keys and len(keys) >= MAX_PLAYERS:
                raise KnownPlayersError(
                    Sentence("No more than {most} players can be kept; forget some first.", most=MAX_PLAYERS)
                )
            return {**keys, name: key}

        self._change(with_player)

    def forget(self, name: str) -> None:
        """Keep a player no longer. Raises ``KnownPlayersError`` if there is none of that name."""
        name = clean_name(name)

        def without_player(keys: Mapping[str, bytes]) -> Mapping[str, bytes]:
            if name not in keys:
                raise KnownPlayersError(Sentence("There is no known player called {name}.", name=name))
            return {other: key for other, key in keys.items() if other != name}

        self._change(without_player)

    def rename(self, name: str, new_name: str) -> None:
        """Keep a player under another name. Raises ``KnownPlayersError``."""
        name = clean_name(name)
        new_name = _keepable(new_name)

        def renamed(keys: Mapping[str, bytes]) -> Mapping[str, bytes]:
            if name not in keys:
                raise KnownPlayersError(Sentence("There is no known player called {name}.", name=name))
            if new_name in keys and new_name != name:
                raise KnownPlayersError(
                    Sentence("There is already a known player called {new_name}.", new_name=new_name)
                )
            return {new_name if other == name else other: key for other, key in keys.items()}

        self._change(renamed)

    def _change(self, change: Callable[[Mapping[str, bytes]], Mapping[str, bytes]]) -> None:
        with _plain_errors():
            self._keys = self._store.change_players(change)


@contextmanager
def _plain_errors() -> Iterator[None]:
    """What is wrong with the store keeps the players from being used."""
    try:
        yield
    except StoreError as error:
        raise KnownPlayersError(sentence_of(error)) from error


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
        with path.open("rb") as file:
            data = file.read(_LARGEST_FILE + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KnownPlayersError(
            Sentence("The known players in {path} cannot be read: {reason}.", path=path, reason=reason_of(error))
        ) from error
    if len(data) > _LARGEST_FILE:
        raise KnownPlayersError(Sentence("The file of known players {path} is too large.", path=path))
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
                    "Line {number} of {path} is not a name, a tab and a key of its own; correct or remove it.",
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
