"""Taking all that is a player's own to another machine, in one file: the identity, the players known, the games.

The file is a copy of the store, made by SQLite itself, with one table more that holds the identity. Whoever has it can
play in this player's name. What comes from such a file is checked before anything is changed: it is no store until its
tables are exactly ours.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

import msgpack  # type: ignore[import-untyped]
from attrs import frozen

from mandala_net.bots import BOT_NAMES
from mandala_net.database import FILE_MODE
from mandala_net.files import create_file, put_in_place, sync
from mandala_net.home import Home
from mandala_net.identity import Identity, IdentityError, load_identity
from mandala_net.paths import Paths
from mandala_net.schema import SCHEMA_VERSION, STEPS
from mandala_net.store import Store, StoreError
from mandala_net.trouble import reason_of
from mandala_protocol import codec
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.messages import EntryMessage
from mandala_protocol.names import clean_name
from mandala_protocol.sentence import Sentence, marked
from mandala_protocol.transcript import read, signed_by

MAX_FILE_BYTES: Final = 4_000_000_000
"""A game takes about 150 kilobytes; a file larger than this is none of ours."""

APPLICATION: Final = 0x4D4C4D76
"""By this number in its header a file tells what it is (SQLite's ``application_id``); "MLMv"."""

_HEADER: Final = b"SQLite format 3\x00"
_APPLICATION_AT: Final = 68
_HEADER_BYTES: Final = 100
_BLOCK: Final = 1 << 20
_LATEST: Final = 250_000_000_000
"""Unix seconds in the year 9892; a calendar ends soon after."""

_MOVED_TABLE: Final = (
    "CREATE TABLE moved (identity BLOB NOT NULL, digest BLOB NOT NULL CHECK (length(digest) = 32)) STRICT"
)
_FIRST_VERSION: Final = 2
"""The version of the tables when there was a file of this kind first."""


_CANNOT_WRITE: Final = marked("{file} cannot be written: {reason}.")
_CANNOT_TAKE_IN: Final = marked("{file} cannot be taken in: {reason}.")
_CANNOT_READ: Final = marked("{file} cannot be read: {reason}.")


class MoveError(StoreError):
    """Nothing was moved; the text is one sentence for a person."""


@frozen
class Moved:
    """What was taken in: the public key (32 bytes), how many games and players, and where what was there is now."""

    identity: bytes
    games: int
    players: int
    aside: Path | None


# Out.


def move_out(home: Home, file: Path) -> None:
    """Write all that is this player's own into a new file, for its owner alone (mode 0600).

    The store may be in use. Raises ``MoveError``, also if there is such a file already; then it stays as it is.
    """
    if file.exists() or file.is_symlink():
        raise MoveError(Sentence("{file} is there already; choose another name.", file=file))
    with _plain_errors(_CANNOT_WRITE, file), _temporary(file) as copy:
        _copy_store(home.paths.games, copy)
        with closing(_connect(copy)) as database:
            database.execute("PRAGMA journal_mode = MEMORY")
            database.execute("BEGIN")
            pem = home.paths.identity.read_bytes()
            digest = _digest(database, pem)
            database.execute(_MOVED_TABLE)
            database.execute("INSERT INTO moved (identity, digest) VALUES (?, ?)", (pem, digest))
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute("COMMIT")
        sync(copy)
        try:
            put_in_place(copy, file)
        except FileExistsError:
            raise MoveError(Sentence("{file} is there already; choose another name.", file=file)) from None


def _copy_store(store: Path, copy: Path) -> None:
    """A consistent copy of a store, also while it is in use; removed contents are not in it."""
    with closing(_connect(store)) as database:
        database.execute("VACUUM INTO ?", (str(copy),))


# In.


def move_in(paths: Paths, file: Path, *, set_aside: bool = False, now: Callable[[], float] = time.time) -> Moved:
    """Make what is in a file of ``move_out`` this machine's own.

    With ``set_aside`` whatever is here already is moved into a folder beside, named by the time ``now`` (Unix seconds);
    without it, an identity that nobody knows and that has no games is, and anything else is a reason to refuse.
    Raises ``MoveError``, ``FolderError`` or another ``StoreError``; then nothing here has changed.
    """
    paths.create()
    _require_size(file)
    if not set_aside and _is_lived_in(paths):
        raise MoveError(
            Sentence(
                "Games or players of yours are on this machine already; "
                "to move them into a folder beside and take in the others: --set-aside"
            )
        )
    with _plain_errors(_CANNOT_TAKE_IN, file), _new_folder(paths.data) as folder:
        raw = folder / "moving.sqlite"
        _copy_file(file, raw)
        moved = _unpack(raw, folder, file)
        _discard(raw)
        aside = _make_room(paths, now())
        try:
            folder.rename(paths.data)
        except OSError:
            if aside is not None:
                aside.rename(paths.data)
            raise
        sync(paths.data.parent)
    return Moved(moved.identity, moved.games, moved.players, aside)


def _require_size(file: Path) -> None:
    """Refuse early what is no file of ours by its size or its first bytes."""
    with _plain_errors(_CANNOT_READ, file):
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            raise MoveError(Sentence("{file} is not a file.", file=file))
        if status.st_size > MAX_FILE_BYTES:
            raise MoveError(Sentence("{file} is too large to be one that move out has written.", file=file))
        with file.open("rb") as opened:
            header = opened.read(_HEADER_BYTES)
    said = int.from_bytes(header[_APPLICATION_AT : _APPLICATION_AT + 4], "big")
    if not header.startswith(_HEADER) or said != APPLICATION:
        raise _foreign(file)


def _is_lived_in(paths: Paths) -> bool:
    """Whether there is more than a key that nobody has seen: games, or known players."""
    if not paths.games.exists():
        return paths.identity.exists() and paths.known_players.exists()
    with Store(paths.games) as store:
        return bool(store.games() or store.players())


def _copy_file(file: Path, copy: Path) -> None:
    """What is checked and taken in must stay the same meanwhile."""
    copy.touch(FILE_MODE)
    copied = 0
    with file.open("rb") as source, copy.open("wb") as target:
        while block := source.read(_BLOCK):
            copied += len(block)
            if copied > MAX_FILE_BYTES:
                raise MoveError(Sentence("{file} is too large to be one that move out has written.", file=file))
            target.write(block)


def _unpack(raw: Path, folder: Path, file: Path) -> Moved:
    """Check the file and make of it, in this folder, what belongs into the folder of data."""
    inside = Paths(data=folder, config=folder, log=folder)
    try:
        with closing(_connect(raw)) as database:
            _harden(database)
            _require_ours(database, file)
            pem, digest = _moved_row(database, file)
            create_file(inside.identity, pem)
            identity = load_identity(inside.identity)
            database.execute("DROP TABLE moved")
            if _digest(database, pem) != digest:
                raise _damaged(file)
            _require_sense(database, identity, file)
            database.execute("PRAGMA application_id = 0")
            inside.games.touch(FILE_MODE)
            database.execute("VACUUM INTO ?", (str(inside.games),))
    except IdentityError as error:
        raise _damaged(file) from error
    except sqlite3.DatabaseError as error:
        raise _damaged(file) from error
    sync(inside.games)
    with Store(inside.games) as store:
        # If an earlier version kept players in a text file here, they are not those of this identity.
        store.take_over_players(inside.known_players.name, {})
        moved = Moved(identity.public, len(store.games()), len(store.players()), None)
    # The store in its new place makes its own.
    for left in folder.glob(f"{inside.games.name}.*"):
        left.unlink()
    return moved


def _harden(database: sqlite3.Connection) -> None:
    """What SQLite advises for files from elsewhere: nothing in it is run, and no value is larger than we write."""
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    database.execute("PRAGMA mmap_size = 0")
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * codec.MAX_BINARY_BYTES)


