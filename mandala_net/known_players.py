"""Trust on first use: the players met before, by name and key, in a text file as ssh keeps its known hosts.

Each line is a name, a tab, and the key in base64. Names and keys appear once each.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import frozen

from mandala_net.files import replace_file
from mandala_protocol.names import NO_NAME, clean_name
from mandala_protocol.signatures import IDENTITY_BYTES

MAX_PLAYERS: Final = 1000
_LARGEST_FILE: Final = 256 * 1024


class KnownPlayersError(Exception):
    """The file of known players cannot be used or changed so; the text is one sentence for a person."""


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
    """The known players in one file. Every change reads the file again and replaces it whole."""

    def __init__(self, path: Path, keys: Mapping[str, bytes]) -> None:
        self._path = path
        self._keys = dict(keys)

    @classmethod
    def load(cls, path: Path) -> KnownPlayers:
        """The players in ``path``; none if there is no such file. Raises ``KnownPlayersError``."""
        return cls(path, _read(path))

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
        keys = _read(self._path)
        name = _keepable(name)
        if len(key) != IDENTITY_BYTES:
            raise ValueError(f"a key has {IDENTITY_BYTES} bytes")
        if keys.get(name, key) != key:
            raise KnownPlayersError(f"{name} is already known with another key; forget that player first.")
        other_name = next((other for other, known in keys.items() if known == key and other != name), None)
        if other_name is not None:
            raise KnownPlayersError(f"This player is already known as {other_name}.")
        if name not in keys and len(keys) >= MAX_PLAYERS:
            raise KnownPlayersError(f"No more than {MAX_PLAYERS} players can be kept; forget some first.")
        self._keep({**keys, name: key})

    def forget(self, name: str) -> None:
        """Keep a player no longer. Raises ``KnownPlayersError`` if there is none of that name."""
        keys = _read(self._path)
        name = clean_name(name)
        if name not in keys:
            raise KnownPlayersError(f"There is no known player called {name}.")
        del keys[name]
        self._keep(keys)

    def rename(self, name: str, new_name: str) -> None:
        """Keep a player under another name. Raises ``KnownPlayersError``."""
        keys = _read(self._path)
        name = clean_name(name)
        new_name = _keepable(new_name)
        if name not in keys:
            raise KnownPlayersError(f"There is no known player called {name}.")
        if new_name in keys and new_name != name:
            raise KnownPlayersError(f"There is already a known player called {new_name}.")
        key = keys.pop(name)
        self._keep({**keys, new_name: key})

    def _keep(self, keys: dict[str, bytes]) -> None:
        lines = [f"{name}\t{_encode(key)}\n" for name, key in sorted(keys.items())]
        try:
            replace_file(self._path, "".join(lines).encode())
        except OSError as error:
            raise KnownPlayersError(f"The known players cannot be kept in {self._path}: {error.strerror}.") from error
        self._keys = keys


def _keepable(name: str) -> str:
    cleaned = clean_name(name)
    if cleaned == NO_NAME:
        raise KnownPlayersError("A player without a name cannot be kept.")
    return cleaned


def _encode(key: bytes) -> str:
    return base64.b64encode(key).decode("ascii")


def _read(path: Path) -> dict[str, bytes]:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST_FILE + 1)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise KnownPlayersError(f"The known players in {path} cannot be read: {error.strerror}.") from error
    if len(data) > _LARGEST_FILE:
        raise KnownPlayersError(f"The file of known players {path} is too large.")
    keys: dict[str, bytes] = {}
    for number, line in enumerate(data.removesuffix(b"\n").split(b"\n") if data else [], start=1):
        if len(keys) >= MAX_PLAYERS:
            raise KnownPlayersError(f"The file of known players {path} has more than {MAX_PLAYERS} lines.")
        try:
            name, key = _parse(line)
            if name in keys or key in keys.values():
                raise ValueError("twice")
        except ValueError:
            raise KnownPlayersError(
                f"Line {number} of {path} is not a name, a tab and a key of its own; correct or remove it."
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
