"""Opening the file of the store: for its owner alone, in the newest version, and set aside if it is damaged.

What can go wrong with a file becomes one sentence here. Nothing is ever overwritten or removed.
"""

from __future__ import annotations

import errno
import itertools
import os
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import frozen
from filelock import FileLock, Timeout

from mandala_net.files import create_file, open_file, patiently, put_in_place, require_regular
from mandala_net.os_errors import reason_of
from mandala_net.store.schema import SCHEMA_VERSION, STEPS, has_tables, keep_version, kept_version
from mandala_net.store.stored_rows import DamagedRow, require_row
from mandala_net.store.wholeness import require_all_whole, rows_of
from mandala_protocol.names import clean_line
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire import codec

if TYPE_CHECKING:
    from mandala_net.store.rescue import Saved

FileNumber: TypeAlias = tuple[int, int]
"""The identity of a file, whatever its name: its device and its number there."""

FILE_MODE: Final = 0o600
BUSY_SECONDS: Final = 5.0
"""The seconds for which another program is waited for."""
_COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps beside its own."""

MOST_VERSIONS: Final = 255
"""A version beyond this is none: what says so is damaged."""

LONGEST_VALUE: Final = 4 * codec.MAX_BINARY_BYTES
"""Bytes; SQLite takes no longer values or statements."""

_HEADER_BYTES: Final = 100
_MAGIC: Final = b"SQLite format 3\x00"
_MODES_AT: Final = slice(18, 20)
_MODES: Final = frozenset({1, 2})
"""Rollback journal and write-ahead log: of others SQLite says that the file is read-only."""

_FORBIDDEN: Final = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_READ_ONLY: Final = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})
_BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_NO_DAMAGE: Final = (
    _READ_ONLY
    | _BUSY
    | {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_NOLFS,
        sqlite3.SQLITE_AUTH,
        sqlite3.SQLITE_MISUSE,
    }
)
"""SQLite's errors about the disk, the system, or our own mistakes. All others are about the content of the file."""


class StoreError(Exception):
    """The store cannot be used; the text is one sentence for a person. Nothing was destroyed."""


class StoreBusy(StoreError):
    """Another program is writing to the store, and has been for longer than was waited for."""


class StoreReadOnly(StoreError):
    """The store can be read, but not written."""


class _Damaged(Exception):
    """The file is no store, or not a whole one."""


