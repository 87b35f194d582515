"""Programs that use a store beside a test: ``python -m tests.net.store_programs NAME STORE [NUMBER ...]``."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mandala_net.store.public_store import PublicStore
from mandala_net.store.store import SavedGame, Store, StoreError
from mandala_net.trust.identity import Identity
from mandala_protocol.record.transcript import START, Entry, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Commit
from tests.e2e.starter import Forking
from tests.limits import SECONDS


@contextmanager
def process(program: Callable[..., None], *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """One of the programs, beside this one; killed at the end of the block if it still runs."""
    command = [sys.executable, "-m", __name__, program.__name__, *map(str, arguments)]
    with Forking(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as started:
        try:
            yield started
        finally:
            started.kill()


def said_by(program: Callable[..., None], *arguments: object) -> str:
    """The output of one of the programs, which must end well."""
    with process(program, *arguments) as started:
        said, _ = started.communicate(timeout=SECONDS)
        assert started.returncode == 0
        return said


# Within them.


def hold(path: Path) -> None:
    """Write, and do not come to an end of it."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("BEGIN IMMEDIATE")
    print("held", flush=True)
    sys.stdin.read()


def play(path: Path, seat: int, count: int) -> None:
    said = _entries(count)
    print("ready", flush=True)
    sys.stdin.readline()
    with Store(path) as store:
        game = store.begin(Seat(seat), bytes(32), bytes(32))
        for entry in said:
            game.append([entry])
        print(game.row, store.aside, flush=True)


def outgrow(folder: Path, *rooms: int) -> None:
    """Append to a store where its log may grow by so many bytes and no more."""
    import resource  # not on Windows

    said = _entries(200)
    for room in rooms:
        path = folder / f"games-{room}.sqlite"
        with Store(path) as store:
            game = store.begin(Seat.HOST, bytes(32), bytes(32))
            game.append(said[:2])
            log = path.with_name(f"{path.name}-wal").stat().st_size
            resource.setrlimit(resource.RLIMIT_FSIZE, (log + room, resource.RLIM_INFINITY))
            try:
                game.append(said[2:])
            except StoreError as error:
                print(error)
            print(len(game.messages()), store.game(game.row).entries)
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            game.append(said[2:100])
        with Store(path) as store:
            print(len(store.take_up(game.row).messages()), store.game(game.row).entries, store.aside)


def begin_without_rights(path: Path) -> None:
    _give_up_rights()
    try:
        Store(path).begin(Seat.HOST, bytes(32), bytes(32))
    except StoreError as error:
        print(error)


def read_without_rights(path: Path) -> None:
    _give_up_rights()
    with Store(path) as store:
        print(len(store.games()), len(SavedGame(store, 1).messages()), store.is_read_only)
        try:
            store.forget(1)
        except StoreError as error:
            print(error)


def watch_without_rights(path: Path) -> None:
    _give_up_rights()
    watched = PublicStore(path)
    try:
        watched.stamp()
        with watched.opened() as games:
            print(games.games())
    except StoreError as error:
        print(error)


def _entries(count: int) -> list[Entry]:
    signer = Identity.generate()
    return [seal(number, START, Commit(bytes(64)), signer) for number in range(count)]


def _give_up_rights() -> None:
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


if __name__ == "__main__":
    programs = (hold, play, outgrow, begin_without_rights, read_without_rights, watch_without_rights)
    {program.__name__: program for program in programs}[sys.argv[1]](Path(sys.argv[2]), *map(int, sys.argv[3:]))
    sys.exit(0)  # so that the starter need not take the interpreter to pieces
