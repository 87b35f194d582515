"""The public part of a store: all that someone may see who looks on, and nothing else."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from mandala_net.match.game_lock import is_played, lock_game
from mandala_net.store.public_store import PublicStore
from mandala_net.store.schema import SCHEMA_VERSION, make_tables
from mandala_net.store.store import SavedGame, Store, StoreError
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from tests import published
from tests.net.store_programs import said_by, watch_without_rights

PEER = bytes(range(32))
SEED = bytes(range(100, 132))
NOBODY = 65534
GAME = [read(message) for message in published.ENTRIES]
"""A whole game: the published one."""

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def begun(store: Store, entries: int) -> SavedGame:
    """The published game, up to so many entries."""
    game = store.begin(Seat.HOST, PEER, SEED)
    game.append(GAME[:entries])
    return game


def test_games_and_their_entries_are_read_as_they_were_said(path: Path) -> None:
    with Store(path) as store:
        game = begun(store, 30)
        with PublicStore(path).opened() as public:
            assert public.games() == store.games()
            assert public.game(game.row) == store.game(game.row)
            assert [public.entry(game.row, number) for number in range(30)] == game.messages()
            assert public.entry(game.row, 30) is None
            assert public.game(game.row + 1) is None


def test_a_game_is_found_by_the_first_digits_of_its_id(path: Path) -> None:
    with Store(path) as store:
        begun(store, 30)
        (stored,) = store.games()
        assert stored.game_id is not None
        digits = stored.game_id.hex()[:8]
        with PublicStore(path).opened() as public:
            assert public.find(digits) == store.find(digits) == [stored]
            assert public.find("0" * 8) == []


def test_the_keys_are_open_when_both_are(path: Path) -> None:
    keys = [entry.number for entry in GAME if type(entry.body).__name__ == "Key"]
    with Store(path) as store:
        game = begun(store, keys[0])
        told = []
        for entry in GAME[keys[0] : keys[1] + 1]:
            game.append([entry])
            with PublicStore(path).opened() as public:
                told.append(public.has_open_keys(game.row))
        assert told == [False, True]


SECRET = [
    "SELECT seed FROM games",
    "SELECT * FROM games",
    "SELECT id FROM games WHERE seed IS NOT NULL",
    "SELECT count(*) FROM evidence",
    "SELECT payload FROM evidence",
    "SELECT name FROM players",
    "SELECT key FROM players",
    "SELECT fingerprint FROM blocked",
    "SELECT sql FROM sqlite_master",
    "UPDATE games SET state = 'dropped'",
    "INSERT INTO taken_over VALUES ('all')",
    "DELETE FROM entries",
    "CREATE TABLE mine (x)",
    "CREATE TEMP TABLE mine (x)",
    "ATTACH ':memory:' AS mine",
    "PRAGMA user_version = 99",
    "PRAGMA journal_mode = DELETE",
    "BEGIN IMMEDIATE",
]


@pytest.mark.parametrize("statement", SECRET)
def test_nothing_else_can_be_read_and_nothing_written(path: Path, statement: str) -> None:
    with Store(path) as store:
        begun(store, 30)
        before = path.read_bytes()
        with PublicStore(path).opened() as public:
            assert public._database is not None
            with pytest.raises(sqlite3.DatabaseError, match=r"prohibited|not authorized"):
                public._database.execute(statement)
        assert path.read_bytes() == before


def test_the_last_program_that_writes_still_leaves_one_file(path: Path) -> None:
    watched = PublicStore(path)
    with Store(path) as store:
        begun(store, 30)
        with watched.opened() as public:
            assert public.games()
        watched.stamp()
    assert [file.name for file in path.parent.iterdir() if file.suffix != ".lock"] == [path.name]


def test_a_seed_leaves_the_log_although_someone_looks_on(path: Path) -> None:
    with Store(path) as store:
        game = begun(store, 30)
        with PublicStore(path).opened() as public:
            assert public.games()
            game.append(GAME[30:])
            assert SEED not in path.read_bytes()
            assert SEED not in path.with_name(f"{path.name}-wal").read_bytes()


def test_the_stamp_says_when_something_was_written(path: Path) -> None:
    watched = PublicStore(path)
    without = watched.stamp()
    with Store(path) as store:
        stamps = [without, watched.stamp()]
        game = store.begin(Seat.HOST, PEER, SEED)
        stamps.append(watched.stamp())
        for entry in GAME[:5]:
            game.append([entry])
            stamps.append(watched.stamp())
        assert watched.stamp() == stamps[-1]
    assert len(set(stamps)) == len(stamps)


# Stores that cannot be read.


def refused(path: Path) -> str:
    """The one sentence for a store that cannot be read."""
    with pytest.raises(StoreError) as caught, PublicStore(path).opened() as public:
        public.games()
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def test_without_a_store_there_are_no_games_and_none_is_made(path: Path) -> None:
    for missing in (path, path.parent / "nowhere" / path.name):
        with PublicStore(missing).opened() as public:
            assert public.games() == []
            assert public.game(1) is None
        assert PublicStore(missing).stamp() == (None, None)
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("name", ["a?mode=rwc&b", "50% #1", "Zoë ☼", "file:x"])
def test_a_folder_of_any_name_has_its_store(tmp_path: Path, name: str) -> None:
    path = tmp_path / name / "games.sqlite"
    path.parent.mkdir()
    with Store(path) as store:
        begun(store, 30)
        with PublicStore(path).opened() as public:
            assert public.games() == store.games()


def test_an_empty_file_has_no_games(path: Path) -> None:
    path.touch()
    with PublicStore(path).opened() as public:
        assert public.games() == []


def test_a_store_of_a_newer_version_is_refused(path: Path) -> None:
    Store(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        database.execute(f"PRAGMA application_id = {SCHEMA_VERSION + 1}")
    assert refused(path) == f"{path} was written by a newer version of this program. Update this one."


def test_a_store_of_an_older_version_is_refused(path: Path) -> None:
    make_tables(path, SCHEMA_VERSION - 1).close()
    assert (
        refused(path)
        == f"An older version of this program wrote {path}. Start this one once where the file can be written."
    )


@pytest.mark.parametrize("content", [b"no store", b"SQLite format 3\x00" + bytes(5000)])
def test_a_damaged_store_is_told_in_a_sentence_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refused(path).startswith(f"The store of games {path} is damaged.")
    assert path.read_bytes() == content


def test_a_damaged_row_is_told_in_a_sentence(path: Path) -> None:
    with Store(path) as store:
        begun(store, 30)
        store._database.execute("UPDATE games SET moves = -1")
    assert refused(path).startswith(f"The store of games {path} is damaged.")


def test_a_folder_or_a_pipe_is_not_taken_for_a_store(path: Path) -> None:
    path.mkdir()
    assert refused(path).startswith(f"The store of games {path} cannot be used:")
    if hasattr(os, "mkfifo"):
        pipe = path.with_name("pipe")
        os.mkfifo(pipe)
        assert refused(pipe).startswith(f"The store of games {pipe} cannot be used:")


@pytest.mark.skipif(not IS_ROOT, reason="only root can give a file away")
def test_a_store_of_another_user_is_not_read_even_by_one_who_could(path: Path) -> None:
    with Store(path) as store:
        begun(store, 30)
    os.chown(path, NOBODY, -1)
    assert refused(path) == f"You may not read the games in {path}. Only their owner can watch them."


@pytest.mark.parametrize("closed", ["folder", "file"])
def test_a_store_that_one_may_not_read_is_told_in_a_sentence(closed: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data" / "games.sqlite"
        path.parent.mkdir()
        with Store(path) as store:
            begun(store, 30)
        Path(folder).chmod(0o755)
        path.parent.chmod(0o000 if closed == "folder" else 0o755)
        path.chmod(0o000)
        said = said_by(watch_without_rights, path)
        path.parent.chmod(0o755)
    assert said == f"You may not read the games in {path}. Only their owner can watch them.\n"


# Who plays.


def test_a_game_is_played_as_long_as_a_program_has_it(tmp_path: Path) -> None:
    locks = tmp_path / "locks"
    assert not is_played(locks, 3)
    assert not locks.exists()
    with lock_game(locks, 3):
        assert is_played(locks, 3)
        assert not is_played(locks, 4)
    assert not is_played(locks, 3)
    with lock_game(locks, 3):  # looking has not kept it
        pass
