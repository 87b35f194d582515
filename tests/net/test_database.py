"""Trouble with the store: one clear sentence, and nothing is destroyed."""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_net.store.store import Store, StoreError
from mandala_net.trust.identity import Identity, IdentityError
from mandala_protocol.record.transcript import START, Entry, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Commit
from tests.limits import SECONDS
from tests.net.store_programs import begin_without_rights, hold, outgrow, play, process, read_without_rights, said_by

PEER, SEED = bytes(range(32)), bytes(32)
SENTENCE = re.compile(r"[A-Z/][^\n]*[.:;] ?[^\n]*\.")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="speaks of what POSIX systems do")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    return folder / "games.sqlite"


def entries(count: int, start: int = 0) -> list[Entry]:
    """Entries from a number on; those from the first on make a chain."""
    signer, head, said = Identity.generate(), START, []
    for number in range(start, start + count):
        said.append(seal(number, head, Commit(bytes([number % 256]) * 64), signer))
        head = said[-1].head
    return said


def filled(path: Path, games: int = 3) -> None:
    """A store with some games in it, closed."""
    with Store(path) as store:
        for _ in range(games):
            store.begin(Seat.HOST, PEER, SEED).append(entries(40))


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith(".lock")}


def copied_while_open(path: Path, folder: Path) -> Path:
    """A store as it lies on disk while a program uses it: not yet written back from its log."""
    folder.mkdir()
    with Store(path) as store:
        store.begin(Seat.HOST, PEER, SEED).append(entries(5))
        for companion in ("", "-wal"):
            (folder / f"{path.name}{companion}").write_bytes(path.with_name(path.name + companion).read_bytes())
    return folder / path.name


# Damage.


def zero(data: bytes) -> bytes:
    return bytes(len(data))


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def spoilt_table_of_games(data: bytes) -> bytes:
    """The file with nonsense in the page where the table of games begins."""
    database = sqlite3.connect(":memory:")
    database.deserialize(data[:18] + b"\x01\x01" + data[20:])
    page: int
    size: int
    (page,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games'").fetchone()
    (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    return data[: (page - 1) * size] + b"\xa5" * size + data[page * size :]


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda _: b"this is not a database, but somebody may want it" * 100, id="no database"),
        pytest.param(zero, id="nothing but zeros"),
        pytest.param(cut, id="cut in half"),
        pytest.param(spoilt_table_of_games, id="nonsense in the table of games"),
    ],
)
def test_a_damaged_store_is_set_aside_and_a_new_one_begun(path: Path, spoil: Callable[[bytes], bytes]) -> None:
    filled(path)
    path.write_bytes(spoil(path.read_bytes()))
    before = path.read_bytes()
    with Store(path) as store:
        assert store.aside is not None
        assert re.fullmatch(r"games\.sqlite\.damaged-\d{8}-\d{6}", store.aside.name)
        assert store.aside.read_bytes() == before
        assert store.games() == []
        store.begin(Seat.HOST, PEER, SEED).append(entries(1))
    with Store(path) as store:
        assert store.aside is None
        assert len(store.games()) == 1


def test_what_a_damaged_store_had_in_its_log_is_set_aside_with_it(path: Path, tmp_path: Path) -> None:
    filled(path)
    copy = copied_while_open(path, tmp_path / "copy")
    copy.write_bytes(cut(copy.read_bytes()))
    copy.with_name(f"{copy.name}.suspect").touch()
    before = [copy.with_name(copy.name + companion).read_bytes() for companion in ("", "-wal")]
    with Store(copy) as store:
        aside = store.aside
    assert aside is not None
    assert [aside.with_name(aside.name + companion).read_bytes() for companion in ("", "-wal")] == before


def test_an_empty_file_with_a_log_is_damaged_and_its_log_is_kept(path: Path, tmp_path: Path) -> None:
    filled(path)
    copy = copied_while_open(path, tmp_path / "copy")
    copy.write_bytes(b"")
    log = copy.with_name(copy.name + "-wal").read_bytes()
    with Store(copy) as store:
        assert store.aside is not None
        assert store.aside.with_name(store.aside.name + "-wal").read_bytes() == log


