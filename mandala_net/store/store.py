"""The games of this player on disk: SQLite, so that what was written once survives a crash or a lost battery.

An entry is saved here before it goes on the wire. All calls block on the disk: on trio, call them from a thread.
"""

from __future__ import annotations

import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from attrs import astuple, frozen

from mandala_net.store.database import (
    BUSY_SECONDS,
    StoreBusy,
    StoreError,
    file_at,
    open_database,
    plain_errors,
    transaction,
)
from mandala_net.store.schema import keep_changes, load_summary
from mandala_net.store.stored_game import StoredGame, games_in, games_query
from mandala_net.store.stored_rows import DamagedRow, StoredRow, message_of, require_row
from mandala_net.store.summary import State
from mandala_protocol.conversation.kept_entries import KeptEntry, packed_help, read_help
from mandala_protocol.errors import Code
from mandala_protocol.record.transcript import Entry, signed_by
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import EntryMessage

__all__ = [
    "FEWEST_DIGITS",
    "MAX_EVIDENCE",
    "MOST_UNACCEPTED",
    "PlayerKey",
    "SavedGame",
    "State",
    "Store",
    "StoreBusy",
    "StoreError",
    "StoredGame",
]

MAX_EVIDENCE: Final = 16
"""The most entries kept as evidence of one game: one is proof enough, and no one must fill a disk by sending more."""

MOST_UNACCEPTED: Final = 16
"""The most proposals kept that no one has accepted, as far as is known here: the acceptance may be on its way."""

FEWEST_DIGITS: Final = 4
"""The fewest digits of its id by which a game can be named."""

_FIRST_PART: Final = 64
_MORE_EACH_TIME: Final = 8
"""So the newest games are read at once, and ten thousand in four parts."""

_DIGITS: Final = re.compile(rf"[0-9a-f]{{{FEWEST_DIGITS},64}}")

_MOVED: Final = "game "
"""A game from another computer is kept in the table ``taken_over`` by this word and its row."""

_PLAYERS: Final = "SELECT name, key, confirmed FROM players ORDER BY rowid"


@frozen
class PlayerKey:
    """The key (32 bytes) of a known player.

    ``confirmed``: our person has let this player in, or has joined them. Without it no one was asked.
    """

    key: bytes
    confirmed: bool = True