class _SetAside(Exception):
    """The file was damaged, and is now at ``aside``; what could be saved of it is in its place."""

    def __init__(self, aside: Path, saved: Saved) -> None:
        super().__init__(str(aside))
        self.aside, self.saved = aside, saved


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system say about the store in ``path`` into ``StoreError``."""
    try:
        yield
    except (sqlite3.Error, DamagedRow, UnicodeDecodeError) as error:
        if is_damage(error):
            suspect(path)
        raise _kind_of(error)(_sentence(path, error)) from error
    except OSError as error:
        raise (StoreReadOnly if error.errno in _FORBIDDEN else StoreError)(
            Sentence("The store of games {path} cannot be used: {reason}.", path=path, reason=reason_of(error))
        ) from error


@frozen
class OpenedDatabase:
    """A store that is open, and which file it is.

    ``aside``: where a damaged one was set aside for it, if it was, and ``saved`` what could be saved of that.
    ``found_empty``: there was a file with nothing in it, and no log beside it. ``read_only``: why it cannot be written,
    if it cannot.
    """

    database: sqlite3.Connection
    file: FileNumber | None
    aside: Path | None
    saved: Saved | None
    found_empty: bool
    read_only: StoreReadOnly | None = None


def open_database(path: Path, now: Callable[[], float], timeout: float) -> OpenedDatabase:
    """The store in ``path``, made if there is none; to be read alone where it cannot be written.

    ``timeout``: for how many seconds to wait for another program. Raises ``StoreError``.
    """
    try:
        return _open_to_write(path, now, timeout)
    except StoreReadOnly as error:
        try:
            database = open_to_read(path, timeout)
        except StoreError as unreadable:
            if isinstance(unreadable, StoreReadOnly) or isinstance(unreadable.__cause__, OSError):
                raise error from None  # there is nothing to be read either
            raise
        why = StoreReadOnly(_read_only(path))
        return OpenedDatabase(database, None, None, None, found_empty=False, read_only=why)


def _open_to_write(path: Path, now: Callable[[], float], timeout: float) -> OpenedDatabase:
    with plain_errors(path), _alone(path, timeout):
        found_empty = path.exists() and path.stat().st_size == 0
        try:
            database = _open(path, now, timeout)
        except _SetAside as damaged:
            aside, saved = damaged.aside, damaged.saved
        else:
            return OpenedDatabase(database, file_at(path), None, None, found_empty)
        try:
            return OpenedDatabase(_open(path, now, timeout), file_at(path), aside, saved, found_empty=False)
        except _SetAside as error:
            raise StoreError(
                Sentence("The new store of games {path} is already damaged: the disk may be failing.", path=path)
            ) from error


def open_to_read(path: Path, timeout: float = BUSY_SECONDS) -> sqlite3.Connection:
    """Open a store without writing anything, even beside it. Raises ``StoreError``.

    SQLite has to write beside a file with a log, unless that was left with its index. A file without a log that cannot
    be written is taken for one that no one changes: it is complete in itself.
    """
    with plain_errors(path):
        require_regular(path)
        log = _beside(path, "-wal")
        logged = log.exists() and log.stat().st_size > 0
        sealed = not logged and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
        ways = (*(("mode=ro",) if log.exists() or not sealed else ()), *(("immutable=1",) if sealed else ()))
        for way in ways:
            database = sqlite3.connect(
                f"{path.absolute().as_uri()}?{way}",
                timeout=timeout,
                uri=True,
                isolation_level=None,
                check_same_thread=False,
            )
            try:
                database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
                require_present_version(path, kept_version(database))
            except sqlite3.Error as error:
                database.close()
                if way != ways[-1] and _code(error) in _READ_ONLY:
                    continue
                if logged and _code(error) in _READ_ONLY:
                    raise _log_unreadable(path) from error
                raise
            except BaseException:
                database.close()
                raise
            return database
    raise AssertionError("the last way either opens the store or fails")


def require_present_version(path: Path, version: int | None) -> None:
    """Refuse a version that cannot be read as it is. Raises ``StoreError``."""
    if version is None or not 0 <= version <= MOST_VERSIONS:
        raise StoreError(damaged_sentence(path))
    if version > SCHEMA_VERSION:
        raise newer_version(path)
    if 0 < version < SCHEMA_VERSION:
        raise StoreError(
            Sentence(
                "An older version of this program wrote {path}. Start this one once where the file can be written.",
                path=path,
            )
        )


def file_at(path: Path) -> FileNumber | None:
    """The file that has this name now; None if there is none. Raises ``OSError``."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


