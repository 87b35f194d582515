"""Moving to another machine: one file takes all along, and a file that is none of ours changes nothing."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mandala_net.player import transfer
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_net.player.transfer import MoveError, move_in, move_out
from mandala_net.store.schema import SCHEMA_VERSION
from mandala_net.store.store import PlayerKey, SavedGame, State, Store, StoreError
from mandala_net.trust.identity import Identity, fingerprint, load_identity, load_or_create_identity
from mandala_net.trust.known_players import MAX_PLAYERS
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.errors import Code
from mandala_protocol.record.transcript import START, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Accept, Commit, Propose
from tests.narrowing import present

NOW = 1_750_000_000.0
SEED = bytes(range(32))
BEN = Identity.generate()


def paths_under(root: Path) -> Paths:
    root.mkdir(exist_ok=True)
    return Paths.under(root)


def play(paths: Paths, *, moves_own: bool = True) -> None:
    """A game with Ben, begun by the player of this home, or in that player's name by somebody else."""
    with open_home(paths) as profile:
        anna = profile.identity if moves_own else Identity.generate()
        proposal = seal(0, START, Propose("mandala", "lot", 0, False, anna.public, "Anna", SEED), anna)
        acceptance = seal(1, proposal.head, Accept(False, BEN.public, "Ben", SEED), BEN)
        commitment = seal(2, acceptance.head, Commit(bytes(64)), anna)
        profile.store.begin(Seat.HOST, BEN.public, SEED).append([proposal, acceptance, commitment])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Paths, Path]:
    """The old machine's folders and the file that was made there."""
    root = tmp_path_factory.mktemp("moving")
    paths = paths_under(root / "old")
    play(paths)
    with open_home(paths) as profile:
        profile.players.remember("Ben", BEN.public)
        profile.store.begin(Seat.GUEST, BEN.public, SEED)
        SavedGame(profile.store, 1).break_off(
            KeptEntry(2, seal(2, START, Commit(bytes(64)), BEN).message(), Code.FALSE_FACE, "PL5")
        )
        SavedGame(profile.store, 1).mark(State.OPEN)
        move_out(profile, root / "me.mandala-move")
    return paths, root / "me.mandala-move"


@pytest.fixture
def old(made: tuple[Paths, Path]) -> Paths:
    return made[0]


@pytest.fixture
def file(made: tuple[Paths, Path], tmp_path: Path) -> Path:
    """A copy of the file, to be changed at will."""
    return Path(shutil.copy(made[1], tmp_path / "me.mandala-move"))


@pytest.fixture
def new(tmp_path: Path) -> Paths:
    return paths_under(tmp_path / "new")


def contents(root: Path) -> dict[str, bytes]:
    """All files under a folder."""
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def refused(new: Paths, file: Path, **options: Any) -> str:
    """The sentence with which a file is refused; nothing there has changed."""
    before = contents(new.data.parent)
    with pytest.raises(MoveError) as caught:
        move_in(new, file, **options)
    assert contents(new.data.parent) == before
    assert not [path for path in new.data.parent.iterdir() if path.name.startswith(".")]
    (sentence,) = str(caught.value).splitlines()
    return sentence


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


# What is taken along.


def test_everything_is_there_again(old: Paths, new: Paths, file: Path) -> None:
    moved = move_in(new, file)
    identity = load_identity(old.identity)
    assert (moved.identity, moved.games, moved.players, moved.aside) == (identity.public, 1, 1, None)
    assert new.identity.read_bytes() == old.identity.read_bytes()
    with Store(old.games) as before, Store(new.games) as after:
        assert after.games() == before.games()
        assert after.players() == before.players() == {"Ben": PlayerKey(BEN.public)}
        for game in before.games():
            assert SavedGame(after, game.row).messages() == SavedGame(before, game.row).messages()
            assert SavedGame(after, game.row).evidence() == SavedGame(before, game.row).evidence() != []
            assert SavedGame(after, game.row).seed() == SavedGame(before, game.row).seed() == SEED


def test_the_new_home_goes_on_like_any_other(new: Paths, file: Path) -> None:
    move_in(new, file)
    with open_home(new) as profile:
        (game,) = profile.store.resumable()
        SavedGame(profile.store, game.row).mark(State.ADJOURNED)
    with Store(new.games) as store:
        assert store.games()[0].state is State.ADJOURNED
        assert store.aside is None