def _require_ours(database: sqlite3.Connection, file: Path) -> None:
    """The tables must be exactly those that this program makes: no view, no trigger, no other column."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise MoveError(Sentence("{file} was written by a newer version of this program; update this one.", file=file))
    if version < _FIRST_VERSION or _tables(database) != _tables_of(version):
        raise _foreign(file)
    for check, fine in (("integrity_check(1)", [("ok",)]), ("foreign_key_check", [])):
        if database.execute(f"PRAGMA {check}").fetchall() != fine:
            raise _damaged(file)


def _tables_of(version: int) -> set[tuple[str, ...]]:
    """The tables of a file of this version, as SQLite describes them."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        for step in STEPS[:version]:
            step(database, 0)
        database.execute(_MOVED_TABLE)
        return _tables(database)


def _tables(database: sqlite3.Connection) -> set[tuple[str, ...]]:
    return set(database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))


def _moved_row(database: sqlite3.Connection, file: Path) -> tuple[bytes, bytes]:
    """The identity, and the digest of all that goes with it."""
    rows = database.execute("SELECT identity, digest FROM moved LIMIT 2").fetchall()
    if len(rows) != 1:
        raise _damaged(file)
    ((pem, digest),) = rows
    return pem, digest


def _digest(database: sqlite3.Connection, pem: bytes) -> bytes:
    """32 bytes that stand for the identity and every value in the store: what was lost on the way is found out."""
    digest = hashlib.sha256(msgpack.packb(pem))
    for table in sorted(name for kind, name, _, _ in _tables(database) if kind == "table"):
        # By all columns, as not every table has one by which its rows have an order.
        columns = len(database.execute(f"PRAGMA table_info({table})").fetchall())
        order = ", ".join(map(str, range(1, columns + 1)))
        for row in database.execute(f"SELECT * FROM {table} ORDER BY {order}"):  # noqa: S608 - our own names
            digest.update(msgpack.packb([table, *row]))
    return digest.digest()