def test_a_file_that_was_emptied_is_told_from_one_that_is_new(path: Path) -> None:
    with Store(path) as store:
        assert not store.found_empty
    filled(path)
    path.write_bytes(b"")
    with Store(path) as store:
        assert store.found_empty
        assert (store.aside, store.games()) == (None, [])
    with Store(path) as store:
        assert not store.found_empty


def test_without_its_identity_a_store_with_games_is_not_used_and_no_new_identity_made(path: Path) -> None:
    paths = Paths.under(path.parent)
    with open_home(paths) as profile:
        identity = profile.identity.public
    kept = paths.identity.rename(path.parent / "elsewhere")
    with open_home(paths):
        pass  # nothing was played under the lost one, so a new one does no harm
    filled(paths.games, games=1)
    paths.identity.unlink()
    before = paths.games.read_bytes()
    missing = r"^The identity is missing from /.*identity\.pem, but there are games of it here. Put it back, or .*\.$"
    with pytest.raises(IdentityError, match=missing), open_home(paths):
        pass
    assert not paths.identity.exists()
    assert paths.games.read_bytes() == before
    kept.rename(paths.identity)
    with open_home(paths) as profile:
        assert profile.identity.public == identity
        assert len(profile.store.games()) == 1


def test_what_was_set_aside_before_is_not_overwritten(path: Path) -> None:
    kept = {}
    for number in range(3):
        path.write_bytes(b"no database %d" % number * 100)
        with Store(path, now=lambda: 1_000_000.0) as store:
            assert store.aside is not None
            kept[store.aside] = number
    assert len(kept) == 3
    for aside, number in kept.items():
        assert aside.read_bytes() == b"no database %d" % number * 100


