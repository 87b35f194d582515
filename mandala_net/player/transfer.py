"""Moving everything that belongs to a player to another computer, in one file: identity, players, games, settings.

The file is a copy of the store, made by SQLite itself, with two more tables for the identity and the settings.
Anyone who has it can play in this player's name. An import checks the file before it changes anything: it is not used
as a store until its tables are exactly ours.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

import msgpack  # type: ignore[import-untyped]
from attrs import evolve, frozen

from mandala_net.files import NotAFile, create_file, open_file, patiently, put_in_place, replace_file, sync
from mandala_net.os_errors import reason_of
from mandala_net.player.paths import LARGEST_SETTINGS, Paths
from mandala_net.player.profile import Profile
from mandala_net.store.database import FILE_MODE, damaged_sentence, is_damage, open_to_read, suspect
from mandala_net.store.schema import SCHEMA_VERSION, tables_in, tables_of
from mandala_net.store.store import Store, StoreError
from mandala_net.store.stored_rows import DamagedRow, require_row
from mandala_net.store.wholeness import (
    message_at,
    require_all_whole,
    require_named_as_proposed,
    require_sense,
    rows_of,
    tables_here,
)
from mandala_net.trust.identity import Identity, load_identity, parse_identity, read_identity
from mandala_net.trust.known_players import MAX_PLAYERS
from mandala_protocol.names import clean_line
from mandala_protocol.record.transcript import Entry, read_or_none, signed_by
from mandala_protocol.sentence import N_, Sentence
from mandala_protocol.wire import codec

MAX_FILE_BYTES: Final = 4_000_000_000
"""A game takes about 150 kilobytes; a file larger than this is none of ours."""

APPLICATION: Final = 0x4D4C4D76
"""The number in the header of a file of this kind (SQLite's ``application_id``): "MLMv"."""

_HEADER: Final = b"SQLite format 3\x00"
_APPLICATION_AT: Final = 68
_HEADER_BYTES: Final = 100
_BLOCK: Final = 1 << 20
_MOVED_TABLE: Final = (
    "CREATE TABLE moved (identity BLOB NOT NULL, digest BLOB NOT NULL CHECK (length(digest) = 32)) STRICT"
)
_SETTINGS_TABLE: Final = "CREATE TABLE moved_settings (content BLOB NOT NULL) STRICT"
"""A file of an earlier version lacks it."""

_TAKEN_ALONG: Final = frozenset(
    ("table", name, name, "".join(sql.split()))
    for name, sql in (("moved", _MOVED_TABLE), ("moved_settings", _SETTINGS_TABLE))
)

_FIRST_VERSION: Final = 2
"""The version of the tables when there was a file of this kind first."""


_CANNOT_WRITE: Final = N_("{file} cannot be written: {reason}.")
_CANNOT_TAKE_IN: Final = N_("{file} cannot be imported: {reason}.")
_CANNOT_READ: Final = N_("{file} cannot be read: {reason}.")


class MoveError(StoreError):
    """The move failed, and nothing was moved; the text is one sentence for a person."""


class _OtherKey(MoveError):
    """The games are those of another identity than the one in ``file``."""

    def __init__(self, file: Path) -> None:
        super().__init__(Sentence("The key in {file} is not the one that played its games.", file=file))


@frozen
class ProfileMoved:
    """The result of an import: the public key (32 bytes), the numbers of games and players, the place of the old data.

    ``settings_aside``: where the settings that were there are, if there were others.
    """

    identity: bytes
    games: int
    players: int
    aside: Path | None = None
    settings_aside: Path | None = None


# Out.


def move_out(profile: Profile, file: Path, settings: bytes | None = None) -> None:
    """Write all that is this player's own into a new file, for its owner alone (mode 0600).

    ``settings``: what the file of settings is to be on the other machine. The store may be in use. What was written is
    checked as it will be there. A sign in the folder of data says from then on that its player has moved.
    Raises ``MoveError``, even if there is such a file already; then it stays as it is; and
    ``StoreError`` if anything in the store is damaged.
    """
    if file.exists() or file.is_symlink():
        raise MoveError(Sentence("{file} already exists. Choose another name.", file=file))
    with _plain_errors(_CANNOT_WRITE, file), _temporary(file) as copy:
        # SQLite's own copy is consistent, also while the store is in use; removed contents are not in it.
        with _damage_in(profile.paths.games), closing(open_to_read(profile.paths.games)) as database:
            database.execute("VACUUM INTO ?", (str(copy),))
        with closing(_connect(copy)) as database:
            database.execute("PRAGMA journal_mode = MEMORY")
            _drop_foreign(database)
            with _damage_in(profile.paths.games):
                require_all_whole(database)
            database.execute("BEGIN")
            if settings is not None:
                database.execute(_SETTINGS_TABLE)
                database.execute("INSERT INTO moved_settings (content) VALUES (?)", (settings,))
            pem = read_identity(profile.paths.identity)
            digest = _digest(database, pem)
            database.execute(_MOVED_TABLE)
            database.execute("INSERT INTO moved (identity, digest) VALUES (?, ?)", (pem, digest))
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute("COMMIT")
        sync(copy)
        with closing(_connect(copy)) as database:
            try:
                _require_takable(database, file)
            except _OtherKey as error:
                raise _OtherKey(profile.paths.identity) from error
        try:
            put_in_place(copy, file)
        except FileExistsError:
            raise MoveError(Sentence("{file} already exists. Choose another name.", file=file)) from None
    with suppress(OSError):  # the file is there all the same
        replace_file(profile.paths.moved_out, b"")


def _drop_foreign(database: sqlite3.Connection) -> None:
    """Remove from a copy what someone else has made in the store, such as SQLite's own statistics."""
    ours = tables_of(SCHEMA_VERSION)
    for kind, name, _of, _sql in tables_in(database) - ours:
        quoted = name.replace('"', '""')
        database.execute(f'DROP {kind} IF EXISTS "{quoted}"')


@contextmanager
def _damage_in(store: Path) -> Iterator[None]:
    """Damage that is met here is damage of the store: it is told so, and looked for at the next start."""
    try:
        yield
    except (sqlite3.Error, DamagedRow, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise
        suspect(store)
        raise StoreError(damaged_sentence(store)) from error


# In.


def move_in(paths: Paths, file: Path, *, set_aside: bool = False, now: Callable[[], float] = time.time) -> ProfileMoved:
    """Make what is in a file of ``move_out`` this machine's own.

    With ``set_aside`` whatever is here already is moved into a folder beside, named by the time ``now`` (Unix seconds);
    without it, an identity that no one knows and that has no games is, and anything else is a reason to refuse.
    Raises ``MoveError``, ``FolderError`` or another ``StoreError``; then nothing here has changed.
    """
    paths.create()
    _require_size(file)
    if not set_aside and _is_lived_in(paths):
        raise MoveError(
            Sentence(
                "There are already games or players of yours here. To set them aside and import the file: --set-aside"
            )
        )
    with _plain_errors(_CANNOT_TAKE_IN, file), _new_folder(paths.data) as folder:
        raw = folder / "moving.sqlite"
        _copy_file(file, raw)
        moved, settings = _unpack(raw, folder, file)
        _discard(raw)
        with _settings_in_place(paths.settings, settings, now()) as settings_aside:
            aside = _make_room(paths, now())
            try:
                patiently(folder.rename, paths.data)
            except OSError:
                if aside is not None:
                    patiently(aside.rename, paths.data)
                raise
        sync(paths.data.parent)
    return evolve(moved, aside=aside, settings_aside=settings_aside)


def _require_size(file: Path) -> None:
    """Refuse early what is no file of ours by its size or its first bytes."""
    with _plain_errors(_CANNOT_READ, file):
        try:
            opened = open_file(file)
        except (NotAFile, IsADirectoryError) as error:
            raise MoveError(Sentence("{file} is not a file.", file=file)) from error
        with opened:
            if os.fstat(opened.fileno()).st_size > MAX_FILE_BYTES:
                raise MoveError(Sentence("{file} is too large for a file written by move out.", file=file))
            header = opened.read(_HEADER_BYTES)
    said = int.from_bytes(header[_APPLICATION_AT : _APPLICATION_AT + 4], "big")
    if not header.startswith(_HEADER) or said != APPLICATION:
        raise _foreign(file)


def _is_lived_in(paths: Paths) -> bool:
    """Return whether there is more than a key that no one has seen: games, or known players."""
    if not paths.games.exists():
        return paths.identity.exists() and paths.known_players.exists()
    with Store(paths.games) as store:
        return bool(store.games() or store.players())


def _copy_file(file: Path, copy: Path) -> None:
    """Copy the file first, so that it cannot change between check and import."""
    copy.touch(FILE_MODE)
    copied = 0
    with open_file(file) as source, copy.open("wb") as target:
        while block := source.read(_BLOCK):
            copied += len(block)
            if copied > MAX_FILE_BYTES:
                raise MoveError(Sentence("{file} is too large for a file written by move out.", file=file))
            target.write(block)


def _unpack(raw: Path, folder: Path, file: Path) -> tuple[ProfileMoved, bytes | None]:
    """Check the file and make of it, in this folder, what belongs into the folder of data; and the settings in it."""
    inside = Paths(data=folder, config=folder, log=folder)
    with closing(_connect(raw)) as database:
        _require_takable(database, file)
        pem, _digest_of_it = _moved_row(database, file)
        settings = _settings_in(database, file)
        create_file(inside.identity, pem)
        identity = load_identity(inside.identity)
        for table in ("moved", "moved_settings"):
            database.execute(f"DROP TABLE IF EXISTS {table}")
        database.execute("PRAGMA application_id = 0")
        inside.games.touch(FILE_MODE)
        database.execute("VACUUM INTO ?", (str(inside.games),))
        (games,) = database.execute("SELECT count(*) FROM games WHERE entries > 0").fetchone()
        (players,) = database.execute("SELECT count(*) FROM players").fetchone()
    sync(inside.games)
    with Store(inside.games) as store:
        # If an earlier version kept players in a text file here, they are not those of this identity.
        store.take_over_players(inside.known_players.name, {})
        store.mark_moved()
    # The store in its new place makes its own.
    for left in folder.glob(f"{inside.games.name}.*"):
        patiently(left.unlink)
    return ProfileMoved(identity.public, games, players), settings


def _require_takable(database: sqlite3.Connection, file: Path) -> None:
    """Check all that is in a file, before anything is done with it. Raises ``MoveError``."""
    try:
        _harden(database)
        _require_ours(database, file)
        _require_few(database, file)
        pem, digest = _moved_row(database, file)
        identity = parse_identity(pem)
        if identity is None or _digest(database, pem) != digest:
            raise _damaged(file)
        _settings_in(database, file)
        _require_sense(database, identity, file)
    except (sqlite3.Error, DamagedRow, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise
        raise _damaged(file) from error


def _harden(database: sqlite3.Connection) -> None:
    """Set what SQLite advises for files from elsewhere: nothing in it is run, and no value is larger than ours."""
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    database.execute("PRAGMA mmap_size = 0")
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * codec.MAX_BINARY_BYTES)


def _require_ours(database: sqlite3.Connection, file: Path) -> None:
    """Require that the tables are exactly those that this program makes: no view, no trigger, no other column."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise MoveError(Sentence("{file} was written by a newer version of this program. Update this one.", file=file))
    if version < _FIRST_VERSION or tables_in(database) - _TAKEN_ALONG != tables_of(version):
        raise _foreign(file)
    for check, fine in (("integrity_check(1)", [("ok",)]), ("foreign_key_check", [])):
        if database.execute(f"PRAGMA {check}").fetchall() != fine:
            raise _damaged(file)


def _require_few(database: sqlite3.Connection, file: Path) -> None:
    """Refuse more players than this program ever keeps, before each of them is looked at."""
    for table in {"players", "blocked"}.intersection(tables_here(database)):
        (count,) = database.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - our own names
        if count > MAX_PLAYERS:
            raise _damaged(file)


def _moved_row(database: sqlite3.Connection, file: Path) -> tuple[bytes, bytes]:
    """The identity, and the digest of all that goes with it."""
    rows = database.execute("SELECT identity, digest FROM moved LIMIT 2").fetchall()
    if len(rows) != 1 or not all(type(value) is bytes for value in rows[0]):
        raise _damaged(file)
    ((pem, digest),) = rows
    return pem, digest


def _settings_in(database: sqlite3.Connection, file: Path) -> bytes | None:
    """The file of settings that goes with it; None in a file of an earlier version."""
    if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'moved_settings'").fetchone():
        return None
    rows = database.execute("SELECT content FROM moved_settings LIMIT 2").fetchall()
    if len(rows) != 1 or type(rows[0][0]) is not bytes or len(rows[0][0]) > LARGEST_SETTINGS:
        raise _damaged(file)
    content: bytes = rows[0][0]
    return content


def _digest(database: sqlite3.Connection, pem: bytes) -> bytes:
    """A digest of 32 bytes over the identity and every value in the store, to find out what was lost on the way."""
    digest = hashlib.sha256(msgpack.packb(pem))
    tables = {name for kind, name, _, _ in tables_in(database) if kind == "table"}
    for table in sorted(tables - {"moved"}):
        # By all columns, as not every table has one by which its rows have an order.
        columns = len(database.execute(f"PRAGMA table_info({table})").fetchall())
        order = ", ".join(map(str, range(1, columns + 1)))
        for row in database.execute(f"SELECT * FROM {table} ORDER BY {order}"):  # noqa: S608 - our own names
            digest.update(msgpack.packb([table, *row]))
    return digest.digest()


def _require_sense(database: sqlite3.Connection, identity: Identity, file: Path) -> None:
    """Require that names and times can be shown, and that the games are those of this identity."""
    for table in tables_here(database):
        for row in rows_of(database, table):
            require_row(table, row)
    for row in rows_of(database, "games"):
        require_sense(row)
        proposed = _entry_at(database, row["id"], 0)
        if proposed is not None:
            require_named_as_proposed(row, proposed)
        # The host speaks first and the guest answers: each signs the entry that has the number of its seat.
        said = _entry_at(database, row["id"], row["seat"])
        if said is not None and not signed_by(said, identity.public):
            raise _OtherKey(file)


def _entry_at(database: sqlite3.Connection, game: int, number: int) -> Entry | None:
    """An entry of a game; None if there is none, or it is one of an old version that cannot be read."""
    message = message_at(database, game, number)
    return None if message is None else read_or_none(message)


# Folders.


def _make_room(paths: Paths, now: float) -> Path | None:
    """Move what is in the folder of data out of the way, whole; where it is now, None if nothing was there."""
    with suppress(OSError):
        paths.data.rmdir()  # empty, as when the program was never started here
        return None
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    aside = _unused(paths.data.with_name(f"{paths.data.name}-{stamp}"))
    patiently(paths.data.rename, aside)
    return aside


def _unused(aside: Path) -> Path:
    """A name that nothing has yet. Raises ``MoveError``."""
    if os.path.lexists(aside):
        raise MoveError(Sentence("{aside} already exists. Try again in a second.", aside=aside))
    return aside


@contextmanager
def _settings_in_place(place: Path, settings: bytes | None, now: float) -> Iterator[Path | None]:
    """Put the settings in their place, to stay there if the block does not fail; where others are that were there."""
    if settings is None:
        yield None
        return
    aside = None
    if os.path.lexists(place):
        stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
        aside = _unused(place.with_name(f"{place.stem}-{stamp}{place.suffix}"))
        patiently(place.rename, aside)
    try:
        create_file(place, settings)
        yield aside
    except BaseException:
        place.unlink(missing_ok=True)
        if aside is not None:
            patiently(aside.rename, place)
        raise


@contextmanager
def _new_folder(beside: Path) -> Iterator[Path]:
    """A folder on the same disk, closed to others; gone at the end unless it was renamed."""
    folder = Path(tempfile.mkdtemp(prefix=f".{beside.name}-", dir=beside.parent))
    try:
        yield folder
    finally:
        if folder.exists():
            for left in folder.iterdir():
                patiently(left.unlink)
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
        patiently(file.with_name(file.name + ending).unlink, missing_ok=True)


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, isolation_level=None)


@contextmanager
def _plain_errors(template: str, file: Path) -> Iterator[None]:
    """Turn what SQLite and the system say into ``MoveError``: this sentence, with the reason."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise MoveError(Sentence(template, file=file, reason=clean_line(str(error)))) from error
    except OSError as error:
        raise MoveError(Sentence(template, file=file, reason=reason_of(error))) from error


def _foreign(file: Path) -> MoveError:
    return MoveError(Sentence("{file} is not a file written by move out.", file=file))


def _damaged(file: Path) -> MoveError:
    return MoveError(Sentence("{file} is damaged: it does not contain what move out wrote.", file=file))