class Store:
    """All games and known players of one player. Use it as a context manager, or call ``close``.

    ``aside`` is where a damaged store was set aside when this one was opened, and ``saved`` what could be saved of it
    into this one; None otherwise.
    ``found_empty``: its file was there already, but with nothing in it, and this is a new store in its place.
    Every method raises ``StoreError``; what a failed one was to write is not written, not even in part.
    """

    def __init__(self, path: Path, *, now: Callable[[], float] = time.time, timeout: float = BUSY_SECONDS) -> None:
        """Open the file, and make it if there is none, for its owner alone.

        ``now`` tells the time in Unix seconds; ``timeout`` is for how many seconds to wait for another program.
        """
        self.path, self._now, self._timeout = path, now, timeout
        self._lock = threading.Lock()
        opened = open_database(path, now, timeout)
        self._database, self._file = opened.database, opened.file
        self.aside, self.saved, self.found_empty = opened.aside, opened.saved, opened.found_empty
        self._read_only = opened.read_only

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_read_only(self) -> bool:
        """Return whether the store can be read alone, as on a disk that cannot be written."""
        return self._read_only is not None

    def require_writable(self) -> None:
        """Raise ``StoreError`` if the store can be read alone."""
        if self._read_only is not None:
            raise self._read_only

    def close(self) -> None:
        """Close the store. The last program that does so leaves all of it in the one file."""
        with self._lock, plain_errors(self.path):
            self._database.close()

    # Games.

    def begin(
        self, seat: Seat, peer: bytes, seed: bytes, *, bot: str | None = None, address: str | None = None
    ) -> SavedGame:
        """A new game against ``peer`` (identity, 32 bytes), with the secret ``seed`` (32 bytes) of our side.

        ``bot``: which bot of ours the peer is. ``address``: where the peer was reached, as HOST:PORT, if it was.
        """
        with self.changes() as database:
            row = database.execute(
                "INSERT INTO games (seat, peer, seed, bot, address, begun) VALUES (?, ?, ?, ?, ?, ?)",
                (int(seat), peer, seed, bot, address, self.now()),
            ).lastrowid
        assert row is not None
        return SavedGame(self, row)

    def forget_unaccepted(self) -> list[int]:
        """Remove the oldest proposals that no one has accepted, but for ``MOST_UNACCEPTED``; the rows removed.

        A peer that knocks at an open door and leaves, over and over, must not fill a disk; nor one that proposes games
        and breaks off before they can be accepted.
        """
        with self.changes() as database:
            rows = [
                row
                for (row,) in database.execute(
                    "SELECT id FROM games WHERE game_id IS NULL AND entries < 2 ORDER BY id DESC LIMIT -1 OFFSET ?",
                    (MOST_UNACCEPTED,),
                )
            ]
            for row in rows:
                _delete(database, row)
        return rows

    def forget(self, row: int) -> None:
        """Remove a game that is not worth keeping."""
        with self.changes() as database:
            _delete(database, row)

    def take_up(self, row: int) -> SavedGame:
        """Continue a game, which must be there."""
        return SavedGame(self, self.game(row).row)

    def games(self) -> list[StoredGame]:
        """All games in which anything was said, the newest first."""
        return list(self.newest_first())

    def newest_first(self) -> Iterator[StoredGame]:
        """All games in which anything was said, the newest first, read in parts as they are asked for."""
        size = _FIRST_PART
        games = self._games("entries != 0", limit=size)
        yield from games
        while len(games) == size:
            size *= _MORE_EACH_TIME
            last = games[-1]
            games = self._games("entries != 0 AND (begun, id) < (?, ?)", last.begun, last.row, limit=size)
            yield from games

    def game(self, row: int) -> StoredGame:
        """One game, which must be there."""
        found = self._games("id = ?", row)
        if not found:
            raise _no_game(row)
        return found[0]

    def resumable(self) -> list[StoredGame]:
        """The games that can be resumed, newest first."""
        games = self._games("settled = 0 OR state IN (?, ?)", State.OPEN.value, State.ADJOURNED.value)
        return [game for game in games if game.resumable]

    def with_proposal(self, proposal: bytes, peer: bytes, *, seat: Seat | None = None) -> StoredGame | None:
        """The newest game with that peer (identity) and that head after its proposal.

        A player who plays against their own identity has two, one for each ``seat``.
        """
        games = self._games("proposal = ? AND peer = ?", proposal, peer)
        return next((game for game in games if seat in (None, game.seat)), None)

    def finished_with(self, opponent: StoredGame) -> list[StoredGame]:
        """The finished games of the same kind, against the same bot of ours or else the same identity."""
        kind = State.FINISHED.value, opponent.game
        if opponent.bot is not None:
            return self._games("state = ? AND game IS ? AND bot = ?", *kind, opponent.bot)
        return self._games("state = ? AND game IS ? AND peer = ? AND bot IS NULL", *kind, opponent.peer)

    def find(self, digits: str) -> list[StoredGame]:
        """The games whose id, or proposal if there is no id yet, begins with these four or more hexadecimal digits."""
        digits = digits.lower()
        if not _DIGITS.fullmatch(digits):
            return []
        return self._games("substr(lower(hex(coalesce(game_id, proposal))), 1, ?) = ?", len(digits), digits)

    def with_evidence(self) -> frozenset[int]:
        """The rows of the games of which there is any evidence."""
        return frozenset(row for (row,) in self.read("SELECT game FROM evidence GROUP BY game"))

    def broken_off_by(self, peer: bytes) -> int | None:
        """The Unix time at which the newest game was broken off for an entry that this identity signed."""
        for game in self._games("state = ? AND peer = ? AND bot IS NULL", State.BROKEN.value, peer):
            if any(signed_by(kept.message, peer) for kept in SavedGame(self, game.row).evidence()):
                return game.ended
        return None

    # Known players.

    def players(self) -> dict[str, PlayerKey]:
        """The known players by name, in the order in which they were met."""
        rows = self.read(_PLAYERS)
        for name, key, confirmed in rows:
            self.require_row("players", {"name": name, "key": key, "confirmed": confirmed})
        return _players(rows)

    def change_players(
        self, change: Callable[[Mapping[str, PlayerKey]], Mapping[str, PlayerKey]]
    ) -> dict[str, PlayerKey]:
        """Let ``change`` make new players of those known, while no one else changes them; the new ones.

        What ``change`` raises goes through, and nothing is changed.
        """
        with self.changes() as database:
            before = _players(database.execute(_PLAYERS))
            after = dict(change(before))
            gone = [(name,) for name, key in before.items() if after.get(name) != key]
            new = [(name, *astuple(key)) for name, key in after.items() if before.get(name) != key]
            database.executemany("DELETE FROM players WHERE name = ?", gone)
            database.executemany("INSERT INTO players (name, key, confirmed) VALUES (?, ?, ?)", new)
        return after

    def blocked(self) -> dict[str, str | None]:
        """The fingerprints that are blocked, each with the name by which it was, if it was by one."""
        return dict(self.read("SELECT fingerprint, name FROM blocked"))

    def block(self, fingerprint: str, name: str | None) -> None:
        """Block a fingerprint; once more changes nothing."""
        with self.changes() as database:
            database.execute("INSERT OR IGNORE INTO blocked (fingerprint, name) VALUES (?, ?)", (fingerprint, name))

    def unblock(self, fingerprint: str) -> None:
        """Block a fingerprint no longer."""
        with self.changes() as database:
            database.execute("DELETE FROM blocked WHERE fingerprint = ?", (fingerprint,))

    def has_taken_over(self, what: str) -> bool:
        """Return whether what was kept elsewhere before is in the store by now."""
        return bool(self.read("SELECT 1 FROM taken_over WHERE what = ?", what))

    def mark_moved(self) -> None:
        """Remember that the games in here were played on another computer up to now."""
        with self.changes() as database:
            database.execute(f"INSERT OR IGNORE INTO taken_over (what) SELECT '{_MOVED}' || id FROM games")  # noqa: S608 - our own words

    def was_played_here(self, row: int) -> bool:
        """Return whether this program has checked each entry of a game when it came."""
        return not self.has_taken_over(f"{_MOVED}{row}")

    def take_over_players(self, what: str, players: Mapping[str, bytes]) -> None:
        """Add players that an earlier version kept elsewhere, once; players who are known here stay as they are."""
        with self.changes() as database:
            first = database.execute("INSERT OR IGNORE INTO taken_over (what) VALUES (?)", (what,)).rowcount
            if first:
                database.executemany("INSERT OR IGNORE INTO players (name, key) VALUES (?, ?)", players.items())

    # The database.

    def _games(self, condition: str, *values: object, limit: int = -1) -> list[StoredGame]:
        rows = self.read(games_query(condition, limit), *values)
        with plain_errors(self.path):
            return games_in(rows)

    def now(self) -> int:
        """Return the Unix time."""
        return int(self._now())

    def require_row(self, table: str, row: StoredRow) -> None:
        """Refuse a damaged row of a table."""
        with plain_errors(self.path):
            require_row(table, row)

    def read(self, question: str, *values: object) -> list[Any]:
        """Return all rows that answer a question."""
        with self._lock, plain_errors(self.path):
            return self._database.execute(question, values).fetchall()

    @contextmanager
    def changes(self) -> Iterator[sqlite3.Connection]:
        """Change the database within the block: all of it is on disk when it is left, or nothing of it."""
        self.require_writable()
        with self._lock, plain_errors(self.path):
            with transaction(self._database):
                yield self._database
            if file_at(self.path) != self._file:  # the next program will look for it in its place
                moved = Sentence(
                    "The store of games {path} was moved away while it was in use. Start again.", path=self.path
                )
                raise StoreError(moved)

    def clear_log(self) -> None:
        """Empty the log, which holds earlier contents: a seed among them. If another is reading it, closing does it."""
        with self._lock, suppress(sqlite3.Error):
            try:
                self._database.execute("PRAGMA busy_timeout = 0")
                self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                self._database.execute(f"PRAGMA busy_timeout = {int(self._timeout * 1000)}")