def test_damage_met_while_in_use_is_set_aside_at_the_next_start(path: Path) -> None:
    filled(path, games=1)
    database = sqlite3.connect(path)
    page: int
    size: int
    (page,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'").fetchone()
    (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    data = path.read_bytes()
    path.write_bytes(data[: (page - 1) * size] + b"\xa5" * size + data[page * size :])
    before = path.read_bytes()
    with Store(path) as store:
        assert store.aside is None, "the table of games is whole"
        with pytest.raises(StoreError, match=r"damaged. Close all programs .* and start again. It will be set aside"):
            store.take_up(1).messages()
    assert path.read_bytes() == before
    with Store(path) as store:
        assert store.aside is not None
        assert store.aside.read_bytes() == before
    with Store(path) as store:
        assert store.aside is None
    assert not path.with_name(f"{path.name}.suspect").exists()


def test_a_suspicion_that_proves_wrong_changes_nothing(path: Path) -> None:
    filled(path)
    suspicion = path.with_name(f"{path.name}.suspect")
    suspicion.touch()
    with Store(path) as store:
        assert store.aside is None
        assert len(store.games()) == 3
    assert not suspicion.exists()


def test_a_program_whose_store_was_moved_away_saves_nothing_unnoticed(path: Path) -> None:
    with Store(path) as store:
        game = store.begin(Seat.HOST, PEER, SEED)
        path.rename(path.with_name("elsewhere"))
        with pytest.raises(StoreError, match="moved away while it was in use"):
            game.append(entries(1))


# Other versions, other programs.


def test_a_store_of_a_newer_version_is_left_as_it_is(path: Path) -> None:
    filled(path)
    database = sqlite3.connect(path)
    for place in ("user_version", "application_id"):
        database.execute(f"PRAGMA {place} = 99")
    database.close()
    before = contents(path.parent)
    with pytest.raises(StoreError, match="newer version"):
        Store(path)
    assert contents(path.parent) == before


def test_a_program_that_holds_the_store_for_long_is_named_and_reading_goes_on(path: Path) -> None:
    filled(path)
    with Store(path, timeout=0) as store, process(hold, path) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        game = store.take_up(1)
        with pytest.raises(StoreError, match="Another program has kept the store"):
            game.append(entries(1, start=40))
        assert len(game.messages()) == 40
        with Store(path, timeout=0) as newcomer:
            assert len(newcomer.games()) == 3
        other.communicate(timeout=SECONDS)
        game.append(entries(1, start=40))
        assert len(game.messages()) == 41


def test_two_programs_write_to_a_new_store_at_once(path: Path) -> None:
    count = 60
    with process(play, path, 0, count) as host, process(play, path, 1, count) as guest:
        for started in (host, guest):
            assert started.stdout is not None
            assert started.stdout.readline() == "ready\n"
        for started in (host, guest):
            assert started.stdin is not None
            started.stdin.write("go\n")
            started.stdin.flush()
        said = [started.communicate(timeout=SECONDS)[0].split() for started in (host, guest)]
    assert sorted(said) == [["1", "None"], ["2", "None"]]
    with Store(path) as store:
        assert {game.seat for game in store.games()} == set(Seat)
        for game in store.games():
            assert game.entries == len(store.take_up(game.row).messages()) == count


# No room, no rights.


def test_a_full_disk_takes_all_or_nothing_and_the_store_works_when_there_is_room(path: Path) -> None:
    with Store(path) as store:
        game = store.begin(Seat.HOST, PEER, SEED)
        game.append(entries(2))
        (pages,) = store._database.execute("PRAGMA page_count").fetchone()
        store._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match=r"is full. Make room") as caught:
            game.append(entries(200, start=2))
        assert SENTENCE.fullmatch(str(caught.value))
        assert (len(game.messages()), store.game(game.row).entries) == (2, 2)
        store._database.execute(f"PRAGMA max_page_count = {pages * 1000}")
        game.append(entries(200, start=2))
        assert (len(game.messages()), store.game(game.row).entries) == (202, 202)


def test_a_file_that_may_not_grow_takes_all_or_nothing(path: Path) -> None:
    rooms = (0, 10, 4_120, 9_000, 30_000)
    lines = said_by(outgrow, path.parent, *rooms).splitlines()
    assert len(lines) == 3 * len(rooms)
    for sentence, failed, after in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        assert re.fullmatch(r"The disk .*full.*\.", sentence)
        assert failed == "2 2"
        assert after == "100 100 None"


@pytest.fixture
def foreign() -> Iterator[Path]:
    """A folder with a store in it that an ordinary user can reach."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        filled(path, games=1)
        owner = 65534 if os.geteuid() == 0 else os.geteuid()
        for file in (Path(folder), *Path(folder).iterdir()):
            os.chown(file, owner, -1)
        yield path
        Path(folder).chmod(0o700)


@pytest.mark.parametrize("lock", [True, False])
def test_a_read_only_folder_is_told_in_a_sentence_and_left_as_it_is(foreign: Path, lock: bool) -> None:
    if not lock:
        foreign.with_name(f"{foreign.name}.lock").unlink()
    before = contents(foreign.parent)
    foreign.parent.chmod(0o500)
    said = said_by(begin_without_rights, foreign)
    assert re.fullmatch(
        r"The store of games /.* (cannot be written: you may only read the file or its folder|cannot be used: .*)\.\n",
        said,
    )
    assert contents(foreign.parent) == before


@pytest.mark.parametrize("sealed", ["folder", "file"])
def test_what_cannot_be_written_can_be_read_and_is_left_as_it_is(foreign: Path, sealed: str) -> None:
    before = contents(foreign.parent)
    (foreign.parent if sealed == "folder" else foreign).chmod(0o500 if sealed == "folder" else 0o400)
    read, refused = said_by(read_without_rights, foreign).splitlines()
    assert read == "1 40 True"
    assert refused == f"The store of games {foreign} cannot be written: you may only read the file or its folder."
    assert contents(foreign.parent) == before


@pytest.mark.parametrize("mode", [0o400, 0o000])
def test_a_read_only_file_is_told_in_a_sentence_and_left_as_it_is(foreign: Path, mode: int) -> None:
    before = contents(foreign.parent)
    foreign.chmod(mode)
    said = said_by(begin_without_rights, foreign)
    assert re.fullmatch(
        r"The store of games /.* (cannot be written: you may only read the file or its folder|cannot be used: .*)\.\n",
        said,
    )
    foreign.chmod(0o600)
    assert contents(foreign.parent) == before


def test_a_folder_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot be used: No such file or directory\.$"):
        Store(tmp_path / "missing" / "games.sqlite")


def test_a_folder_in_the_place_of_the_store_is_told_in_a_sentence(path: Path) -> None:
    path.mkdir()
    with pytest.raises(StoreError, match=r"^The store of games .*\.$"):
        Store(path)
    assert path.is_dir()