def test_games_that_were_moved_are_told_from_those_played_here(old: Paths, new: Paths, file: Path) -> None:
    move_in(new, file)
    play(new)
    with Store(old.games) as before, Store(new.games) as after:
        latest, moved = (game.row for game in after.games())
        assert before.was_played_here(moved)
        assert not after.was_played_here(moved)
        assert after.was_played_here(latest)


def test_the_new_store_has_no_trace_of_the_key(new: Paths, file: Path) -> None:
    move_in(new, file)
    assert b"PRIVATE KEY" in file.read_bytes()
    assert b"PRIVATE KEY" not in new.games.read_bytes()


def test_file_and_what_comes_of_it_are_for_their_owner_alone(made: tuple[Paths, Path], new: Paths, file: Path) -> None:
    move_in(new, file)
    assert made[1].stat().st_mode & 0o777 == 0o600
    assert new.data.stat().st_mode & 0o777 == 0o700
    for path in new.data.iterdir():
        assert path.stat().st_mode & 0o777 == 0o600, path


def test_what_is_written_while_the_file_is_made_is_in_it_or_not_but_never_in_part(tmp_path: Path, new: Paths) -> None:
    paths = paths_under(tmp_path / "old")
    play(paths)
    with open_home(paths) as profile, Store(paths.games) as other:
        game = other.begin(Seat.GUEST, BEN.public, SEED)
        move_out(profile, tmp_path / "file")
        game.append([seal(0, START, Propose("mandala", "lot", 0, False, BEN.public, "Ben", SEED), BEN)])
    assert move_in(new, tmp_path / "file").games == 1


def test_an_earlier_list_of_known_players_on_the_new_machine_is_not_mixed_in(new: Paths, file: Path) -> None:
    new.create()
    new.known_players.write_bytes(b"not even a list of players\n")
    move_in(new, file)
    with open_home(new) as profile:
        assert dict(profile.players.keys) == {"Ben": BEN.public}


# Nothing is overwritten.


@pytest.mark.parametrize("what", ["file", "folder", "dangling link"])
def test_what_is_there_already_is_not_overwritten(old: Paths, tmp_path: Path, what: str) -> None:
    target = tmp_path / "target"
    match what:
        case "file":
            target.write_bytes(b"dear to somebody")
        case "folder":
            target.mkdir()
        case _:
            target.symlink_to(tmp_path / "nowhere")
    before = contents(tmp_path)
    with open_home(old) as profile, pytest.raises(MoveError, match="already exists"):
        move_out(profile, target)
    assert contents(tmp_path) == before
    assert [path.name for path in tmp_path.iterdir()] == ["target"]


def test_a_folder_that_is_not_there_is_one_sentence(old: Paths, tmp_path: Path) -> None:
    with open_home(old) as profile, pytest.raises(MoveError, match="cannot be written"):
        move_out(profile, tmp_path / "nowhere" / "file")


def test_games_that_are_here_are_a_reason_to_refuse(new: Paths, file: Path) -> None:
    play(new)
    assert "--set-aside" in refused(new, file)


def test_known_players_alone_are_a_reason_to_refuse(new: Paths, file: Path) -> None:
    with open_home(new) as profile:
        profile.players.remember("Ben", BEN.public)
    assert "--set-aside" in refused(new, file)


def test_an_identity_of_an_earlier_version_with_players_is_a_reason_to_refuse(new: Paths, file: Path) -> None:
    load_or_create_identity(new.create().identity)
    new.known_players.write_bytes(b"")
    assert "--set-aside" in refused(new, file)


def test_on_request_what_is_here_is_set_aside_whole_and_named_by_the_date(new: Paths, file: Path) -> None:
    play(new)
    (new.records).mkdir()
    (new.records / "one.mandala").write_bytes(b"a record")
    before = contents(new.data)
    moved = move_in(new, file, set_aside=True, now=lambda: NOW)
    assert present(moved.aside).parent == new.data.parent
    assert present(moved.aside).name.startswith("data-2025061")
    assert contents(present(moved.aside)) == before
    assert moved.games == 1
    assert not new.records.exists()


