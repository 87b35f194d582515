"""Saving from a damaged store what can still be read of it: the games that are whole, and the players known.

The damaged file itself is only read. Where its tables begin is said on its first page alone, so that is not relied on:
every page that no other page leads to is taken for the beginning of a table, and what kind of rows it holds is told by
the rows. SQLite reads them, from a copy that gets a new first page for each table.

How pages are laid out is from https://www.sqlite.org/fileformat2.html (1.6).
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Final

from attrs import define, field, frozen

from mandala_net.store.schema import SCHEMA_VERSION, make_tables
from mandala_net.store.stored_rows import TABLES, DamagedRow, StoredRow, require_row
from mandala_net.store.wholeness import require_whole, rows_of
from mandala_protocol.wire import codec

_PAGE_BYTES: Final = 4096
"""The size of a page, in bytes, that SQLite takes by itself; all our stores have it."""

_FIRST_TOLD: Final = 2
"""The first version of the tables in which that of games tells how each stands, and there are others."""

_VERSION_AT: Final = slice(60, 64)
_MODES_AT: Final = slice(18, 20)
_ROLLBACK, _LOGGED = b"\x01\x01", b"\x02\x02"
_COUNTS_AT: Final = (slice(24, 28), slice(92, 96))
_FREE_AT: Final = slice(32, 40)

_ROW_PAGES: Final = (0x0D, 0x05)
_INDEX_PAGES: Final = (0x0A, 0x02)
_INNER_PAGES: Final = (0x05, 0x02)
_INNER_HEADER: Final = 12
_SMALLEST_CELL: Final = 4

_MOST_PAGES_APART: Final = 20_000
"""The most pages that are read each for itself where a table cannot be read through, at about a millisecond each."""

_MOST_FIRST_PAGES: Final = 1_000
"""The most first pages that are kept: several tables, and versions of a table, have the same one."""

_UNREADABLE: Final = (sqlite3.Error, ValueError, OverflowError, MemoryError)
"""The errors of SQLite, and of Python in its name, for a file that makes no sense."""


@frozen
class Saved:
    """The result of a rescue: the numbers of games and players, and of ``lost`` games, which were seen but not whole.

    ``complete``: nothing can have been there besides.
    """

    games: int
    players: int
    lost: int
    complete: bool


def rescue(damaged: Path, log: Path, into: Path) -> Saved:
    """Save what can be read of a damaged store, and of its write-ahead ``log``, into the new and empty file ``into``.

    Raises ``OSError`` and ``sqlite3.Error`` for what is wrong with the disk that they are to be saved on.
    """
    with tempfile.TemporaryDirectory(prefix=f".{damaged.name}-", dir=damaged.parent) as folder:
        pages = _Pages.copied(damaged, log, Path(folder) / "copy")
        with closing(make_tables(into, pages.version)) as database:
            database.execute("BEGIN")
            for table in _tables(pages.version):
                for row in pages.rows(table):
                    _put(database, table.name, row)
            lost = _drop_what_is_not_whole(database) if pages.version >= _FIRST_TOLD else 0
            database.execute("COMMIT")
            games, players = (_count(database, table) for table in ("games", "players"))
        return Saved(games, players, lost, pages.complete and not lost)


def _put(database: sqlite3.Connection, table: str, row: StoredRow) -> None:
    marks = ", ".join("?" * len(row))
    # What was read twice, or has no right to be there, is passed over.
    with suppress(sqlite3.IntegrityError):
        database.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))  # noqa: S608 - our own names


def _drop_what_is_not_whole(database: sqlite3.Connection) -> int:
    """Remove the games of which something is missing or wrong; how many these are."""
    lost = []
    for row in rows_of(database, "games"):
        try:
            require_whole(database, row)
        except DamagedRow:
            lost.append(row["id"])
    for game in lost:
        database.execute("DELETE FROM games WHERE id = ?", (game,))
    strays = "game NOT IN (SELECT id FROM games)"
    known = ", ".join("?" * len(lost))
    (unknown,) = database.execute(
        f"SELECT count(DISTINCT game) FROM entries WHERE {strays} AND game NOT IN ({known})",  # noqa: S608 - our own words
        lost,
    ).fetchone()
    for table in ("entries", "evidence"):
        database.execute(f"DELETE FROM {table} WHERE {strays}")  # noqa: S608 - our own names
    return len(lost) + int(unknown)


def _count(database: sqlite3.Connection, table: str) -> int:
    """The number of rows in a table that a store of the first version may lack."""
    with suppress(sqlite3.OperationalError):
        (count,) = database.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - our own names
        return int(count)
    return 0


# Reading what there is.


@frozen
class _Table:
    """A table of ours: what SQLite must know of it to read its rows, wherever they begin."""

    name: str
    columns: tuple[str, ...]
    statement: str
    kinds: tuple[int, int]
    """The kinds of the pages that it lies on."""


@cache
def _tables(version: int) -> tuple[_Table, ...]:
    """The tables of a store of this version, those first that others belong to."""
    with closing(make_tables(":memory:", version)) as database:
        found = dict(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
        return tuple(_table(database, name, found[name]) for name in TABLES if name in found)


def _table(database: sqlite3.Connection, name: str, sql: str) -> _Table:
    described = database.execute(f"PRAGMA table_info({name})").fetchall()
    without_rowid = sql.rstrip().endswith("WITHOUT ROWID")
    columns, keys = [], []
    for _number, column, kind, _required, usual, key in described:
        if key and not without_rowid and kind == "INTEGER":
            columns.append(f"{column} INTEGER PRIMARY KEY")
        else:
            columns.append(column if usual is None else f"{column} DEFAULT {usual}")
        if key and without_rowid:
            keys.append(column)
    # A row of another table may have more columns than this one; then this one is not empty.
    columns.append(_BEYOND)
    if without_rowid:
        columns.append(f"PRIMARY KEY ({', '.join(keys)})")
    statement = f"CREATE TABLE {name} ({', '.join(columns)}){' WITHOUT ROWID' if without_rowid else ''}"
    kinds = _INDEX_PAGES if without_rowid else _ROW_PAGES
    return _Table(name, tuple(column for _, column, *_ in described), statement, kinds)


_BEYOND: Final = "beyond"


@define
class _Pages:
    """A copy of a damaged store: the kind of each page, and whether another leads to it, by its number."""

    copy: Path
    version: int
    kinds: bytearray
    led_to: bytearray
    failed: bool = False
    """Something could not be read."""
    seen: dict[int, int] = field(factory=dict)
    """The number of rows behind each beginning of a table."""
    taken: dict[int, int] = field(factory=dict)
    """The number of rows that belong to a table of ours, by its beginning."""

    @classmethod
    def copied(cls, damaged: Path, log: Path, copy: Path) -> _Pages:
        """A copy of a store, with what its log holds."""
        logged = log.exists() and log.stat().st_size > 0
        if not logged and not any(_map(damaged)[0]):
            copy.touch()  # nothing can be saved of it, however large it is
            return cls(copy, SCHEMA_VERSION, bytearray(), bytearray())
        shutil.copyfile(damaged, copy)
        with copy.open("r+b") as file:
            header = file.read(_PAGE_BYTES)
            size = file.seek(0, 2)
            file.truncate(max(-(-size // _PAGE_BYTES), 1) * _PAGE_BYTES)
        if logged:
            _begin_with(copy, _first_page(None, 0, _LOGGED))
            _take_in_log(log, copy)
        kinds, led_to = _map(copy)
        said = int.from_bytes(header[_VERSION_AT], "big")

        @cache
        def rows_in(table: _Table) -> int:
            return sum(1 for _row in cls(copy, said, kinds, led_to).rows(table))

        def fitting(version: int) -> tuple[int, bool, int]:
            """The number of rows in the small tables that fit this version. The file may claim another version."""
            rows = sum(rows_in(table) for table in _tables(version) if table.name != "entries")
            return rows, version == said, version

        return cls(copy, max(range(1, SCHEMA_VERSION + 1), key=fitting), kinds, led_to)

    @property
    def complete(self) -> bool:
        """Return whether every table was there and every row was ours. True only after ``rows``."""
        expected = sum(table.kinds is _ROW_PAGES for table in _tables(self.version))
        found = sum(self.kinds[page] in _ROW_PAGES for page in self._roots())
        return not self.failed and found == expected and self.seen == self.taken

    def rows(self, table: _Table) -> Iterator[StoredRow]:
        """The rows that fit into this table, wherever they are; perhaps some of them twice."""
        failed = False
        for root in self._roots():
            if self.kinds[root] in table.kinds:
                for row in self._rows_at(table, root, count=True):
                    if row is None:
                        failed = True
                    else:
                        yield row
        if not failed:
            return
        self.failed = True
        apart = [page for page, kind in enumerate(self.kinds) if kind in table.kinds]
        for page in apart[:_MOST_PAGES_APART]:
            yield from filter(None, self._rows_at(table, page))

    def _roots(self) -> list[int]:
        return [page for page, kind in enumerate(self.kinds) if kind and not self.led_to[page]]

    def _rows_at(self, table: _Table, root: int, *, count: bool = False) -> Iterator[StoredRow | None]:
        """The rows of this table from this page on; None where no more can be read."""
        _begin_with(self.copy, _first_page(table.statement, root, _ROLLBACK))
        seen = taken = 0
        try:
            with closing(sqlite3.connect(f"{self.copy.as_uri()}?mode=ro&immutable=1", uri=True)) as database:
                database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * codec.MAX_BINARY_BYTES)
                database.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
                most = len(self.kinds) * _PAGE_BYTES // _SMALLEST_CELL  # where pages lead in a circle
                for row in islice(rows_of(database, table.name), most):
                    seen += 1
                    if _fits(table, row):
                        taken += 1
                        yield {column: row[column] for column in table.columns}
        except _UNREADABLE:
            yield None
        if count and table.kinds is _ROW_PAGES:
            self.seen[root] = max(seen, self.seen.get(root, 0))
            self.taken[root] = taken + self.taken.get(root, 0)


def _fits(table: _Table, row: StoredRow) -> bool:
    try:
        require_row(table.name, {column: row[column] for column in table.columns})
    except DamagedRow:
        return False
    return row[_BEYOND] is None


@lru_cache(_MOST_FIRST_PAGES)
def _first_page(statement: str | None, root: int, modes: bytes) -> bytes:
    """The first page of a store with this one table, whose rows begin on page ``root``, or with none."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
        database.execute(statement or "PRAGMA user_version = 1")
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_master SET rootpage = ?", (root,))
        page = bytearray(database.serialize()[:_PAGE_BYTES])
    page[_MODES_AT] = modes
    # Where these two differ the size of the file says how many pages there are.
    page[_COUNTS_AT[0]], page[_COUNTS_AT[1]] = bytes([0, 0, 0, 2]), bytes([0, 0, 0, 1])
    page[_FREE_AT] = bytes(8)
    return bytes(page)