@frozen
class SavedGame:
    """One game in the store, to be written on. Every method raises ``StoreError``."""

    store: Store
    row: int

    def append(self, entries: Iterable[Entry]) -> None:
        """Save entries, all or none; they are on disk when this returns."""
        with self.store.changes() as database:
            open_before, open_now = self._append(database, entries)
        if open_now and not open_before:
            self.store.clear_log()

    def _append(self, database: sqlite3.Connection, entries: Iterable[Entry]) -> tuple[bool, bool]:
        """Write entries; whether both keys were open before, and are now."""
        now = self.store.now()
        before = summary = load_summary(database, self.row)
        if before is None or summary is None:
            raise _no_game(self.row)
        for entry in entries:
            if entry.number != summary.entries:
                raise StoreError(
                    Sentence(
                        "Entry {number} of a game cannot be kept: entries before it are missing.",
                        number=entry.number,
                    )
                )
            database.execute(
                "INSERT INTO entries (game, number, payload, signature) VALUES (?, ?, ?, ?)",
                (self.row, entry.number, entry.payload, entry.signature),
            )
            _require_kept(database, self.row, entry)
            summary = summary.after(entry, now)
        keep_changes(database, self.row, before, summary, now)
        return before.keys_open, summary.keys_open

    def settle(self) -> None:
        """Note that the other side has all of this game too."""
        with self.store.changes() as database:
            database.execute("UPDATE games SET settled = 1 WHERE id = ?", (self.row,))

    def mark(self, state: State) -> None:
        """Save a state of the game that no entry shows."""
        with self.store.changes() as database:
            database.execute("UPDATE games SET state = ? WHERE id = ?", (state.value, self.row))
            match state:
                case State.OPEN | State.ADJOURNED:
                    database.execute("UPDATE games SET ended = NULL WHERE id = ?", (self.row,))
                case State.FINISHED | State.ABANDONED | State.BROKEN:
                    database.execute(
                        "UPDATE games SET ended = coalesce(ended, ?) WHERE id = ?", (self.store.now(), self.row)
                    )
                case State.DROPPED:
                    pass

    def break_off(self, kept: KeptEntry) -> None:
        """Keep what was refused, or contradicts the record; the record stays as it is, and the game ends there.

        The first of each place is kept, and the first that contradicts it. A result that both have signed stays.
        """
        with self.store.changes() as database:
            (count,) = database.execute("SELECT count(*) FROM evidence WHERE game = ?", (self.row,)).fetchone()
            if count < MAX_EVIDENCE:
                database.execute(
                    "INSERT OR IGNORE INTO evidence (game, number, fork, code, requirement, payload, signature, help)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        self.row,
                        kept.number,
                        int(kept.is_fork),
                        int(kept.code),
                        kept.requirement,
                        kept.message.payload,
                        kept.message.signature,
                        packed_help(kept.help),
                    ),
                )
            database.execute(
                "UPDATE games SET state = ?, ended = coalesce(ended, ?) WHERE id = ? AND state != ?",
                (State.BROKEN.value, self.store.now(), self.row, State.FINISHED.value),
            )

    def pardon(self, entry: Entry) -> None:
        """Reopen a game that was broken off for this entry, which is right after all."""
        with self.store.changes() as database:
            database.execute(
                "DELETE FROM evidence WHERE game = ? AND number = ? AND fork = 0", (self.row, entry.number)
            )
            database.execute("UPDATE games SET state = ?, ended = NULL WHERE id = ?", (State.OPEN.value, self.row))
            self._append(database, [entry])

    def evidence(self) -> list[KeptEntry]:
        """The entries that were refused or contradict the record, in the order in which they came."""
        columns = ("number", "payload", "signature", "code", "requirement", "help")
        question = f"SELECT {', '.join(columns)} FROM evidence WHERE game = ? ORDER BY id"  # noqa: S608 - our own words
        kept = []
        for values in self.store.read(question, self.row):
            self.store.require_row("evidence", dict(zip(columns, values, strict=True)))
            number, payload, signature, code, requirement, lent = values
            message, lent = EntryMessage(payload, signature), None if lent is None else read_help(lent)
            kept.append(KeptEntry(number, message, Code(code), requirement, lent))
        return kept

    def note_abandonment(self, absence: int) -> None:
        """Note that the other player called the game abandoned, after at most ``absence`` seconds away from here."""
        with self.store.changes() as database:
            database.execute("UPDATE games SET absence = coalesce(absence, ?) WHERE id = ?", (absence, self.row))

    def remember_address(self, address: str) -> None:
        """Save the address at which the peer was reached, as HOST:PORT."""
        with self.store.changes() as database:
            database.execute("UPDATE games SET address = ? WHERE id = ?", (address, self.row))

    def messages(self) -> list[EntryMessage]:
        """All entries, as they were said."""
        rows = self.store.read(
            "SELECT number, payload, signature FROM entries WHERE game = ? ORDER BY number", self.row
        )
        with plain_errors(self.store.path):
            if [number for number, *_ in rows] != list(range(len(rows))):
                raise DamagedRow("entries", "number")
            return [message_of(payload, signature, "entries") for _, payload, signature in rows]

    def seed(self) -> bytes | None:
        """The secret of our side (32 bytes); None once both keys are open."""
        for (seed,) in self.store.read("SELECT seed FROM games WHERE id = ?", self.row):
            self.store.require_row("games", {"seed": seed})
            return None if seed is None else bytes(seed)
        raise _no_game(self.row)


def _players(rows: Iterable[tuple[str, bytes, int]]) -> dict[str, PlayerKey]:
    return {name: PlayerKey(key, bool(confirmed)) for name, key, confirmed in rows}


def _delete(database: sqlite3.Connection, row: int) -> None:
    database.execute("DELETE FROM evidence WHERE game = ?", (row,))
    database.execute("DELETE FROM entries WHERE game = ?", (row,))
    database.execute("DELETE FROM games WHERE id = ?", (row,))


def _require_kept(database: sqlite3.Connection, row: int, entry: Entry) -> None:
    """Refuse to go on where an entry that was just written is not found behind those before it. Raises ``DamagedRow``.

    SQLite does not look whether a damaged page still leads to what is written.
    """
    last = "SELECT number, payload FROM entries WHERE game = ? ORDER BY number DESC LIMIT 2"
    found = database.execute(last, (row,)).fetchall()
    numbers = [number for number, _ in found]
    if numbers != list(range(entry.number, max(entry.number - 2, -1), -1)) or found[0][1] != entry.payload:
        raise DamagedRow("entries", "number")


def _no_game(row: int) -> StoreError:
    return StoreError(Sentence("There is no game {row} in the store.", row=row))
