"""The tables of the store and their versions: a row of steps, each in a transaction of its own.

A new file takes all steps, an older one those that it lacks.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from attrs import astuple, evolve, fields_dict

from mandala_net.store.stored_rows import message_of, require_row
from mandala_net.store.summary import State, Summary
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.record.transcript import Entry, place_of, read_or_none
from mandala_protocol.record.verification import is_of_draft
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import Accept, EntryMessage, Propose

SUMMARY_COLUMNS: Final = tuple(fields_dict(Summary))

_FIRST_VERSION: Final = (
    """
    CREATE TABLE games (
        id      INTEGER PRIMARY KEY,
        seat    INTEGER NOT NULL CHECK (seat IN (0, 1)),
        peer    BLOB NOT NULL CHECK (length(peer) = 32),
        seed    BLOB CHECK (length(seed) = 32)
    ) STRICT
    """,
    """
    CREATE TABLE entries (
        game      INTEGER NOT NULL REFERENCES games (id),
        number    INTEGER NOT NULL CHECK (number >= 0),
        payload   BLOB NOT NULL,
        signature BLOB NOT NULL CHECK (length(signature) = 64),
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID
    """,
)

_COLUMNS_OF_SECOND_VERSION: Final = (
    "bot         TEXT",
    "address     TEXT",
    "begun       INTEGER NOT NULL DEFAULT 0",
    "settled     INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1))",
    "state       TEXT NOT NULL DEFAULT 'open'"
    " CHECK (state IN ('open', 'adjourned', 'finished', 'abandoned', 'broken', 'dropped'))",
    "ended       INTEGER",
    "entries     INTEGER NOT NULL DEFAULT 0",
    "moves       INTEGER NOT NULL DEFAULT 0",
    "game        TEXT",
    "grace       INTEGER NOT NULL DEFAULT 0",
    "proposal    BLOB CHECK (length(proposal) = 32)",
    "game_id     BLOB CHECK (length(game_id) = 32)",
    "host        TEXT",
    "guest       TEXT",
    "reason      TEXT",
    "host_score  INTEGER",
    "guest_score INTEGER",
    "winner      INTEGER CHECK (winner IN (0, 1))",
    "keys        INTEGER NOT NULL DEFAULT 0",
    "results     INTEGER NOT NULL DEFAULT 0",
)

_TABLES_OF_SECOND_VERSION: Final = (
    "CREATE INDEX games_by_proposal ON games (proposal)",
    """
    CREATE TABLE evidence (
        id        INTEGER PRIMARY KEY,
        game      INTEGER NOT NULL REFERENCES games (id),
        payload   BLOB NOT NULL,
        signature BLOB NOT NULL CHECK (length(signature) = 64),
        UNIQUE (game, payload, signature)
    ) STRICT
    """,
    """
    CREATE TABLE players (
        name TEXT PRIMARY KEY NOT NULL,
        key  BLOB NOT NULL UNIQUE CHECK (length(key) = 32)
    ) STRICT
    """,
    # What was read once from a file of an earlier version, and is not read again.
    "CREATE TABLE taken_over (what TEXT PRIMARY KEY NOT NULL) STRICT",
)

_PLAYERS_OF_FIFTH_VERSION: Final = (
    "ALTER TABLE players ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 1 CHECK (confirmed IN (0, 1))",
    """
    CREATE TABLE blocked (
        fingerprint TEXT PRIMARY KEY NOT NULL,
        name        TEXT
    ) STRICT
    """,
)

Tables: TypeAlias = frozenset[tuple[str, str, str, str]]
"""The list of tables as SQLite gives it: kind, name, the table that it belongs to, its words without white space."""

SchemaStep: TypeAlias = Callable[[sqlite3.Connection, int], None]
"""Brings the tables from one version to the next, at a time in Unix seconds."""


def load_summary(database: sqlite3.Connection, row: int) -> Summary | None:
    """The summary in the columns of a game; None if there is no such game. Raises ``DamagedRow``."""
    found = database.execute(f"SELECT {', '.join(SUMMARY_COLUMNS)} FROM games WHERE id = ?", (row,)).fetchone()  # noqa: S608 - our own column names
    if found is None:
        return None
    values = dict(zip(SUMMARY_COLUMNS, found, strict=True))
    require_row("games", values)
    return Summary(**{**values, "state": State(values["state"])})


def keep_summary(database: sqlite3.Connection, row: int, summary: Summary) -> None:
    """Write the columns of a game; its seed goes when both keys are open."""
    _set_columns(database, row, _columns_of(summary))


def keep_changes(database: sqlite3.Connection, row: int, before: Summary, after: Summary, now: int) -> None:
    """Write what has changed ``now`` in the columns of a game; with others an index would be written again too."""
    kept = _columns_of(before)
    changed = {name: value for name, value in _columns_of(after).items() if name not in kept or kept[name] != value}
    _set_columns(database, row, {**changed, "latest": now})


def _columns_of(summary: Summary) -> dict[str, object]:
    values = (value.value if isinstance(value, State) else value for value in astuple(summary))
    columns = dict(zip(SUMMARY_COLUMNS, values, strict=True))
    return {**columns, "seed": None} if summary.keys_open else columns


def _set_columns(database: sqlite3.Connection, row: int, columns: dict[str, object]) -> None:
    assignments = ", ".join(f"{name} = ?" for name in columns)
    database.execute(f"UPDATE games SET {assignments} WHERE id = ?", (*columns.values(), row))  # noqa: S608 - our own column names


def _make_tables(database: sqlite3.Connection, _: int) -> None:
    for statement in _FIRST_VERSION:
        database.execute(statement)


def _tell_games(database: sqlite3.Connection, now: int) -> None:
    """Version 2: the table of games tells how each stands; players known, and evidence.

    Earlier versions did not keep when games began and ended; they get the time of this step.
    """
    for column in _COLUMNS_OF_SECOND_VERSION:
        database.execute(f"ALTER TABLE games ADD COLUMN {column}")
    for statement in _TABLES_OF_SECOND_VERSION:
        database.execute(statement)
    for (row,) in database.execute("SELECT id FROM games").fetchall():
        summary, readable = Summary(), True
        said = database.execute("SELECT payload, signature FROM entries WHERE game = ? ORDER BY number", (row,))
        for payload, signature in said:
            message = message_of(payload, signature)
            entry = read_or_none(message)
            readable = readable and entry is not None
            entry = entry or _of_draft(message)
            summary = summary.after(entry, now) if entry is not None else summary.after_unread()
        if not readable and summary.state is not State.FINISHED:
            summary = evolve(summary, state=State.DROPPED)
        keep_summary(database, row, summary)
        # No one can resume a game that its program no longer reads.
        database.execute("UPDATE games SET begun = ?, settled = ? WHERE id = ?", (now, int(not readable), row))


def _of_draft(message: EntryMessage) -> Entry | None:
    """A proposal or its acceptance as drafts of the protocol had them, without all fields; None for anything else."""
    try:
        match codec.unpack(message.payload):
            case [0, bytes() as previous, kind, {**fields}] if kind == Propose.kind_number:
                proposal = codec.structure({"grace": 0, "live_score": False, **fields}, Propose, message.payload)
                return Entry(0, previous, proposal, message.payload, message.signature)
            case [1, bytes() as previous, kind, {**fields}] if kind == Accept.kind_number:
                acceptance = codec.structure({"live_score": False, **fields}, Accept, message.payload)
                return Entry(1, previous, acceptance, message.payload, message.signature)
            case _:
                return None
    except RemoteProtocolError:
        return None


def _put_drafts_away(database: sqlite3.Connection, _: int) -> None:
    """Version 3: games that were begun before a proposal spoke of the live score cannot be resumed."""
    said = "SELECT game, payload, signature FROM entries WHERE number = 0"
    for row, payload, signature in database.execute(said).fetchall():
        if not is_of_draft(message_of(payload, signature)):
            continue
        database.execute("UPDATE games SET settled = 1 WHERE id = ?", (row,))
        database.execute(
            "UPDATE games SET state = ? WHERE id = ? AND state IN (?, ?)",
            (State.DROPPED.value, row, State.OPEN.value, State.ADJOURNED.value),
        )


_FOURTH_VERSION: Final = (
    "ALTER TABLE evidence RENAME TO contradictions",
    """
    CREATE TABLE evidence (
        id          INTEGER PRIMARY KEY,
        game        INTEGER NOT NULL REFERENCES games (id),
        number      INTEGER NOT NULL CHECK (number >= 0),
        fork        INTEGER NOT NULL CHECK (fork IN (0, 1)),
        code        INTEGER NOT NULL,
        requirement TEXT NOT NULL,
        payload     BLOB NOT NULL,
        signature   BLOB NOT NULL CHECK (length(signature) = 64),
        help        BLOB,
        UNIQUE (game, number, fork)
    ) STRICT
    """,
    "ALTER TABLE games ADD COLUMN latest INTEGER",
    "ALTER TABLE games ADD COLUMN absence INTEGER",
)


def _keep_refused_entries(database: sqlite3.Connection, _: int) -> None:
    """Version 4: evidence says for which place and reason; a game says when its latest entry was saved here.

    The column ``absence`` has the most seconds that the other was gone here when it called the game abandoned.
    """
    for statement in _FOURTH_VERSION:
        database.execute(statement)
    for game, payload, signature in database.execute("SELECT game, payload, signature FROM contradictions ORDER BY id"):
        place = place_of(message_of(payload, signature, "evidence").payload)
        if place is not None:
            database.execute(
                "INSERT OR IGNORE INTO evidence (game, number, fork, code, requirement, payload, signature)"
                " VALUES (?, ?, 1, ?, 'TR8', ?, ?)",
                (game, place.number, int(Code.FORK), payload, signature),
            )
    database.execute("DROP TABLE contradictions")


def _tell_players_apart(database: sqlite3.Connection, _: int) -> None:
    """Version 5: players who were let in without a question are not confirmed; and fingerprints that are blocked."""
    for statement in _PLAYERS_OF_FIFTH_VERSION:
        database.execute(statement)


STEPS: Final[tuple[SchemaStep, ...]] = (
    _make_tables,
    _tell_games,
    _put_drafts_away,
    _keep_refused_entries,
    _tell_players_apart,
)

SCHEMA_VERSION: Final = len(STEPS)


NEWEST_TABLES: Final = "e5057225715a08e9445b81fc306901c1f54cb005cd6bf3c9fad58ee7520baf6c"
"""The digest of the tables of the newest version: to make them takes longer than all else at the opening of a store."""


def has_tables(database: sqlite3.Connection, version: int) -> bool:
    """Return whether a store has all tables of this version. Raises ``sqlite3.Error``."""
    found = tables_in(database)
    return (version == SCHEMA_VERSION and digest_of(found) == NEWEST_TABLES) or tables_of(version) <= found


def digest_of(tables: Tables) -> str:
    """The digest of tables, in whatever order they were made."""
    return hashlib.sha256(repr(sorted(tables)).encode()).hexdigest()


@cache
def tables_of(version: int) -> Tables:
    """The tables of a store of this version."""
    with closing(make_tables(":memory:", version)) as database:
        return tables_in(database)


def tables_in(database: sqlite3.Connection) -> Tables:
    """The tables, indexes, views and triggers that there are. Raises ``sqlite3.Error``."""
    found = database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    # What was typed where between the words of a table differs between versions of this program.
    # In a damaged file the words of a table can be anything.
    return frozenset(
        (kind, name, of, "".join(sql.split()) if isinstance(sql, str) else "") for kind, name, of, sql in found
    )


def make_tables(path: Path | str, version: int) -> sqlite3.Connection:
    """A new store of this version in an empty file, or ":memory:"; nothing but its tables. Raises ``sqlite3.Error``."""
    database = sqlite3.connect(path, isolation_level=None)
    for step in STEPS[:version]:
        step(database, 0)
    keep_version(database, version)
    return database


def keep_version(database: sqlite3.Connection, version: int) -> None:
    """Write the version of the tables, at two places of the file: one damaged byte makes no newer version."""
    database.execute(f"PRAGMA user_version = {version}")
    database.execute(f"PRAGMA application_id = {version}")


def kept_version(database: sqlite3.Connection) -> int | None:
    """The version of the tables; None if it is newer than ours at one of its places alone: no program wrote that.

    At the second place there is nothing in a file to which an earlier program has brought its newest version.
    """
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (again,) = database.execute("PRAGMA application_id").fetchone()
    return None if version > SCHEMA_VERSION and again != version else int(version)