def _begin_with(file: Path, page: bytes) -> None:
    with file.open("r+b") as opened:
        opened.write(page)


def _take_in_log(log: Path, copy: Path) -> None:
    """Write into the copy what was in the log, as far as SQLite takes it for whole."""
    logged = copy.with_name(f"{copy.name}-wal")
    shutil.copyfile(log, logged)
    with suppress(*_UNREADABLE), closing(sqlite3.connect(copy, isolation_level=None)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    for left in (logged, copy.with_name(f"{copy.name}-shm")):
        left.unlink(missing_ok=True)


def _map(file: Path) -> tuple[bytearray, bytearray]:
    """The kind of each page that holds rows, or leads to others that do; and to which of them another leads."""
    count = file.stat().st_size // _PAGE_BYTES
    kinds, led_to = bytearray(count + 1), bytearray(count + 1)
    with file.open("rb") as opened:
        for number in range(1, count + 1):
            page = opened.read(_PAGE_BYTES)
            if number == 1 or page[0] not in (*_ROW_PAGES, *_INDEX_PAGES):
                continue
            cells = int.from_bytes(page[3:5], "big")
            if cells > _PAGE_BYTES // _SMALLEST_CELL:
                continue
            kinds[number] = page[0]
            for child in _children(page, cells) if page[0] in _INNER_PAGES else ():
                if 1 < child <= count and child != number:
                    led_to[child] = 1
    return kinds, led_to


def _children(page: bytes, cells: int) -> Iterator[int]:
    """The pages that an inner page leads to: the last one is in its header, the others begin its cells."""
    yield int.from_bytes(page[8:12], "big")
    for cell in range(cells):
        at = int.from_bytes(page[_INNER_HEADER + 2 * cell : _INNER_HEADER + 2 * cell + 2], "big")
        yield int.from_bytes(page[at : at + 4], "big")