@contextmanager
def _alone(path: Path, timeout: float) -> Iterator[None]:
    """Open the store alone: so no two programs find it damaged, or bring it to a new version."""
    path.parent.stat()  # a folder that is not there is an error: the lock would make one that is open to others
    lock = FileLock(_beside(path, ".lock"), timeout=timeout, mode=FILE_MODE, thread_local=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise StoreBusy(_held(path)) from error
    try:
        yield
    finally:
        lock.release()


def _open(path: Path, now: Callable[[], float], timeout: float) -> sqlite3.Connection:
    """Open the file, in the newest version. Raises ``_SetAside``, ``StoreError``, ``sqlite3.Error`` or ``OSError``."""
    if not path.exists():
        with suppress(FileExistsError):
            create_file(path, b"")
    for companion in ("", *_COMPANIONS):
        with suppress(FileNotFoundError):
            require_regular(_beside(path, companion))  # SQLite would wait for a pipe
    if _has_orphan(path) or not _has_header(path):
        raise _replaced(path, now())
    if not os.access(path, os.W_OK):
        raise StoreReadOnly(_read_only(path))
    for companion in ("", *_COMPANIONS):
        _close_to_others(_beside(path, companion))
    database = sqlite3.connect(path, timeout=timeout, check_same_thread=False, isolation_level=None)
    try:
        _prepare(database, path, now)
    except (sqlite3.Error, UnicodeDecodeError, DamagedRow, _Damaged) as error:
        try:
            if not is_damage(error):
                raise
            # Renamed before it is closed, where that can be: whoever closes a store last writes its log into it.
            if os.name == "nt":
                database.close()
            raise _replaced(path, now()) from error
        finally:
            database.close()
    except BaseException:
        database.close()
        raise
    return database


def _prepare(database: sqlite3.Connection, path: Path, now: Callable[[], float]) -> None:
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    version = kept_version(database)
    if version is None or not 0 <= version <= MOST_VERSIONS:
        raise _Damaged
    if version > SCHEMA_VERSION:
        raise newer_version(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    # Elsewhere than on a Mac this changes nothing; there, only this reaches the disk itself.
    database.execute("PRAGMA fullfsync = ON")
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("PRAGMA secure_delete = ON")
    if not has_tables(database, version):
        raise _Damaged
    suspected = _suspicion(path).exists()
    _look_through(database, version, suspected=suspected)
    for older in range(version, SCHEMA_VERSION):
        try:
            with transaction(database):
                STEPS[older](database, int(now()))
                keep_version(database, older + 1)
        except (ValueError, TypeError, LookupError, ArithmeticError) as error:
            raise _Damaged from error  # a step takes what an earlier version has written, and nothing else
    _require_rows(database, suspected=suspected)
    if suspected:
        _suspicion(path).unlink(missing_ok=True)


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All of what is done inside, on disk when this is left, or nothing of it."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    finally:
        # SQLite may have rolled back by itself, as when the disk is full.
        if database.in_transaction:
            database.execute("ROLLBACK")


def _look_through(database: sqlite3.Connection, version: int, *, suspected: bool) -> None:
    """Look for damaged pages: in the table of games, which is small; everywhere, if damage was met before."""
    if suspected:
        (found,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    elif version > 0:
        (found,) = database.execute("PRAGMA quick_check(games)").fetchone()
    else:
        found = "ok"
    if found != "ok":
        raise _Damaged


def _require_rows(database: sqlite3.Connection, *, suspected: bool) -> None:
    """Look for damaged rows: in those of the players; in all, if damage was met before. Raises ``DamagedRow``."""
    if suspected:
        require_all_whole(database)
    for row in rows_of(database, "players"):
        require_row("players", row)


def _has_orphan(path: Path) -> bool:
    """Return whether a log lies beside an empty file: it was not always empty, and SQLite would remove the log."""
    log = _beside(path, "-wal")
    return path.stat().st_size == 0 and log.exists() and log.stat().st_size > 0


def _has_header(path: Path) -> bool:
    """Return whether a file begins as every store does, unless it is empty."""
    with open_file(path) as file:
        header = file.read(_HEADER_BYTES)
    return not header or (header.startswith(_MAGIC) and _MODES.issuperset(header[_MODES_AT]))


def _replaced(path: Path, now: float) -> _SetAside:
    """Set the damaged store aside, and put a new one in its place, with what can be saved of it."""
    from mandala_net.store.rescue import rescue  # only here, as it is seldom needed

    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    os.close(handle)
    rescued = Path(name)
    try:
        # Before anything is renamed: if there is no room for it, all stays as it is.
        saved = rescue(path, _beside(path, "-wal"), rescued)
        aside = _set_aside(path, now)
        put_in_place(rescued, path)
    finally:
        for ending in ("", *_COMPANIONS):
            _beside(rescued, ending).unlink(missing_ok=True)
    return _SetAside(aside, saved)


def _set_aside(path: Path, now: float) -> Path:
    """Rename the damaged store and what belongs to it; where it is now."""
    aside = _free_name(path, time.strftime("%Y%m%d-%H%M%S", time.localtime(now)))
    try:
        # The file goes last: a log that lay there without it would be taken for nothing.
        for companion in (*_COMPANIONS, ""):
            file = _beside(path, companion)
            if file.exists():
                patiently(file.rename, _beside(aside, companion))
        _suspicion(path).unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(
            Sentence(
                "The store of games {path} is damaged and cannot be set aside: {reason}.",
                path=path,
                reason=reason_of(error),
            )
        ) from error
    return aside


def _free_name(path: Path, stamp: str) -> Path:
    """A name beside ``path`` that nothing has yet."""
    aside = _beside(path, f".damaged-{stamp}")
    for count in itertools.count(2):
        if not any(_beside(aside, companion).exists() for companion in ("", *_COMPANIONS)):
            break
        aside = _beside(path, f".damaged-{stamp}-{count}")
    return aside


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _suspicion(path: Path) -> Path:
    """The file whose presence says that damage was met while the store was in use."""
    return _beside(path, ".suspect")


def _close_to_others(file: Path) -> None:
    """Take rights away from other users. The files that SQLite makes get those of the store itself."""
    if os.name == "nt" or not file.exists():
        return
    if stat.S_IMODE(file.stat().st_mode) & 0o077:
        file.chmod(FILE_MODE)


def suspect(path: Path) -> None:
    """Make the next program that opens the store check all of it."""
    with suppress(OSError):
        _suspicion(path).touch(FILE_MODE)


def is_damage(error: Exception) -> bool:
    """Return whether an error says that what is in a store makes no sense.

    Python's module says some of that itself, without a code of SQLite's, as of text that is none.
    """
    match error:
        case _Damaged() | DamagedRow() | UnicodeDecodeError():
            return True
        case sqlite3.ProgrammingError() | sqlite3.InterfaceError():
            return False
        case sqlite3.Error():
            return _code(error) not in _NO_DAMAGE
        case _:
            return False


def _kind_of(error: Exception) -> type[StoreError]:
    code = _code(error)
    if code in _BUSY:
        return StoreBusy
    return StoreReadOnly if code in _READ_ONLY else StoreError


def _code(error: Exception) -> int | None:
    """SQLite's primary result code; None if the error is none of SQLite's."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def newer_version(path: Path) -> StoreError:
    """The error for a store that this version of the program does not know."""
    return StoreError(Sentence("{path} was written by a newer version of this program. Update this one.", path=path))


def _held(path: Path) -> str:
    return Sentence(
        "Another program has kept the store of games {path} busy for too long. Wait for it or "
        "close it, then try again.",
        path=path,
    )


def _read_only(path: Path) -> str:
    return Sentence("The store of games {path} cannot be written: you may only read the file or its folder.", path=path)


def _log_unreadable(path: Path) -> StoreError:
    return StoreError(
        Sentence(
            "The newest moves are in a log beside {path}. It can be read only where it can also be written. Copy the "
            "folder {folder} to another disk.",
            path=path,
            folder=path.parent,
        )
    )


def damaged_sentence(path: Path) -> Sentence:
    """The sentence for damage that is found while a store is in use."""
    return Sentence(
        "The store of games {path} is damaged. Close all programs that use it and start again. It "
        "will be set aside, and a new one started with what can be read of it.",
        path=path,
    )


def _sentence(path: Path, error: Exception) -> str:
    code = _code(error)
    if is_damage(error):
        return damaged_sentence(path)
    if code in _READ_ONLY:
        return _read_only(path)
    if code in _BUSY:
        return _held(path)
    if code == sqlite3.SQLITE_FULL:
        return Sentence("The disk with the store of games {path} is full. Make room, then try again.", path=path)
    if code == sqlite3.SQLITE_IOERR:
        return Sentence("The disk refuses to write to the store of games {path}. It may be full or failing.", path=path)
    return Sentence("The games in {path} cannot be read or written: {error}.", path=path, error=clean_line(str(error)))