def _require_sense(database: sqlite3.Connection, identity: Identity, file: Path) -> None:
    """The names and times can be shown, and the games are those of this identity."""
    for name, key in database.execute("SELECT name, key FROM players"):
        if name != clean_name(name) or len(key) != len(identity.public):
            raise _damaged(file)
    for row, seat, begun, ended, host, guest, game, bot in database.execute(
        "SELECT id, seat, begun, ended, host, guest, game, bot FROM games"
    ).fetchall():
        if game not in (None, *GAMES) or bot not in (None, *BOT_NAMES):
            raise _damaged(file)
        names_fit = all(name is None or name == clean_name(name) for name in (host, guest))
        if not names_fit or not 0 <= begun <= _LATEST or not 0 <= (ended or 0) <= _LATEST:
            raise _damaged(file)
        # The host speaks first and the guest answers: each signs the entry that has the number of its seat.
        said = database.execute(
            "SELECT payload, signature FROM entries WHERE game = ? AND number = ?", (row, seat)
        ).fetchone()
        if said is not None and not _may_be_said_by(EntryMessage(*said), identity):
            raise MoveError(Sentence("The key in {file} is not the one that has played the games there.", file=file))


def _may_be_said_by(message: EntryMessage, identity: Identity) -> bool:
    """Whether this identity has signed an entry; an entry of an earlier version, not read here any more, may be its."""
    try:
        return signed_by(read(message), identity.public)
    except RemoteProtocolError:
        return True


# Folders.


def _make_room(paths: Paths, now: float) -> Path | None:
    """Move what is in the folder of data out of the way, whole; where it is now, None if nothing was there."""
    with suppress(OSError):
        paths.data.rmdir()  # empty, as when the program was never started here
        return None
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    aside = paths.data.with_name(f"{paths.data.name}-{stamp}")
    if aside.exists():
        raise MoveError(Sentence("{aside} is there already; try again in a second.", aside=aside))
    paths.data.rename(aside)
    return aside


@contextmanager
def _new_folder(beside: Path) -> Iterator[Path]:
    """A folder on the same disk, closed to others; gone at the end unless it was renamed."""
    folder = Path(tempfile.mkdtemp(prefix=f".{beside.name}-", dir=beside.parent))
    try:
        yield folder
    finally:
        if folder.exists():
            for left in folder.iterdir():
                left.unlink()
            folder.rmdir()


@contextmanager
def _temporary(file: Path) -> Iterator[Path]:
    """An empty file beside ``file``, closed to others; gone at the end, with what SQLite may leave beside it."""
    handle, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
    os.close(handle)
    copy = Path(name)
    try:
        yield copy
    finally:
        _discard(copy)


def _discard(file: Path) -> None:
    for ending in ("", "-journal", "-wal", "-shm"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, isolation_level=None)


@contextmanager
def _plain_errors(template: str, file: Path) -> Iterator[None]:
    """Turn what SQLite and the system say into ``MoveError``: this sentence, with the reason."""
    try:
        yield
    except sqlite3.Error as error:
        raise MoveError(Sentence(template, file=file, reason=error)) from error
    except OSError as error:
        raise MoveError(Sentence(template, file=file, reason=reason_of(error))) from error


def _foreign(file: Path) -> MoveError:
    return MoveError(Sentence("{file} is not a file that move out has written.", file=file))


def _damaged(file: Path) -> MoveError:
    return MoveError(Sentence("{file} is damaged: it does not hold what move out has written.", file=file))