def test_two_at_the_same_second_do_not_take_each_others_place(new: Paths, file: Path) -> None:
    play(new)
    move_in(new, file, set_aside=True, now=lambda: NOW)
    assert "Try again" in refused(new, file, set_aside=True, now=lambda: NOW)


def test_a_key_that_was_made_by_looking_around_is_set_aside_without_asking(new: Paths, file: Path) -> None:
    with open_home(new):
        pass
    key = new.identity.read_bytes()
    moved = move_in(new, file)
    assert (present(moved.aside) / new.identity.name).read_bytes() == key
    assert load_identity(new.identity).public == moved.identity


# Files that are none of ours.


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\x00", bytes(4096), b"SQLite format 3\x00" * 300])
def test_what_is_no_database_is_refused(new: Paths, file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert "is not a file written by move out" in refused(new, file)


def test_what_is_no_file_is_refused(new: Paths, tmp_path: Path) -> None:
    assert "is not a file" in refused(new, tmp_path)
    assert "cannot be read" in refused(new, tmp_path / "nothing")


def test_a_store_as_it_is_on_disk_is_refused(old: Paths, new: Paths) -> None:
    assert "is not a file written by move out" in refused(new, old.games)


def test_a_file_that_is_too_large_is_refused_unread(new: Paths, file: Path) -> None:
    with file.open("wb") as opened:
        opened.truncate(transfer.MAX_FILE_BYTES + 1)  # a hole, which takes no room on the disk
    assert "too large" in refused(new, file)


@pytest.mark.parametrize("part", [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_a_truncated_file_is_refused(new: Paths, file: Path, part: float) -> None:
    data = file.read_bytes()
    file.write_bytes(data[: int(len(data) * part)])
    assert "damaged" in refused(new, file) or part < 0.1


def dump(store: Path) -> list[str]:
    """All tables and all their rows."""
    with closing(sqlite3.connect(store)) as database:
        return list(database.iterdump())


def test_no_byte_can_change_unnoticed(old: Paths, file: Path, tmp_path: Path) -> None:
    """Bytes all over the file, one at a time: it is refused, or what is taken in is the same all the same."""
    data = file.read_bytes()
    move_in(paths_under(tmp_path / "reference"), file)
    expected = dump(tmp_path / "reference" / "data" / "games.sqlite")
    secret = data.index(b"BEGIN PRIVATE KEY")
    refusals = 0
    for place in [*range(16, len(data), 2503), secret, secret + 50, secret + 90]:
        file.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        new = paths_under(tmp_path / f"new-{place}")
        try:
            move_in(new, file)
        except MoveError:
            refusals += 1
            assert not new.identity.exists()
        else:
            assert new.identity.read_bytes() == old.identity.read_bytes()
            assert dump(new.games) == expected
    assert refusals >= 3


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW shown AS SELECT * FROM games",
        "CREATE TRIGGER acts AFTER INSERT ON taken_over BEGIN DELETE FROM games; END",
        "CREATE TABLE more (x)",
        "CREATE INDEX other ON games (peer)",
        "ALTER TABLE players ADD COLUMN more TEXT",
        "DROP TABLE evidence",
        "DROP INDEX games_by_proposal",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = 1",
        "PRAGMA application_id = 7",
    ],
)
def test_other_tables_views_and_triggers_are_refused(new: Paths, file: Path, statement: str) -> None:
    change(file, statement)
    assert "is not a file written by move out" in refused(new, file)


def test_a_view_in_place_of_a_table_is_refused(new: Paths, file: Path) -> None:
    change(file, "DROP TABLE taken_over", "CREATE VIEW taken_over AS SELECT name AS what FROM players")
    assert "is not a file written by move out" in refused(new, file)


def test_a_file_of_a_newer_version_is_refused_with_what_to_do(new: Paths, file: Path) -> None:
    change(file, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    assert "Update this one" in refused(new, file)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET moves = 99",
        "DELETE FROM entries WHERE number = 1",
        "UPDATE players SET name = 'Zoe'",
        "DELETE FROM evidence",
        "UPDATE moved SET digest = zeroblob(32)",
        "UPDATE moved SET identity = x'00'",
        "DELETE FROM moved",
        "INSERT INTO moved SELECT * FROM moved",
    ],
)
def test_contents_that_were_changed_are_noticed(new: Paths, file: Path, statement: str) -> None:
    change(file, statement)
    assert "is damaged" in refused(new, file)


