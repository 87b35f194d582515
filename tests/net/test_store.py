"""The store: what was written is there, and what goes wrong is one sentence that destroys nothing."""

from __future__ import annotations

import sqlite3
import stat

import pytest

from mandala_net.identity import Identity
from mandala_net.store import Store, StoreError
from mandala_protocol.messages import Chat, Commit
from mandala_protocol.seats import Seat
from mandala_protocol.transcript import START, seal

PEER = bytes(range(32))
SEED = bytes(32)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite"


def entries(count: int):
    signer = Identity.generate()
    return [seal(number, START, Commit(bytes([number]) * 64), signer) for number in range(count)]


def test_entries_come_back_as_they_were_said(path):
    said = entries(3)
    with Store(path) as store:
        game = store.begin(Seat.GUEST, PEER, SEED)
        game.append(said[:1])
        game.append(said[1:])
    with Store(path) as store:
        assert store.messages(game.row) == [entry.message() for entry in said]


def test_games_do_not_mix(path):
    with Store(path) as store:
        one, other = store.begin(Seat.HOST, PEER, SEED), store.begin(Seat.GUEST, PEER, SEED)
        one.append(entries(2))
        assert other.messages() == []


def test_an_entry_is_never_overwritten(path):
    first, second = entries(1), entries(1)
    with Store(path) as store:
        game = store.begin(Seat.HOST, PEER, SEED)
        game.append(first)
        with pytest.raises(StoreError):
            game.append(second)
        assert game.messages() == [first[0].message()]


def test_several_entries_are_saved_all_or_none(path):
    said = entries(2)
    with Store(path) as store:
        game = store.begin(Seat.HOST, PEER, SEED)
        with pytest.raises(StoreError):
            game.append([said[0], said[1], said[1]])
        assert game.messages() == []


def test_the_file_is_for_its_owner_alone(path):
    with Store(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_seed_is_removed_when_it_is_of_no_more_use(path):
    seed = bytes(range(100, 132))
    with Store(path) as store:
        game = store.begin(Seat.HOST, PEER, seed)
        game.forget_seed()
    assert seed not in path.read_bytes()


def test_a_file_that_is_no_store_is_left_alone(path):
    path.write_bytes(b"this is not a database, but somebody may want it" * 100)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="cannot be read or written"):
        Store(path)
    assert path.read_bytes() == before


def test_a_store_of_a_newer_version_is_left_alone(path):
    with Store(path):
        pass
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StoreError, match="newer version"):
        Store(path)


def test_what_is_no_entry_cannot_be_saved(path):
    with Store(path) as store:
        game = store.begin(Seat.HOST, PEER, SEED)
        with pytest.raises(AttributeError):
            game.append([Chat("no entry")])
        assert game.messages() == []
