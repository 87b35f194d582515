"""A store of the first version is brought to this one with every game in it."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from mandala_net.store.schema import NEWEST_TABLES, SCHEMA_VERSION, STEPS, digest_of, tables_of
from mandala_net.store.store import SavedGame, State, Store
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.errors import Code
from mandala_protocol.record.transcript import START, read, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import Commit, EntryMessage
from tests import published
from tests.narrowing import present

FIRST_VERSION = """
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
PRAGMA user_version = 1;
"""

PEER, SEED = bytes(range(32)), bytes(range(100, 132))
NOW = 1_700_000_000
GAME = published.ENTRIES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def store_of_first_version(path: Path, *games: list[EntryMessage]) -> None:
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.executescript(FIRST_VERSION)
    for row, game in enumerate(games, start=1):
        database.execute("INSERT INTO games VALUES (?, ?, ?, ?)", (row, row % 2, PEER, SEED))
        for number, message in enumerate(game):
            values = (row, number, message.payload, message.signature)
            database.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", values)
    database.commit()
    database.close()


def proposal_without_grace() -> EntryMessage:
    """A proposal as the first version said it."""
    signer = Identity.generate()
    fields = {"game": "mandala", "first": "lot", "identity": signer.public, "name": "Old\x1b Anna", "nonce": bytes(32)}
    payload = codec.pack([0, START, 0, fields])
    return EntryMessage(payload, seal(0, START, Commit(bytes(64)), signer).signature)


def test_every_game_is_kept_and_told_as_if_it_had_been_played_now(path: Path) -> None:
    store_of_first_version(path, GAME, GAME[:9], [])
    with Store(path, now=lambda: NOW + 0.9) as store:
        assert [store.take_up(row).messages() for row in (1, 2, 3)] == [GAME, GAME[:9], []]
        migrated = {row: store.game(row) for row in (1, 2, 3)}
        assert [game.row for game in store.games()] == [2, 1]
        assert [store.take_up(row).seed() for row in (1, 2, 3)] == [None, SEED, SEED]
    with Store(path.with_name("fresh"), now=lambda: NOW) as store:
        for row, entries in enumerate((GAME, GAME[:9], []), start=1):
            store.begin(Seat(row % 2), PEER, SEED).append(map(read, entries))
        fresh = {row: evolve(store.game(row), latest=None) for row in (1, 2, 3)}
        assert fresh == migrated, "but for when each entry was saved, which was not kept"


def test_a_migrated_store_is_like_a_new_one(path: Path) -> None:
    store_of_first_version(path, GAME)
    schemas = []
    for each in (path, path.with_name("fresh")):
        with Store(each) as store:
            tables = store._database.execute("SELECT name, coalesce(sql, '') FROM sqlite_schema ORDER BY name")
            schemas.append([(name, "".join(sql.split())) for name, sql in tables])
            assert store._database.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
            assert store._database.execute("PRAGMA foreign_key_check").fetchall() == []
    migrated, fresh = schemas
    assert migrated == fresh


def test_the_digest_is_that_of_the_newest_tables() -> None:
    assert digest_of(tables_of(SCHEMA_VERSION)) == NEWEST_TABLES


def test_a_game_goes_on_after_the_migration(path: Path) -> None:
    store_of_first_version(path, GAME[:9])
    with Store(path) as store:
        assert store.resumable() == store.games()
        store.take_up(1).append(map(read, GAME[9:]))
        assert store.game(1).state is State.FINISHED


def test_the_seed_of_a_finished_game_is_gone_after_the_migration(path: Path) -> None:
    store_of_first_version(path, GAME)
    assert SEED in path.read_bytes()
    with Store(path):
        pass
    assert not [file for file in path.parent.iterdir() if SEED in file.read_bytes()]


def test_a_game_that_this_program_cannot_go_on_with_is_kept_and_listed_as_what_it_is(path: Path) -> None:
    old = [proposal_without_grace(), *GAME[1:]]
    store_of_first_version(path, old[:5], old, [EntryMessage(b"\xc1 nonsense", bytes(64)), *GAME[1:3]])
    with Store(path, now=lambda: NOW) as store:
        assert [store.take_up(row).messages() for row in (1, 2)] == [old[:5], old]
        unfinished, finished, nonsense = (store.game(row) for row in (1, 2, 3))
        assert (unfinished.state, finished.state, nonsense.state) == (State.DROPPED, State.FINISHED, State.DROPPED)
        assert store.resumable() == []
        assert (finished.names[0], finished.game, finished.grace) == ("Old Anna", "mandala", 0)
        assert finished.scores == tuple(published.GAME["result"]["scores"])
        assert store.with_proposal(present(finished.proposal), PEER) == finished
        assert (nonsense.entries, nonsense.game, nonsense.proposal) == (3, None, None)


def proposal_without_live_score() -> EntryMessage:
    """The published proposal as the second version said it."""
    unpacked: Any = codec.unpack(GAME[0].payload)
    number, previous, kind, fields = unpacked
    old = {name: value for name, value in fields.items() if name != "live_score"}
    return EntryMessage(codec.pack([number, previous, kind, old]), GAME[0].signature)


def store_of_version(path: Path, version: int, *games: list[EntryMessage]) -> sqlite3.Connection:
    """A store as the program of that version left it, open to be changed."""
    store_of_first_version(path, *games)
    database = sqlite3.connect(path, isolation_level=None)
    for step in STEPS[1:version]:
        step(database, NOW)
    database.execute(f"PRAGMA user_version = {version}")
    return database


def test_games_from_before_the_live_score_are_kept_but_not_waited_for(path: Path) -> None:
    database = store_of_version(path, 2, GAME[:9], GAME, GAME[:9])
    database.execute("UPDATE games SET state = 'adjourned' WHERE id = 1")
    database.execute(
        "UPDATE entries SET payload = ? WHERE number = 0 AND game < 3", (proposal_without_live_score().payload,)
    )
    database.close()
    with Store(path) as store:
        assert [store.game(row).state for row in (1, 2, 3)] == [State.DROPPED, State.FINISHED, State.OPEN]
        assert [game.row for game in store.resumable()] == [3]
        assert store.take_up(1).messages() == [proposal_without_live_score(), *GAME[1:9]]
        assert store.take_up(1).seed() == SEED


def test_evidence_of_before_is_kept_as_the_fork_that_it_is(path: Path) -> None:
    """Version 3 kept any entry that contradicts the record; this one keeps the first of each place."""
    signer = Identity.generate()
    others = [seal(3, START, Commit(bytes([n]) * 64), signer) for n in range(2)]
    database = store_of_version(path, 3, GAME[:9])
    for payload, signature in (*((one.payload, one.signature) for one in others), (b"no entry", bytes(64))):
        database.execute("INSERT INTO evidence (game, payload, signature) VALUES (1, ?, ?)", (payload, signature))
    database.close()
    with Store(path) as store:
        assert SavedGame(store, 1).evidence() == [KeptEntry(3, others[0].message(), Code.FORK, "TR8")]
        assert store.take_up(1).messages() == GAME[:9]


def test_a_store_that_no_step_can_be_made_with_is_kept_and_its_games_are_in_a_new_one(path: Path) -> None:
    store_of_first_version(path, GAME)
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE players (in_the_way TEXT)")
    database.commit()
    database.close()
    with Store(path) as store:
        assert store.take_up(1).messages() == GAME
        assert store.game(1).state is State.FINISHED
        aside = store.aside
    database = sqlite3.connect(present(aside))
    assert database.execute("PRAGMA user_version").fetchone() == (1,)
    assert database.execute("SELECT count(*) FROM entries").fetchone() == (len(GAME),)
    assert len(database.execute("PRAGMA table_info(games)").fetchall()) == 4
    database.close()


def test_a_migration_cut_by_a_power_loss_is_done_again(path: Path, tmp_path: Path) -> None:
    store_of_first_version(path, GAME)
    before = path.read_bytes()
    log = path.with_name(f"{path.name}-wal")
    with Store(path):
        written = log.read_bytes()
    copy = tmp_path / "copy" / path.name
    for cut in range(0, len(written), len(written) // 23):
        copy.parent.mkdir()
        copy.write_bytes(before)
        copy.with_name(log.name).write_bytes(written[:cut])
        with Store(copy) as store:
            assert store.take_up(1).messages() == GAME
            assert store.game(1).state is State.FINISHED
        shutil.rmtree(copy.parent)