def with_digest(file: Path, *statements: str, pem: bytes | None = None) -> None:
    """Change the file, perhaps give it another identity, and make its digest fit."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        ((its_own, _),) = database.execute("SELECT identity, digest FROM moved").fetchall()
        pem = pem or its_own
        database.execute("DROP TABLE moved")
        for statement in statements:
            database.execute(statement)
        digest = transfer._digest(database, pem)
        database.execute(transfer._MOVED_TABLE)
        database.execute("INSERT INTO moved VALUES (?, ?)", (pem, digest))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET begun = 9223372036854775807",
        "UPDATE games SET begun = -1",
        "UPDATE games SET ended = 9223372036854775807",
        "UPDATE games SET guest = char(27) || '[2J'",
        "UPDATE games SET game = 'chess'",
        "UPDATE games SET bot = char(27) || '[2J'",
        "UPDATE players SET name = ''",
        "UPDATE games SET guest = hex(zeroblob(300000))",
        "INSERT INTO evidence (game, number, fork, code, requirement, payload, signature)"
        " VALUES (77, 2, 0, 36, 'PL5', x'00', zeroblob(64))",
    ],
)
def test_what_cannot_be_shown_or_does_not_fit_together_is_refused_also_with_a_digest_that_fits(
    new: Paths, file: Path, statement: str
) -> None:
    with_digest(file, statement)
    assert "is damaged" in refused(new, file)


def many(table: str, count: int) -> str:
    """The statement that adds so many players to a table."""
    keys = [number.to_bytes(32, "big") for number in range(count)]
    if table == "players":
        rows = [f"('P{number}', x'{key.hex()}', 1)" for number, key in enumerate(keys)]
        return f"INSERT INTO players (name, key, confirmed) VALUES {', '.join(rows)}"
    rows = [f"('{fingerprint(key)}')" for key in keys]
    return f"INSERT INTO blocked (fingerprint) VALUES {', '.join(rows)}"


@pytest.mark.parametrize("table", ["players", "blocked"])
def test_no_more_players_are_taken_in_than_are_ever_kept(new: Paths, file: Path, table: str) -> None:
    with_digest(file, f"DELETE FROM {table}", many(table, MAX_PLAYERS + 1))
    assert "is damaged" in refused(new, file)
    with_digest(file, f"DELETE FROM {table}", many(table, MAX_PLAYERS))
    assert move_in(new, file).players == (MAX_PLAYERS if table == "players" else 1)


def test_a_key_that_has_not_played_the_games_is_refused(new: Paths, file: Path, old: Paths, tmp_path: Path) -> None:
    pem = load_or_create(tmp_path / "other.pem")
    with_digest(file, pem=pem)
    assert f"The key in {file} is not the one that played" in refused(new, file)


def load_or_create(path: Path) -> bytes:
    """The file of an identity, a new one."""
    load_or_create_identity(path)
    return path.read_bytes()


# What could not be taken in is not given out.


def test_a_key_that_has_not_played_the_games_is_not_given_out_with_them(tmp_path: Path) -> None:
    paths = paths_under(tmp_path / "other")
    play(paths, moves_own=False)
    with open_home(paths) as profile, pytest.raises(MoveError, match=r"identity\.pem is not the one that played"):
        move_out(profile, tmp_path / "file")
    assert not (tmp_path / "file").exists()


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("column", ["payload", "signature"])
def test_a_damaged_entry_is_not_given_out_and_the_next_start_saves_what_is_whole(
    tmp_path: Path, number: int, column: str
) -> None:
    paths = paths_under(tmp_path / "old")
    play(paths)
    play(paths)
    with closing(sqlite3.connect(paths.games, isolation_level=None)) as database:
        (value,) = database.execute(f"SELECT {column} FROM entries WHERE game = 2 AND number = {number}").fetchone()
        spoilt = bytearray(value)
        spoilt[-1] ^= 1
        database.execute(f"UPDATE entries SET {column} = ? WHERE game = 2 AND number = {number}", (bytes(spoilt),))
    with open_home(paths) as profile, pytest.raises(StoreError, match=r"is damaged\. Close all programs that use it"):
        move_out(profile, tmp_path / "file")
    assert not (tmp_path / "file").exists()
    with open_home(paths) as profile:
        assert [game.row for game in profile.store.games()] == [1]
        move_out(profile, tmp_path / "file")
    assert move_in(paths_under(tmp_path / "new"), tmp_path / "file").games == 1


def test_what_somebody_else_has_made_in_the_store_stays_behind(tmp_path: Path, new: Paths) -> None:
    paths = paths_under(tmp_path / "old")
    play(paths)
    change(paths.games, "ANALYZE", "CREATE TABLE notes (text)", "CREATE VIEW shown AS SELECT * FROM games")
    with open_home(paths) as profile:
        move_out(profile, tmp_path / "file")
    assert move_in(new, tmp_path / "file").games == 1


# The settings.


def test_the_settings_are_taken_along(old: Paths, new: Paths, tmp_path: Path) -> None:
    with open_home(old) as profile:
        move_out(profile, tmp_path / "file", b'name = "Anna"\n')
    moved = move_in(new, tmp_path / "file")
    assert new.settings.read_bytes() == b'name = "Anna"\n'
    assert new.settings.stat().st_mode & 0o777 == 0o600
    assert moved.settings_aside is None
    assert b"moved_settings" not in new.games.read_bytes()


def test_settings_that_are_there_are_kept_beside(old: Paths, new: Paths, tmp_path: Path) -> None:
    with open_home(old) as profile:
        move_out(profile, tmp_path / "file", b'name = "Anna"\n')
    new.create().settings.write_bytes(b'name = "Zoe"\n')
    moved = move_in(new, tmp_path / "file", now=lambda: NOW)
    assert new.settings.read_bytes() == b'name = "Anna"\n'
    assert moved.settings_aside is not None
    assert moved.settings_aside.name.startswith("settings-2025061")
    assert moved.settings_aside.read_bytes() == b'name = "Zoe"\n'


def test_a_file_of_before_there_were_settings_in_it_leaves_those_that_are_there(new: Paths, file: Path) -> None:
    new.create().settings.write_bytes(b'name = "Zoe"\n')
    assert move_in(new, file).settings_aside is None
    assert new.settings.read_bytes() == b'name = "Zoe"\n'


def test_where_nothing_can_be_taken_in_the_settings_stay_as_they_are(old: Paths, new: Paths, tmp_path: Path) -> None:
    with open_home(old) as profile:
        move_out(profile, tmp_path / "file", b'name = "Anna"\n')
    play(new)
    new.settings.write_bytes(b'name = "Zoe"\n')
    move_in(new, tmp_path / "file", set_aside=True, now=lambda: NOW)
    new.settings.write_bytes(b'name = "Zoe"\n')
    assert "Try again" in refused(new, tmp_path / "file", set_aside=True, now=lambda: NOW)


@pytest.mark.parametrize("content", ["zeroblob(8193)", "NULL"])
def test_settings_that_are_none_are_refused(old: Paths, new: Paths, tmp_path: Path, content: str) -> None:
    with open_home(old) as profile:
        move_out(profile, tmp_path / "file", b"")
    with_digest(
        tmp_path / "file", "DROP TABLE moved_settings", "CREATE TABLE moved_settings (content BLOB NOT NULL) STRICT"
    )
    if content != "NULL":
        with_digest(tmp_path / "file", f"INSERT INTO moved_settings VALUES ({content})")
    assert "is damaged" in refused(new, tmp_path / "file")


# Bytes that are no text, and pipes.


@pytest.mark.parametrize("value", [0xCF, 0x00, 0xFF])
def test_one_byte_of_the_first_page_is_met_with_a_sentence(new: Paths, file: Path, value: int) -> None:
    data = file.read_bytes()
    for place in [*range(100, 110), *range(1800, 2000, 7), *range(2600, 2700, 7)]:
        file.write_bytes(data[:place] + bytes([value]) + data[place + 1 :])
        if data[place] not in (0, value):
            assert re.search(r"damaged|not a file written by move out|cannot be imported", refused(new, file))


def test_a_pipe_is_not_waited_for(new: Paths, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is not a file" in refused(new, tmp_path / "pipe")


def test_the_secret_key_is_in_no_sentence(new: Paths, file: Path) -> None:
    change(file, "UPDATE moved SET identity = CAST('-----BEGIN PRIVATE KEY-----unspoken' AS BLOB)")
    assert "unspoken" not in refused(new, file)
