"""Checks that a stored game is whole, as far as that needs neither its rules nor another program.

A byte that was changed within an entry breaks the chain behind it, or the signature of the last one.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Final

from mandala_net.store.stored_rows import TABLES, DamagedRow, StoredRow, message_of, require_row
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.names import clean_name
from mandala_protocol.record.transcript import START, Entry, read, signed_by
from mandala_protocol.record.verification import is_of_draft
from mandala_protocol.wire.messages import Accept, EntryMessage, Propose

_BOT: Final = re.compile(r"[a-z][a-z0-9-]{0,31}|[^\x00-\x1f]*[/\\][^\x00-\x1f]*")
"""The form of the names of bots, and of the paths of those that are programs."""


def rows_of(database: sqlite3.Connection, table: str) -> Iterator[StoredRow]:
    """The rows of a table by their columns, unchecked, one after the other."""
    found = database.execute(f"SELECT * FROM {table}")  # noqa: S608 - our own names
    columns = [column for column, *_ in found.description]
    return (dict(zip(columns, row, strict=True)) for row in found)


def tables_here(database: sqlite3.Connection) -> list[str]:
    """The tables of ours that are there: a store of an earlier version has fewer. Raises ``sqlite3.Error``."""
    found = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return [table for table in TABLES if table in found]


def require_sense(row: StoredRow) -> None:
    """Refuse a row of the table of games that no program of ours has written. Raises ``DamagedRow``.

    A game that only another version of the program knows is no damage, nor is a bot.
    """
    require_row("games", row)
    if row["bot"] is not None and _BOT.fullmatch(row["bot"]) is None:
        raise DamagedRow("games", "bot")
    for column in ("game", "host", "guest"):
        if row[column] is not None and row[column] != clean_name(row[column]):
            raise DamagedRow("games", column)


def require_whole(database: sqlite3.Connection, row: StoredRow) -> None:
    """Refuse a game of which not all entries are there, and as they were said. Raises ``DamagedRow``."""
    require_sense(row)
    game, head, last = row["id"], START, None
    signers: list[bytes] = []
    for number in range(row["entries"]):
        message = message_at(database, game, number)
        if message is None:
            raise DamagedRow("entries", "number")
        if number == 0 and is_of_draft(message):
            break  # this program reads no more of it
        entry = last = _entry(message)
        if (entry.number, entry.previous) != (number, head):
            raise DamagedRow("entries", "payload")
        require_named_as_proposed(row, entry)
        if isinstance(entry.body, Propose | Accept):
            signers.append(entry.body.identity)
            _require_signed(entry, signers[-1:])
        head = entry.head
    if last is not None and signers:
        _require_signed(last, signers)
    (length,) = database.execute("SELECT count(*) FROM entries WHERE game = ?", (game,)).fetchone()
    if length != row["entries"]:
        raise DamagedRow("games", "entries")


def require_named_as_proposed(row: StoredRow, first: Entry) -> None:
    """Refuse a game that its own proposal names otherwise. Raises ``DamagedRow``."""
    if isinstance(first.body, Propose) and row["game"] not in (None, first.body.game):
        raise DamagedRow("games", "game")


def require_all_whole(database: sqlite3.Connection) -> None:
    """Refuse a store in which anything is not whole. Raises ``DamagedRow`` and ``sqlite3.Error``."""
    for table in tables_here(database):
        for row in rows_of(database, table):
            require_row(table, row)
    for row in rows_of(database, "games"):
        require_whole(database, row)


def message_at(database: sqlite3.Connection, game: int, number: int) -> EntryMessage | None:
    """An entry of a game as it was said; None if it is not there. Raises ``DamagedRow``."""
    asked = "SELECT payload, signature FROM entries WHERE game = ? AND number = ?"
    found = database.execute(asked, (game, number)).fetchone()
    return None if found is None else message_of(*found)


def _entry(message: EntryMessage) -> Entry:
    try:
        return read(message)
    except RemoteProtocolError as error:
        raise DamagedRow("entries", "payload") from error


def _require_signed(entry: Entry, signers: Sequence[bytes]) -> None:
    if not any(signed_by(entry, identity) for identity in signers):
        raise DamagedRow("entries", "signature")
