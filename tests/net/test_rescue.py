"""A damaged store is set aside whole, whatever is wrong with it, and what can be read of it is in the new one."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import unicodedata
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from mandala_net.store.schema import SCHEMA_VERSION
from mandala_net.store.store import PlayerKey, SavedGame, State, Store, StoreError
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.errors import Code
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from tests import published

PEER, SEED = bytes(range(32)), bytes(range(100, 132))
GAME = published.ENTRIES
BEN = Identity.generate()
PAGE = 4096


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with three games, the second one finished, evidence, and two known players."""
    path = tmp_path_factory.mktemp("store") / "games.sqlite"
    with Store(path) as store:
        for length in (15, len(GAME), 20):
            store.begin(Seat.HOST, PEER, SEED).append(map(read, GAME[:length]))
        kept = read(GAME[7])
        SavedGame(store, 2).break_off(KeptEntry(kept.number, kept.message(), Code.FORK, "TR8"))
        store.take_over_players("known-players", {"Ben": BEN.public, "Zoë": PEER})
    return path


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    folder = tmp_path / "data"
    folder.mkdir()
    return Path(shutil.copy(made, folder / made.name))


def change(path: Path, *statements: str) -> None:
    """A change that no program of ours would write."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            database.execute(statement)


def root_of(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    return int(page)


def spoil_page(path: Path, number: int) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: (number - 1) * PAGE] + b"\xa5" * PAGE + data[number * PAGE :])


def spoil_byte(path: Path, place: int, value: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] = value
    path.write_bytes(data)


def suspect(path: Path) -> None:
    """Damage was met while the store was in use."""
    path.with_name(f"{path.name}.suspect").touch()


def require_all(store: Store) -> None:
    """Everything is there that was made."""
    assert sorted((game.row, game.entries, game.state) for game in store.games()) == [
        (1, 15, State.OPEN),
        (2, len(GAME), State.FINISHED),
        (3, 20, State.OPEN),
    ]
    for game in store.games():
        assert SavedGame(store, game.row).messages() == GAME[: game.entries]
        assert SavedGame(store, game.row).seed() == (SEED if game.state is State.OPEN else None)
    assert [kept.message for kept in SavedGame(store, 2).evidence()] == [GAME[7]]
    assert store.players() == {"Ben": PlayerKey(BEN.public), "Zoë": PlayerKey(PEER)}
    assert store.has_taken_over("known-players")


# What the file says of itself.


@pytest.mark.parametrize(
    ("place", "value"),
    [
        pytest.param(1881, 0xCF, id="text of the tables that is none"),
        pytest.param(2676, 0xCF, id="text of the tables that is none, elsewhere"),
        pytest.param(0, 0, id="no database by its first byte"),
        pytest.param(16, 0x20, id="pages of another size"),
        pytest.param(18, 9, id="a file that says it may not be written"),
        pytest.param(19, 9, id="a file that says it may not be read"),
        pytest.param(59, 2, id="another encoding"),
        pytest.param(60, 0x80, id="a negative version"),
        pytest.param(61, 1, id="a version beyond all sense"),
        pytest.param(63, 0, id="no version, but tables"),
        pytest.param(100, 0, id="no page of tables"),
        pytest.param(104, 0xFF, id="too many tables"),
    ],
)
def test_one_byte_of_the_first_page_costs_nothing(path: Path, place: int, value: int) -> None:
    spoil_byte(path, place, value)
    before = path.read_bytes()
    with Store(path) as store:
        assert store.aside is not None
        assert store.aside.read_bytes() == before
        assert store.saved is not None
        assert (store.saved.games, store.saved.players, store.saved.lost, store.saved.complete) == (3, 2, 0, True)
        require_all(store)
    with Store(path) as store:
        assert (store.aside, store.saved) == (None, None)
        require_all(store)
    assert not [file for file in path.parent.iterdir() if file.name.startswith(".")]


def test_no_byte_of_the_first_page_is_met_with_more_than_a_sentence(path: Path) -> None:
    whole = path.read_bytes()
    chance = random.Random(1)
    used = [place for place in range(PAGE) if place < 100 or whole[place]]
    for place in chance.sample(used, 25):
        path.write_bytes(whole)
        spoil_byte(path, place, chance.choice([value for value in range(256) if value != whole[place]]))
        with Store(path) as store:
            require_all(store)


@pytest.mark.parametrize("version", [-5, -1, SCHEMA_VERSION + 1, 255, 256, 2**31 - 1])
def test_a_version_that_is_none_is_damage(path: Path, version: int) -> None:
    change(path, f"PRAGMA user_version = {version}")
    with Store(path) as store:
        assert store.aside is not None
        require_all(store)


def test_a_version_that_is_none_is_damage_in_a_store_of_an_earlier_program_too(path: Path) -> None:
    change(path, "PRAGMA application_id = 0", f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with Store(path) as store:
        assert store.aside is not None
        require_all(store)


@pytest.mark.parametrize("version", [0, 1, 2])
def test_a_version_that_was_another_loses_nothing(path: Path, version: int) -> None:
    change(path, f"PRAGMA user_version = {version}")
    with Store(path) as store:
        require_all(store)


def test_words_of_a_table_that_are_no_text_are_damage(path: Path) -> None:
    as_bytes = "UPDATE sqlite_schema SET sql = CAST(sql AS BLOB) WHERE name = 'players'"
    change(path, "PRAGMA writable_schema = ON", as_bytes)
    with Store(path) as store:
        assert store.aside is not None
        require_all(store)


def test_other_tables_of_somebody_elses_are_left_alone(path: Path) -> None:
    change(path, "ANALYZE", "CREATE TABLE notes (text)")
    with Store(path) as store:
        assert store.aside is None


# Pages and rows.


@pytest.mark.parametrize("table", ["games_by_proposal", "taken_over", "sqlite_autoindex_players_2"])
def test_a_page_that_nothing_hangs_on_costs_no_game_and_no_player(path: Path, table: str) -> None:
    spoil_page(path, root_of(path, table))
    suspect(path)
    with Store(path) as store:
        assert store.saved is not None
        assert (store.saved.games, store.saved.players) == (3, 2)
        assert SavedGame(store, 2).messages() == GAME


def test_lost_players_are_told_of_and_cost_no_game(path: Path) -> None:
    spoil_page(path, root_of(path, "players"))
    with Store(path) as store:
        assert store.saved is not None
        assert (store.saved.games, store.saved.players, store.saved.complete) == (3, 0, False)
        assert store.players() == {}


def test_a_lost_table_of_games_costs_no_player(path: Path) -> None:
    spoil_page(path, root_of(path, "games"))
    with Store(path) as store:
        assert store.saved is not None
        assert (store.saved.games, store.saved.players, store.saved.lost, store.saved.complete) == (0, 2, 3, False)


def leaf_of(path: Path, content: bytes) -> int:
    """The page on which this stands."""
    return path.read_bytes().index(content) // PAGE + 1


def test_a_lost_page_of_entries_costs_the_games_that_are_on_it(path: Path) -> None:
    spoil_page(path, leaf_of(path, GAME[-1].payload))  # the result: the last one of the finished game alone
    suspect(path)
    with Store(path) as store:
        rows = [game.row for game in store.games()]
        assert 1 in rows
        assert 2 not in rows
        assert SavedGame(store, 1).messages() == GAME[:15]
        assert store.saved is not None
        assert (store.saved.games, store.saved.lost) == (len(rows), 3 - len(rows))


def test_where_no_page_leads_to_the_entries_no_game_is_taken_for_whole_that_is_not(path: Path) -> None:
    spoil_page(path, root_of(path, "entries"))
    suspect(path)
    with Store(path) as store:
        assert store.saved is not None
        assert store.saved.games + store.saved.lost == 3
        assert not store.saved.complete
        assert len(store.players()) == 2
        for game in store.games():
            assert SavedGame(store, game.row).messages() == GAME[: game.entries]


AGAINST_THE_TABLE = {
    "seat": "UPDATE games SET seat = 7 WHERE id = 2",
    "state": "UPDATE games SET state = 'lost' WHERE id = 2",
    "peer": "UPDATE games SET peer = x'00' WHERE id = 2",
    "winner": "UPDATE games SET winner = 2 WHERE id = 2",
}
"""Damage that SQLite itself finds."""

OUT_OF_BOUNDS = {
    "a time that no calendar has": "UPDATE games SET begun = 9007199254740992 WHERE id = 2",
    "a time before all time": "UPDATE games SET ended = -1 WHERE id = 2",
    "points": "UPDATE games SET host_score = 9007199254740992 WHERE id = 2",
    "name": "UPDATE games SET host = printf('%.*c', 9000, 'x') WHERE id = 2",
    "entries": "UPDATE games SET entries = 99999 WHERE id = 2",
    "fewer entries than none": "UPDATE games SET entries = -1 WHERE id = 2",
}
"""Damage that is found where the row is read."""


def require_all_but_the_second(path: Path) -> None:
    with Store(path) as store:
        assert store.aside is not None
        assert sorted(game.row for game in store.games()) == [1, 3]
        assert store.saved is not None
        assert store.saved.lost == 1


@pytest.mark.parametrize("statement", AGAINST_THE_TABLE.values(), ids=AGAINST_THE_TABLE)
def test_a_row_of_a_game_that_its_table_does_not_allow_costs_that_game_alone(path: Path, statement: str) -> None:
    change(path, statement)
    require_all_but_the_second(path)


@pytest.mark.parametrize("statement", OUT_OF_BOUNDS.values(), ids=OUT_OF_BOUNDS)
def test_a_damaged_row_of_a_game_is_a_sentence_where_it_is_read_and_costs_that_game_alone(
    path: Path, statement: str
) -> None:
    readings: list[Callable[[Store], object]] = [Store.games, Store.resumable, lambda store: store.game(2)]
    change(path, statement)
    for reading in readings:
        with Store(path) as store:
            assert store.aside is None
            assert store.game(1).row == 1
            with pytest.raises(
                StoreError, match=r"is damaged\. Close all programs .* started with what can be read of it\.$"
            ):
                reading(store)
        path.with_name(f"{path.name}.suspect").unlink()
    suspect(path)
    require_all_but_the_second(path)


def untyped(path: Path, statement: str) -> None:
    """Change a row past the types of its table, as a damaged byte does."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema = ON")
        kept = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
        database.execute("UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT, ', ''), 'STRICT', '')")
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        database.execute(statement)
        database.execute("PRAGMA writable_schema = ON")
        for name, sql in kept:
            database.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))


