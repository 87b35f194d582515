"""Power loss on paper: whatever is left of the log, the store holds the entries up to some point, and all of them.

SQLite writes each transaction to the log as frames of one page each, the last of them marked as the commit, and
asks the disk to keep them before ``append`` returns. A log that ends early therefore holds the first transactions.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from mandala_net.store.store import State, Store
from mandala_net.trust.identity import Identity
from mandala_protocol.record.transcript import START, Entry, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Accept, Adjourn, Body, Commit, Key, Move, Propose, ResultBody

PEER, SEED = bytes(range(32)), bytes(range(100, 132))
LOG_HEADER, FRAME_HEADER = 32, 24
"""Bytes of the log's header and of each frame's (SQLite's file format, section "WAL Format")."""


def said() -> list[Entry]:
    """A game of all that changes the columns; what the rules say of it does not matter here."""
    signer = Identity.generate()
    bodies: list[Body] = [
        Propose("mandala", "lot", 60, False, signer.public, "Anna", bytes(32)),
        Accept(False, signer.public, "Ben", bytes(32)),
        Commit(bytes(64)),
        *(Move(f"move {number}", None, bytes(32)) for number in range(4)),
        Adjourn(4, bytes(64)),
        *(Move(f"move {number}", None, bytes(32)) for number in range(4)),
        Key(bytes(32)),
        ResultBody((3, 4), 1, "cards", bytes(32)),
        ResultBody((3, 4), 1, "cards", bytes(32)),
    ]
    entries: list[Entry] = []
    for number, body in enumerate(bodies):
        entries.append(seal(number, entries[-1].head if entries else START, body, signer))
    return entries


def commits(log: bytes) -> Iterator[int]:
    """The places in the log where each transaction ends."""
    (page,) = struct.unpack(">I", log[8:12])
    for start in range(LOG_HEADER, len(log), FRAME_HEADER + page):
        (size_after_commit,) = struct.unpack(">I", log[start + 4 : start + 8])
        if size_after_commit:
            yield start + FRAME_HEADER + page


def cuts(log: bytes) -> list[int]:
    """Every boundary of a frame, and a place within each."""
    (page,) = struct.unpack(">I", log[8:12])
    frame = FRAME_HEADER + page
    starts = range(LOG_HEADER, len(log), frame)
    return [0, 1, LOG_HEADER - 1, *(start + offset for start in starts for offset in (0, frame - 1)), len(log)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def columns_agree(store: Store, row: int, kept: list[Entry]) -> None:
    """The table of games tells what these entries tell, no more and no less."""
    game = store.game(row)
    bodies: list[Body] = [entry.body for entry in kept]
    assert game.entries == len(kept)
    assert game.moves == sum(isinstance(body, Move) for body in bodies)
    assert game.proposal == (kept[0].head if kept else None)
    assert game.game_id == (kept[1].head if len(kept) > 1 else None)
    assert game.names == ("Anna" if kept else None, "Ben" if len(kept) > 1 else None)
    results = sum(isinstance(body, ResultBody) for body in bodies)
    last = bodies[-1] if bodies else None
    if results == 2:
        state = State.FINISHED
    else:
        state = State.ADJOURNED if isinstance(last, Adjourn) else State.OPEN
    assert (game.state, game.scores) == (state, (3, 4) if results else None)
    assert (game.ended is None) == (state is not State.FINISHED)


def written(path: Path, entries: list[Entry], *, new: bool) -> tuple[bytes, bytes, list[int]]:
    """The file and its log after each entry was appended by itself; and the log's length after each transaction.

    ``new``: also what makes the tables is in the log; otherwise it is in the file already.
    """
    if not new:
        with Store(path):
            pass
    log = path.with_name(f"{path.name}-wal")
    ends: list[int] = []
    with Store(path) as store:
        assert (log.stat().st_size > 0) is new
        game = store.begin(Seat.HOST, PEER, SEED)
        ends.append(log.stat().st_size)
        for entry in entries:
            game.append([entry])
            ends.append(log.stat().st_size)
        return path.read_bytes(), log.read_bytes(), ends


def test_the_disk_is_asked_to_keep_each_transaction_before_it_counts(path: Path) -> None:
    with Store(path) as store:
        asked = {
            name: store._database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "fullfsync", "foreign_keys", "secure_delete")
        }
    full = 2
    assert asked == {"journal_mode": "wal", "synchronous": full, "fullfsync": 1, "foreign_keys": 1, "secure_delete": 1}


@pytest.mark.parametrize("new", [True, False], ids=["a new store", "a store that was there"])
def test_a_log_that_is_cut_anywhere_holds_exactly_the_entries_whose_commit_it_holds(
    path: Path, tmp_path: Path, new: bool
) -> None:
    entries = said()
    file, log, ends = written(path, entries, new=new)
    assert set(ends) <= set(commits(log)), "each append ends with a commit of its own"
    assert ends == sorted(set(ends))
    copy = tmp_path / "copy" / "games.sqlite"
    copy.parent.mkdir()
    seen: set[int] = set()
    for cut in cuts(log):
        for old in copy.parent.iterdir():
            old.unlink()
        copy.write_bytes(file)
        copy.with_name(f"{copy.name}-wal").write_bytes(log[:cut])
        promised = sum(end <= cut for end in ends) - 1
        with Store(copy) as store:
            assert store.aside is None
            if promised < 0:
                assert store.games() == []
                continue
            kept = entries[:promised]
            assert store.take_up(1).messages() == [entry.message() for entry in kept], f"cut at {cut}"
            columns_agree(store, 1, kept)
            assert store.take_up(1).seed() == SEED
            store.take_up(1).append(entries[promised:])
            columns_agree(store, 1, entries)
        seen.add(promised)
    assert seen == set(range(len(entries) + 1))


def test_nothing_of_several_entries_appended_at_once_is_there_without_the_rest(path: Path, tmp_path: Path) -> None:
    entries = said()
    with Store(path):
        pass
    with Store(path) as store:
        game = store.begin(Seat.HOST, PEER, SEED)
        game.append(entries[:2])
        log = path.with_name(f"{path.name}-wal")
        before = log.stat().st_size
        game.append(entries[2:])
        data = log.read_bytes()
        file = path.read_bytes()
    copy = tmp_path / "copy" / "games.sqlite"
    copy.parent.mkdir()
    for cut in (cut for cut in cuts(data) if before <= cut < len(data)):
        for old in copy.parent.iterdir():
            old.unlink()
        copy.write_bytes(file)
        copy.with_name(f"{copy.name}-wal").write_bytes(data[:cut])
        with Store(copy) as store:
            assert len(store.take_up(1).messages()) == 2
            columns_agree(store, 1, entries[:2])


def test_a_log_whose_last_frames_are_spoilt_holds_what_came_before_them(path: Path, tmp_path: Path) -> None:
    entries = said()
    file, log, ends = written(path, entries, new=False)
    copy = tmp_path / "copy" / "games.sqlite"
    copy.parent.mkdir()
    for promised in range(len(entries)):
        for old in copy.parent.iterdir():
            old.unlink()
        copy.write_bytes(file)
        spoilt = log[: ends[promised]] + bytes(len(log) - ends[promised])
        copy.with_name(f"{copy.name}-wal").write_bytes(spoilt)
        with Store(copy) as store:
            assert len(store.take_up(1).messages()) == promised
            columns_agree(store, 1, entries[:promised])
