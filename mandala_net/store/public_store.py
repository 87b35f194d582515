"""The public part of a store, read-only, for someone who looks on while a game is played.

SQLite itself refuses everything else here: a seed, evidence, a known player. The file is open only while something is
read, so that the last program that writes to it still leaves all of it in the one file.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

from mandala_net.files import require_regular
from mandala_net.store.database import StoreError, open_to_read, plain_errors
from mandala_net.store.schema import kept_version
from mandala_net.store.stored_game import COLUMNS, StoredGame, games_in, games_query
from mandala_net.store.stored_rows import message_of
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import EntryMessage

PUBLIC_COLUMNS: Final[Mapping[str, frozenset[str]]] = {
    "games": frozenset({*COLUMNS, "keys"}),
    "entries": frozenset({"game", "number", "payload", "signature"}),
}
"""The columns that can be read here, by table; whatever is not named cannot."""

_PUBLIC_PRAGMAS: Final = frozenset({"user_version", "application_id"})

Stamp: TypeAlias = tuple[tuple[int, int, int, int] | None, ...]
"""The places, lengths and times of writing of the file and of its log; None for one that is not there."""


class PublicGames:
    """The public part of the games in an open store. Every method raises ``StoreError``."""

    def __init__(self, database: sqlite3.Connection | None, path: Path) -> None:
        self._database, self._path = database, path

    def games(self) -> list[StoredGame]:
        """All games in which anything was said, the newest first."""
        return self._games("entries > 0")

    def game(self, row: int) -> StoredGame | None:
        """One game; None if it is there no longer."""
        return next(iter(self._games("id = ?", row)), None)

    def find(self, digits: str) -> list[StoredGame]:
        """The games whose ID, or proposal if there is no ID yet, begins with these hexadecimal digits."""
        return [game for game in self.games() if (game.game_id or game.proposal or b"").hex().startswith(digits)]

    def has_open_keys(self, row: int) -> bool:
        """Return whether both keys are in the record, so that nothing in it is a secret any more."""
        return any(keys >= 2 for (keys,) in self._read("SELECT keys FROM games WHERE id = ?", row))

    def entry(self, row: int, number: int) -> EntryMessage | None:
        """One entry of a game; None if there is none yet."""
        found = self._read("SELECT payload, signature FROM entries WHERE game = ? AND number = ?", row, number)
        with plain_errors(self._path):
            return next((message_of(payload, signature) for payload, signature in found), None)

    def _games(self, condition: str, *values: object) -> list[StoredGame]:
        rows = self._read(games_query(condition), *values)
        with plain_errors(self._path):
            return games_in(rows)

    def _read(self, question: str, *values: object) -> list[Any]:
        if self._database is None:
            return []
        with plain_errors(self._path):
            return self._database.execute(question, values).fetchall()


class PublicStore:
    """The store in a file, of which nothing is read but what both players know. Nothing is ever written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def stamp(self) -> Stamp:
        """The mark of the store as it is: another one means that something was written. Raises ``StoreError``."""
        with _own_files(self.path):
            return tuple(_stamp(file) for file in (self.path, self.path.with_name(f"{self.path.name}-wal")))

    @contextmanager
    def opened(self) -> Iterator[PublicGames]:
        """The games as long as the block lasts; none if there is no store. Raises ``StoreError``."""
        if not self._is_there():
            yield PublicGames(None, self.path)
            return
        database = open_to_read(self.path)
        try:
            with plain_errors(self.path):
                database.set_authorizer(only_public)
                is_new = kept_version(database) == 0
            yield PublicGames(None if is_new else database, self.path)
        finally:
            database.close()

    def _is_there(self) -> bool:
        """Return whether there is a file, which is then ours to read. Raises ``StoreError``."""
        with _own_files(self.path):
            try:
                require_regular(self.path)
            except FileNotFoundError:
                return False
            if sys.platform != "win32" and self.path.stat().st_uid != os.geteuid():
                raise _of_others(self.path)
            with self.path.open("rb"):
                return True


def only_public(action: int, what: str | None, detail: str | None, _database: str | None, _by: str | None) -> int:
    """Answer SQLite whether a statement may do this, for ``set_authorizer``: nothing but read what is public."""
    match action:
        case sqlite3.SQLITE_SELECT:
            return sqlite3.SQLITE_OK
        case sqlite3.SQLITE_READ if detail in PUBLIC_COLUMNS.get(what or "", ()):
            return sqlite3.SQLITE_OK
        case sqlite3.SQLITE_PRAGMA if what in _PUBLIC_PRAGMAS and detail is None:
            return sqlite3.SQLITE_OK
        case _:
            return sqlite3.SQLITE_DENY


@contextmanager
def _own_files(path: Path) -> Iterator[None]:
    """Say in a sentence that the files cannot be read. Raises ``StoreError``."""
    try:
        with plain_errors(path):
            yield
    except StoreError as error:
        if isinstance(error.__cause__, PermissionError):
            raise _of_others(path) from error
        raise


def _of_others(path: Path) -> StoreError:
    return StoreError(Sentence("You may not read the games in {path}. Only their owner can watch them.", path=path))


def _stamp(file: Path) -> tuple[int, int, int, int] | None:
    try:
        status = file.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