DAMAGED_ENTRIES = {
    "a signature that is a number": "UPDATE entries SET signature = 7 WHERE game = 2 AND number = 9",
    "a payload that is text": "UPDATE entries SET payload = 'hello' WHERE game = 2 AND number = 9",
    "a short signature": "UPDATE entries SET signature = x'00' WHERE game = 2 AND number = 9",
    "a payload without end": "UPDATE entries SET payload = zeroblob(100000) WHERE game = 2 AND number = 9",
    "an entry in the midst that is not found": "DELETE FROM entries WHERE game = 2 AND number = 9",
    "a number that was another": "UPDATE entries SET number = 900 WHERE game = 2 AND number = 9",
}


@pytest.mark.parametrize("statement", DAMAGED_ENTRIES.values(), ids=DAMAGED_ENTRIES)
def test_a_damaged_row_of_an_entry_is_a_sentence_and_the_next_start_saves_all_else(path: Path, statement: str) -> None:
    untyped(path, statement)
    with Store(path) as store:
        assert store.aside is None
        assert SavedGame(store, 1).messages() == GAME[:15]
        with pytest.raises(
            StoreError, match=r"is damaged\. Close all programs .* started with what can be read of it\.$"
        ):
            SavedGame(store, 2).messages()
    with Store(path) as store:
        assert store.aside is not None
        assert sorted(game.row for game in store.games()) == [1, 3]
        assert len(store.players()) == 2


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("DELETE FROM entries WHERE game = 3 AND number = 19", id="the one before is not found"),
        pytest.param("UPDATE entries SET number = 900 WHERE game = 3 AND number = 19", id="it is not the last"),
    ],
)
def test_an_entry_is_not_taken_for_kept_where_it_does_not_stand_behind_the_others(path: Path, statement: str) -> None:
    change(path, statement)
    with Store(path) as store, pytest.raises(StoreError, match="is damaged"):
        SavedGame(store, 3).append([read(GAME[20])])
    with Store(path) as store:
        assert store.aside is not None
        assert sorted(game.row for game in store.games()) == [1, 2]


