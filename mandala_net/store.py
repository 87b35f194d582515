"""The games of this player on disk: SQLite, so that what was written once survives a crash or a lost battery.

An entry is saved here before it goes on the wire. All calls block on the disk: on trio, call them from a thread.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from attrs import frozen

from mandala_protocol.messages import EntryMessage
from mandala_protocol.seats import Seat
from mandala_protocol.transcript import Entry

SCHEMA_VERSION: Final = 1

_SCHEMA: Final = """
CREATE TABLE games (
    id      INTEGER PRIMARY KEY,
    seat    INTEGER NOT NULL CHECK (seat IN (0, 1)),
    peer    BLOB NOT NULL CHECK (length(peer) = 32),
    seed    BLOB CHECK (length(seed) = 32)
) STRICT;
CREATE TABLE entries (
    game      INTEGER NOT NULL REFERENCES games (id),
    number    INTEGER NOT NULL CHECK (number >= 0),
    payload   BLOB NOT NULL,
    signature BLOB NOT NULL CHECK (length(signature) = 64),
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
"""

_FILE_MODE: Final = 0o600
_BUSY_SECONDS: Final = 5.0


class StoreError(Exception):
    """The store cannot be used; the text is one sentence for a person. Nothing was destroyed."""


@frozen
class SavedGame:
    """One game in the store."""

    store: Store
    row: int

    def append(self, entries: Iterable[Entry]) -> None:
        """Save entries; they are on disk when this returns. Raises ``StoreError``."""
        self.store.append(self.row, entries)

    def forget_seed(self) -> None:
        """The game's keys have been opened, its secret seed is of no more use. Raises ``StoreError``."""
        self.store.forget_seed(self.row)

    def messages(self) -> list[EntryMessage]:
        """All entries, as they were said. Raises ``StoreError``."""
        return self.store.messages(self.row)


class Store:
    """All games of one player. Use it as a context manager, or call ``close``."""

    def __init__(self, path: Path) -> None:
        """Open the file, and make it if there is none, for its owner alone. Raises ``StoreError``."""
        self._path = path
        self._lock = threading.Lock()
        with self._plain_errors():
            path.touch(mode=_FILE_MODE, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=_BUSY_SECONDS, check_same_thread=False, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._database.close()
                raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def begin(self, seat: Seat, peer: bytes, seed: bytes) -> SavedGame:
        """A new game against ``peer`` (identity, 32 bytes), with the secret ``seed`` (32 bytes) of our side."""
        with self._transaction() as database:
            row = database.execute(
                "INSERT INTO games (seat, peer, seed) VALUES (?, ?, ?)", (int(seat), peer, seed)
            ).lastrowid
        assert row is not None
        return SavedGame(self, row)

    def append(self, row: int, entries: Iterable[Entry]) -> None:
        with self._transaction() as database:
            database.executemany(
                "INSERT INTO entries (game, number, payload, signature) VALUES (?, ?, ?, ?)",
                [(row, entry.number, entry.payload, entry.signature) for entry in entries],
            )

    def forget_seed(self, row: int) -> None:
        with self._transaction() as database:
            database.execute("UPDATE games SET seed = NULL WHERE id = ?", (row,))

    def messages(self, row: int) -> list[EntryMessage]:
        with self._transaction() as database:
            rows = database.execute("SELECT payload, signature FROM entries WHERE game = ? ORDER BY number", (row,))
            return [EntryMessage(payload, signature) for payload, signature in rows]

    def _prepare(self) -> None:
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute("PRAGMA foreign_keys = ON")
        self._database.execute("PRAGMA secure_delete = ON")
        with self._transaction() as database:
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if version == 0:
                for statement in _SCHEMA.split(";"):
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            elif version != SCHEMA_VERSION:
                raise StoreError(f"{self._path} was written by a newer version of this program; update this one.")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._plain_errors():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise StoreError(f"The games in {self._path} cannot be read or written: {error}.") from error
        except OSError as error:
            raise StoreError(f"The games in {self._path} cannot be read or written: {error.strerror}.") from error