@pytest.mark.parametrize("number", [0, 1, 20, len(GAME) - 1])
@pytest.mark.parametrize("column", ["payload", "signature"])
def test_a_byte_within_an_entry_is_found_out_where_damage_is_looked_for(path: Path, number: int, column: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        (value,) = database.execute(f"SELECT {column} FROM entries WHERE game = 2 AND number = {number}").fetchone()
        spoilt = bytearray(value)
        spoilt[-1] ^= 1
        database.execute(f"UPDATE entries SET {column} = ? WHERE game = 2 AND number = {number}", (bytes(spoilt),))
    suspect(path)
    with Store(path) as store:
        assert sorted(game.row for game in store.games()) == [1, 3]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE players SET key = x'00' WHERE name = 'Ben'",
        "UPDATE players SET name = CAST(x'cfcf' AS TEXT) WHERE name = 'Ben'",
    ],
)
def test_a_damaged_row_of_a_player_costs_that_player_alone(path: Path, statement: str) -> None:
    change(path, statement)
    with Store(path) as store:
        assert store.players() == {"Zoë": PlayerKey(PEER)}
        assert store.saved is not None
        assert (store.saved.games, store.saved.complete) == (3, False)


# The log.


def test_what_was_in_the_log_alone_is_saved_too(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    folder.mkdir()
    with Store(path) as store:
        store.begin(Seat.GUEST, PEER, SEED).append(map(read, GAME[:25]))
        for ending in ("", "-wal"):
            shutil.copy(path.with_name(path.name + ending), folder)
    copy = folder / path.name
    spoil_byte(copy, 0, 0)
    with Store(copy) as store:
        assert store.aside is not None
        assert store.aside.with_name(f"{store.aside.name}-wal").stat().st_size > 0
        assert sorted(game.row for game in store.games()) == [1, 2, 3, 4]
        assert SavedGame(store, 4).messages() == GAME[:25]


# What else may be in the place of the store.


@pytest.mark.parametrize("ending", ["", "-wal", "-journal"])
def test_a_pipe_is_not_waited_for(path: Path, ending: str) -> None:
    place = path.with_name(path.name + ending)
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    with pytest.raises(StoreError, match=r"^The store of games .* cannot be used: it is not a file\.$"):
        Store(path)


def test_a_disk_without_room_for_what_is_saved_leaves_all_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil_byte(path, 0, 0)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(StoreError, match="No space left on device"):
        Store(path)
    monkeypatch.undo()
    after = {file.name: file.read_bytes() for file in path.parent.iterdir() if not file.name.endswith(".lock")}
    assert after == before
    with Store(path) as store:
        require_all(store)


def test_what_the_database_says_of_a_value_reaches_no_terminal_as_it_is(path: Path) -> None:
    """It quotes the value: here one that would change the title of the window."""
    with Store(path) as store:
        change(path, "UPDATE games SET guest = CAST(x'1b5d303b6f776e656407ff' AS TEXT)")
        with pytest.raises(StoreError) as refused:
            store.games()
    assert not any(unicodedata.category(one) == "Cc" for one in str(refused.value))
